package zonda.protocol.snmp;

/// Names that were seen, as 64-bit hashes: that two of a million names share one has a chance of
/// one in ten million. Owned by one thread.
final class NameSet {
    private long[] hashes = new long[64];
    private int size;

    /// @return false when the name was in it
    boolean add(byte[] data, int offset, int length) {
        if (size * 2 >= hashes.length) {
            grow();
        }
        long hash = hash(data, offset, length);
        int at = place(hash);
        if (hashes[at] == hash) {
            return false;
        }
        hashes[at] = hash;
        size++;
        return true;
    }

    private int place(long hash) {
        int mask = hashes.length - 1;
        int at = (int) (hash >>> 32) & mask;
        while (hashes[at] != 0 && hashes[at] != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = hashes;
        hashes = new long[old.length * 2];
        for (long hash : old) {
            if (hash != 0) {
                hashes[place(hash)] = hash;
            }
        }
    }

    /// Never 0, which marks a free place.
    private static long hash(byte[] data, int offset, int length) {
        long h = 0x9E3779B97F4A7C15L ^ length;
        for (int i = offset; i < offset + length; i++) {
            h = (h ^ data[i]) * 0x100000001B3L;
            h ^= h >>> 29;
        }
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h ^= h >>> 27;
        return h == 0 ? 1 : h;
    }
}
