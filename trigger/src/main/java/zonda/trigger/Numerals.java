package zonda.trigger;

import java.math.BigDecimal;
import zonda.language.Numbers;

/// Numbers of expressions: equality with Zabbix's tolerance, text that is a number, numbers as
/// text.
final class Numerals {
    /// Zabbix's tolerance for doubles: the distance from 1 to the next double.
    static final double TOLERANCE = 2.22e-16;

    private static final int LONGEST = 400;

    private Numerals() {}

    static boolean areEqual(double a, double b) {
        return Math.abs(a - b) <= TOLERANCE;
    }

    static boolean isTrue(double value) {
        return Math.abs(value) > TOLERANCE;
    }

    /// The number that a text is, with a suffix or without; NaN where it is none.
    static double parse(String text) {
        return text.length() > LONGEST ? Double.NaN : Numbers.parse(text).orElse(Double.NaN);
    }

    /// Whether text is a whole number from 0 to 2^64-1 in decimal digits.
    static boolean isUnsigned(String text) {
        int end = text.length();
        if (end == 0 || end > 20 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        return end < 20 || text.compareTo("18446744073709551615") <= 0;
    }

    /// A number in its shortest form: whole ones without a point.
    static String print(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 0x1p53) {
            return Long.toString((long) value);
        }
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
