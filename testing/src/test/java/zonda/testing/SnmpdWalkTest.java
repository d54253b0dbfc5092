package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.collector.SnmpAccess;
import zonda.collector.SnmpClient;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.UsmUser;
import zonda.protocol.snmp.Walk;
import zonda.protocol.snmp.WalkOptions;
import zonda.protocol.snmp.WalkRoot;
import zonda.runtime.MonotonicClock;

/// A real agent, Net-SNMP's snmpd, in all versions: our walks read what its own commands print.
class SnmpdWalkTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /// What does not change while the test runs: groups system (but its uptime) and interfaces (but
    /// its counters).
    private static final List<String> STILL = List.of(
            "1.3.6.1.2.1.1.1", "1.3.6.1.2.1.1.9.1.3", "1.3.6.1.2.1.2.2.1.3", "1.3.6.1.2.1.1.5.0", "1.3.6.1.6.3.10");

    @TempDir
    Path folder;

    @Test
    void walksReadWhatNetSnmpPrintsInAllVersions() throws IOException, InterruptedException {
        try (RealAgent agent = RealAgent.start(folder)) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), agent.port());
            compare(
                    agent,
                    SnmpAccess.community(address, Ber.VERSION_1, RealAgent.COMMUNITY, TIMEOUT, 1),
                    "snmpwalk",
                    RealAgent.community("1"),
                    0);
            compare(
                    agent,
                    SnmpAccess.community(address, Ber.VERSION_2C, RealAgent.COMMUNITY, TIMEOUT, 1),
                    "snmpbulkwalk",
                    RealAgent.community("2c"),
                    10);
            for (RealAgent.Login login : RealAgent.Login.values()) {
                compare(
                        agent,
                        SnmpAccess.user(address, login.user(), "", TIMEOUT, 1),
                        "snmpbulkwalk",
                        login.options(),
                        7);
            }
            refusals(address);
        }
    }

    private static void compare(
            RealAgent agent, SnmpAccess access, String command, List<String> options, int repetitions)
            throws IOException {
        try (SnmpClient client = SnmpClient.open(access, MonotonicClock.system(), 1)) {
            for (String root : STILL) {
                List<String> rows = new ArrayList<>();
                Walk walk = new Walk(List.of(WalkRoot.parse(root)), WalkOptions.forItems(repetitions));
                SnmpClient.Reply last = client.walk(walk, (subtree, row) -> rows.add("." + row.nameText()));
                List<String> printed = agent.command(command, options, root).stream()
                        .filter(line -> line.startsWith("."))
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .toList();
                assertThat(printed).as("%s %s", options, root).isNotEmpty();
                assertThat(rows).as("%s %s: %s", options, root, last).isEqualTo(printed);
            }
        }
    }

    private static void refusals(InetSocketAddress address) throws IOException {
        String user = RealAgent.Login.SHA_AES.userName();
        String right = RealAgent.AUTH_PASSPHRASE;
        refused(address, UsmUser.noAuthNoPriv("stranger"), UsmPeer.Verdict.UNKNOWN_USER);
        refused(
                address,
                new UsmUser(user, AuthProtocol.SHA1, "another-passphrase", PrivProtocol.NONE, ""),
                UsmPeer.Verdict.WRONG_PASSWORD);
        refused(
                address,
                new UsmUser(user, AuthProtocol.SHA1, right, PrivProtocol.AES128, "another-passphrase"),
                UsmPeer.Verdict.DECRYPTION_ERROR);
        refused(
                address,
                new UsmUser(
                        RealAgent.Login.SHA512_ONLY.userName(),
                        AuthProtocol.SHA512,
                        right,
                        PrivProtocol.AES128,
                        "another-passphrase"),
                UsmPeer.Verdict.UNSUPPORTED_LEVEL);
    }

    private static void refused(InetSocketAddress address, UsmUser user, UsmPeer.Verdict verdict) throws IOException {
        // One refusal is told by silence: snmpd sends no Report of what it cannot decrypt.
        SnmpAccess access = SnmpAccess.user(address, user, "", Duration.ofSeconds(1), 0);
        try (SnmpClient client = SnmpClient.open(access, MonotonicClock.system(), 1)) {
            SnmpClient.Reply reply = client.get(List.of(Oid.parse("1.3.6.1.2.1.1.5.0")));
            assertThat(reply).isInstanceOf(SnmpClient.Reply.Refused.class);
            assertThat(((SnmpClient.Reply.Refused) reply).verdict()).isEqualTo(verdict);
        }
    }
}
