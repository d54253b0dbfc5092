package zonda.history.tsdb;

import java.util.Arrays;

/// Writes to a byte array that grows. Owned by one thread; reused: [#clear] keeps the array.
final class ByteWriter {
    byte[] data = new byte[256];
    int size;

    void clear() {
        size = 0;
    }

    void reserve(int more) {
        if (data.length - size < more) {
            data = Arrays.copyOf(data, Math.max(data.length * 2, Math.addExact(size, more)));
        }
    }

    void octet(int value) {
        reserve(1);
        data[size++] = (byte) value;
    }

    void varint(long value) {
        reserve(10);
        size = Varint.put(data, size, value);
    }

    /// The lower `bytes` bytes of a number, big-endian.
    void fixed(long value, int bytes) {
        reserve(bytes);
        for (int shift = (bytes - 1) << 3; shift >= 0; shift -= 8) {
            data[size++] = (byte) (value >>> shift);
        }
    }

    void bytes(byte[] source, int from, int length) {
        reserve(length);
        System.arraycopy(source, from, data, size, length);
        size += length;
    }

    void append(ByteWriter other) {
        bytes(other.data, 0, other.size);
    }

    byte[] toBytes() {
        return Arrays.copyOf(data, size);
    }
}
