package zonda.testing.bench;

import java.util.Arrays;
import zonda.model.ValueKind;

/// The values of one item; times rise.
///
/// @param kind UNSIGNED or DOUBLE
/// @param epochMillis times
/// @param bits integers, or the raw bits of doubles
record Series(ValueKind kind, long[] epochMillis, long[] bits) {
    /// Collects values. Those that no store takes (NaN, infinite) and those whose time is not
    /// behind
    /// the one before are left out and counted.
    static final class Builder {
        private final ValueKind kind;
        private long[] times = new long[256];
        private long[] bits = new long[256];
        private int size;
        private int left;

        Builder(ValueKind kind) {
            this.kind = kind;
        }

        void add(long epochMillis, long bitsOfValue) {
            boolean isNumber = kind == ValueKind.UNSIGNED || Double.isFinite(Double.longBitsToDouble(bitsOfValue));
            if (!isNumber || (size > 0 && epochMillis <= times[size - 1])) {
                left++;
                return;
            }
            if (size == times.length) {
                times = Arrays.copyOf(times, size * 2);
                bits = Arrays.copyOf(bits, size * 2);
            }
            times[size] = epochMillis;
            bits[size++] = bitsOfValue;
        }

        int size() {
            return size;
        }

        int leftOut() {
            return left;
        }

        Series build() {
            return new Series(kind, Arrays.copyOf(times, size), Arrays.copyOf(bits, size));
        }
    }

    int size() {
        return bits.length;
    }

    boolean isSame(Series other) {
        return kind == other.kind && Arrays.equals(epochMillis, other.epochMillis) && Arrays.equals(bits, other.bits);
    }
}
