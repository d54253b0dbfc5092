package zonda.language.prometheus;

import java.util.ArrayList;
import java.util.List;
import zonda.language.LanguageException;

/// One row, taken apart. One thread; filled anew for each row.
final class Row {
    final List<String> labels = new ArrayList<>();
    final List<String> values = new ArrayList<>();
    String value = "";
    private String text = "";
    private int at;
    private int start;
    private int end;

    /// @throws LanguageException names the row and what is wrong with it
    void read(PrometheusPage page, int row) throws LanguageException {
        labels.clear();
        values.clear();
        text = page.text();
        start = page.start(row);
        end = page.end(row);
        at = page.nameEnd(row);
        int afterName = at;
        blanks();
        if (at < end && text.charAt(at) == '{') {
            readLabels();
            afterName = at;
            blanks();
        }
        if (at == afterName) {
            throw fault(at, "a blank");
        }
        int from = at;
        while (at < end && text.charAt(at) > ' ') {
            at++;
        }
        value = text.substring(from, at);
        if (!isValue(value)) {
            throw fault(from, "a number");
        }
    }

    private void readLabels() throws LanguageException {
        at++;
        blanks();
        while (at < end && text.charAt(at) != '}') {
            int from = at;
            while (at < end && isLabel(text.charAt(at), at > from)) {
                at++;
            }
            if (at == from) {
                throw fault(at, "a label or '}'");
            }
            labels.add(text.substring(from, at));
            blanks();
            take('=');
            blanks();
            values.add(quoted());
            blanks();
            if (at < end && text.charAt(at) == '}') {
                break;
            }
            take(',');
            blanks();
        }
        take('}');
    }

    static boolean isLabel(char c, boolean mayBeDigit) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (mayBeDigit && c >= '0' && c <= '9');
    }

    private String quoted() throws LanguageException {
        take('"');
        int from = at;
        boolean hasEscapes = false;
        while (at < end && text.charAt(at) != '"') {
            hasEscapes |= text.charAt(at) == '\\';
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= end) {
            at = end;
            throw fault(end, "'\"'");
        }
        String raw = text.substring(from, at++);
        return hasEscapes ? unescaped(raw) : raw;
    }

    /// `\n`, `\\` and `\"` as what they stand for; other backslashes stay.
    static String unescaped(String raw) {
        StringBuilder out = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            char following = c == '\\' && i + 1 < raw.length() ? raw.charAt(i + 1) : ' ';
            if (following == 'n' || following == '\\' || following == '"') {
                out.append(following == 'n' ? '\n' : following);
                i++;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private void take(char wanted) throws LanguageException {
        if (at >= end || text.charAt(at) != wanted) {
            throw fault(at, "'" + wanted + "'");
        }
        at++;
    }

    private void blanks() {
        at = PrometheusPage.afterBlanks(text, at, end);
    }

    private LanguageException fault(int place, String wanted) {
        String seen = place >= end ? "the row's end" : "'" + text.substring(place, Math.min(end, place + 20)) + "'";
        String row = text.substring(start, Math.min(end, start + 60));
        return new LanguageException(0, "the row '" + row + "' has " + seen + ", wanted " + wanted);
    }

    /// Whether a text is a sample's value: a decimal number, or infinity or NaN in any letters.
    static boolean isValue(String text) {
        int from = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-') ? 1 : 0;
        String bare = text.substring(from);
        return bare.equalsIgnoreCase("inf") || (from == 0 && bare.equalsIgnoreCase("nan")) || isDecimal(bare);
    }

    private static boolean isDecimal(String text) {
        int at = digits(text, 0);
        int count = at;
        if (at < text.length() && text.charAt(at) == '.') {
            int fraction = digits(text, at + 1);
            count += fraction - at - 1;
            at = fraction;
        }
        if (count == 0 || text.length() > 400) {
            return false;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                at++;
            }
            int exponent = digits(text, at);
            return exponent > at && exponent == text.length();
        }
        return at == text.length();
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    /// A sample's value as double.
    static double number(String value) {
        int from = value.charAt(0) == '+' || value.charAt(0) == '-' ? 1 : 0;
        char first = value.charAt(from);
        if (first == 'n' || first == 'N') {
            return Double.NaN;
        }
        if (first == 'i' || first == 'I') {
            return value.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return Double.parseDouble(value);
    }
}
