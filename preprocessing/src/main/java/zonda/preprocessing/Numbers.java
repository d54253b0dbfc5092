package zonda.preprocessing;

import zonda.language.DoubleText;

/// Numbers to text and back, in Zabbix's forms.
final class Numbers {
    /// Longer text is no number that a device or a person meant.
    private static final int LONGEST = 400;

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
        return DoubleText.print(value);
    }
}
