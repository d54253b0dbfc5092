package zonda.language.csv;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import zonda.language.LanguageException;
import zonda.language.json.JsonText;

/// Turns CSV into a JSON array of objects, one a line. Immutable; any thread.
///
/// A first line `sep=;` names the delimiter, unless the parameters do. Fields may stand in
/// quotation marks, where a double one stands for one. Lines end with LF or CRLF; what follows the
/// last line break is a line, even where it is empty.
public final class CsvToJson {
    private static final int NONE = -1;
    private static final String SEPARATOR = "sep=";

    private final int delimiter;
    private final int quote;
    private final boolean hasHeader;

    private CsvToJson(int delimiter, int quote, boolean hasHeader) {
        this.delimiter = delimiter;
        this.quote = quote;
        this.hasHeader = hasHeader;
    }

    /// @param delimiter one character; empty for the one named by the text, or a comma
    /// @param quote one character; empty for none
    /// @param header `1` where the first line holds the names of the fields, else `0`
    /// @throws LanguageException names what was seen and wanted
    public static CsvToJson compile(String delimiter, String quote, String header) throws LanguageException {
        if (!header.equals("0") && !header.equals("1")) {
            throw new LanguageException(0, "the header '" + header + "', wanted 1 or 0");
        }
        return new CsvToJson(
                character("the delimiter", delimiter), character("the quotation mark", quote), header.equals("1"));
    }

    private static int character(String what, String text) throws LanguageException {
        int count = text.codePointCount(0, text.length());
        if (count > 1) {
            throw new LanguageException(0, what + " '" + text + "', wanted one character or nothing");
        }
        return count == 0 ? NONE : text.codePointAt(0);
    }

    /// @throws LanguageException names the line, and what is wrong with it
    public String convert(String text) throws LanguageException {
        return new Reading(text).run();
    }

    /// One text on its way. One thread.
    private final class Reading {
        private final String text;
        private final StringBuilder out = new StringBuilder("[");
        private final List<String> names = new ArrayList<>();
        private final StringBuilder field = new StringBuilder();
        private int at;
        private int separator = delimiter;
        private int line = 1;

        Reading(String text) {
            this.text = text;
        }

        String run() throws LanguageException {
            readSeparatorLine();
            if (at < text.length()) {
                if (hasHeader) {
                    readHeader();
                }
                while (at <= text.length()) {
                    readRow();
                }
            }
            return out.append(']').toString();
        }

        private void readSeparatorLine() {
            if (text.regionMatches(true, 0, SEPARATOR, 0, SEPARATOR.length()) && text.length() > SEPARATOR.length()) {
                int named = text.codePointAt(SEPARATOR.length());
                int end = SEPARATOR.length() + Character.charCount(named);
                int following = afterBreak(end);
                if (named != '\n' && named != '\r' && (end == text.length() || following > end)) {
                    separator = delimiter == NONE ? named : delimiter;
                    at = Math.max(end, following);
                    line++;
                }
            }
            separator = separator == NONE ? ',' : separator;
        }

        /// @return the place after the line break that stands at `from`; `from` where none does
        private int afterBreak(int from) {
            if (text.startsWith("\r\n", from)) {
                return from + 2;
            }
            return from < text.length() && text.charAt(from) == '\n' ? from + 1 : from;
        }

        private void readHeader() throws LanguageException {
            Set<String> seen = new HashSet<>();
            boolean isLast = false;
            while (!isLast) {
                isLast = readField();
                String name = field.toString();
                if (!seen.add(name)) {
                    throw fault("the column '" + name + "' for a second time, wanted different names");
                }
                names.add(name);
            }
        }

        private void readRow() throws LanguageException {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append('{');
            boolean isEmpty = at == text.length() || afterBreak(at) > at;
            int count = 0;
            boolean isLast = isEmpty;
            while (!isLast) {
                if (hasHeader && count == names.size()) {
                    throw fault("more fields than the header's " + names.size());
                }
                isLast = readField();
                put(hasHeader ? names.get(count) : Integer.toString(count + 1), field);
                count++;
            }
            if (isEmpty) {
                at = at == text.length() ? at + 1 : afterBreak(at);
                line++;
            }
            while (hasHeader && count < names.size()) {
                put(names.get(count++), "");
            }
            out.append('}');
        }

        private void put(String name, CharSequence value) {
            if (out.charAt(out.length() - 1) != '{') {
                out.append(',');
            }
            JsonText.quote(out, name);
            out.append(':');
            JsonText.quote(out, value);
        }

        /// Reads a field, and the delimiter or line break behind it.
        ///
        /// @return whether it is the last of its line
        private boolean readField() throws LanguageException {
            field.setLength(0);
            if (at < text.length() && quote != NONE && text.codePointAt(at) == quote) {
                readQuoted();
            } else {
                readPlain();
            }
            if (at == text.length()) {
                at++;
                line++;
                return true;
            }
            int following = afterBreak(at);
            if (following > at) {
                at = following;
                line++;
                return true;
            }
            int c = text.codePointAt(at);
            if (c != separator) {
                throw fault(
                        c == '\r'
                                ? "a carriage return without line feed, wanted LF or CRLF"
                                : "'" + Character.toString(c)
                                        + "' after a quotation mark, wanted the delimiter or a line break");
            }
            at += Character.charCount(c);
            return false;
        }

        private void readPlain() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '\n' || c == '\r') {
                    return;
                }
                int point = Character.isHighSurrogate(c) ? text.codePointAt(at) : c;
                if (point == separator) {
                    return;
                }
                field.appendCodePoint(point);
                at += Character.charCount(point);
            }
        }

        private void readQuoted() throws LanguageException {
            int opened = line;
            int width = Character.charCount(quote);
            at += width;
            while (at < text.length()) {
                int c = text.codePointAt(at);
                at += Character.charCount(c);
                if (c != quote) {
                    field.appendCodePoint(c);
                    continue;
                }
                if (at >= text.length() || text.codePointAt(at) != quote) {
                    return;
                }
                field.appendCodePoint(quote);
                at += width;
            }
            line = opened;
            throw fault("a quotation mark that is not closed");
        }

        private LanguageException fault(String seen) {
            return new LanguageException(0, "line " + line + " has " + seen);
        }
    }
}
