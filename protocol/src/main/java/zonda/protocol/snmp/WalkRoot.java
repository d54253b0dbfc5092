package zonda.protocol.snmp;

import java.util.Arrays;

/// Where a walk begins, and which names belong to it. Unlike an [Oid] it may be shorter than two
/// sub-identifiers: `1` is all of iso, the empty one is everything. Immutable.
public final class WalkRoot {
    private final String text;

    /// What the first request asks for the successor of.
    private final byte[] start;

    /// The content octets that all names of the walk begin with; empty for a root of less than two
    /// sub-identifiers.
    private final byte[] prefix;

    /// The first name behind the walk; empty where there is none.
    private final byte[] behind;

    /// The first sub-identifier where that is all that is given, else -1.
    private final int only;

    private WalkRoot(String text, byte[] start, byte[] prefix, byte[] behind, int only) {
        this.text = text;
        this.start = start;
        this.prefix = prefix;
        this.behind = behind;
        this.only = only;
    }

    /// All names that begin with an OID.
    public static WalkRoot of(Oid oid) {
        byte[] encoded = oid.encoded();
        return new WalkRoot(oid.toString(), encoded, encoded, next(oid), -1);
    }

    private static byte[] next(Oid oid) {
        int[] subids = new int[oid.size()];
        for (int i = 0; i < subids.length; i++) {
            subids[i] = (int) oid.subid(i);
        }
        int last = subids.length - 1;
        boolean full = subids[last] == -1 || (last == 1 && subids[0] < 2 && subids[1] == 39);
        if (full) {
            return last == 1 ? new byte[0] : next(Oid.of(Arrays.copyOf(subids, last)));
        }
        subids[last]++;
        return Oid.of(subids).encoded();
    }

    /// Reads `1.3.6.1`, `.1.3.6.1`, `.1` or `.`.
    ///
    /// @throws IllegalArgumentException with the place and what was wanted there
    public static WalkRoot parse(String text) {
        return switch (text) {
            case "", "." -> new WalkRoot(text, new byte[] {0}, new byte[0], new byte[0], -1);
            case "0", ".0", "1", ".1", "2", ".2" -> {
                int only = text.charAt(text.length() - 1) - '0';
                byte[] behind = only == 2 ? new byte[0] : new byte[] {(byte) (only * 40 + 40)};
                yield new WalkRoot(text, new byte[] {(byte) (only * 40)}, new byte[0], behind, only);
            }
            default -> of(Oid.parse(text));
        };
    }

    /// From here to the first name that is not before `end`, over the ends of all subtrees between.
    public WalkRoot until(Oid end) {
        return new WalkRoot(text, start, new byte[0], end.encoded(), -1);
    }

    byte[] start() {
        return start;
    }

    /// Whether a name begins as this one.
    boolean holds(byte[] data, int offset, int length) {
        if (only >= 0) {
            return length > 0 && Math.min((data[offset] & 0xFF) / 40, 2) == only;
        }
        if (prefix.length == 0) {
            return isBeforeEnd(data, offset, length);
        }
        return length >= prefix.length && Arrays.equals(data, offset, offset + prefix.length, prefix, 0, prefix.length);
    }

    /// Whether a name stands before the end of what belongs to this, perhaps also before its
    /// beginning.
    boolean isBeforeEnd(byte[] data, int offset, int length) {
        return behind.length == 0 || Oid.compareEncoded(data, offset, length, behind, 0, behind.length) < 0;
    }

    /// As it was written.
    @Override
    public String toString() {
        return text;
    }
}
