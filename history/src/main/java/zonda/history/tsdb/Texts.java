package zonda.history.tsdb;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import zonda.model.Slices;

/// A column of texts, log lines, bytes and reasons: each different one once, squeezed together with
/// deflate, against a dictionary of the block's first texts where that helps. See `FORMATS.md`,
/// "Texts".
///
/// Owned by one thread; buffers are reused.
final class Texts {
    /// What a dictionary has room for; deflate looks back no further.
    static final int DICTIONARY_BYTES = 32 << 10;

    private static final int REPEATED = 1;
    private static final int SQUEEZED = 2;
    private static final int WITH_DICTIONARY = 4;

    private final Integers integers;
    private final Squeezer squeezer;
    private final ByteWriter plain = new ByteWriter();
    private long[] lengths = new long[64];
    private long[] numbers = new long[64];

    Texts(Integers integers, Squeezer squeezer) {
        this.integers = integers;
        this.squeezer = squeezer;
    }

    private void room(int count) {
        if (lengths.length < count) {
            lengths = new long[count + count / 2];
            numbers = new long[lengths.length];
        }
    }

    /// In words, by a column's first byte.
    static String form(int head) {
        return ((head & REPEATED) != 0 ? "each once, " : "")
                + ((head & SQUEEZED) == 0
                        ? "plain"
                        : (head & WITH_DICTIONARY) != 0 ? "deflate with dictionary" : "deflate");
    }

    /// The different texts of the column written last, one behind the other: what a dictionary is
    /// made of.
    ByteWriter plain() {
        return plain;
    }

    /// Writes a column.
    ///
    /// @param slices of the arena, in order
    /// @param count 1 or more
    /// @param dictionary of the block; empty for none
    void encode(byte[] arena, long[] slices, int count, byte[] dictionary, ByteWriter out) {
        room(count);
        plain.clear();
        Map<ByteBuffer, Integer> known = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            int from = Slices.offset(slices[i]);
            int length = Slices.length(slices[i]);
            ByteBuffer key = ByteBuffer.wrap(arena, from, length);
            Integer number = known.get(key);
            if (number == null) {
                number = known.size();
                known.put(key, number);
                lengths[number] = length;
                plain.bytes(arena, from, length);
            }
            numbers[i] = number;
        }
        int different = known.size();
        boolean repeated = different < count;
        int bare = squeezer.squeeze(plain.data, plain.size, new byte[0]);
        byte[] best = new byte[0];
        int bestLength = bare;
        if (bare >= 0) {
            best = Arrays.copyOf(squeezer.squeezed(), bare);
        }
        boolean withDictionary = false;
        if (dictionary.length > 0) {
            int helped = squeezer.squeeze(plain.data, plain.size, dictionary);
            if (helped >= 0 && (bare < 0 || helped < bare)) {
                best = squeezer.squeezed();
                bestLength = helped;
                withDictionary = true;
            }
        }
        out.octet(
                (repeated ? REPEATED : 0) | (bestLength >= 0 ? SQUEEZED : 0) | (withDictionary ? WITH_DICTIONARY : 0));
        if (repeated) {
            out.varint(different);
            // The first is always number 0.
            integers.encode(numbers, count, out);
        }
        out.varint(lengths[0]);
        integers.encode(lengths, different, out);
        if (bestLength >= 0) {
            out.varint(plain.size);
            out.varint(bestLength);
            out.bytes(best, 0, bestLength);
        } else {
            out.append(plain);
        }
    }

    /// A column as read.
    ///
    /// @param bytes of all different texts
    /// @param from where each text begins
    /// @param length of each
    record Column(byte[] bytes, int[] from, int[] length) {}

    /// Reads a column.
    Column decode(ByteReader in, int count, byte[] dictionary) throws DamagedException {
        room(count);
        int head = in.octet();
        if (head > (REPEATED | SQUEEZED | WITH_DICTIONARY)) {
            throw new DamagedException("texts of form " + head);
        }
        int different = count;
        if ((head & REPEATED) != 0) {
            long told = in.varint();
            if (told < 1 || told > count) {
                throw new DamagedException(told + " different texts among " + count);
            }
            different = (int) told;
            integers.decode(in, 0, numbers, count);
        }
        integers.decode(in, in.varint(), lengths, different);
        boolean withDictionary = (head & WITH_DICTIONARY) != 0;
        if (withDictionary && dictionary.length == 0) {
            throw new DamagedException("texts whose dictionary is damaged");
        }
        byte[] bytes =
                (head & SQUEEZED) != 0 ? squeezer.inflated(in, withDictionary ? dictionary : new byte[0]) : in.data;
        long at = (head & SQUEEZED) != 0 ? 0 : in.at;
        long end = (head & SQUEEZED) != 0 ? bytes.length : in.end;
        int[] starts = new int[different];
        for (int i = 0; i < different; i++) {
            starts[i] = (int) at;
            if (lengths[i] < 0 || lengths[i] > end - at) {
                throw new DamagedException("a text of " + lengths[i] + " bytes, wanted at most " + (end - at));
            }
            at += lengths[i];
        }
        if ((head & SQUEEZED) == 0) {
            in.at = (int) at;
        }
        int[] from = new int[count];
        int[] length = new int[count];
        for (int i = 0; i < count; i++) {
            long number = (head & REPEATED) != 0 ? numbers[i] : i;
            if (number < 0 || number >= different) {
                throw new DamagedException("text " + number + " of " + different);
            }
            from[i] = starts[(int) number];
            length[i] = (int) lengths[(int) number];
        }
        return new Column(bytes, from, length);
    }
}
