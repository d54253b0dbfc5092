package zonda.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import zonda.model.Host;
import zonda.model.ItemSlots;
import zonda.preprocessing.Preprocessor;

class SlotKeeperTest {
    private static final long MINUTE = 60_000_000_000L;

    private final ItemSlots slots = new ItemSlots();
    private final HandHistory history = new HandHistory();
    private final SlotKeeper keeper = new SlotKeeper(slots, history, new Preprocessor(slots, batch -> {}));
    private long now = 1;

    private int lookLater() {
        now += MINUTE;
        return keeper.turn(now);
    }

    private Host assigned(Host host) {
        host.items().forEach(item -> slots.assign(item.id()));
        return host;
    }

    @Test
    void freesASlotOnlyOnceNothingOfItIsInMemory() {
        Host host = assigned(CatalogTest.host(1, 11, 12));
        int first = slots.slotOf(11);
        history.unsealed.add(first);
        keeper.retireAll(host);
        assertThat(lookLater()).isEqualTo(1);
        assertThat(slots.slotOf(12)).isEqualTo(ItemSlots.NONE);
        assertThat(slots.slotOf(11)).isEqualTo(first);
        assertThat(lookLater()).isZero();
        history.unsealed.clear();
        assertThat(lookLater()).isEqualTo(1);
        assertThat(slots.size()).isZero();
        assertThat(history.forgotten).hasSize(2);
        assertThat(keeper.nextWakeNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void retiresOnlyItemsThatTheNewImageLacks() {
        Host former = assigned(CatalogTest.host(1, 11, 12, 13));
        Host next = assigned(CatalogTest.host(1, 12, 14));
        keeper.retireMissing(former, next);
        assertThat(lookLater()).isEqualTo(2);
        assertThat(slots.slotOf(11)).isEqualTo(ItemSlots.NONE);
        assertThat(slots.slotOf(12)).isNotEqualTo(ItemSlots.NONE);
        assertThat(slots.slotOf(13)).isEqualTo(ItemSlots.NONE);
        assertThat(slots.slotOf(14)).isNotEqualTo(ItemSlots.NONE);
    }

    @Test
    void anItemThatComesBackKeepsItsSlot() {
        Host host = assigned(CatalogTest.host(1, 11));
        int slot = slots.slotOf(11);
        history.unsealed.add(slot);
        keeper.retireAll(host);
        assertThat(lookLater()).isZero();
        keeper.keep(11);
        history.unsealed.clear();
        assertThat(lookLater()).isZero();
        assertThat(slots.slotOf(11)).isEqualTo(slot);
    }
}
