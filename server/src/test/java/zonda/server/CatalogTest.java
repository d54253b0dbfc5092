package zonda.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.model.ConfigurationDelta;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.Severity;
import zonda.model.Trigger;
import zonda.model.UpdateInterval;

class CatalogTest {
    static Item item(long id, long hostId) {
        return new Item(
                id,
                hostId,
                "key" + id,
                "Item " + id,
                ItemType.INTERNAL,
                0,
                "",
                ItemValueType.UNSIGNED,
                "",
                new UpdateInterval(Duration.ofSeconds(60), List.of(), List.of()),
                List.of(),
                Duration.ofDays(31),
                Duration.ofDays(365),
                List.of());
    }

    static Trigger trigger(long id, long hostId) {
        return new Trigger(
                id, hostId, "Trigger " + id, "last(/h/k)>0", "", Severity.WARNING, false, "", List.of(), List.of());
    }

    static Host host(long id, long... itemIds) {
        return new Host(
                id,
                "h" + id,
                "Host " + id,
                List.of(),
                List.of(),
                java.util.Arrays.stream(itemIds)
                        .mapToObj(each -> item(each, id))
                        .toList(),
                List.of(trigger(id * 10, id)),
                List.of(),
                1);
    }

    @Test
    void findsHostsItemsAndTriggersById() {
        Catalog catalog = Catalog.of(3, List.of(host(2, 21, 5), host(1, 11)));
        assertThat(catalog.epoch()).isEqualTo(3);
        assertThat(catalog.hosts().keySet()).containsExactly(1L, 2L);
        assertThat(catalog.itemCount()).isEqualTo(3);
        assertThat(catalog.triggerCount()).isEqualTo(2);
        assertThat(catalog.item(5))
                .hasValueSatisfying(item -> assertThat(item.hostId()).isEqualTo(2));
        assertThat(catalog.item(6)).isEmpty();
        assertThat(catalog.trigger(20))
                .hasValueSatisfying(trigger -> assertThat(trigger.hostId()).isEqualTo(2));
        assertThat(catalog.triggerOrNull(21)).isNull();
    }

    @Test
    void aChangeMakesAnotherCatalogAndLeavesTheFormerAsItWas() {
        Catalog former = Catalog.of(1, List.of(host(1, 11, 12), host(2, 21)));
        Catalog next = former.with(new ConfigurationDelta(2, List.of(host(1, 12, 13), host(3, 31)), List.of(2L)));
        assertThat(former.item(11)).isPresent();
        assertThat(former.hosts()).containsOnlyKeys(1L, 2L);
        assertThat(next.epoch()).isEqualTo(2);
        assertThat(next.hosts()).containsOnlyKeys(1L, 3L);
        assertThat(next.item(11)).isEmpty();
        assertThat(next.item(13)).isPresent();
        assertThat(next.item(21)).isEmpty();
        assertThat(next.triggerOrNull(20)).isNull();
    }

    @Test
    void tellsTheShardOfAnItemAndTheFirstForOneThatNobodyKnows() {
        Catalog catalog = Catalog.of(1, List.of(host(1, 11), host(2, 21), host(3, 31)));
        for (int shards = 1; shards < 9; shards++) {
            for (long host = 1; host <= 3; host++) {
                assertThat(catalog.shardOf(host * 10 + 1, shards)).isEqualTo(Host.shardOf(host, shards));
            }
            assertThat(catalog.shardOf(999, shards)).isZero();
        }
    }
}
