package zonda.trigger;

import java.util.Arrays;

/// A running sum of doubles without any rounding: adding and taking away a value are exact, and
/// reading rounds once, to
/// the nearest double, ties to even. So a window's sum does not depend on what passed through it
/// before.
///
/// A fixed-point number that spans all doubles (after Kulisch's long accumulator): limb `i` counts
/// units of
/// 2^(32 i - 1074) in a signed 64-bit integer, so that 2^30 additions fit before carries must be
/// passed on.
final class ExactSum {
    /// 2,098 bits of the doubles' range, and room for carries.
    static final int LIMBS = 70;

    private static final long MASK32 = 0xFFFF_FFFFL;
    private static final int LOWEST_EXPONENT = -1074;
    private static final int MOST_PENDING = 1 << 30;

    private final long[] limbs = new long[LIMBS];
    private int pending;

    /// The limbs that may be other than zero: values of one item are near one another, so only a
    /// few are.
    private int lowest = LIMBS;

    private int highest = -1;

    void clear() {
        Arrays.fill(limbs, 0);
        pending = 0;
        lowest = LIMBS;
        highest = -1;
    }

    void add(double value) {
        accumulate(value, value < 0);
    }

    void subtract(double value) {
        accumulate(value, value >= 0);
    }

    private void accumulate(double value, boolean negative) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7FF;
        long mantissa = bits & ((1L << 52) - 1);
        if (exponent == 0) {
            exponent = 1;
        } else {
            mantissa |= 1L << 52;
        }
        int position = exponent - 1;
        int limb = position >>> 5;
        int offset = position & 31;
        long low = (mantissa << offset) & MASK32;
        long middle = (mantissa >>> (32 - offset)) & MASK32;
        long high = offset == 0 ? 0 : mantissa >>> (64 - offset);
        if (negative) {
            limbs[limb] -= low;
            limbs[limb + 1] -= middle;
            limbs[limb + 2] -= high;
        } else {
            limbs[limb] += low;
            limbs[limb + 1] += middle;
            limbs[limb + 2] += high;
        }
        lowest = Math.min(lowest, limb);
        highest = Math.max(highest, limb + 2);
        if (++pending == MOST_PENDING) {
            carry(limbs, LIMBS);
            pending = 0;
            highest = LIMBS - 1;
        }
    }

    /// Passes carries on, so that every limb but the top one lies in 0 to 2^32-1.
    private static void carry(long[] limbs, int size) {
        long carry = 0;
        for (int i = 0; i < size - 1; i++) {
            long limb = limbs[i] + carry;
            limbs[i] = limb & MASK32;
            carry = limb >> 32;
        }
        limbs[size - 1] += carry;
    }

    /// The sum, rounded to the nearest double; infinite where it is too large for one.
    ///
    /// @param scratch room for [#LIMBS] numbers
    double value(long[] scratch) {
        if (highest < 0) {
            return 0;
        }
        // Carries reach at most one limb beyond the highest; one more holds the sign.
        int size = Math.min(LIMBS, highest + 3) - lowest;
        System.arraycopy(limbs, lowest, scratch, 0, size);
        carry(scratch, size);
        boolean negative = scratch[size - 1] < 0;
        if (negative) {
            for (int i = 0; i < size; i++) {
                scratch[i] = -scratch[i];
            }
            carry(scratch, size);
        }
        double value = magnitude(scratch, size, 32 * lowest + LOWEST_EXPONENT);
        return negative ? -value : value;
    }

    private static double magnitude(long[] limbs, int size, int exponent) {
        int top = size - 1;
        while (top > 0 && limbs[top] == 0) {
            top--;
        }
        if (top == 0) {
            return Math.scalb((double) limbs[0], exponent);
        }
        long leading = (limbs[top] << 32) | limbs[top - 1];
        int shift = Long.numberOfLeadingZeros(leading);
        boolean sticky = false;
        if (top >= 2 && shift > 0) {
            leading = (leading << shift) | (limbs[top - 2] >>> (32 - shift));
            sticky = ((limbs[top - 2] << shift) & MASK32) != 0;
        } else if (top >= 2) {
            sticky = limbs[top - 2] != 0;
        } else {
            leading <<= shift;
        }
        for (int i = top - 3; i >= 0 && !sticky; i--) {
            sticky = limbs[i] != 0;
        }
        long mantissa = leading >>> 11;
        long rest = leading & 0x7FF;
        boolean up = rest > 0x400 || (rest == 0x400 && (sticky || (mantissa & 1) != 0));
        if (up) {
            mantissa++;
        }
        return Math.scalb((double) mantissa, 32 * (top - 1) - shift + 11 + exponent);
    }
}
