package zonda.history.tsdb;

/// Packs bits, the first one in the lowest place of the first byte. Owned by one thread.
final class BitWriter {
    final ByteWriter out = new ByteWriter();
    private long pending;
    private int count;

    void clear() {
        out.clear();
        pending = 0;
        count = 0;
    }

    /// @param value below 2^bits
    /// @param bits 0 to 64
    void put(long value, int bits) {
        if (bits > 32) {
            put(value & 0xFFFF_FFFFL, 32);
            put(value >>> 32, bits - 32);
            return;
        }
        pending |= value << count;
        count += bits;
        out.reserve(8);
        while (count >= 8) {
            out.data[out.size++] = (byte) pending;
            pending >>>= 8;
            count -= 8;
        }
    }

    /// Fills the last byte up with zeros.
    void finish() {
        if (count > 0) {
            out.octet((int) pending);
            pending = 0;
            count = 0;
        }
    }
}
