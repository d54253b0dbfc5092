package zonda.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import zonda.model.Nearest;

/// The functions that expressions may call, and how many parameters each takes.
public final class Functions {
    private record Arity(int least, int most) {}

    private static final Map<String, Arity> HISTORY = new TreeMap<>(Map.of(
            "last", new Arity(0, 0),
            "min", new Arity(0, 0),
            "max", new Arity(0, 0),
            "avg", new Arity(0, 0),
            "sum", new Arity(0, 0),
            "count", new Arity(0, 2),
            "change", new Arity(0, 0),
            "nodata", new Arity(0, 1)));

    private static final Map<String, Arity> MATH = new TreeMap<>(Map.ofEntries(
            Map.entry("abs", new Arity(1, 1)),
            Map.entry("min", new Arity(1, 64)),
            Map.entry("max", new Arity(1, 64)),
            Map.entry("sum", new Arity(1, 64)),
            Map.entry("avg", new Arity(1, 64)),
            Map.entry("floor", new Arity(1, 1)),
            Map.entry("ceil", new Arity(1, 1)),
            Map.entry("round", new Arity(2, 2)),
            Map.entry("truncate", new Arity(2, 2)),
            Map.entry("sqrt", new Arity(1, 1)),
            Map.entry("power", new Arity(2, 2)),
            Map.entry("mod", new Arity(2, 2)),
            Map.entry("between", new Arity(3, 3)),
            Map.entry("in", new Arity(2, 64)),
            Map.entry("now", new Arity(0, 0)),
            Map.entry("time", new Arity(0, 0)),
            Map.entry("date", new Arity(0, 0)),
            Map.entry("dayofweek", new Arity(0, 0)),
            Map.entry("dayofmonth", new Arity(0, 0))));

    private static final List<String> COUNT_OPERATORS =
            List.of("eq", "ne", "gt", "ge", "lt", "le", "like", "bitand", "regexp", "iregexp");

    private Functions() {}

    /// Names of the functions over an item's values.
    public static List<String> history() {
        return List.copyOf(HISTORY.keySet());
    }

    /// Names of the functions over values of expressions.
    public static List<String> math() {
        return List.copyOf(MATH.keySet());
    }

    /// Operators that `count` takes.
    public static List<String> countOperators() {
        return COUNT_OPERATORS;
    }

    /// Whether a function's value changes by time alone.
    public static boolean isTimeBased(String name) {
        return switch (name) {
            case "nodata", "now", "time", "date", "dayofweek", "dayofmonth" -> true;
            default -> false;
        };
    }

    static void checkHistory(int column, Expression.HistoryCall call) throws LanguageException {
        String name = call.function();
        Arity arity = HISTORY.get(name);
        if (arity == null) {
            throw new LanguageException(
                    column,
                    "no function '" + Seen.shortened(name) + "' over an item's values"
                            + Nearest.suggestion(name, HISTORY.keySet()) + ", wanted one of "
                            + String.join(", ", HISTORY.keySet()));
        }
        int count = call.parameters().size();
        if (count > arity.most()) {
            throw new LanguageException(
                    column,
                    name + "() has " + count + " parameters after item and period, wanted at most " + arity.most());
        }
        checkPeriod(column, name, call.period());
        if (name.equals("count")) {
            checkCount(column, call.parameters());
        }
        if (name.equals("nodata")
                && count > 0
                && !List.of("", "strict").contains(call.parameters().get(0))) {
            throw new LanguageException(
                    column, "nodata() has the mode '" + call.parameters().get(0) + "', wanted \"strict\" or none");
        }
    }

    private static void checkPeriod(int column, String name, Expression.Period period) throws LanguageException {
        switch (name) {
            case "last" -> {
                if (period.amount() > 0 && !period.byCount()) {
                    throw new LanguageException(column, "last() has a period of time, wanted #n");
                }
            }
            case "change" -> {
                if (!period.isNone()) {
                    throw new LanguageException(column, "change() has a period, wanted only an item");
                }
            }
            case "nodata" -> {
                if (period.amount() == 0 || period.byCount() || !period.shift().isEmpty()) {
                    throw new LanguageException(column, "nodata() wants a length of time such as 5m after its item");
                }
            }
            default -> {
                if (period.amount() == 0) {
                    throw new LanguageException(column, name + "() has no period, wanted one such as 5m or #10");
                }
            }
        }
    }

    private static void checkCount(int column, List<String> parameters) throws LanguageException {
        String operator = parameters.isEmpty() ? "" : parameters.get(0);
        if (operator.isEmpty()) {
            return;
        }
        if (!COUNT_OPERATORS.contains(operator)) {
            throw new LanguageException(
                    column,
                    "count() has the operator '" + Seen.shortened(operator) + "'"
                            + Nearest.suggestion(operator, COUNT_OPERATORS) + ", wanted one of "
                            + String.join(", ", COUNT_OPERATORS));
        }
        if (parameters.size() < 2) {
            throw new LanguageException(
                    column, "count() has the operator '" + operator + "' and no pattern, wanted one after it");
        }
        if (operator.endsWith("regexp") && !parameters.get(1).startsWith("@")) {
            try {
                Regex.compile(parameters.get(1), operator.equals("iregexp"));
            } catch (LanguageException e) {
                throw new LanguageException(column, "count() has " + e.getMessage());
            }
        }
    }

    static void checkMath(int column, String name, int arguments) throws LanguageException {
        Arity arity = MATH.get(name);
        if (arity == null && HISTORY.containsKey(name)) {
            throw new LanguageException(column, name + "() does not start with an item, wanted /host/key");
        }
        if (arity == null) {
            List<String> all = new ArrayList<>(MATH.keySet());
            all.addAll(HISTORY.keySet());
            throw new LanguageException(
                    column,
                    "no function '" + Seen.shortened(name) + "'" + Nearest.suggestion(name, all) + ", wanted one of "
                            + String.join(", ", all));
        }
        if (arguments < arity.least() || arguments > arity.most()) {
            throw new LanguageException(
                    column,
                    name + "() has " + arguments + " parameters, wanted " + arity.least()
                            + (arity.most() == arity.least() ? "" : " to " + arity.most()));
        }
    }
}
