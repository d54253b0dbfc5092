package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snmp4j.PDU;
import org.snmp4j.asn1.BER;
import org.snmp4j.asn1.BERInputStream;
import org.snmp4j.asn1.BEROutputStream;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Gauge32;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.IpAddress;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Opaque;
import org.snmp4j.smi.TimeTicks;
import org.snmp4j.smi.UnsignedInteger32;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/// SNMP4J as the oracle: what it encodes we read the same, and what we encode it reads the same.
class Snmp4jOracleTest {
    private static final String COMMUNITY = "zonda-test";

    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43})
    void readsWhatSnmp4jEncodes(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        MessageDecoder decoder = new MessageDecoder();
        for (int round = 0; round < 500; round++) {
            PDU pdu = randomResponse(random);
            byte[] message = encode(pdu);
            assertThat(decoder.open(message, 0, message.length))
                    .as(decoder.fault())
                    .isTrue();
            assertThat(decoder.version()).isEqualTo(Ber.VERSION_2C);
            assertThat(decoder.pduType()).isEqualTo(Ber.RESPONSE);
            assertThat(decoder.communityIs(COMMUNITY.getBytes(StandardCharsets.UTF_8)))
                    .isTrue();
            assertThat(decoder.requestId()).isEqualTo(pdu.getRequestID().getValue());
            assertThat(decoder.errorStatus()).isEqualTo(pdu.getErrorStatus());
            assertThat(decoder.errorIndex()).isEqualTo(pdu.getErrorIndex());
            for (VariableBinding binding : pdu.getVariableBindings()) {
                assertThat(decoder.next()).as(decoder.fault()).isTrue();
                assertThat(decoder.nameText()).isEqualTo(binding.getOid().toDottedString());
                assertThat(decoder.valueFault()).isEmpty();
                assertThat(text(decoder)).as("seed %d, round %d", seed, round).isEqualTo(text(binding.getVariable()));
            }
            assertThat(decoder.next()).isFalse();
            assertThat(decoder.isFaulty()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {51, 52, 53})
    void encodesWhatSnmp4jReads(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        ResponseEncoder encoder = new ResponseEncoder();
        for (int round = 0; round < 500; round++) {
            PDU pdu = randomResponse(random);
            encoder.clear();
            List<? extends VariableBinding> bindings = pdu.getVariableBindings();
            for (int i = bindings.size() - 1; i >= 0; i--) {
                add(encoder, bindings.get(i));
            }
            encoder.finish(
                    Ber.VERSION_2C,
                    COMMUNITY.getBytes(StandardCharsets.UTF_8),
                    Ber.RESPONSE,
                    pdu.getRequestID().getValue(),
                    pdu.getErrorStatus(),
                    pdu.getErrorIndex());
            PDU read = decode(encoder.copy());
            assertThat(read.getRequestID()).isEqualTo(pdu.getRequestID());
            assertThat(read.getErrorStatus()).isEqualTo(pdu.getErrorStatus());
            assertThat(read.toString()).as("seed %d, round %d", seed, round).isEqualTo(pdu.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {61, 62})
    void asksAsSnmp4jReads(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            List<byte[]> names = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            for (int i = random.nextInt(60); i >= 0; i--) {
                OID oid = randomOid(random);
                texts.add(oid.toDottedString());
                names.add(Oid.parse(oid.toDottedString()).encoded());
            }
            int id = random.nextInt(RequestEncoder.SMALLEST_REQUEST_ID, Integer.MAX_VALUE);
            int nonRepeaters = random.nextInt(3);
            RequestEncoder.Encoded request = switch (round % 3) {
                case 0 -> RequestEncoder.get(Ber.VERSION_2C, COMMUNITY, names);
                case 1 -> RequestEncoder.getNext(Ber.VERSION_2C, COMMUNITY, names);
                default -> RequestEncoder.getBulk(COMMUNITY, nonRepeaters, 300, names);
            };
            request.patch(id);
            PDU read = decode(request.bytes());
            assertThat(read.getType()).isEqualTo(round % 3 == 0 ? PDU.GET : round % 3 == 1 ? PDU.GETNEXT : PDU.GETBULK);
            assertThat(read.getRequestID().getValue()).isEqualTo(id);
            if (round % 3 == 2) {
                assertThat(read.getNonRepeaters()).isEqualTo(nonRepeaters);
                assertThat(read.getMaxRepetitions()).isEqualTo(300);
            }
            assertThat(read.getVariableBindings().stream()
                            .map(b -> b.getOid().toDottedString())
                            .toList())
                    .isEqualTo(texts);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {65, 66})
    void setsAsSnmp4jReads(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        ResponseEncoder encoder = new ResponseEncoder();
        MessageDecoder decoder = new MessageDecoder();
        for (int round = 0; round < 200; round++) {
            PDU pdu = randomResponse(random);
            encoder.clear();
            List<? extends VariableBinding> bindings = pdu.getVariableBindings();
            for (int i = bindings.size() - 1; i >= 0; i--) {
                add(encoder, bindings.get(i));
            }
            encoder.finish(Ber.VERSION_1, new byte[0], Ber.SET, 1, 0, 0);
            assertThat(decoder.open(encoder.buffer(), encoder.offset(), encoder.size()))
                    .isTrue();
            List<Varbind> varbinds = new ArrayList<>();
            while (decoder.next()) {
                varbinds.add(decoder.varbind().orElseThrow());
            }
            PDU read = decode(
                    RequestEncoder.set(Ber.VERSION_2C, COMMUNITY, varbinds).bytes());
            assertThat(read.getType()).isEqualTo(PDU.SET);
            assertThat(read.getVariableBindings().toString())
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(bindings.toString());
        }
    }

    private static void add(ResponseEncoder encoder, VariableBinding binding) {
        byte[] name = Oid.parse(binding.getOid().toDottedString()).encoded();
        switch (binding.getVariable()) {
            case Integer32 number -> encoder.integer(name, number.getValue());
            case Counter64 number -> encoder.unsigned(name, Ber.COUNTER64, number.getValue());
            case TimeTicks number -> encoder.unsigned(name, Ber.TIME_TICKS, number.getValue());
            case Counter32 number -> encoder.unsigned(name, Ber.COUNTER32, number.getValue());
            case Gauge32 number -> encoder.unsigned(name, Ber.GAUGE32, number.getValue());
            case Opaque opaque -> encoder.octets(name, Ber.OPAQUE, opaque.getValue());
            case OctetString octets -> encoder.octets(name, Ber.OCTET_STRING, octets.getValue());
            case OID oid ->
                encoder.octets(
                        name,
                        Ber.OBJECT_IDENTIFIER,
                        Oid.parse(oid.toDottedString()).encoded());
            case IpAddress address -> encoder.octets(name, Ber.IP_ADDRESS, address.toByteArray());
            case Variable other -> encoder.empty(name, other.getSyntax());
        }
    }

    private static String text(MessageDecoder decoder) {
        return decoder.tag() + ":"
                + switch (decoder.tag()) {
                    case Ber.INTEGER -> String.valueOf(decoder.signedValue());
                    case Ber.COUNTER32, Ber.GAUGE32, Ber.TIME_TICKS, Ber.COUNTER64 ->
                        Long.toUnsignedString(decoder.unsignedValue());
                    case Ber.IP_ADDRESS -> decoder.ipText();
                    case Ber.OBJECT_IDENTIFIER -> {
                        StringBuilder text = new StringBuilder();
                        Oid.appendText(decoder.data(), decoder.valueOffset(), decoder.valueLength(), text);
                        yield text.toString();
                    }
                    case Ber.OCTET_STRING, Ber.OPAQUE ->
                        Arrays.toString(Arrays.copyOfRange(
                                decoder.data(), decoder.valueOffset(), decoder.valueOffset() + decoder.valueLength()));
                    default -> "";
                };
    }

    private static String text(Variable variable) {
        return variable.getSyntax() + ":"
                + switch (variable) {
                    case Integer32 number -> String.valueOf(number.getValue());
                    case Counter64 number -> Long.toUnsignedString(number.getValue());
                    case UnsignedInteger32 number -> String.valueOf(number.getValue());
                    case OctetString octets -> Arrays.toString(octets.getValue());
                    case OID oid -> oid.toDottedString();
                    case IpAddress address -> address.getInetAddress().getHostAddress();
                    case Variable _ -> "";
                };
    }

    private static PDU randomResponse(SplittableRandom random) {
        PDU pdu = new PDU();
        pdu.setType(PDU.RESPONSE);
        pdu.setRequestID(new Integer32(random.nextInt() >>> random.nextInt(32)));
        pdu.setErrorStatus(random.nextInt(19));
        pdu.setErrorIndex(random.nextInt(300));
        for (int i = random.nextInt(40); i > 0; i--) {
            pdu.add(new VariableBinding(randomOid(random), randomValue(random)));
        }
        return pdu;
    }

    private static OID randomOid(SplittableRandom random) {
        int[] subids = new int[random.nextInt(2, 20)];
        subids[0] = random.nextInt(2);
        subids[1] = random.nextInt(40);
        for (int i = 2; i < subids.length; i++) {
            subids[i] = random.nextInt() >>> random.nextInt(32);
        }
        return new OID(subids);
    }

    private static Variable randomValue(SplittableRandom random) {
        long unsigned32 = random.nextInt() >>> random.nextInt(32) & 0xFFFFFFFFL;
        byte[] octets = new byte[random.nextInt(random.nextInt(8) == 0 ? 400 : 20)];
        random.nextBytes(octets);
        return switch (random.nextInt(12)) {
            case 0 -> new Integer32(random.nextInt() >> random.nextInt(32));
            case 1 -> new Counter32(unsigned32);
            case 2 -> new Gauge32(unsigned32);
            case 3 -> new TimeTicks(unsigned32);
            case 4 -> new Counter64(random.nextLong() >>> random.nextInt(64));
            case 5 -> new OctetString(octets);
            case 6 -> randomOid(random);
            case 7 -> new IpAddress(Arrays.copyOf(octets, 4));
            case 8 -> new Opaque(octets);
            case 9 -> new Null(Null.noSuchObject.getSyntax());
            case 10 -> new Null(Null.noSuchInstance.getSyntax());
            default -> new Null(Null.endOfMibView.getSyntax());
        };
    }

    private static byte[] encode(PDU pdu) throws IOException {
        Integer32 version = new Integer32(Ber.VERSION_2C);
        OctetString community = new OctetString(COMMUNITY);
        int length = version.getBERLength() + community.getBERLength() + pdu.getBERLength();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BER.encodeHeader(bytes, BER.SEQUENCE, length);
        version.encodeBER(bytes);
        community.encodeBER(bytes);
        BEROutputStream out = new BEROutputStream(ByteBuffer.allocate(pdu.getBERLength()));
        pdu.encodeBER(out);
        bytes.writeBytes(out.getBuffer().array());
        return bytes.toByteArray();
    }

    private static PDU decode(byte[] message) throws IOException {
        BERInputStream in = new BERInputStream(ByteBuffer.wrap(message));
        BER.MutableByte type = new BER.MutableByte();
        int length = BER.decodeHeader(in, type);
        assertThat(length).isEqualTo(in.available());
        Integer32 version = new Integer32();
        version.decodeBER(in);
        assertThat(version.getValue()).isEqualTo(Ber.VERSION_2C);
        OctetString community = new OctetString();
        community.decodeBER(in);
        assertThat(community).hasToString(COMMUNITY);
        PDU pdu = new PDU();
        pdu.decodeBER(in);
        return pdu;
    }
}
