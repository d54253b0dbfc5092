package zonda.testing.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.snmp4j.CommunityTarget;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.Snmp;
import org.snmp4j.Target;
import org.snmp4j.UserTarget;
import org.snmp4j.event.ResponseEvent;
import org.snmp4j.event.ResponseListener;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/// The same gets as [PollerProcess] makes, by SNMP4J, a process of its own: one socket, answers
/// taken on the transport's thread, each answer followed by the next request, so that a window of
/// them is always in flight. The word `counts` on standard input is answered by one line.
final class Snmp4jProcess {
    private static final int SOCKET_BYTES = 16 << 20;
    private static final int HASHED_OCTETS = 1 << 20;
    private static final int AES_KEY_BYTES = 16;

    private final PollerSettings settings;
    private final List<Target<UdpAddress>> targets;
    private final VariableBinding[] names;
    private final Snmp snmp;
    private final AtomicInteger next = new AtomicInteger();
    private final LongAdder requests = new LongAdder();
    private final LongAdder responses = new LongAdder();
    private final LongAdder timeouts = new LongAdder();

    private Snmp4jProcess(PollerSettings settings) throws IOException {
        this.settings = settings;
        MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
        if (settings.version3()) {
            SecurityProtocols protocols = new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.maxCompatibility);
            USM usm = new USM(protocols, new OctetString(MPv3.createLocalEngineID()), 0);
            keys(usm, settings);
            dispatcher.addMessageProcessingModel(new MPv3(usm));
        } else {
            dispatcher.addMessageProcessingModel(new MPv2c());
        }
        DefaultUdpTransportMapping transport = new DefaultUdpTransportMapping(new UdpAddress("0.0.0.0/0"));
        transport.setReceiveBufferSize(SOCKET_BYTES);
        snmp = new Snmp(dispatcher, transport);
        targets = targets(settings);
        names = new VariableBinding[96];
        for (int i = 0; i < names.length; i++) {
            names[i] =
                    new VariableBinding(new OID("1.3.6.1.2.1.31.1.1.1." + (i % 2 == 0 ? 6 : 10) + "." + (i / 2 + 1)));
        }
        snmp.listen();
    }

    /// Hands over the keys of each engine: SNMP4J would hash the passphrases anew for each.
    private static void keys(USM usm, PollerSettings settings) {
        byte[] passphrase = "zonda-devices".getBytes(StandardCharsets.UTF_8);
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < HASHED_OCTETS; i++) {
            digest.update(passphrase[i % passphrase.length]);
        }
        byte[] ku = digest.digest();
        for (int i = 0; i < settings.devices(); i++) {
            byte[] engine = engine(i);
            digest.update(ku);
            digest.update(engine);
            byte[] key = digest.digest(ku);
            usm.addLocalizedUser(
                    engine,
                    new OctetString("sha256-aes128"),
                    AuthHMAC192SHA256.ID,
                    key,
                    PrivAES128.ID,
                    Arrays.copyOf(key, AES_KEY_BYTES));
        }
    }

    /// The engine id of a device of `zonda devices`: its enterprise, and its IPv4 address (RFC
    /// 3411, SnmpEngineID).
    private static byte[] engine(int device) {
        byte[] address = address(device);
        return new byte[] {(byte) 0x80, 0, 0x7e, (byte) 0xd9, 1, address[0], address[1], address[2], address[3]};
    }

    private static byte[] address(int device) {
        int low = device + 1;
        return new byte[] {127, (byte) (1 + (low >> 16)), (byte) (low >> 8), (byte) low};
    }

    private static List<Target<UdpAddress>> targets(PollerSettings settings) throws IOException {
        List<Target<UdpAddress>> targets = new ArrayList<>(settings.devices());
        for (int i = 0; i < settings.devices(); i++) {
            UdpAddress address = new UdpAddress(InetAddress.getByAddress(address(i)), settings.port());
            Target<UdpAddress> target;
            if (settings.version3()) {
                target = new UserTarget<>(address, new OctetString("sha256-aes128"), engine(i));
                target.setVersion(SnmpConstants.version3);
                target.setSecurityLevel(SecurityLevel.AUTH_PRIV);
            } else {
                target = new CommunityTarget<>(address, new OctetString("public"));
                target.setVersion(SnmpConstants.version2c);
            }
            target.setTimeout(settings.timeoutMillis());
            target.setRetries(2);
            targets.add(target);
        }
        return targets;
    }

    public static void main(String[] arguments) throws IOException {
        Snmp4jProcess process = new Snmp4jProcess(PollerSettings.parse(arguments));
        process.open();
        System.out.println("ready");
        process.listen();
    }

    private final ResponseListener listener = new ResponseListener() {
        @Override
        public <A extends Address> void onResponse(ResponseEvent<A> event) {
            ((Snmp) event.getSource()).cancel(event.getRequest(), this);
            if (event.getResponse() == null) {
                timeouts.increment();
            } else {
                responses.increment();
            }
            ask();
        }
    };

    private void open() {
        for (int i = 0; i < settings.window(); i++) {
            ask();
        }
    }

    private void ask() {
        int number = next.getAndIncrement() & Integer.MAX_VALUE;
        PDU pdu = settings.version3() ? new ScopedPDU() : new PDU();
        pdu.setType(PDU.GET);
        for (int i = 0; i < settings.varbinds(); i++) {
            pdu.add(names[i]);
        }
        try {
            snmp.send(pdu, targets.get(number % targets.size()), null, listener);
            requests.increment();
        } catch (IOException e) {
            System.err.println("not sent: " + e);
        }
    }

    private void listen() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long cpu = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
            System.out.println("counts " + requests.sum() + " " + responses.sum() + " "
                    + responses.sum() * settings.varbinds() + " 0 0 0 0 " + timeouts.sum() + " " + cpu + " 0 "
                    + System.nanoTime());
            System.out.flush();
        }
        snmp.close();
    }
}
