package zonda.history.tsdb;

/// Unsigned LEB128 and zigzag, over byte arrays.
final class Varint {
    private Varint() {}

    static int put(byte[] out, int at, long value) {
        int position = at;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[position++] = (byte) rest;
        return position;
    }

    static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }
}
