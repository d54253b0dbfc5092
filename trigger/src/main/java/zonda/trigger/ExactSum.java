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

    void clear() {
        Arrays.fill(limbs, 0);
        pending = 0;
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
        if (++pending == MOST_PENDING) {
            carry(limbs);
            pending = 0;
        }
    }

    /// Passes carries on, so that every limb but the top one lies in 0 to 2^32-1.
    private static void carry(long[] limbs) {
        long carry = 0;
        for (int i = 0; i < LIMBS - 1; i++) {
            long limb = limbs[i] + carry;
            limbs[i] = limb & MASK32;
            carry = limb >> 32;
        }
        limbs[LIMBS - 1] += carry;
    }

    /// The sum, rounded to the nearest double; infinite where it is too large for one.
    ///
    /// @param scratch room for [#LIMBS] numbers
    double value(long[] scratch) {
        System.arraycopy(limbs, 0, scratch, 0, LIMBS);
        carry(scratch);
        boolean negative = scratch[LIMBS - 1] < 0;
        if (negative) {
            for (int i = 0; i < LIMBS; i++) {
                scratch[i] = -scratch[i];
            }
            carry(scratch);
        }
        double size = magnitude(scratch);
        return negative ? -size : size;
    }

    private static double magnitude(long[] scratch) {
        int top = LIMBS - 1;
        while (top > 0 && scratch[top] == 0) {
            top--;
        }
        if (top == 0) {
            return Math.scalb((double) scratch[0], LOWEST_EXPONENT);
        }
        long leading = (scratch[top] << 32) | scratch[top - 1];
        int shift = Long.numberOfLeadingZeros(leading);
        boolean sticky = false;
        if (top >= 2 && shift > 0) {
            leading = (leading << shift) | (scratch[top - 2] >>> (32 - shift));
            sticky = ((scratch[top - 2] << shift) & MASK32) != 0;
        } else if (top >= 2) {
            sticky = scratch[top - 2] != 0;
        } else {
            leading <<= shift;
        }
        for (int i = top - 3; i >= 0 && !sticky; i--) {
            sticky = scratch[i] != 0;
        }
        long mantissa = leading >>> 11;
        long rest = leading & 0x7FF;
        boolean up = rest > 0x400 || (rest == 0x400 && (sticky || (mantissa & 1) != 0));
        if (up) {
            mantissa++;
        }
        return Math.scalb((double) mantissa, 32 * (top - 1) - shift + 11 + LOWEST_EXPONENT);
    }
}
