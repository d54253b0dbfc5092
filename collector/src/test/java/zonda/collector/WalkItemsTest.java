package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static zonda.collector.Rig.oid;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.SnmpInterface;
import zonda.model.SnmpReading;
import zonda.model.SnmpSecurity;
import zonda.model.WireType;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmUser;

/// Items that walk, beside items that get.
class WalkItemsTest {
    private static final String A = "127.1.0.1";
    private static final String NAMES = "1.3.6.1.2.1.31.1.1.1.1";
    private static final String TYPES = "1.3.6.1.2.1.2.2.1.3";
    private static final UsmUser USER =
            new UsmUser("operator", AuthProtocol.MD5, "authpassphrase", PrivProtocol.DES, "privpassphrase");

    private final Rig rig = new Rig();
    private final V3Device device = new V3Device(USER);

    private Collector collector(SnmpSecurity security, String... objects) {
        Collector collector = rig.collector();
        collector.apply(host(security, 1, objects));
        return collector;
    }

    private Host host(SnmpSecurity security, long epoch, String... objects) {
        rig.securedDevices.put(Rig.at(A), device);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < objects.length; i++) {
            items.add(Rig.item(i + 1, 1, 10, objects[i], Rig.every(10)));
        }
        SnmpInterface to =
                new SnmpInterface(10, A, 1161, security, 5, 4, Duration.ofSeconds(1), 1, Duration.ZERO, false);
        return Rig.host(1, List.of(to), items, epoch);
    }

    private static SnmpSecurity community(boolean version1) {
        return new SnmpSecurity.Community(version1, "public");
    }

    private void table() {
        for (int i = 1; i <= 9; i++) {
            device.object(NAMES + "." + i, 100 + i);
            device.object(TYPES + "." + i, 6);
        }
        device.object("1.3.6.1.2.1.1.3.0", 1);
        device.object(oid(1), 7);
    }

    private static String lines(String column, int from, int count, int step) {
        StringBuilder all = new StringBuilder();
        for (int i = 1; i <= count; i++) {
            all.append('.').append(column).append('.').append(i).append(" = INTEGER: ");
            all.append(from + i * step).append('\n');
        }
        return all.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2c", "3"})
    void aWalkIsATextOfLinesInAllVersions(String version) {
        table();
        SnmpSecurity security = version.equals("3")
                ? new SnmpSecurity.User(
                        "operator",
                        SnmpSecurity.Auth.MD5,
                        "authpassphrase",
                        SnmpSecurity.Priv.DES,
                        "privpassphrase",
                        "",
                        "")
                : community(version.equals("1"));
        Collector collector = collector(security, oid(1), "walk[" + NAMES + "," + TYPES + "]", "1.3.6.1.2.1.1.3.0");
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(1).getFirst().number()).isEqualTo(7);
        assertThat(rig.rowsOf(3)).hasSize(1);
        assertThat(rig.rowsOf(2)).hasSize(1);
        assertThat(rig.rowsOf(2).getFirst().type()).isEqualTo(WireType.TEXT);
        assertThat(rig.rowsOf(2).getFirst().text() + "\n").isEqualTo(lines(NAMES, 100, 9, 1) + lines(TYPES, 6, 9, 0));
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(rig.rowsOf(2)).hasSize(3);
        assertThat(collector.counters().skipped().value()).isZero();
    }

    @Test
    void aDiscoveryIsJsonWithTheIndexInNumbers() {
        device.object(NAMES + ".1", 101);
        device.object(NAMES + ".7.4294967295", 102);
        device.object(TYPES + ".1", 6);
        Collector collector = collector(community(false), "discovery[{#A},%s,{#B},%s]".formatted(NAMES, TYPES));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(1).getFirst().text())
                .isEqualTo("[{\"{#SNMPINDEX}\":\"1\",\"{#A}\":\"101\",\"{#B}\":\"6\"},"
                        + "{\"{#SNMPINDEX}\":\"7.4294967295\",\"{#A}\":\"102\"}]");
        device.objects.clear();
        device.object("1.3.6.1.2.1.99.1", 1);
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(1).getLast().text()).isEqualTo("[]");
    }

    @Test
    void aWalkWithoutRowsHasAReason() {
        table();
        Collector collector = collector(community(false), "walk[1.3.6.1.2.1.99]");
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(1).getFirst().type()).isEqualTo(WireType.NOT_SUPPORTED);
        assertThat(rig.rowsOf(1).getFirst().text()).contains("No Such Object");
    }

    @Test
    void aDeviceThatFallsSilentDuringAWalkIsUnavailableAndIsWalkedAgainLater() {
        table();
        Collector collector = collector(community(false), oid(1), "walk[" + NAMES + "]");
        rig.run(collector, Duration.ofSeconds(10));
        device.silent = true;
        rig.run(collector, Duration.ofSeconds(30));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.UNAVAILABLE);
        assertThat(rig.rowsOf(2)).hasSize(1);
        device.silent = false;
        rig.run(collector, Duration.ofSeconds(30));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.AVAILABLE);
        assertThat(rig.rowsOf(2)).hasSizeGreaterThan(2);
        assertThat(rig.rowsOf(2)).allMatch(row -> row.type() == WireType.TEXT);
    }

    /// A subtree that an agent hangs on must not take the device's other items with it.
    @Test
    void aSubtreeWithoutAnAnswerSpoilsItsItemAlone() {
        table();
        device.silentBelow = NAMES;
        Collector collector = collector(community(false), oid(1), "walk[" + NAMES + "]", "walk[" + TYPES + "]");
        rig.run(collector, Duration.ofSeconds(40));
        assertThat(rig.availability).hasSize(1);
        assertThat(rig.rowsOf(1)).hasSizeGreaterThanOrEqualTo(3);
        assertThat(rig.rowsOf(3)).hasSizeGreaterThanOrEqualTo(3);
        assertThat(rig.rowsOf(2)).isNotEmpty().allMatch(row -> row.type() == WireType.NOT_SUPPORTED);
        assertThat(rig.rowsOf(2).getFirst().text()).contains("for this OID alone");
    }

    @Test
    void aChangedWalkIsWalkedAndAChangedCommunityBeginsItAnew() {
        table();
        Collector collector = collector(community(false), oid(1), "walk[" + NAMES + "]");
        rig.run(collector, Duration.ofSeconds(10));
        collector.apply(host(community(false), 2, oid(1), "walk[" + TYPES + "]"));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(2).getLast().text()).contains("." + TYPES + ".1 = INTEGER: 6");
        collector.apply(host(community(true), 3, oid(1), "walk[" + TYPES + "]"));
        rig.run(collector, Duration.ofSeconds(10));
        collector.apply(host(community(true), 4, "walk[" + TYPES + "]", oid(1)));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(1).getLast().text()).contains("." + TYPES + ".1 = INTEGER: 6");
        assertThat(rig.rowsOf(2).getLast().number()).isEqualTo(7);
    }

    private Collector longWalks(String... walks) {
        for (int i = 1; i <= 1_000; i++) {
            device.object(NAMES + "." + i, 100 + i);
            device.object(TYPES + "." + i, 6);
        }
        device.object(oid(1), 7);
        rig.securedDevices.put(Rig.at(A), device);
        List<Item> items = new ArrayList<>(List.of(Rig.item(1, 1, 10, oid(1), Rig.every(1))));
        for (String walk : walks) {
            items.add(Rig.item(items.size() + 1L, 1, 10, walk, Rig.every(60)));
        }
        SnmpInterface to = new SnmpInterface(
                10, A, 1161, community(false), 5, 4, Duration.ofSeconds(1), 1, Duration.ofMillis(20), false);
        Collector collector = rig.collector();
        collector.apply(Rig.host(1, List.of(to), items, 1));
        return collector;
    }

    /// Telegraf's and Zabbix's users: one large table made all else of its device late.
    @Test
    void aLongWalkStandsAsideForTheInterfacesOtherItems() {
        Collector collector = longWalks("walk[" + NAMES + "]", "walk[" + TYPES + "]");
        rig.run(collector, Duration.ofMinutes(2));
        assertThat(rig.rowsOf(2)).hasSize(2).allMatch(row -> row.text().lines().count() == 1_000);
        assertThat(rig.rowsOf(3)).hasSize(2).allMatch(row -> row.text().lines().count() == 1_000);
        List<Rig.Row> quick = rig.rowsOf(1);
        assertThat(quick).hasSize(120);
        for (int i = 1; i < quick.size(); i++) {
            assertThat(quick.get(i).monotonicNanos() - quick.get(i - 1).monotonicNanos())
                    .as("from value %d to the next", i)
                    .isBetween(900 * Rig.MILLIS, 1_100 * Rig.MILLIS);
        }
        assertThat(collector.counters().skipped().value()).isZero();
    }

    @Test
    void aWalkThatStandsAsideEndsWithItsDeviceAndBeginsAnew() {
        Collector collector = longWalks("walk[" + NAMES + "]");
        while (device.sizes.size() < 60) {
            rig.run(collector, Duration.ofMillis(500));
        }
        device.silent = true;
        rig.run(collector, Duration.ofSeconds(5));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.UNAVAILABLE);
        device.silent = false;
        rig.run(collector, Duration.ofMinutes(1));
        assertThat(rig.rowsOf(2))
                .isNotEmpty()
                .allMatch(row -> row.text().lines().count() == 1_000);
    }

    /// exhuma/puresnmp#94, FRRouting/frr#15680: the rows so far are the value, and the figures
    /// tell.
    @Test
    void aLoopingWalkGivesItsRowsAndIsCounted() {
        table();
        device.loopsTo = NAMES + ".1";
        Collector collector = collector(community(false), "walk[" + NAMES + "]");
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(1).getFirst().type()).isEqualTo(WireType.TEXT);
        assertThat(rig.rowsOf(1).getFirst().text() + "\n").isEqualTo(lines(NAMES, 100, 9, 1));
        assertThat(collector.counters().loopingWalks().value()).isEqualTo(1);
        assertThat(collector.loopingWalks())
                .containsExactly(
                        Map.entry(1L, "the device answers with the same names again, the last one " + NAMES + ".7"));
        device.loopsTo = "";
        rig.run(collector, Duration.ofMinutes(2));
        assertThat(collector.loopingWalks()).isEmpty();
    }

    private static Item unbulked(Item item) {
        return new Item(
                item.id(),
                item.hostId(),
                item.key(),
                item.name(),
                item.type(),
                item.interfaceId(),
                item.oid(),
                item.valueType(),
                item.units(),
                item.interval(),
                item.steps(),
                item.history(),
                item.trends(),
                item.tags(),
                item.allowedHosts(),
                item.masterItemId(),
                new SnmpReading(false, false));
    }

    /// checkmk.com/werk/16382, librenms PR#17570: whether bulk requests are used has nothing to do
    /// with the version, and may be said of one item alone.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anItemWithoutBulkTravelsAloneAndWalksByGetNext(boolean isVersion3) {
        table();
        device.object(oid(9), 9);
        SnmpSecurity security = isVersion3
                ? new SnmpSecurity.User(
                        "operator",
                        SnmpSecurity.Auth.MD5,
                        "authpassphrase",
                        SnmpSecurity.Priv.DES,
                        "privpassphrase",
                        "",
                        "")
                : community(false);
        Host plain = host(security, 1, oid(1), "1.3.6.1.2.1.1.3.0", oid(9), "walk[" + NAMES + "]");
        List<Item> items = plain.items().stream()
                .map(item -> item.id() >= 3 ? unbulked(item) : item)
                .toList();
        Collector collector = rig.collector();
        collector.apply(Rig.host(1, plain.interfaces(), items, 1));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(device.types).contains(Ber.GET_NEXT).doesNotContain(Ber.GET_BULK);
        assertThat(rig.rowsOf(4).getFirst().text() + "\n").isEqualTo(lines(NAMES, 100, 9, 1));
        assertThat(rig.rowsOf(3).getFirst().number()).isEqualTo(9);
        assertThat(rig.batchSizes).containsExactlyInAnyOrder(2, 1, 1);
        collector.apply(Rig.host(1, plain.interfaces(), plain.items(), 2));
        rig.batchSizes.clear();
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(device.types).contains(Ber.GET_BULK);
        assertThat(rig.batchSizes).containsExactlyInAnyOrder(3, 1);
    }

    @Test
    void anObjectThatCannotBeWalkedHasAReason() {
        for (String wrong : List.of("walk[]", "walk[1.3.6", "discovery[{#A}]", "walk[x]", "discovery[{#A},1.3,{#B}]")) {
            assertThatIllegalArgumentException()
                    .as(wrong)
                    .isThrownBy(() -> WalkPlan.parse(wrong))
                    .withMessageContaining("wanted");
        }
        assertThat(WalkPlan.parse("walk[1.3.6,1.3.7]").oids()).containsExactly(Oid.parse("1.3.6"), Oid.parse("1.3.7"));
    }
}
