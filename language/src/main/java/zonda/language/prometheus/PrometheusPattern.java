package zonda.language.prometheus;

import java.util.List;
import zonda.language.DoubleText;
import zonda.language.LanguageException;

/// Picks one value from a page: that of the single row which is meant, one of its labels, or a
/// figure over all rows which are meant. Immutable; any thread.
public final class PrometheusPattern {
    private enum Output {
        VALUE,
        LABEL,
        SUM,
        MIN,
        MAX,
        AVG,
        COUNT
    }

    private final PrometheusFilter filter;
    private final Output output;
    private final String label;

    private PrometheusPattern(PrometheusFilter filter, Output output, String label) {
        this.filter = filter;
        this.output = output;
        this.label = label;
    }

    /// @param parameters the pattern; `value`, `label` or `function`; the name of the label or the
    /// function. As exports before 5.2 have it, a second one alone that is none of these words is
    /// the name of a label, an empty one the value
    /// @throws LanguageException names what was seen and wanted
    public static PrometheusPattern compile(List<String> parameters) throws LanguageException {
        PrometheusFilter filter = PrometheusFilter.compile(parameters.getFirst());
        String output = parameters.size() > 1 ? parameters.get(1) : "";
        String name = parameters.size() > 2 ? parameters.get(2) : "";
        return switch (output) {
            case "", "value" -> new PrometheusPattern(filter, Output.VALUE, "");
            case "label" -> new PrometheusPattern(filter, Output.LABEL, checkedLabel(name));
            case "function" -> new PrometheusPattern(filter, function(name), "");
            default -> {
                if (parameters.size() > 2) {
                    throw new LanguageException(0, "the output '" + output + "', wanted value, label or function");
                }
                yield new PrometheusPattern(filter, Output.LABEL, output);
            }
        };
    }

    private static String checkedLabel(String name) throws LanguageException {
        for (int i = 0; i < name.length(); i++) {
            if (!Row.isLabel(name.charAt(i), i > 0)) {
                throw new LanguageException(0, "the label '" + name + "', wanted letters, digits and '_'");
            }
        }
        if (name.isEmpty()) {
            throw new LanguageException(0, "no label's name, wanted one");
        }
        return name;
    }

    private static Output function(String name) throws LanguageException {
        return switch (name) {
            case "sum" -> Output.SUM;
            case "min" -> Output.MIN;
            case "max" -> Output.MAX;
            case "avg" -> Output.AVG;
            case "count" -> Output.COUNT;
            default ->
                throw new LanguageException(0, "the function '" + name + "', wanted sum, min, max, avg or count");
        };
    }

    /// What was found so far.
    private static final class Found {
        int count;
        double sum;
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        String first = "";
    }

    /// @throws LanguageException when the page or a row that may be meant cannot be read, none is
    /// meant, or several are where one is wanted
    public String value(PrometheusPage page) throws LanguageException {
        Found found = new Found();
        filter.each(page, (number, row) -> {
            if (found.count++ == 0) {
                found.first = output == Output.LABEL ? labelOf(row) : row.value;
            }
            double value = Row.number(row.value);
            found.sum += value;
            found.least = Math.min(found.least, value);
            found.greatest = Math.max(found.greatest, value);
        });
        if (output == Output.COUNT) {
            return Integer.toString(found.count);
        }
        if (found.count == 0) {
            throw new LanguageException(0, "no metric matches '" + filter + "'");
        }
        return switch (output) {
            case VALUE, LABEL -> {
                if (found.count > 1) {
                    throw new LanguageException(0, found.count + " metrics match '" + filter + "', wanted one");
                }
                yield found.first;
            }
            case SUM -> DoubleText.print(found.sum);
            case MIN -> DoubleText.print(found.least);
            case MAX -> DoubleText.print(found.greatest);
            case AVG -> DoubleText.print(found.sum / found.count);
            case COUNT -> Integer.toString(found.count);
        };
    }

    private String labelOf(Row row) throws LanguageException {
        int at = row.labels.indexOf(label);
        if (at < 0) {
            throw new LanguageException(0, "the metric that matches '" + filter + "' has no label '" + label + "'");
        }
        return row.values.get(at);
    }
}
