package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snmp4j.CommandResponder;
import org.snmp4j.CommandResponderEvent;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.MessageException;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.Snmp;
import org.snmp4j.UserTarget;
import org.snmp4j.event.ResponseEvent;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.mp.StatusInformation;
import org.snmp4j.security.AuthHMAC128SHA224;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthHMAC256SHA384;
import org.snmp4j.security.AuthHMAC384SHA512;
import org.snmp4j.security.AuthMD5;
import org.snmp4j.security.AuthSHA;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.PrivAES192;
import org.snmp4j.security.PrivAES256;
import org.snmp4j.security.PrivDES;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.security.nonstandard.PrivAES192With3DESKeyExtension;
import org.snmp4j.security.nonstandard.PrivAES256With3DESKeyExtension;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/// SNMP4J as the oracle of version 3: it asks our agent's side, and answers our asking side, over
/// the loopback interface, with every pair of protocols.
class Snmp4jV3Test {
    private static final byte[] ENGINE_ID = Messages.hex("80 00 1F 88 80 31 32 33 34 35");
    private static final int PATIENCE_MILLIS = 10_000;

    private final UsmKeyring keyring = new UsmKeyring();
    private USM usm = new USM();
    private Snmp snmp = new Snmp();
    private UdpAddress local = new UdpAddress();

    static SecurityProtocols protocols() {
        SecurityProtocols protocols = new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.maxCompatibility);
        protocols.addPrivacyProtocol(new PrivAES192With3DESKeyExtension());
        protocols.addPrivacyProtocol(new PrivAES256With3DESKeyExtension());
        return protocols;
    }

    static OID oid(AuthProtocol protocol) {
        return switch (protocol) {
            case NONE -> throw new IllegalArgumentException("none");
            case MD5 -> AuthMD5.ID;
            case SHA1 -> AuthSHA.ID;
            case SHA224 -> AuthHMAC128SHA224.ID;
            case SHA256 -> AuthHMAC192SHA256.ID;
            case SHA384 -> AuthHMAC256SHA384.ID;
            case SHA512 -> AuthHMAC384SHA512.ID;
        };
    }

    static OID oid(PrivProtocol protocol) {
        return switch (protocol) {
            case NONE -> throw new IllegalArgumentException("none");
            case DES -> PrivDES.ID;
            case AES128 -> PrivAES128.ID;
            case AES192 -> PrivAES192.ID;
            case AES256 -> PrivAES256.ID;
            case AES192_CISCO -> PrivAES192With3DESKeyExtension.ID;
            case AES256_CISCO -> PrivAES256With3DESKeyExtension.ID;
        };
    }

    private static List<UsmUser> users() {
        List<UsmUser> users = new ArrayList<>();
        users.add(UsmUser.noAuthNoPriv("nobody"));
        for (AuthProtocol auth : AuthProtocol.values()) {
            for (PrivProtocol priv : PrivProtocol.values()) {
                if (auth != AuthProtocol.NONE) {
                    users.add(new UsmUser(
                            "u-" + auth + "-" + priv,
                            auth,
                            "authentication " + auth,
                            priv,
                            priv == PrivProtocol.NONE ? "" : "privacy " + priv));
                }
            }
        }
        return users;
    }

    @BeforeEach
    void opensSnmp4j() throws IOException {
        usm = new USM(protocols(), new OctetString(ENGINE_ID), 9);
        for (UsmUser user : users()) {
            boolean signs = user.auth() != AuthProtocol.NONE;
            boolean encrypts = user.priv() != PrivProtocol.NONE;
            usm.addUser(new org.snmp4j.security.UsmUser(
                    new OctetString(user.name()),
                    signs ? oid(user.auth()) : null,
                    signs ? new OctetString(user.authPassphrase()) : null,
                    encrypts ? oid(user.priv()) : null,
                    encrypts ? new OctetString(user.privPassphrase()) : null));
        }
        MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
        dispatcher.addMessageProcessingModel(new MPv3(usm));
        DefaultUdpTransportMapping transport = new DefaultUdpTransportMapping(new UdpAddress("127.0.0.1/0"));
        snmp = new Snmp(dispatcher, transport);
        snmp.listen();
        local = transport.getListenAddress();
    }

    @AfterEach
    void closesSnmp4j() throws IOException {
        snmp.close();
    }

    @Test
    void snmp4jReadsWhatOurAgentAnswersWithAllProtocols() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            TestAgent agent = new TestAgent(Messages.hex("80 00 1F 88 04 6F 75 72 73"), null);
            Thread.ofVirtual().start(() -> serve(socket, agent));
            for (UsmUser user : users()) {
                agent.user = user;
                UserTarget<UdpAddress> target = new UserTarget<>(
                        new UdpAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort()),
                        new OctetString(user.name()),
                        new byte[0]);
                target.setVersion(SnmpConstants.version3);
                target.setSecurityLevel(user.level().ordinal() + 1);
                target.setTimeout(PATIENCE_MILLIS);
                ScopedPDU pdu = new ScopedPDU();
                pdu.setType(PDU.GET);
                pdu.add(new VariableBinding(new OID("1.3.6.1.2.1.1.3.0")));
                pdu.add(new VariableBinding(new OID("1.3.6.1.2.1.1.5.0")));
                ResponseEvent<UdpAddress> event = snmp.send(pdu, target);
                assertThat(event.getResponse()).as("answer to %s", user).isNotNull();
                assertThat(event.getResponse().getType())
                        .as("answer to %s", user)
                        .isEqualTo(PDU.RESPONSE);
                assertThat(event.getResponse().get(1).getVariable()).isEqualTo(new Integer32(1));
            }
        }
    }

    private static void serve(DatagramSocket socket, TestAgent agent) {
        try {
            DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
            while (true) {
                socket.receive(packet);
                byte[] answer = agent.answer(packet.getData(), packet.getLength());
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (SocketException e) {
            assertThat(socket.isClosed()).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void weReadWhatSnmp4jAnswersWithAllProtocols() throws IOException {
        snmp.addCommandResponder(new CommandResponder() {
            @Override
            public <A extends Address> void processPdu(CommandResponderEvent<A> event) {
                respond(event);
            }
        });
        RequestEncoder.Encoded request = RequestEncoder.encode(
                Ber.VERSION_3,
                "",
                Ber.GET,
                0,
                0,
                List.of(Messages.NAME, Oid.parse("1.3.6.1.2.1.1.5.0").encoded()));
        V3Encoder encoder = new V3Encoder(5);
        MessageDecoder decoder = new MessageDecoder();
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            int messageId = RequestEncoder.SMALLEST_REQUEST_ID;
            for (UsmUser user : users()) {
                UsmPeer peer = new UsmPeer(user, new byte[0], new byte[0], "", keyring);
                UsmPeer.Verdict verdict = UsmPeer.Verdict.AGAIN;
                int rounds = 0;
                while (verdict == UsmPeer.Verdict.AGAIN && rounds++ < 4) {
                    request.patch(++messageId);
                    int offset = request.pduOffset();
                    peer.encode(encoder, messageId, request.bytes(), offset, request.bytes().length - offset, 0);
                    socket.send(new DatagramPacket(
                            encoder.buffer(), encoder.size(), local.getInetAddress(), local.getPort()));
                    DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
                    socket.receive(packet);
                    assertThat(decoder.openAny(packet.getData(), 0, packet.getLength()))
                            .as(decoder.fault())
                            .isTrue();
                    assertThat(decoder.messageId()).isEqualTo(messageId);
                    verdict = peer.receive(decoder, encoder, 0);
                }
                assertThat(verdict).as("with %s", user).isEqualTo(UsmPeer.Verdict.ANSWER);
                assertThat(decoder.next()).isTrue();
                assertThat(decoder.next()).isTrue();
                assertThat(decoder.signedValue()).isEqualTo(43);
            }
        }
    }

    private static <A extends Address> void respond(CommandResponderEvent<A> event) {
        ScopedPDU response = new ScopedPDU((ScopedPDU) event.getPDU());
        response.setType(PDU.RESPONSE);
        for (int i = 0; i < response.size(); i++) {
            response.set(i, new VariableBinding(response.get(i).getOid(), new Integer32(42 + i)));
        }
        try {
            event.getMessageDispatcher()
                    .returnResponsePdu(
                            event.getMessageProcessingModel(),
                            event.getSecurityModel(),
                            event.getSecurityName(),
                            event.getSecurityLevel(),
                            response,
                            event.getMaxSizeResponsePDU(),
                            event.getStateReference(),
                            new StatusInformation());
        } catch (MessageException e) {
            throw new IllegalStateException(e);
        }
    }
}
