package zonda.language;

import java.util.OptionalDouble;

/// Numbers as people write them: `1.5`, `.5`, `1e6`, `10K`, `5m`.
///
/// Suffixes: K M G T are powers of 1,024; s m h d w are seconds. No blanks, no plus sign.
public final class Numbers {
    private Numbers() {}

    /// The value of a text that is a whole number with or without a sign and a suffix; nothing for
    /// any other text, and for one whose value is not finite.
    public static OptionalDouble parse(String text) {
        boolean negative = text.startsWith("-");
        int from = negative ? 1 : 0;
        int digits = end(text, from);
        if (digits == from || digits + 1 < text.length()) {
            return OptionalDouble.empty();
        }
        double factor = digits < text.length() ? suffix(text.charAt(digits)) : 1;
        double value = Double.parseDouble(text.substring(from, digits)) * factor;
        return factor == 0 || Double.isInfinite(value)
                ? OptionalDouble.empty()
                : OptionalDouble.of(negative ? -value : value);
    }

    /// What a suffix multiplies with; 0 for a letter that is none.
    static double suffix(char letter) {
        return switch (letter) {
            case 'K' -> 0x1p10;
            case 'M' -> 0x1p20;
            case 'G' -> 0x1p30;
            case 'T' -> 0x1p40;
            default -> Durations.unitSeconds(letter);
        };
    }

    /// Where a number without sign and suffix that starts at `from` ends; `from` where none starts.
    static int end(String text, int from) {
        int at = digits(text, from);
        int count = at - from;
        if (at < text.length() && text.charAt(at) == '.') {
            int fraction = digits(text, at + 1);
            count += fraction - at - 1;
            at = fraction;
        }
        if (count == 0) {
            return from;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = at + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
                exponent++;
            }
            int end = digits(text, exponent);
            at = end > exponent ? end : at;
        }
        return at;
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
