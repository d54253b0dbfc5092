package zonda.preprocessing.step;

/// Trims, replacing, and words and digits of other bases to decimal numbers.
final class Trims {
    private static final String TRUE_WORDS = " true t yes y on up running enabled available ok master ";
    private static final String FALSE_WORDS = " false f no n off down unused disabled unavailable err slave ";
    private static final int LONGEST_WORD = 16;

    private Trims() {}

    /// The escapes `\n`, `\r`, `\t`, `\s` of a parameter made to what they stand for.
    ///
    /// @param hasEscapedBackslash whether `\\` stands for one backslash as well
    static String unescaped(String text, boolean hasEscapedBackslash) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char following = c == '\\' && i + 1 < text.length() ? text.charAt(i + 1) : ' ';
            int meant = switch (following) {
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 's' -> ' ';
                case '\\' -> hasEscapedBackslash ? '\\' : -1;
                default -> -1;
            };
            if (c == '\\' && meant >= 0) {
                out.append((char) meant);
                i++;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    static String trimmed(String text, String characters, boolean left, boolean right) {
        int from = 0;
        int end = text.length();
        while (right && end > 0) {
            int last = text.codePointBefore(end);
            if (characters.indexOf(last) < 0) {
                break;
            }
            end -= Character.charCount(last);
        }
        while (left && from < end) {
            int first = text.codePointAt(from);
            if (characters.indexOf(first) < 0) {
                break;
            }
            from += Character.charCount(first);
        }
        return text.substring(from, end);
    }

    /// Blanks and quotes around a number are no part of it.
    private static String bare(String text) {
        return trimmed(trimmed(text, " \"", true, false), " \"\n\r", false, true);
    }

    static String fromBoolean(String text) throws StepException {
        String bare = bare(text);
        if (isNumber(bare)) {
            return Double.parseDouble(bare) == 0 ? "0" : "1";
        }
        if (!bare.isEmpty() && bare.length() <= LONGEST_WORD && bare.indexOf(' ') < 0) {
            StringBuilder word = new StringBuilder(" ");
            for (int i = 0; i < bare.length(); i++) {
                char c = bare.charAt(i);
                word.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
            }
            word.append(' ');
            if (TRUE_WORDS.contains(word)) {
                return "1";
            }
            if (FALSE_WORDS.contains(word)) {
                return "0";
            }
        }
        throw StepException.at(text, "no boolean, wanted a number or a word such as yes, no, up, down");
    }

    private static boolean isNumber(String text) {
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isDigit = c >= '0' && c <= '9';
            digits += isDigit ? 1 : 0;
            if (!isDigit && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        if (digits == 0) {
            return false;
        }
        try {
            return !Double.isNaN(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    static String fromOctal(String text) throws StepException {
        return fromDigits(text, bare(text), 3, "an octal number");
    }

    static String fromHexadecimal(String text) throws StepException {
        StringBuilder digits = new StringBuilder();
        String bare = bare(text);
        for (int i = 0; i < bare.length(); i++) {
            char c = bare.charAt(i);
            // Hex-STRINGs of more than 16 octets come in lines.
            if (c != ' ' && c != '\n') {
                digits.append(c);
            }
        }
        return fromDigits(text, digits, 4, "a hexadecimal number");
    }

    private static String fromDigits(String text, CharSequence digits, int bitsPerDigit, String wanted)
            throws StepException {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            int digit = c < 128 ? Character.digit(c, 1 << bitsPerDigit) : -1;
            if (digit < 0) {
                throw StepException.at(text, "wanted " + wanted);
            }
            if (value >>> (64 - bitsPerDigit) != 0) {
                throw StepException.at(text, "wanted " + wanted + " of at most 64 bits");
            }
            value = value << bitsPerDigit | digit;
        }
        if (digits.isEmpty()) {
            throw StepException.at(text, "wanted " + wanted);
        }
        return Long.toUnsignedString(value);
    }
}
