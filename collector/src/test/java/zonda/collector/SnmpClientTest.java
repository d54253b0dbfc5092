package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.UsmUser;
import zonda.protocol.snmp.Walk;
import zonda.protocol.snmp.WalkOptions;
import zonda.protocol.snmp.WalkRoot;
import zonda.runtime.DatagramPort;
import zonda.runtime.DatagramReceiver;
import zonda.runtime.Waiter;

class SnmpClientTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 1161);
    private static final InetSocketAddress ELSEWHERE = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 1161);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final UsmUser USER =
            new UsmUser("operator", AuthProtocol.SHA1, "authpassphrase", PrivProtocol.AES128, "privpassphrase");

    private final V3Device device = new V3Device(USER);
    private final ArrayDeque<byte[]> arriving = new ArrayDeque<>();
    private InetSocketAddress source = ADDRESS;
    private int lost;
    private long nanos;

    private SnmpClient client(SnmpAccess access) {
        DatagramPort port = new DatagramPort() {
            @Override
            public boolean send(ByteBuffer payload, InetSocketAddress target) {
                byte[] request = new byte[payload.remaining()];
                payload.get(request);
                byte[] answer = device.answer(request);
                if (answer.length > 0 && lost-- <= 0) {
                    arriving.add(answer);
                }
                return true;
            }

            @Override
            public int receive(DatagramReceiver receiver, int most) {
                byte[] next = arriving.poll();
                if (next == null) {
                    return 0;
                }
                receiver.received(ByteBuffer.wrap(next), source);
                return 1;
            }

            @Override
            public InetSocketAddress localAddress() {
                return ADDRESS;
            }

            @Override
            public void close() {}
        };
        Waiter waiter = new Waiter() {
            @Override
            public void await(long wanted) {
                nanos += wanted;
            }

            @Override
            public void wake() {}
        };
        return new SnmpClient(access, port, waiter, () -> nanos, 12345);
    }

    private static SnmpAccess v2c() {
        return SnmpAccess.community(ADDRESS, Ber.VERSION_2C, "public", TIMEOUT, 2);
    }

    private static SnmpAccess v3(UsmUser user) {
        return SnmpAccess.user(ADDRESS, user, "", TIMEOUT, 1);
    }

    private void table() {
        for (int i = 1; i <= 40; i++) {
            device.object("1.3.6.1.2.1.2.2.1.10." + i, i);
        }
        device.object("1.3.6.1.2.1.3.1", 1);
    }

    private static List<Oid> names(String... oids) {
        return java.util.Arrays.stream(oids).map(Oid::parse).toList();
    }

    private static SnmpClient.Reply.Answered answered(SnmpClient.Reply reply) {
        assertThat(reply).isInstanceOf(SnmpClient.Reply.Answered.class);
        return (SnmpClient.Reply.Answered) reply;
    }

    @ParameterizedTest
    @ValueSource(ints = {Ber.VERSION_1, Ber.VERSION_2C, Ber.VERSION_3})
    void getsNextsAndWalksInAllVersions(int version) throws IOException {
        table();
        SnmpAccess access =
                version == Ber.VERSION_3 ? v3(USER) : SnmpAccess.community(ADDRESS, version, "public", TIMEOUT, 2);
        try (SnmpClient client = client(access)) {
            assertThat(answered(client.get(names("1.3.6.1.2.1.2.2.1.10.7")))
                            .varbinds()
                            .getFirst()
                            .signedNumber())
                    .isEqualTo(7);
            assertThat(answered(client.getNext(names("1.3.6.1.2.1.2.2.1.10.7")))
                            .varbinds()
                            .getFirst()
                            .signedNumber())
                    .isEqualTo(8);
            List<String> rows = new ArrayList<>();
            Walk walk = new Walk(
                    List.of(WalkRoot.parse("1.3.6.1.2.1.2")), WalkOptions.forItems(version == Ber.VERSION_1 ? 0 : 10));
            client.walk(walk, (subtree, row) -> rows.add(row.nameText()));
            assertThat(rows).hasSize(40).doesNotHaveDuplicates();
            assertThat(walk.end()).isEqualTo(Walk.End.COMPLETE);
        }
    }

    @Test
    void triesAgainWhatIsLostAndThenTellsOfSilence() throws IOException {
        table();
        try (SnmpClient client = client(v2c())) {
            lost = 2;
            assertThat(client.get(names("1.3.6.1.2.1.3.1"))).isInstanceOf(SnmpClient.Reply.Answered.class);
            device.silent = true;
            int before = device.requests;
            assertThat(client.get(names("1.3.6.1.2.1.3.1")))
                    .isEqualTo(new SnmpClient.Reply.Silent("no answer within 1000 ms, 3 tries"));
            assertThat(device.requests - before).isEqualTo(3);
            Walk walk = new Walk(List.of(WalkRoot.parse("1.3.6.1")), WalkOptions.forItems(10));
            client.walk(walk, (subtree, row) -> {});
            assertThat(walk.end()).isEqualTo(Walk.End.SILENT);
        }
    }

    @Test
    void believesAnotherSourceOnlyWhereThatIsSet() throws IOException {
        table();
        source = ELSEWHERE;
        try (SnmpClient client = client(v2c())) {
            assertThat(client.get(names("1.3.6.1.2.1.3.1"))).isInstanceOf(SnmpClient.Reply.Silent.class);
        }
        SnmpAccess any = new SnmpAccess(
                ADDRESS,
                Ber.VERSION_2C,
                "public",
                UsmUser.noAuthNoPriv(""),
                new byte[0],
                new byte[0],
                "",
                TIMEOUT,
                0,
                true);
        try (SnmpClient client = client(any)) {
            assertThat(client.get(names("1.3.6.1.2.1.3.1"))).isInstanceOf(SnmpClient.Reply.Answered.class);
        }
    }

    /// ZBX-20845, ZBX-5414: wrong secrets are no silence.
    @Test
    void wrongSecretsAreToldInWordsAtOnce() throws IOException {
        UsmUser wrong =
                new UsmUser("operator", AuthProtocol.SHA1, "wrong-passphrase", PrivProtocol.AES128, "privpassphrase");
        try (SnmpClient client = client(v3(wrong))) {
            SnmpClient.Reply.Refused refused = (SnmpClient.Reply.Refused) client.get(names("1.3.6.1.2.1.3.1"));
            assertThat(refused.verdict()).isEqualTo(UsmPeer.Verdict.WRONG_PASSWORD);
            assertThat(refused.words()).startsWith("wrong password").contains("operator");
            assertThat(nanos).isZero();
        }
        try (SnmpClient client = client(v3(UsmUser.noAuthNoPriv("stranger")))) {
            SnmpClient.Reply.Refused refused = (SnmpClient.Reply.Refused) client.get(names("1.3.6.1.2.1.3.1"));
            assertThat(refused.words()).startsWith("unknown user");
        }
    }

    @Test
    void aDeviceThatRestartsDuringAWalkIsFollowed() throws IOException {
        table();
        try (SnmpClient client = client(v3(USER))) {
            List<String> rows = new ArrayList<>();
            Walk walk = new Walk(List.of(WalkRoot.parse("1.3.6.1.2.1.2")), WalkOptions.forItems(10));
            client.walk(walk, (subtree, row) -> {
                rows.add(row.nameText());
                if (rows.size() == 15) {
                    device.boots++;
                    device.time = 1;
                }
            });
            assertThat(rows).hasSize(40);
        }
    }
}
