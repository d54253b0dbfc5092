package zonda.trigger;

import java.math.BigDecimal;

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
        int end = text.length();
        if (end == 0 || end > LONGEST) {
            return Double.NaN;
        }
        double factor = factor(text.charAt(end - 1));
        String digits = factor == 0 ? text : text.substring(0, end - 1);
        if (!isDecimal(digits)) {
            return Double.NaN;
        }
        double value = Double.parseDouble(digits) * (factor == 0 ? 1 : factor);
        return Double.isFinite(value) ? value : Double.NaN;
    }

    private static double factor(char suffix) {
        return switch (suffix) {
            case 'K' -> 0x1p10;
            case 'M' -> 0x1p20;
            case 'G' -> 0x1p30;
            case 'T' -> 0x1p40;
            case 's' -> 1;
            case 'm' -> 60;
            case 'h' -> 3_600;
            case 'd' -> 86_400;
            case 'w' -> 604_800;
            default -> 0;
        };
    }

    private static boolean isDecimal(String text) {
        int end = text.length();
        int at = text.startsWith("-") ? 1 : 0;
        int whole = digits(text, at);
        int count = whole - at;
        at = whole;
        if (at < end && text.charAt(at) == '.') {
            int fraction = digits(text, at + 1);
            count += fraction - at - 1;
            at = fraction;
        }
        if (count == 0) {
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

    /// Whether text is a whole number from 0 to 2^64-1 in decimal digits.
    static boolean isUnsigned(String text) {
        int end = text.length();
        if (end == 0 || digits(text, 0) != end || end > 20) {
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
