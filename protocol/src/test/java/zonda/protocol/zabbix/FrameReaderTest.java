package zonda.protocol.zabbix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
    private static final int MOST = 1 << 20;

    /// Puts bytes into a reader, at most so many at once; ends when a frame is whole.
    ///
    /// @return how many were taken
    private static int feed(FrameReader reader, byte[] bytes, int from, int atOnce) throws FrameException {
        int at = from;
        while (at < bytes.length && !reader.isWhole()) {
            ByteBuffer room = reader.room();
            int count = Math.min(Math.min(atOnce, room.remaining()), bytes.length - at);
            assertThat(count).isPositive();
            room.put(bytes, at, count);
            at += count;
            reader.filled();
        }
        return at - from;
    }

    private static String text(FrameReader reader) {
        return new String(reader.body(), 0, reader.bodyBytes(), StandardCharsets.UTF_8);
    }

    private static byte[] frame(int flags, long length, long reserved, byte[] body) {
        boolean large = (flags & 4) != 0;
        ByteBuffer out = ByteBuffer.allocate(32 + body.length).order(ByteOrder.LITTLE_ENDIAN);
        out.put("ZBXD".getBytes(StandardCharsets.US_ASCII)).put((byte) flags);
        if (large) {
            out.putLong(length).putLong(reserved);
        } else {
            out.putInt((int) length).putInt((int) reserved);
        }
        out.put(body).flip();
        byte[] bytes = new byte[out.remaining()];
        out.get(bytes);
        return bytes;
    }

    private static byte[] deflated(byte[] body) {
        Deflater deflater = new Deflater();
        deflater.setInput(body);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] piece = new byte[4096];
        while (!deflater.finished()) {
            out.write(piece, 0, deflater.deflate(piece));
        }
        deflater.end();
        return out.toByteArray();
    }

    private static void assertRefused(byte[] bytes, String words) {
        for (int atOnce : new int[] {1, 7, bytes.length}) {
            FrameReader reader = new FrameReader(MOST);
            assertThatThrownBy(() -> feed(reader, bytes, 0, atOnce))
                    .isInstanceOf(FrameException.class)
                    .hasMessageContaining(words);
            assertThat(reader.body().length).isLessThanOrEqualTo(Math.max(4_096, 2 * bytes.length));
        }
    }

    @Test
    void readsWhatTheSenderSends() throws FrameException {
        // Captured from zabbix_sender 6.0.14.
        String json = "{\"request\":\"sender data\",\"data\":[{\"host\":\"h1\",\"key\":\"key\",\"value\":\"1\"}]}";
        ByteBuffer encoded = Frames.encode(json);
        assertThat(encoded.array()).startsWith('Z', 'B', 'X', 'D', 1, json.length(), 0, 0, 0, 0, 0, 0, 0, '{');
        FrameReader reader = new FrameReader(MOST);
        assertThat(reader.isEmpty()).isTrue();
        assertThat(feed(reader, encoded.array(), 0, 1000)).isEqualTo(encoded.limit());
        assertThat(text(reader)).isEqualTo(json);
    }

    @Test
    void b7_65_oneByteASegmentIsAFrameToo() throws FrameException {
        byte[] bytes = Frames.encode("{\"request\":\"x\"}").array();
        FrameReader reader = new FrameReader(MOST);
        assertThat(feed(reader, bytes, 0, 1)).isEqualTo(bytes.length);
        assertThat(text(reader)).isEqualTo("{\"request\":\"x\"}");
    }

    @Test
    void b7_65_twoFramesInOneSegmentAreReadOneAfterTheOther() throws FrameException {
        byte[] first = Frames.encode("{\"a\":1}").array();
        byte[] second = Frames.encode("{\"b\":22}").array();
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        FrameReader reader = new FrameReader(MOST);
        int taken = feed(reader, both, 0, both.length);
        assertThat(taken).as("nothing of the second").isEqualTo(first.length);
        assertThat(text(reader)).isEqualTo("{\"a\":1}");
        reader.next();
        assertThat(feed(reader, both, taken, both.length)).isEqualTo(second.length);
        assertThat(text(reader)).isEqualTo("{\"b\":22}");
    }

    @Test
    void b7_65_aFrameThatStopsAfterItsFlagsIsNoFrameYet() throws FrameException {
        FrameReader reader = new FrameReader(MOST);
        feed(reader, new byte[] {'Z', 'B', 'X', 'D', 1}, 0, 5);
        assertThat(reader.isWhole()).isFalse();
        assertThat(reader.isEmpty()).isFalse();
        assertThat(reader.announcedBytes()).isEqualTo(-1);
    }

    @Test
    void b7_65_lengthsAboveTheLimitAreRefusedBeforeAnythingIsAllocated() {
        assertRefused(frame(5, Long.MIN_VALUE, 0, new byte[0]), "length 9223372036854775808 bytes, wanted at most");
        assertRefused(frame(5, -1, 0, new byte[0]), "length 18446744073709551615 bytes");
        assertRefused(frame(5, MOST + 1L, 0, new byte[0]), "length 1048577 bytes");
        assertRefused(frame(1, 0xFFFF_FFFFL, 0, new byte[0]), "length 4294967295 bytes");
        assertRefused(frame(3, 10, 0x8000_0000L, new byte[0]), "length before compression 2147483648 bytes");
    }

    @Test
    void b7_65_lengthsOfEightOctetsAreRead() throws FrameException {
        byte[] body = "{\"request\":\"y\"}".getBytes(StandardCharsets.UTF_8);
        byte[] bytes = frame(5, body.length, 0, body);
        for (int atOnce : new int[] {1, 6, 100}) {
            FrameReader reader = new FrameReader(MOST);
            assertThat(feed(reader, bytes, 0, atOnce)).isEqualTo(bytes.length);
            assertThat(text(reader)).isEqualTo("{\"request\":\"y\"}");
        }
    }

    @Test
    void b7_65_aMessageAsLargeAsTheLimitIsNotTooBig() throws FrameException {
        byte[] body = new byte[MOST];
        byte[] bytes = frame(1, MOST, 0, body);
        FrameReader reader = new FrameReader(MOST);
        feed(reader, bytes, 0, 10_000);
        assertThat(reader.isWhole()).isTrue();
        assertThat(reader.bodyBytes()).isEqualTo(MOST);
    }

    @Test
    void b7_65_memoryFollowsTheBytesAndNotTheClaim() throws FrameException {
        FrameReader reader = new FrameReader(1 << 30);
        feed(reader, frame(1, 1 << 30, 0, new byte[100]), 0, 200);
        assertThat(reader.announcedBytes()).isEqualTo(1 << 30);
        assertThat(reader.body().length).isLessThanOrEqualTo(FrameReader.FIRST_BODY_BYTES);
    }

    @Test
    void b7_65_compressedBodiesAreInflatedToWhatTheHeaderSaysAndNotAByteMore() throws FrameException {
        byte[] body = "{\"request\":\"sender data\"}".repeat(2_000).getBytes(StandardCharsets.UTF_8);
        byte[] small = deflated(body);
        for (int flags : new int[] {3, 7}) {
            FrameReader reader = new FrameReader(MOST);
            feed(reader, frame(flags, small.length, body.length, small), 0, 1_000);
            assertThat(reader.isWhole()).isTrue();
            assertThat(text(reader)).isEqualTo(new String(body, StandardCharsets.UTF_8));
        }
        String words = "a compressed body that is not of";
        assertRefused(frame(3, small.length, body.length - 1, small), words);
        assertRefused(frame(3, small.length, body.length + 1, small), words);
        assertRefused(frame(3, small.length, 0, small), words);
        byte[] bomb = deflated(new byte[16 << 20]);
        assertThat(bomb.length).isLessThan(MOST);
        assertRefused(frame(3, bomb.length, 100, bomb), words);
        assertRefused(frame(3, bomb.length, MOST, bomb), words);
        assertRefused(frame(3, 4, 4, "nope".getBytes(StandardCharsets.US_ASCII)), "a body that zlib cannot read");
    }

    @Test
    void whatIsNoFrameIsRefusedAtItsFirstWrongOctet() {
        assertRefused("GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII), "octet 0 is 'G', wanted 'ZBXD'");
        assertRefused("{\"request\":\"sender data\"}".getBytes(StandardCharsets.US_ASCII), "no header");
        assertRefused(new byte[] {'Z', 'B', 'X', 0x16}, "octet 3 is 0x16");
        assertRefused(new byte[] {'Z', 'B', 'X', 'D', 0}, "flags 0x0, wanted");
        assertRefused(new byte[] {'Z', 'B', 'X', 'D', 0x11}, "flags 0x11, wanted");
    }

    @Test
    void anEmptyBodyIsWholeWithItsHeader() throws FrameException {
        FrameReader reader = new FrameReader(MOST);
        feed(reader, frame(1, 0, 0, new byte[0]), 0, 100);
        assertThat(reader.isWhole()).isTrue();
        assertThat(reader.bodyBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverArrivesNothingButItsOwnExceptionIsThrownAndNoMemoryTakenByAClaim(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] body = "{\"request\":\"sender data\",\"data\":[]}".getBytes(StandardCharsets.UTF_8);
        byte[] small = deflated(body);
        List<byte[]> seeds = new ArrayList<>(List.of(
                frame(1, body.length, 0, body),
                frame(5, body.length, 0, body),
                frame(3, small.length, body.length, small),
                frame(7, small.length, body.length, small)));
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
            int flips = random.nextInt(4);
            for (int flip = 0; flip < flips; flip++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            FrameReader reader = new FrameReader(1 << 26);
            try {
                feed(reader, bytes, 0, 1 + random.nextInt(bytes.length));
            } catch (FrameException e) {
                assertThat(e.getMessage()).isNotBlank();
            } catch (RuntimeException e) {
                fail("seed " + seed + ", mutation " + i, e);
            }
            assertThat(reader.body().length).isLessThanOrEqualTo(200_000);
        }
    }
}
