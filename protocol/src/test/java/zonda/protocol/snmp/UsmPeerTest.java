package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What reporters of other systems met in version 3 (discovery, clocks, secrets), and how it goes
/// here. The device is [TestAgent].
class UsmPeerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final UsmUser USER =
            new UsmUser("operator", AuthProtocol.SHA256, "authpassphrase", PrivProtocol.AES128, "privpassphrase");
    private static final byte[] ENGINE = Messages.hex("80 00 1F 88 04 6F 6E 65");
    private static final byte[] NOTHING = new byte[0];

    private final UsmKeyring keyring = new UsmKeyring();
    private final V3Encoder encoder = new V3Encoder(1);
    private final MessageDecoder decoder = new MessageDecoder();
    private final RequestEncoder.Encoded request =
            RequestEncoder.encode(Ber.VERSION_3, "", Ber.GET, 0, 0, List.of(Messages.NAME));
    private final TestAgent agent = new TestAgent(ENGINE, USER);
    private int sent;

    private UsmPeer peer(UsmUser user) {
        return new UsmPeer(user, NOTHING, NOTHING, "", keyring);
    }

    private UsmPeer.Verdict exchange(UsmPeer peer, long nowNanos) {
        return peer.receive(open(agent.answer(encode(peer, nowNanos), encoder.size())), encoder, nowNanos);
    }

    private byte[] encode(UsmPeer peer, long nowNanos) {
        sent++;
        int offset = request.pduOffset();
        peer.encode(encoder, 1_000 + sent, request.bytes(), offset, request.bytes().length - offset, nowNanos);
        return encoder.buffer();
    }

    private MessageDecoder open(byte[] answer) {
        assertThat(decoder.openAny(answer, 0, answer.length))
                .as(decoder.fault())
                .isTrue();
        return decoder;
    }

    /// Asks until there is more than "again", at most 4 times.
    private UsmPeer.Verdict ask(UsmPeer peer, long nowNanos) {
        UsmPeer.Verdict verdict = exchange(peer, nowNanos);
        for (int i = 0; i < 3 && verdict == UsmPeer.Verdict.AGAIN; i++) {
            verdict = exchange(peer, nowNanos);
        }
        return verdict;
    }

    @Test
    void discoversAnEngineAndIsAnsweredInTwoExchanges() {
        UsmPeer peer = peer(USER);
        assertThat(peer.needsDiscovery()).isTrue();
        assertThat(exchange(peer, 0)).isEqualTo(UsmPeer.Verdict.AGAIN);
        assertThat(peer.engineId()).isEqualTo(ENGINE);
        assertThat(exchange(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        assertThat(decoder.next()).isTrue();
        assertThat(decoder.nameIs(Messages.NAME)).isTrue();
        assertThat(exchange(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
    }

    @Test
    void aConfiguredEngineIdNeedsNoDiscovery() {
        UsmPeer peer = new UsmPeer(USER, ENGINE, NOTHING, "", keyring);
        assertThat(peer.needsDiscovery()).isFalse();
        assertThat(exchange(peer, 0)).isEqualTo(UsmPeer.Verdict.AGAIN);
        assertThat(exchange(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
    }

    /// node-net-snmp PR#309, net-snmp#33: the cached time stood still, and requests were refused
    /// after 150 seconds.
    @Test
    void theEnginesTimeGoesOnByOurClock() {
        UsmPeer peer = peer(USER);
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        agent.time += 100_000;
        assertThat(exchange(peer, 100_000 * SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
    }

    @Test
    void aClockThatRunsTooSlowOrTooFastIsFollowedAtEveryAnswer() {
        UsmPeer peer = peer(USER);
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        for (int i = 1; i <= 50; i++) {
            agent.time += i % 2 == 0 ? 20 : 180;
            assertThat(exchange(peer, i * 60L * SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
        }
    }

    @Test
    void aDeviceThatRestartsIsFollowedWithOneMoreExchange() {
        UsmPeer peer = peer(USER);
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        agent.boots++;
        agent.time = 5;
        assertThat(exchange(peer, SECOND)).isEqualTo(UsmPeer.Verdict.AGAIN);
        assertThat(exchange(peer, SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
    }

    /// Some devices do not keep their boots over a restart.
    @Test
    void aDeviceThatLosesItsBootsOrTimeIsFollowedBackward() {
        UsmPeer peer = peer(USER);
        agent.boots = 40;
        agent.time = 90_000;
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        agent.time = 5;
        assertThat(exchange(peer, SECOND)).isEqualTo(UsmPeer.Verdict.AGAIN);
        assertThat(exchange(peer, SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
        agent.boots = 1;
        assertThat(exchange(peer, 2 * SECOND)).isEqualTo(UsmPeer.Verdict.AGAIN);
        assertThat(exchange(peer, 2 * SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
    }

    @Test
    void aTimeThatRunsOverItsThirtyOneBitsCountsABoot() {
        UsmPeer peer = peer(USER);
        agent.time = Integer.MAX_VALUE - 10;
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        agent.boots++;
        agent.time = 9;
        assertThat(exchange(peer, 20 * SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
    }

    @Test
    void anEngineThatIsReplacedIsDiscoveredAnew() {
        UsmPeer peer = peer(USER);
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        agent.engineId = Messages.hex("80 00 1F 88 04 74 77 6F");
        assertThat(exchange(peer, SECOND)).isEqualTo(UsmPeer.Verdict.AGAIN);
        assertThat(exchange(peer, SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
    }

    /// easysnmp#146, ezsnmp#56: cloned machines share an engine id and not a clock.
    @Test
    void twoDevicesWithOneEngineIdAreBothAnswered() {
        UsmPeer one = peer(USER);
        UsmPeer two = peer(USER);
        TestAgent clone = new TestAgent(ENGINE, USER);
        clone.boots = 90;
        clone.time = 7;
        for (int i = 0; i < 6; i++) {
            assertThat(ask(one, i * SECOND)).isEqualTo(UsmPeer.Verdict.ANSWER);
            UsmPeer.Verdict verdict = UsmPeer.Verdict.AGAIN;
            for (int tries = 0; tries < 2 && verdict == UsmPeer.Verdict.AGAIN; tries++) {
                verdict = two.receive(open(clone.answer(encode(two, i * SECOND), encoder.size())), encoder, i * SECOND);
            }
            assertThat(verdict).isEqualTo(UsmPeer.Verdict.ANSWER);
        }
    }

    /// ZBX-20845, ZBX-5414, gosnmp#139: each wrong secret has words of its own, at once.
    @Test
    void wrongCredentialsAreToldApart() {
        UsmUser wrongAuth =
                new UsmUser("operator", AuthProtocol.SHA256, "wrong-passphrase", PrivProtocol.AES128, "privpassphrase");
        UsmUser wrongPriv =
                new UsmUser("operator", AuthProtocol.SHA256, "authpassphrase", PrivProtocol.AES128, "wrong-passphrase");
        UsmUser otherProtocol =
                new UsmUser("operator", AuthProtocol.MD5, "authpassphrase", PrivProtocol.AES128, "privpassphrase");
        assertThat(ask(peer(wrongAuth), 0)).isEqualTo(UsmPeer.Verdict.WRONG_PASSWORD);
        assertThat(ask(peer(otherProtocol), 0)).isEqualTo(UsmPeer.Verdict.WRONG_PASSWORD);
        assertThat(ask(peer(wrongPriv), 0)).isEqualTo(UsmPeer.Verdict.DECRYPTION_ERROR);
        assertThat(ask(peer(UsmUser.noAuthNoPriv("stranger")), 0)).isEqualTo(UsmPeer.Verdict.UNKNOWN_USER);
        agent.user = new UsmUser("operator", AuthProtocol.SHA256, "authpassphrase", PrivProtocol.NONE, "");
        assertThat(ask(peer(USER), 0)).isEqualTo(UsmPeer.Verdict.UNSUPPORTED_LEVEL);
    }

    /// An answer with a wrong signature, of another engine or of a lower level is nobody's answer.
    @Test
    void whatIsNotAuthenticIsIgnored() {
        UsmPeer peer = peer(USER);
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        byte[] answer = agent.answer(encode(peer, 0), encoder.size());
        for (int at = 0; at < answer.length; at++) {
            byte[] forged = answer.clone();
            forged[at] ^= 1;
            if (decoder.openAny(forged, 0, forged.length) && decoder.version() == Ber.VERSION_3) {
                assertThat(peer.receive(decoder, encoder, 0))
                        .as("octet %d changed", at)
                        .isNotEqualTo(UsmPeer.Verdict.ANSWER);
            }
        }
        assertThat(peer.receive(open(answer), encoder, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        UsmAgent forger = new UsmAgent(1);
        ResponseEncoder pdu = new ResponseEncoder();
        pdu.integer(Messages.NAME, 666);
        pdu.finishPdu(Ber.RESPONSE, 1, 0, 0);
        forger.encoder()
                .plain(
                        1_000 + sent,
                        false,
                        ENGINE,
                        agent.boots,
                        agent.time,
                        "operator".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        ENGINE,
                        NOTHING,
                        pdu.buffer(),
                        pdu.offset(),
                        pdu.size());
        byte[] plain = Arrays.copyOf(forger.encoder().buffer(), forger.encoder().size());
        assertThat(peer.receive(open(plain), encoder, 0)).isEqualTo(UsmPeer.Verdict.IGNORED);
    }

    @Test
    void anAnswerWithoutThePromisedEncryptionIsIgnored() {
        UsmPeer peer = peer(USER);
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        ResponseEncoder pdu = new ResponseEncoder();
        pdu.integer(Messages.NAME, 1);
        pdu.finishPdu(Ber.RESPONSE, 1, 0, 0);
        V3Encoder signedOnly = new V3Encoder(1);
        signedOnly.secured(
                7,
                false,
                SecurityLevel.AUTH_NO_PRIV,
                keyring.keys(USER, ENGINE),
                ENGINE,
                agent.boots,
                agent.time,
                ENGINE,
                NOTHING,
                pdu.buffer(),
                pdu.offset(),
                pdu.size());
        assertThat(peer.receive(open(Arrays.copyOf(signedOnly.buffer(), signedOnly.size())), encoder, 0))
                .isEqualTo(UsmPeer.Verdict.IGNORED);
    }

    @Test
    void saltsAreNeverUsedTwice() {
        UsmPeer peer = peer(USER);
        assertThat(ask(peer, 0)).isEqualTo(UsmPeer.Verdict.ANSWER);
        byte[] first = Arrays.copyOf(encode(peer, 0), encoder.size());
        sent--;
        byte[] second = Arrays.copyOf(encode(peer, 0), encoder.size());
        assertThat(second).hasSameSizeAs(first).isNotEqualTo(first);
    }
}
