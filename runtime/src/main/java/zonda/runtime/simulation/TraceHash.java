package zonda.runtime.simulation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A running 64-bit hash over what happened, in order: two runs that agree in it went the same way.
/// Not for keeping secrets. Owned by one thread.
public final class TraceHash {
    private static final long FIRST = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xC2B2AE3D27D4EB4FL;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long state = SECOND;
    private long count;

    /// Adds a number.
    public void add(long value) {
        long mixed = (state ^ value) * FIRST;
        state = Long.rotateLeft(mixed ^ (mixed >>> 32), 23) + SECOND;
        count++;
    }

    /// Adds bytes and how many they are.
    public void add(byte[] bytes, int offset, int length) {
        add(length);
        int at = offset;
        int end = offset + length;
        while (at + 8 <= end) {
            add((long) LONGS.get(bytes, at));
            at += 8;
        }
        long rest = 0;
        while (at < end) {
            rest = rest << 8 | (bytes[at++] & 0xFF);
        }
        add(rest);
    }

    /// Adds text.
    public void add(String text) {
        add(text.length());
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
    }

    /// The hash of all that was added.
    public long value() {
        long h = (state ^ count) * FIRST;
        h ^= h >>> 29;
        h *= SECOND;
        return h ^ (h >>> 32);
    }

    /// The hash in 16 hexadecimal digits.
    @Override
    public String toString() {
        String digits = Long.toHexString(value());
        return "0".repeat(16 - digits.length()) + digits;
    }
}
