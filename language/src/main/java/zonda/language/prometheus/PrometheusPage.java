package zonda.language.prometheus;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import zonda.language.LanguageException;

/// A page of metrics, indexed by their names. Immutable; any thread.
///
/// Rows are lines, but for line breaks within the quotation marks of a label's value.
public final class PrometheusPage {
    private static final int[] NO_ROWS = {};

    private final String text;
    private int[] starts = new int[64];
    private int[] nameEnds = new int[64];
    private int[] ends = new int[64];
    private int rows;
    private final Map<String, int[]> rowsByName = new LinkedHashMap<>();
    private int fault = -1;

    private PrometheusPage(String text) {
        this.text = text;
    }

    /// Indexes a page. What is wrong with single rows is told by the patterns that ask for them.
    public static PrometheusPage of(String text) {
        PrometheusPage page = new PrometheusPage(text);
        page.index();
        return page;
    }

    String text() {
        return text;
    }

    int rows() {
        return rows;
    }

    int start(int row) {
        return starts[row];
    }

    int nameEnd(int row) {
        return nameEnds[row];
    }

    int end(int row) {
        return ends[row];
    }

    /// The rows of a name, in order.
    int[] rowsOf(String name) {
        return rowsByName.getOrDefault(name, NO_ROWS);
    }

    /// @throws LanguageException when there is no row, or one without a readable name
    void checkReadable() throws LanguageException {
        if (fault >= 0) {
            int end = Math.min(text.length(), fault + 40);
            throw new LanguageException(
                    0, "the row '" + text.substring(fault, end).replace('\n', ' ') + "' starts with no metric's name");
        }
        if (rows == 0) {
            throw new LanguageException(0, "no metrics");
        }
    }

    private void index() {
        Map<String, Integer> counts = new HashMap<>();
        String name = "";
        int[] ofName = NO_ROWS;
        int count = 0;
        int at = 0;
        int length = text.length();
        while (at < length) {
            at = afterBlanks(text, at, length);
            if (at == length) {
                break;
            }
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                at++;
                continue;
            }
            if (c == '#') {
                at = lineEnd(at);
                continue;
            }
            int nameEnd = nameEnd(text, at, length);
            if (nameEnd == at) {
                fault = fault < 0 ? at : fault;
                at = lineEnd(at);
                continue;
            }
            int end = rowEnd(nameEnd);
            if (nameEnd - at != name.length() || !text.startsWith(name, at)) {
                keep(name, ofName, count, counts);
                name = text.substring(at, nameEnd);
                ofName = rowsOf(name);
                count = counts.getOrDefault(name, 0);
            }
            if (count == ofName.length) {
                ofName = Arrays.copyOf(ofName, Math.max(4, count * 2));
            }
            ofName[count++] = rows;
            add(at, nameEnd, end);
            at = end;
        }
        keep(name, ofName, count, counts);
        rowsByName.replaceAll((key, all) -> Arrays.copyOf(all, counts.getOrDefault(key, 0)));
    }

    private void keep(String name, int[] ofName, int count, Map<String, Integer> counts) {
        if (count > 0) {
            rowsByName.put(name, ofName);
            counts.put(name, count);
        }
    }

    private void add(int start, int nameEnd, int end) {
        if (rows == starts.length) {
            starts = Arrays.copyOf(starts, rows * 2);
            nameEnds = Arrays.copyOf(nameEnds, rows * 2);
            ends = Arrays.copyOf(ends, rows * 2);
        }
        starts[rows] = start;
        nameEnds[rows] = nameEnd;
        ends[rows++] = end;
    }

    int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /// Where a row ends: the next line break that stands in no quotation marks of its labels.
    private int rowEnd(int nameEnd) {
        int end = lineEnd(nameEnd);
        int at = afterBlanks(text, nameEnd, end);
        if (at == end || text.charAt(at) != '{') {
            return end;
        }
        while (true) {
            int opened = text.indexOf('"', at);
            if (opened < 0 || opened >= end) {
                return end;
            }
            int closed = closing(opened + 1);
            if (closed < 0) {
                return end;
            }
            if (closed > end) {
                // A value over lines; what does not go on as labels do is no such value.
                int next = afterBlanks(text, closed + 1, text.length());
                if (next == text.length() || (text.charAt(next) != ',' && text.charAt(next) != '}')) {
                    return end;
                }
                end = lineEnd(closed);
            }
            at = closed + 1;
        }
    }

    private int closing(int from) {
        int at = text.indexOf('"', from);
        while (at >= 0) {
            int backslashes = 0;
            while (at - 1 - backslashes >= from && text.charAt(at - 1 - backslashes) == '\\') {
                backslashes++;
            }
            if (backslashes % 2 == 0) {
                return at;
            }
            at = text.indexOf('"', at + 1);
        }
        return -1;
    }

    static int afterBlanks(String text, int from, int end) {
        int at = from;
        while (at < end && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    static int nameEnd(String text, int from, int end) {
        int at = from;
        while (at < end) {
            char c = text.charAt(at);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
            if (!isLetter && (at == from || c < '0' || c > '9')) {
                break;
            }
            at++;
        }
        return at;
    }
}
