package zonda.preprocessing;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Numbers to text and back, in Zabbix's forms.
final class Numbers {
    /// Longer text is no number that a device or a person meant.
    private static final int LONGEST = 400;

    private static final MathContext DIGITS_15 = new MathContext(15, RoundingMode.HALF_EVEN);
    private static final MathContext DIGITS_17 = new MathContext(17, RoundingMode.HALF_EVEN);

    private Numbers() {}

    /// Whether text is a decimal number: a sign or none, digits with at most one point, an exponent
    /// or none.
    static boolean isDecimal(String text) {
        int end = text.length();
        if (end > LONGEST) {
            return false;
        }
        int at = end > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        int whole = digits(text, at);
        int digits = whole - at;
        at = whole;
        if (at < end && text.charAt(at) == '.') {
            int fraction = digits(text, at + 1);
            digits += fraction - at - 1;
            at = fraction;
        }
        if (digits == 0) {
            return false;
        }
        if (at < end && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < end && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                at++;
            }
            int exponent = digits(text, at);
            return exponent > at && exponent == end;
        }
        return at == end;
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    /// Whether text is an unsigned 64-bit integer in decimal digits; leading zeros are fine.
    static boolean isUnsigned(String text) {
        int end = text.length();
        if (end == 0 || end > LONGEST || digits(text, 0) != end) {
            return false;
        }
        int first = 0;
        while (first < end && text.charAt(first) == '0') {
            first++;
        }
        int length = end - first;
        return length < 20 || (length == 20 && text.substring(first).compareTo("18446744073709551615") <= 0);
    }

    /// A double as Zabbix prints it: C's `%.15G`, or `%.17G` where 15 digits would not read back as
    /// the same number.
    static String print(double value) {
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
