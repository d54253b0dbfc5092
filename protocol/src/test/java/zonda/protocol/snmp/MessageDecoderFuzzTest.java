package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever arrives: no exception, nothing read outside the datagram, nothing allocated by a length
/// that is only claimed, a reason where it is refused. For hours:
/// `mvn -pl protocol -am test -Dtest=MessageDecoderFuzzTest -Dzonda.fuzz.seconds=7200
/// -Dzonda.fuzz.seed=2 -Dsurefire.failIfNoSpecifiedTests=false`.
class MessageDecoderFuzzTest {
    private static final int MUTATIONS = 60_000;

    /// What texts of names and values take in this test; a claimed length can be of gigabytes.
    private static final int MOST_ALLOCATED = 200_000;

    private static final int MOST_ALLOCATED_AN_OCTET = 1_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final MessageDecoder decoder = new MessageDecoder();

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void mutatedResponsesNeverMakeItThrow(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole = Messages.response(
                Messages.hex("02 01 2A"),
                Messages.hex("04 05 68 65 6C 6C 6F"),
                Messages.hex("46 09 00 FF FF FF FF FF ED 0B 8C"),
                Messages.hex("44 07 9F 78 04 42 28 00 00"),
                Messages.hex("40 04 7F 00 00 01"),
                Messages.hex("06 06 2B 8F FF FF FF 7F"),
                Messages.hex("82 00"));
        for (int i = 0; i < MUTATIONS; i++) {
            check(mutated(whole, random), "seed " + seed + ", mutation " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void randomOctetsNeverMakeItThrow(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] octets = new byte[random.nextInt(64)];
            random.nextBytes(octets);
            if (octets.length > 2 && random.nextBoolean()) {
                octets[0] = Ber.SEQUENCE;
                octets[1] = (byte) (octets.length - 2);
            }
            check(octets, "seed " + seed + ", octets " + i);
        }
    }

    private static List<byte[]> recorded() throws IOException {
        Path captures = Path.of(testData(), "captures");
        boolean there = Files.isDirectory(captures);
        String missing = "needs the recorded traffic of " + captures + "; name its parent folder in ZONDA_TEST_DATA";
        if ("true".equals(System.getenv("CI"))) {
            assertTrue(there, missing);
        }
        assumeTrue(there, missing);
        return payloads(captures);
    }

    @Test
    void recordedTrafficCutAndMutatedNeverMakesItThrow() throws IOException {
        SplittableRandom random = new SplittableRandom(31);
        int messages = 0;
        for (byte[] payload : recorded()) {
            messages += check(payload, "a recorded payload") > 0 ? 1 : 0;
            for (int length = 0; length < payload.length; length++) {
                check(Arrays.copyOf(payload, length), "a recorded payload cut at " + length);
            }
            for (int i = 0; i < 50; i++) {
                check(mutated(payload, random), "a recorded payload, seed 31");
            }
        }
        assertThat(messages).as("SNMP messages with varbinds in the recordings").isGreaterThan(20);
    }

    @Test
    void mutationsOfRecordedTrafficGoOnForAsLongAsIsAsked() throws IOException {
        long seconds = Long.getLong("zonda.fuzz.seconds", 2);
        long seed = Long.getLong("zonda.fuzz.seed", 41);
        List<byte[]> messages = new ArrayList<>();
        for (byte[] payload : recorded()) {
            if (check(payload, "a recorded payload") > 0) {
                messages.add(payload);
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        for (long i = 0; System.nanoTime() < end; i++) {
            check(mutated(messages.get(random.nextInt(messages.size())), random), "seed " + seed + ", mutation " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {15, 16})
    void mutatedMessagesOfVersion3NeverMakeItThrow(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] engineId = Messages.hex("80 00 1F 88 04 6F 6E 65");
        UsmUser user = new UsmUser("u", AuthProtocol.MD5, "passphrase", PrivProtocol.DES, "passphrase");
        UsmKeyring keyring = new UsmKeyring();
        UsmKeys keys = keyring.keys(user, engineId);
        RequestEncoder.Encoded pdu = RequestEncoder.encode(Ber.VERSION_3, "", Ber.GET, 0, 0, List.of(Messages.NAME));
        UsmAgent agent = new UsmAgent(1);
        UsmPeer peer = new UsmPeer(user, engineId, new byte[0], "", keyring);
        V3Encoder encoder = new V3Encoder(seed);
        for (int i = 0; i < MUTATIONS / 4; i++) {
            if (i % 2 == 0) {
                peer.encode(encoder, i, pdu.bytes(), pdu.pduOffset(), pdu.bytes().length - pdu.pduOffset(), 0);
            } else {
                encoder.plain(
                        i,
                        true,
                        engineId,
                        0,
                        0,
                        engineId,
                        engineId,
                        engineId,
                        pdu.bytes(),
                        pdu.pduOffset(),
                        pdu.bytes().length - pdu.pduOffset());
            }
            byte[] datagram = mutated(Arrays.copyOf(encoder.buffer(), encoder.size()), random);
            check(datagram, "seed " + seed + ", mutation " + i);
            if (decoder.openAny(datagram, 0, datagram.length) && decoder.version() == Ber.VERSION_3) {
                agent.check(decoder, engineId, 0, 0, keys);
            }
            if (decoder.openAny(datagram, 0, datagram.length) && decoder.version() == Ber.VERSION_3) {
                peer.receive(decoder, encoder, 0);
            }
        }
    }

    @Test
    void anEncryptedScopedPduOfAnyOctetsNeverMakesItThrow() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] octets = new byte[random.nextInt(64)];
            random.nextBytes(octets);
            if (octets.length > 4) {
                octets[0] = Ber.SEQUENCE;
                octets[1] = (byte) (octets.length - 2);
                octets[2] = Ber.OCTET_STRING;
            }
            if (decoder.openScoped(octets, 0, octets.length)) {
                while (decoder.next()) {
                    decoder.valueFault();
                }
            }
        }
    }

    private int check(byte[] datagram, String what) {
        try {
            // Inside a larger array whose other octets must not matter.
            byte[] larger = new byte[datagram.length + 16];
            Arrays.fill(larger, (byte) 0x30);
            System.arraycopy(datagram, 0, larger, 8, datagram.length);
            int inside = Messages.readAll(decoder, larger, 8, datagram.length);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            int alone = Messages.readAll(decoder, datagram, 0, datagram.length);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertTrue(
                    allocated <= MOST_ALLOCATED + (long) datagram.length * MOST_ALLOCATED_AN_OCTET,
                    () -> allocated + " bytes were allocated for " + datagram.length + " octets");
            assertTrue(inside == alone, () -> "octets outside the datagram were read");
            return alone;
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(what + ": " + HexFormat.of().formatHex(datagram), e);
        }
    }

    private static byte[] mutated(byte[] whole, SplittableRandom random) {
        byte[] octets = whole.clone();
        if (octets.length == 0) {
            return octets;
        }
        for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
            int at = random.nextInt(octets.length);
            octets[at] = switch (random.nextInt(4)) {
                case 0 -> (byte) random.nextInt(256);
                case 1 -> (byte) (octets[at] ^ 1 << random.nextInt(8));
                case 2 -> (byte) (0x80 + random.nextInt(6));
                default -> (byte) (random.nextBoolean() ? 0 : 0xFF);
            };
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(octets, random.nextInt(octets.length + 1)) : octets;
    }

    private static String testData() {
        String named = System.getenv("ZONDA_TEST_DATA");
        return named != null ? named : System.getProperty("zonda.root", "..") + "/../shared/data";
    }

    private static List<byte[]> payloads(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".pcap"))
                    .sorted()
                    .toList();
        }
        List<byte[]> payloads = new ArrayList<>();
        for (Path file : files) {
            readPcap(Files.readAllBytes(file), payloads);
        }
        return payloads;
    }

    /// The UDP payloads over IPv4 of a capture in the classic format with Ethernet frames or bare
    /// IP.
    private static void readPcap(byte[] file, List<byte[]> payloads) {
        if (file.length < 24) {
            return;
        }
        ByteBuffer in = ByteBuffer.wrap(file);
        in.order((file[0] & 0xFF) == 0xD4 || file[0] == 0x4D ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int linkType = in.getInt(20);
        int at = 24;
        while (at + 16 <= file.length) {
            int length = in.getInt(at + 8);
            at += 16;
            if (length < 0 || length > file.length - at) {
                return;
            }
            addPayload(file, linkType == 1 ? at + 14 : at, at + length, payloads);
            at += length;
        }
    }

    private static void addPayload(byte[] file, int ip, int end, List<byte[]> payloads) {
        if (ip + 28 > end || file[ip] >> 4 != 4 || file[ip + 9] != 17) {
            return;
        }
        int payload = ip + (file[ip] & 0x0F) * 4 + 8;
        if (payload < end) {
            payloads.add(Arrays.copyOfRange(file, payload, end));
        }
    }
}
