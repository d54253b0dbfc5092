package zonda.history.tsdb;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import zonda.model.Slices;
import zonda.model.ValueBatch;

/// A column of texts, log lines, bytes and reasons: each different one once, squeezed together with
/// deflate, against a dictionary of the block's first texts where that helps. See `FORMATS.md`,
/// "Texts".
///
/// Owned by one thread; buffers are reused.
final class Texts implements AutoCloseable {
    /// What a dictionary has room for; deflate looks back no further.
    static final int DICTIONARY_BYTES = 32 << 10;

    private static final int LEVEL = 6;
    private static final int REPEATED = 1;
    private static final int SQUEEZED = 2;
    private static final int WITH_DICTIONARY = 4;
    private static final int LEAST_SQUEEZED = 24;
    /// Deflate makes at most 1032 bytes of one.
    private static final int MOST_OF_A_BYTE = 1040;
    private static final int FLOOR = 1024;

    private final Integers integers;
    private @Nullable Deflater deflater;
    private @Nullable Inflater inflater;
    private final ByteWriter plain = new ByteWriter();
    private byte[] squeezed = new byte[1024];
    private long[] lengths = new long[64];
    private long[] numbers = new long[64];

    Texts(Integers integers) {
        this.integers = integers;
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
    /// @param rows of the batch, in order
    /// @param count 1 or more
    /// @param dictionary of the block; empty for none
    void encode(ValueBatch batch, int[] rows, int count, byte[] dictionary, ByteWriter out) {
        room(count);
        plain.clear();
        Map<ByteBuffer, Integer> known = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            long slice = batch.bits[rows[i]];
            int from = Slices.offset(slice);
            int length = Slices.length(slice);
            ByteBuffer key = ByteBuffer.wrap(batch.arena, from, length);
            Integer number = known.get(key);
            if (number == null) {
                number = known.size();
                known.put(key, number);
                lengths[number] = length;
                plain.bytes(batch.arena, from, length);
            }
            numbers[i] = number;
        }
        int different = known.size();
        boolean repeated = different < count;
        int bare = squeeze(new byte[0]);
        byte[] best = new byte[0];
        int bestLength = bare;
        if (bare >= 0) {
            best = squeezed.clone();
        }
        boolean withDictionary = false;
        if (dictionary.length > 0) {
            int helped = squeeze(dictionary);
            if (helped >= 0 && (bare < 0 || helped < bare)) {
                best = squeezed;
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

    /// @return bytes, or -1 where that is no gain
    private int squeeze(byte[] dictionary) {
        if (plain.size < LEAST_SQUEEZED) {
            return -1;
        }
        Deflater deflater = deflater();
        if (dictionary.length > 0) {
            deflater.setDictionary(dictionary);
        }
        deflater.setInput(plain.data, 0, plain.size);
        deflater.finish();
        if (squeezed.length < plain.size) {
            squeezed = new byte[plain.size + plain.size / 2];
        }
        int length = 0;
        while (!deflater.finished()) {
            int more = deflater.deflate(squeezed, length, plain.size - length);
            length += more;
            if (more == 0 || length >= plain.size) {
                return -1;
            }
        }
        return length;
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
        byte[] bytes = (head & SQUEEZED) != 0 ? inflated(in, (head & WITH_DICTIONARY) != 0, dictionary) : in.data;
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

    private byte[] inflated(ByteReader in, boolean withDictionary, byte[] dictionary) throws DamagedException {
        long size = in.varint();
        int length = in.length();
        if (size < 0 || size > FLOOR + (long) length * MOST_OF_A_BYTE || size > Integer.MAX_VALUE - FLOOR) {
            throw new DamagedException("texts of " + size + " bytes out of " + length);
        }
        if (withDictionary && dictionary.length == 0) {
            throw new DamagedException("texts whose dictionary is damaged");
        }
        byte[] bytes = new byte[(int) size];
        Inflater inflater = inflater();
        if (withDictionary) {
            inflater.setDictionary(dictionary);
        }
        inflater.setInput(in.data, in.at, length);
        in.at += length;
        try {
            int got = 0;
            while (got < bytes.length) {
                int more = inflater.inflate(bytes, got, bytes.length - got);
                if (more == 0) {
                    throw new DamagedException("texts that end after " + got + " bytes, wanted " + size);
                }
                got += more;
            }
        } catch (DataFormatException e) {
            throw new DamagedException("texts that cannot be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new DamagedException("texts whose dictionary is another one");
        }
        return bytes;
    }

    private Deflater deflater() {
        Deflater mine = deflater;
        if (mine == null) {
            mine = new Deflater(LEVEL, true);
            deflater = mine;
        }
        mine.reset();
        return mine;
    }

    private Inflater inflater() {
        Inflater mine = inflater;
        if (mine == null) {
            mine = new Inflater(true);
            inflater = mine;
        }
        mine.reset();
        return mine;
    }

    /// Gives back what these hold outside of the heap.
    @Override
    public void close() {
        if (deflater != null) {
            deflater.end();
        }
        if (inflater != null) {
            inflater.end();
        }
    }
}
