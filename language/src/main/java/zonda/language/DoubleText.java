package zonda.language;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Doubles as Zabbix prints them.
public final class DoubleText {
    private static final MathContext DIGITS_15 = new MathContext(15, RoundingMode.HALF_EVEN);
    private static final MathContext DIGITS_17 = new MathContext(17, RoundingMode.HALF_EVEN);

    private DoubleText() {}

    /// C's `%.15G`, or `%.17G` where 15 digits would not read back as the same number.
    public static String print(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal rounded = exact.round(DIGITS_15);
        if (rounded.doubleValue() == value) {
            return general(rounded, 15);
        }
        return general(exact.round(DIGITS_17), 17);
    }

    private static String general(BigDecimal rounded, int digits) {
        BigDecimal shortest = rounded.stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < digits) {
            return shortest.toPlainString();
        }
        String all = shortest.unscaledValue().abs().toString();
        StringBuilder out = new StringBuilder(32);
        if (shortest.signum() < 0) {
            out.append('-');
        }
        out.append(all.charAt(0));
        if (all.length() > 1) {
            out.append('.').append(all, 1, all.length());
        }
        out.append('E').append(exponent < 0 ? '-' : '+');
        int size = Math.abs(exponent);
        if (size < 10) {
            out.append('0');
        }
        return out.append(size).toString();
    }
}
