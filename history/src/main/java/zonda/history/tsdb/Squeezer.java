package zonda.history.tsdb;

import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Raw deflate, with or without a dictionary. Owned by one thread; what it holds outside of the
/// heap is given back by [#close].
final class Squeezer implements AutoCloseable {
    private static final int LEVEL = 6;
    private static final int LEAST = 24;
    /// Deflate makes at most 1032 bytes of one.
    private static final int MOST_OF_A_BYTE = 1040;
    private static final int FLOOR = 1024;

    private @Nullable Deflater deflater;
    private @Nullable Inflater inflater;
    private byte[] squeezed = new byte[1024];

    /// What the last call of [#squeeze] made, from the start on; until the next.
    byte[] squeezed() {
        return squeezed;
    }

    /// @param dictionary empty for none
    /// @return bytes, or -1 where that is no gain
    int squeeze(byte[] plain, int size, byte[] dictionary) {
        if (size < LEAST) {
            return -1;
        }
        Deflater mine = deflater();
        if (dictionary.length > 0) {
            mine.setDictionary(dictionary);
        }
        mine.setInput(plain, 0, size);
        mine.finish();
        if (squeezed.length < size) {
            squeezed = new byte[size + size / 2];
        }
        int length = 0;
        while (!mine.finished()) {
            int more = mine.deflate(squeezed, length, size - length);
            length += more;
            if (more == 0 || length >= size) {
                return -1;
            }
        }
        return length;
    }

    /// Reads the whole length, the squeezed one, and the squeezed bytes.
    ///
    /// @param dictionary empty for none
    byte[] inflated(ByteReader in, byte[] dictionary) throws DamagedException {
        long size = in.varint();
        int length = in.length();
        if (size < 0 || size > FLOOR + (long) length * MOST_OF_A_BYTE || size > Integer.MAX_VALUE - FLOOR) {
            throw new DamagedException(size + " bytes squeezed into " + length);
        }
        byte[] bytes = new byte[(int) size];
        Inflater mine = inflater();
        if (dictionary.length > 0) {
            mine.setDictionary(dictionary);
        }
        mine.setInput(in.data, in.at, length);
        in.at += length;
        try {
            int got = 0;
            while (got < bytes.length) {
                int more = mine.inflate(bytes, got, bytes.length - got);
                if (more == 0) {
                    throw new DamagedException("squeezed bytes end after " + got + ", wanted " + size);
                }
                got += more;
            }
        } catch (DataFormatException e) {
            throw new DamagedException("squeezed bytes cannot be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new DamagedException("squeezed bytes whose dictionary is another one");
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
