package zonda.language.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.Regex;
import zonda.language.json.JsonText;

/// Which rows of a page are meant: `name{label="value", other=~"pattern"} == 1`, each part of it
/// optional. `=`, `!=`, `=~` and `!~` compare labels; a pattern may match anywhere in the value.
/// The
/// name may be given as label `__name__` instead. Immutable; any thread.
public final class PrometheusFilter {
    private static final String NAME_LABEL = "__name__";

    /// How a label's value is compared.
    private enum Comparison {
        EQUAL,
        NOT_EQUAL,
        MATCHES,
        NOT_MATCHES
    }

    private record LabelTest(String label, Comparison comparison, String text, Optional<Regex> pattern) {
        boolean holds(String value) throws LanguageException {
            return switch (comparison) {
                case EQUAL -> value.equals(text);
                case NOT_EQUAL -> !value.equals(text);
                case MATCHES -> pattern.isPresent() && pattern.get().finds(value);
                case NOT_MATCHES -> pattern.isPresent() && !pattern.get().finds(value);
            };
        }
    }

    private final String written;
    private final List<LabelTest> names;
    private final List<LabelTest> labels;
    private final Optional<Double> value;

    private PrometheusFilter(String written, List<LabelTest> names, List<LabelTest> labels, Optional<Double> value) {
        this.written = written;
        this.names = List.copyOf(names);
        this.labels = List.copyOf(labels);
        this.value = value;
    }

    /// @throws LanguageException what stands where in the pattern, and what was wanted
    public static PrometheusFilter compile(String text) throws LanguageException {
        return new Parser(text).filter();
    }

    /// Takes the rows that are meant.
    interface Rows {
        void row(int number, Row row) throws LanguageException;
    }

    void each(PrometheusPage page, Rows out) throws LanguageException {
        page.checkReadable();
        Row row = new Row();
        if (names.size() == 1 && names.getFirst().comparison() == Comparison.EQUAL) {
            for (int number : page.rowsOf(names.getFirst().text())) {
                test(page, number, row, out);
            }
            return;
        }
        for (int number = 0; number < page.rows(); number++) {
            String name = page.text().substring(page.start(number), page.nameEnd(number));
            if (isNamed(name)) {
                test(page, number, row, out);
            }
        }
    }

    private boolean isNamed(String name) throws LanguageException {
        for (LabelTest test : names) {
            if (!test.holds(name)) {
                return false;
            }
        }
        return true;
    }

    private void test(PrometheusPage page, int number, Row row, Rows out) throws LanguageException {
        row.read(page, number);
        for (LabelTest test : labels) {
            int at = row.labels.indexOf(test.label());
            if (at < 0 || !test.holds(row.values.get(at))) {
                return;
            }
        }
        if (value.isEmpty() || Double.compare(value.get() + 0.0, Row.number(row.value) + 0.0) == 0) {
            out.row(number, row);
        }
    }

    /// All rows that are meant, as a JSON array of objects: `name`, `value`, `line_raw`, `labels`,
    /// `type`, `help`.
    ///
    /// @throws LanguageException when the page holds no metrics, or a row that may be meant cannot
    /// be read
    public String json(PrometheusPage page) throws LanguageException {
        Map<String, String> types = new HashMap<>();
        Map<String, String> helps = new HashMap<>();
        readHints(page, types, helps);
        StringBuilder out = new StringBuilder("[");
        each(page, (number, row) -> {
            if (out.length() > 1) {
                out.append(',');
            }
            String name = page.text().substring(page.start(number), page.nameEnd(number));
            out.append("{\"name\":");
            JsonText.quote(out, name);
            out.append(",\"value\":");
            JsonText.quote(out, row.value);
            out.append(",\"line_raw\":");
            JsonText.quote(
                    out,
                    page.text().substring(page.start(number), page.end(number)).stripTrailing());
            writeLabels(out, row);
            out.append(",\"type\":");
            JsonText.quote(out, types.getOrDefault(name, "untyped"));
            String help = helps.get(name);
            if (help != null) {
                out.append(",\"help\":");
                JsonText.quote(out, help);
            }
            out.append('}');
        });
        return out.append(']').toString();
    }

    private static void writeLabels(StringBuilder out, Row row) {
        if (row.labels.isEmpty()) {
            return;
        }
        out.append(",\"labels\":{");
        for (int i = 0; i < row.labels.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            JsonText.quote(out, row.labels.get(i));
            out.append(':');
            JsonText.quote(out, row.values.get(i));
        }
        out.append('}');
    }

    private static void readHints(PrometheusPage page, Map<String, String> types, Map<String, String> helps)
            throws LanguageException {
        String text = page.text();
        int at = 0;
        while (at < text.length()) {
            int end = page.lineEnd(at);
            int hash = PrometheusPage.afterBlanks(text, at, end);
            if (hash < end && text.charAt(hash) == '#') {
                int word = PrometheusPage.afterBlanks(text, hash + 1, end);
                if (text.startsWith("HELP", word) && isBlank(text, word + 4, end)) {
                    readHint(text, word + 4, end, helps, false);
                } else if (text.startsWith("TYPE", word) && isBlank(text, word + 4, end)) {
                    readHint(text, word + 4, end, types, true);
                }
            }
            at = end + 1;
        }
    }

    private static boolean isBlank(String text, int at, int end) {
        return at >= end || text.charAt(at) <= ' ';
    }

    private static void readHint(String text, int from, int end, Map<String, String> out, boolean isType)
            throws LanguageException {
        int start = PrometheusPage.afterBlanks(text, from, end);
        int nameEnd = PrometheusPage.nameEnd(text, start, end);
        String rest = text.substring(nameEnd, end).strip();
        String what = isType ? "TYPE" : "HELP";
        if (nameEnd == start || (isType && rest.isEmpty())) {
            throw new LanguageException(
                    0,
                    "the line '" + text.substring(start, end).strip() + "' of # " + what
                            + ", wanted a name and a text");
        }
        String name = text.substring(start, nameEnd);
        if (out.put(name, isType ? rest : Row.unescaped(rest)) != null) {
            throw new LanguageException(0, "a second # " + what + " of '" + name + "'");
        }
    }

    /// The pattern as it was written.
    @Override
    public String toString() {
        return written;
    }

    /// Reads patterns. One use, one thread.
    private static final class Parser {
        private final String text;
        private final List<LabelTest> names = new ArrayList<>();
        private final List<LabelTest> labels = new ArrayList<>();
        private int at;

        Parser(String text) {
            this.text = text;
        }

        PrometheusFilter filter() throws LanguageException {
            blanks();
            int nameEnd = PrometheusPage.nameEnd(text, at, text.length());
            if (nameEnd > at) {
                names.add(new LabelTest(NAME_LABEL, Comparison.EQUAL, text.substring(at, nameEnd), Optional.empty()));
                at = nameEnd;
            }
            blanks();
            if (at < text.length() && text.charAt(at) == '{') {
                readLabels();
                blanks();
            }
            Optional<Double> value = Optional.empty();
            if (at < text.length()) {
                take("==");
                blanks();
                String number = text.substring(at).stripTrailing();
                if (!Row.isValue(number)) {
                    throw fault("a number");
                }
                value = Optional.of(Row.number(number));
            }
            return new PrometheusFilter(text, names, labels, value);
        }

        private void readLabels() throws LanguageException {
            at++;
            blanks();
            while (at < text.length() && text.charAt(at) != '}') {
                readLabel();
                blanks();
                if (at < text.length() && text.charAt(at) == '}') {
                    break;
                }
                take(",");
                blanks();
            }
            take("}");
        }

        private void readLabel() throws LanguageException {
            int from = at;
            while (at < text.length() && Row.isLabel(text.charAt(at), at > from)) {
                at++;
            }
            if (at == from) {
                throw fault("a label or '}'");
            }
            String label = text.substring(from, at);
            blanks();
            Comparison comparison = comparison();
            blanks();
            String value = quoted();
            boolean isPattern = comparison == Comparison.MATCHES || comparison == Comparison.NOT_MATCHES;
            Optional<Regex> pattern = isPattern ? Optional.of(Regex.compile(value, false)) : Optional.empty();
            LabelTest test = new LabelTest(label, comparison, value, pattern);
            if (!label.equals(NAME_LABEL)) {
                labels.add(test);
                return;
            }
            if (!names.isEmpty()) {
                at = from;
                throw fault("the metric's name only once");
            }
            names.add(test);
        }

        private Comparison comparison() throws LanguageException {
            String two = text.substring(at, Math.min(text.length(), at + 2));
            Comparison comparison = switch (two) {
                case "=~" -> Comparison.MATCHES;
                case "!~" -> Comparison.NOT_MATCHES;
                case "!=" -> Comparison.NOT_EQUAL;
                default -> Comparison.EQUAL;
            };
            if (comparison == Comparison.EQUAL) {
                take("=");
            } else {
                at += 2;
            }
            return comparison;
        }

        private String quoted() throws LanguageException {
            take("\"");
            int from = at;
            while (at < text.length() && text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            if (at >= text.length()) {
                at = text.length();
                throw fault("'\"'");
            }
            return Row.unescaped(text.substring(from, at++));
        }

        private void take(String wanted) throws LanguageException {
            if (!text.startsWith(wanted, at)) {
                throw fault("'" + wanted + "'");
            }
            at += wanted.length();
        }

        private void blanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private LanguageException fault(String wanted) {
            String seen =
                    at >= text.length() ? "the end" : "'" + text.substring(at, Math.min(text.length(), at + 20)) + "'";
            return new LanguageException(at + 1, "the pattern has " + seen + ", wanted " + wanted);
        }
    }
}
