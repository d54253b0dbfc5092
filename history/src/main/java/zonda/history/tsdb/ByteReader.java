package zonda.history.tsdb;

import java.util.Arrays;

/// Reads from a stretch of a byte array; a read beyond its end throws [DamagedException]. Owned by
/// one thread.
final class ByteReader {
    byte[] data = new byte[0];
    int at;
    int end;

    ByteReader open(byte[] bytes, int offset, int length) {
        data = bytes;
        at = offset;
        end = offset + length;
        return this;
    }

    boolean isAtEnd() {
        return at >= end;
    }

    int octet() throws DamagedException {
        if (at >= end) {
            throw new DamagedException("a byte beyond the end at " + at);
        }
        return data[at++] & 0xFF;
    }

    long varint() throws DamagedException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int octet = octet();
            value |= (long) (octet & 0x7F) << shift;
            if (octet < 0x80) {
                return value;
            }
        }
        throw new DamagedException("a number without an end at " + at);
    }

    long fixed(int bytes) throws DamagedException {
        if (end - at < bytes) {
            throw new DamagedException(bytes + " bytes beyond the end at " + at);
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | (data[at++] & 0xFF);
        }
        return value;
    }

    /// A length that the rest of the stretch can hold.
    int length() throws DamagedException {
        long length = varint();
        if (length < 0 || length > end - at) {
            throw new DamagedException("a length of " + length + ", wanted at most " + (end - at));
        }
        return (int) length;
    }

    byte[] bytes(int length) throws DamagedException {
        if (length < 0 || length > end - at) {
            throw new DamagedException(length + " bytes beyond the end at " + at);
        }
        at += length;
        return Arrays.copyOfRange(data, at - length, at);
    }
}
