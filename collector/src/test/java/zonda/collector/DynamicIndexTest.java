package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static zonda.collector.Rig.oid;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.Availability;
import zonda.model.Item;
import zonda.model.SnmpInterface;
import zonda.model.SnmpSecurity;
import zonda.model.WireType;

/// Items that find their index by a text in another column.
class DynamicIndexTest {
    private static final String A = "127.1.0.1";
    private static final String B = "127.1.0.2";
    private static final String NAMES = "1.3.6.1.2.1.2.2.1.2";
    private static final String OCTETS = "1.3.6.1.2.1.2.2.1.10";

    private final Rig rig = new Rig();
    private final V3Device device = new V3Device(null);

    private Collector collector(boolean version1, String... objects) {
        Collector collector = rig.collector();
        apply(collector, 1, A, device, version1, objects);
        return collector;
    }

    private void apply(Collector collector, long id, String address, V3Device to, boolean version1, String... objects) {
        rig.securedDevices.put(Rig.at(address), to);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < objects.length; i++) {
            items.add(Rig.item(id * 100 + i, id, id * 10, objects[i], Rig.every(10)));
        }
        SnmpInterface face = new SnmpInterface(
                id * 10,
                address,
                1161,
                new SnmpSecurity.Community(version1, "public"),
                5,
                4,
                Duration.ofSeconds(1),
                1,
                Duration.ZERO,
                false);
        collector.apply(Rig.host(id, List.of(face), items, 1));
    }

    private static String octetsOf(String text) {
        return OCTETS + "[\"index\",\"" + NAMES + "\",\"" + text + "\"]";
    }

    private static void row(V3Device to, int index, int name, int octets) {
        to.object(NAMES + "." + index, name);
        to.object(OCTETS + "." + index, octets);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theObjectBesideTheTextIsGotAndTheColumnIsWalkedOnce(boolean version1) {
        for (int i = 1; i <= 9; i++) {
            row(device, i, 100 + i, 1_000 + i);
        }
        device.object(oid(1), 7);
        Collector collector = collector(version1, octetsOf("103"), oid(1), octetsOf("108"));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(100)).extracting(Rig.Row::number).containsExactly(1_003L);
        assertThat(rig.rowsOf(101)).extracting(Rig.Row::number).containsExactly(7L);
        assertThat(rig.rowsOf(102)).extracting(Rig.Row::number).containsExactly(1_008L);
        int before = device.requests;
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(100)).extracting(Rig.Row::number).containsExactly(1_003L, 1_003L);
        assertThat(device.requests - before).as("one request an item").isEqualTo(3);
    }

    @Test
    void whereTheRowsMovedTheColumnIsWalkedAnewInTheSameRound() {
        row(device, 1, 101, 1_001);
        row(device, 2, 102, 1_002);
        Collector collector = collector(false, octetsOf("102"));
        rig.run(collector, Duration.ofSeconds(10));
        device.objects.clear();
        row(device, 2, 101, 2_001);
        row(device, 5, 102, 2_002);
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(100)).extracting(Rig.Row::number).containsExactly(1_002L, 2_002L);
    }

    /// ZBX-9666, ZBX-8833, ZBX-9855: what was found belongs to one interface.
    @Test
    void twoInterfacesHaveTheirOwnIndexes() {
        V3Device other = new V3Device(null);
        row(device, 1, 101, 1_001);
        row(other, 7, 101, 9_001);
        Collector collector = collector(false, octetsOf("101"));
        apply(collector, 2, B, other, false, octetsOf("101"));
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(rig.rowsOf(100)).isNotEmpty().allMatch(row -> row.number() == 1_001);
        assertThat(rig.rowsOf(200)).isNotEmpty().allMatch(row -> row.number() == 9_001);
    }

    @Test
    void aTextThatNoRowHasIsAReasonAndIsLookedForAgain() {
        row(device, 1, 101, 1_001);
        Collector collector = collector(false, octetsOf("55"));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(100).getFirst().type()).isEqualTo(WireType.NOT_SUPPORTED);
        assertThat(rig.rowsOf(100).getFirst().text()).contains("'55'", NAMES, "1 row was looked at");
        row(device, 3, 55, 5_000);
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(100).getLast().number()).isEqualTo(5_000);
    }

    @Test
    void aRowWithoutTheObjectIsAReason() {
        device.object(NAMES + ".4", 104);
        Collector collector = collector(false, octetsOf("104"));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(100).getFirst().type()).isEqualTo(WireType.NOT_SUPPORTED);
        assertThat(rig.rowsOf(100).getFirst().text()).containsIgnoringCase("no such");
    }

    @Test
    void aDeviceThatFallsSilentIsUnavailableAndIsAskedWhenItIsBack() {
        row(device, 1, 101, 1_001);
        Collector collector = collector(false, octetsOf("101"));
        rig.run(collector, Duration.ofSeconds(10));
        device.silent = true;
        rig.run(collector, Duration.ofSeconds(30));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.UNAVAILABLE);
        device.silent = false;
        rig.run(collector, Duration.ofSeconds(30));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.AVAILABLE);
        assertThat(rig.rowsOf(100)).hasSizeGreaterThan(2).allMatch(row -> row.number() == 1_001);
    }

    @Test
    void theFormIsReadWithItsQuotes() {
        IndexPlan plan = IndexPlan.parse(OCTETS + "[\"index\",\"" + NAMES + "\",\"a \\\"b\\\", c\"]");
        assertThat(plan.wanted()).isEqualTo("a \"b\", c");
        assertThat(plan.column()).hasToString(NAMES);
        for (String wrong : List.of(
                "[\"index\",\"1.3\",\"x\"]",
                "1.3[\"index\",\"1.3\"]",
                "1.3[\"index\",\"y\",\"x\"]",
                "1.3[\"index\",\"1.3\",\"x")) {
            assertThatIllegalArgumentException().as(wrong).isThrownBy(() -> IndexPlan.parse(wrong));
        }
    }
}
