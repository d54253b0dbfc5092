package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static zonda.collector.Rig.MILLIS;
import static zonda.collector.Rig.SECONDS;
import static zonda.collector.Rig.oid;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.SnmpInterface;
import zonda.model.SnmpSecurity;
import zonda.model.WireType;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmUser;

/// Polls in versions 1 and 3, and what reporters of other systems met there.
class VersionsTest {
    private static final String A = "127.1.0.1";
    private static final String B = "127.1.0.2";
    private static final UsmUser USER =
            new UsmUser("operator", AuthProtocol.SHA256, "authpassphrase", PrivProtocol.AES128, "privpassphrase");

    private final Rig rig = new Rig();

    private V3Device device(String address) {
        V3Device device = new V3Device(USER);
        for (int i = 1; i <= 10; i++) {
            device.object(oid(i), i);
        }
        device.object("1.3.6.1.2.1.1.3.0", 1);
        rig.securedDevices.put(Rig.at(address), device);
        return device;
    }

    private static SnmpSecurity user(String auth, String priv) {
        return new SnmpSecurity.User(
                "operator", SnmpSecurity.Auth.SHA256, auth, SnmpSecurity.Priv.AES128, priv, "", "");
    }

    private static SnmpSecurity right() {
        return user("authpassphrase", "privpassphrase");
    }

    private static Host host(SnmpSecurity security, String address, long epoch) {
        return host(security, address, epoch, Duration.ZERO, false, 5);
    }

    private static Host host(
            SnmpSecurity security, String address, long epoch, Duration minGap, boolean anySource, int most) {
        List<Item> items = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            items.add(Rig.item(i, 1, 10, oid(i), Rig.every(10)));
        }
        SnmpInterface to =
                new SnmpInterface(10, address, 1161, security, most, 10, Duration.ofSeconds(1), 1, minGap, anySource);
        return Rig.host(1, List.of(to), items, epoch);
    }

    private Availability last() {
        return rig.availability.getLast();
    }

    @Test
    void version3IsDiscoveredOnceAndThenAnsweredAtTheFirstTry() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(right(), A, 1));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rows).hasSize(10).allMatch(row -> row.type() == WireType.INTEGER);
        assertThat(device.requests).isEqualTo(3);
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rows).hasSize(20);
        assertThat(device.requests).isEqualTo(5);
        assertThat(device.versions).containsOnly(Ber.VERSION_3);
        assertThat(last().state()).isEqualTo(Availability.State.AVAILABLE);
        assertThat(collector.counters().timeouts().value()).isZero();
    }

    /// node-net-snmp PR#309: a clock that is not led on locally is refused after 150 s.
    /// gosnmp#139, #106: reports bear other request ids than what they answer.
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MAX_VALUE})
    void aReportIsKnownByItsMessageIdAndNotByItsRequestId(int requestId) {
        V3Device device = device(A);
        device.reportRequestId = requestId;
        Collector collector = rig.collector();
        collector.apply(host(right(), A, 1));
        rig.run(collector, Duration.ofSeconds(11));
        assertThat(rig.rowsOf(1)).isNotEmpty();
        assertThat(collector.counters().timeouts().value()).isZero();
        device.user = null;
        rig.run(collector, Duration.ofSeconds(11));
        assertThat(last().reason()).startsWith("unknown user");
        assertThat(collector.counters().timeouts().value()).isZero();
    }

    @Test
    void version3GoesOnForHours() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(right(), A, 1));
        for (int i = 0; i < 360; i++) {
            rig.run(collector, Duration.ofSeconds(20));
            device.time += 20;
        }
        assertThat(device.requests).isBetween(1440, 1443);
        assertThat(rig.rows).hasSizeGreaterThanOrEqualTo(7190);
    }

    @Test
    void aDeviceThatRestartsLosesNoRound() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(right(), A, 1));
        rig.run(collector, Duration.ofSeconds(10));
        device.boots = 1;
        device.time = 3;
        rig.run(collector, Duration.ofSeconds(10));
        device.engineId = new byte[] {(byte) 0x80, 0, 0, 0, 4, 'n', 'e', 'w'};
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rows).hasSize(30);
        assertThat(rig.availability).hasSize(1);
    }

    /// ZBX-20845, ZBX-5414: a wrong password was shown as "unavailable", and retried at full speed.
    @Test
    void aWrongPasswordHasItsWordsAndTheRightOneIsTakenAtOnce() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(user("wrong-passphrase", "privpassphrase"), A, 1));
        rig.run(collector, Duration.ofSeconds(100));
        assertThat(last().state()).isEqualTo(Availability.State.UNAVAILABLE);
        assertThat(last().reason()).startsWith("wrong password");
        assertThat(rig.availability).hasSize(1);
        assertThat(device.requests).as("no storm").isLessThan(30);
        collector.apply(host(right(), A, 2));
        rig.run(collector, Duration.ofMillis(100));
        assertThat(rig.rows).as("what was missed is asked").hasSize(10);
        assertThat(last().state()).isEqualTo(Availability.State.AVAILABLE);
    }

    /// net-snmp#470: a changed secret counts although user and engine are the same.
    @Test
    void changedSecretsOfADeviceAreToldAndFollowed() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(right(), A, 1));
        rig.run(collector, Duration.ofSeconds(10));
        device.user =
                new UsmUser("operator", AuthProtocol.SHA256, "changed-phrase", PrivProtocol.AES128, "changed-phrase");
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(last().reason()).startsWith("wrong password");
        collector.apply(host(user("changed-phrase", "changed-phrase"), A, 2));
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(last().state()).isEqualTo(Availability.State.AVAILABLE);
        assertThat(rig.rowsOf(1)).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void eachRefusalHasWordsOfItsOwn() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        device.user = null;
        collector.apply(host(right(), A, 1));
        rig.run(collector, Duration.ofSeconds(11));
        assertThat(last().reason()).startsWith("unknown user");
        device.user = new UsmUser("operator", AuthProtocol.SHA256, "authpassphrase", PrivProtocol.NONE, "");
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(last().reason()).startsWith("unsupported security level");
        device.user =
                new UsmUser("operator", AuthProtocol.SHA256, "authpassphrase", PrivProtocol.AES128, "another-phrase");
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(last().reason()).startsWith("decryption error");
        device.hidesDecryption = true;
        rig.run(collector, Duration.ofSeconds(30));
        assertThat(last().reason()).startsWith("decryption error, it seems");
        device.user = USER;
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(last().state()).isEqualTo(Availability.State.AVAILABLE);
    }

    @Test
    void aDeviceThatFallsSilentIsUnavailableAndComesBack() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(right(), A, 1));
        rig.run(collector, Duration.ofSeconds(10));
        device.silent = true;
        rig.run(collector, Duration.ofSeconds(40));
        assertThat(last().reason()).startsWith("no answer from 127.1.0.1:1161");
        device.silent = false;
        device.boots++;
        device.time = 1;
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(last().state()).isEqualTo(Availability.State.AVAILABLE);
    }

    /// easysnmp#146, ezsnmp#56, Observium CE PR#5: cloned machines with one engine id.
    @Test
    void twoDevicesWithOneEngineIdAreBothPolled() {
        V3Device one = device(A);
        V3Device two = device(B);
        two.boots = 1;
        two.time = 9;
        List<Item> items =
                List.of(Rig.item(1, 1, 10, oid(1), Rig.every(10)), Rig.item(2, 1, 11, oid(2), Rig.every(10)));
        Collector collector = rig.collector();
        collector.apply(Rig.host(
                1,
                List.of(
                        host(right(), A, 1).interfaces().getFirst(),
                        new SnmpInterface(11, B, 1161, right(), 5, 10, Duration.ofSeconds(1), 1, Duration.ZERO, false)),
                items));
        rig.run(collector, Duration.ofSeconds(100));
        assertThat(rig.rowsOf(1)).hasSize(10);
        assertThat(rig.rowsOf(2)).hasSize(10);
        assertThat(one.requests).isEqualTo(11);
        assertThat(two.requests).isEqualTo(11);
    }

    /// ZBX-8096: in version 1 a missing object spoils the whole request, and is named.
    @Test
    void inVersion1AMissingObjectSpoilsItselfAlone() {
        V3Device device = device(A);
        device.objects.remove(zonda.protocol.snmp.Oid.parse(oid(3)));
        Collector collector = rig.collector();
        collector.apply(host(new SnmpSecurity.Community(true, "public"), A, 1));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(device.versions).containsOnly(Ber.VERSION_1);
        assertThat(rig.rows).hasSize(10);
        assertThat(rig.rowsOf(3).getFirst().type()).isEqualTo(WireType.NOT_SUPPORTED);
        assertThat(rig.rowsOf(3).getFirst().text()).contains("noSuchName");
        int before = device.requests;
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(device.requests - before)
                .as("the missing one goes alone now")
                .isEqualTo(3);
        assertThat(rig.rows).hasSize(20);
        device.object(oid(3), 33);
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rowsOf(3).getLast().number()).isEqualTo(33);
    }

    @Test
    void anotherSourceIsBelievedOnlyWhereThatIsSet() {
        V3Device device = device(A);
        device.source = Rig.at("127.1.0.99");
        Collector collector = rig.collector();
        collector.apply(host(new SnmpSecurity.Community(false, "public"), A, 1));
        rig.run(collector, Duration.ofSeconds(20));
        assertThat(rig.rows).isEmpty();
        assertThat(collector.counters().strays().value()).isPositive();
        collector.apply(host(new SnmpSecurity.Community(false, "public"), A, 2, Duration.ZERO, true, 5));
        rig.run(collector, Duration.ofSeconds(70));
        assertThat(rig.rows).isNotEmpty();
    }

    @Test
    void aPauseBetweenRequestsIsKept() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(new SnmpSecurity.Community(false, "public"), A, 1, Duration.ofMillis(300), false, 2));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(device.sizes).containsOnly(2);
        assertThat(rig.rows).hasSize(10);
        for (int i = 1; i < 5; i++) {
            long before = rig.rows.get(i * 2 - 1).monotonicNanos();
            assertThat(rig.rows.get(i * 2).monotonicNanos() - before).isBetween(290 * MILLIS, SECONDS);
        }
    }

    /// What is in flight when the version changes is asked again in the new one.
    @Test
    void aChangedVersionIsSpokenAtOnce() {
        V3Device device = device(A);
        Collector collector = rig.collector();
        collector.apply(host(new SnmpSecurity.Community(false, "public"), A, 1));
        rig.run(collector, Duration.ofSeconds(10));
        collector.apply(host(right(), A, 2));
        rig.run(collector, Duration.ofSeconds(10));
        collector.apply(host(new SnmpSecurity.Community(true, "public"), A, 3));
        rig.run(collector, Duration.ofSeconds(10));
        assertThat(rig.rows).hasSize(30);
        assertThat(device.versions).contains(Ber.VERSION_1, Ber.VERSION_2C, Ber.VERSION_3);
        assertThat(collector.counters().timeouts().value()).isZero();
    }
}
