package zonda.model;

/// How a column cell names a slice of its batch's arena: offset in the upper 32 bits, length in the
/// lower.
public final class Slices {
    private Slices() {}

    public static long of(int offset, int length) {
        return ((long) offset << 32) | length;
    }

    public static int offset(long slice) {
        return (int) (slice >>> 32);
    }

    public static int length(long slice) {
        return (int) slice;
    }
}
