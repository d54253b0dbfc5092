package zonda.testing.soak;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import zonda.language.Expression;
import zonda.model.ValueKind;

/// One evaluation of an expression, from the raw lists.
final class NaiveExpression {
    /// Zabbix's tolerance.
    private static final double EPSILON = 2.22e-16;

    private static final long SECOND = 1_000_000_000L;
    private static final Pattern NUMBER = Pattern.compile("-?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?");

    /// What is seen of an item.
    ///
    /// @param rows all of them
    /// @param visible the first so many count
    /// @param silentNanos how long no value has come, on the monotonic clock
    record View(ItemRows rows, int visible, BigDecimal silentNanos) {}

    /// Finds an item.
    @FunctionalInterface
    interface Items {
        View item(String host, String key);
    }

    /// What a part of an expression comes to.
    private sealed interface Value {
        record Numeric(double number) implements Value {}

        record Text(String text) implements Value {}

        record Unknown() implements Value {}
    }

    /// The expression cannot be computed.
    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final Value UNKNOWN = new Value.Unknown();

    private final long timeNanos;
    private final ZoneId zone;
    private final Items items;

    NaiveExpression(long timeNanos, ZoneId zone, Items items) {
        this.timeNanos = timeNanos;
        this.zone = zone;
        this.items = items;
    }

    NaiveTriggers.Truth truth(Expression expression) {
        try {
            return switch (number(value(expression))) {
                case Value.Numeric(double number) ->
                    isTrue(number) ? NaiveTriggers.Truth.TRUE : NaiveTriggers.Truth.FALSE;
                case Value.Unknown unknown -> NaiveTriggers.Truth.UNKNOWN;
                case Value.Text text -> throw new IllegalStateException("text after conversion");
            };
        } catch (Fault e) {
            return NaiveTriggers.Truth.UNKNOWN;
        }
    }

    private static boolean isTrue(double number) {
        return Math.abs(number) > EPSILON;
    }

    private static Value number(double number) throws Fault {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new Fault();
        }
        return new Value.Numeric(number);
    }

    private static Value bool(boolean truth) {
        return new Value.Numeric(truth ? 1 : 0);
    }

    /// Text in a place for a number.
    private static Value number(Value value) throws Fault {
        return switch (value) {
            case Value.Numeric number -> number;
            case Value.Unknown unknown -> unknown;
            case Value.Text(String text) -> {
                if (!NUMBER.matcher(text).matches()) {
                    throw new Fault();
                }
                yield number(Double.parseDouble(text));
            }
        };
    }

    private Value value(Expression expression) throws Fault {
        return switch (expression) {
            case Expression.NumberLiteral literal -> new Value.Numeric(literal.value());
            case Expression.TextLiteral literal -> new Value.Text(literal.text());
            case Expression.Negate negate ->
                number(value(negate.operand())) instanceof Value.Numeric(double number) ? number(-number) : UNKNOWN;
            case Expression.Not not ->
                number(value(not.operand())) instanceof Value.Numeric(double number) ? bool(!isTrue(number)) : UNKNOWN;
            case Expression.Binary binary -> binary(binary);
            case Expression.MathCall call -> math(call);
            case Expression.HistoryCall call -> history(call);
        };
    }

    private Value binary(Expression.Binary binary) throws Fault {
        Value left = value(binary.left());
        Value right = value(binary.right());
        boolean comparesText = (left instanceof Value.Text || right instanceof Value.Text)
                && !(left instanceof Value.Unknown)
                && !(right instanceof Value.Unknown);
        switch (binary.operator()) {
            case EQUAL -> {
                if (comparesText) {
                    return bool(isSameText(left, right));
                }
            }
            case NOT_EQUAL -> {
                if (comparesText) {
                    return bool(!isSameText(left, right));
                }
            }
            case AND, OR -> {
                return logic(binary.operator() == Expression.Operator.OR, number(left), number(right));
            }
            case MULTIPLY, DIVIDE, ADD, SUBTRACT, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {}
        }
        if (left instanceof Value.Unknown || right instanceof Value.Unknown) {
            // An operation with an unknown operand has no fault of its own.
            return UNKNOWN;
        }
        Value a = number(left);
        Value b = number(right);
        if (a instanceof Value.Numeric(double x) && b instanceof Value.Numeric(double y)) {
            return arithmetic(binary.operator(), x, y);
        }
        return UNKNOWN;
    }

    private static boolean isSameText(Value left, Value right) {
        String a = asText(left);
        String b = asText(right);
        if (NUMBER.matcher(a).matches() && NUMBER.matcher(b).matches()) {
            return Math.abs(Double.parseDouble(a) - Double.parseDouble(b)) <= EPSILON;
        }
        return a.equals(b);
    }

    private static String asText(Value value) {
        return switch (value) {
            case Value.Text(String text) -> text;
            case Value.Numeric(double number) -> {
                String plain = BigDecimal.valueOf(number).toPlainString();
                yield plain.endsWith(".0") ? plain.substring(0, plain.length() - 2) : plain;
            }
            case Value.Unknown unknown -> "";
        };
    }

    /// Three-valued: one operand may decide alone.
    private static Value logic(boolean isOr, Value left, Value right) {
        boolean unknown = false;
        boolean decided = false;
        for (Value operand : List.of(left, right)) {
            if (operand instanceof Value.Numeric(double number)) {
                decided |= isTrue(number) == isOr;
            } else {
                unknown = true;
            }
        }
        if (decided) {
            return bool(isOr);
        }
        return unknown ? UNKNOWN : bool(!isOr);
    }

    private static Value arithmetic(Expression.Operator operator, double x, double y) throws Fault {
        boolean equal = Math.abs(x - y) <= EPSILON;
        return switch (operator) {
            case MULTIPLY -> number(x * y);
            case DIVIDE -> {
                if (Math.abs(y) <= EPSILON) {
                    throw new Fault();
                }
                yield number(x / y);
            }
            case ADD -> number(x + y);
            case SUBTRACT -> number(x - y);
            case LESS -> bool(x < y && !equal);
            case LESS_OR_EQUAL -> bool(x < y || equal);
            case GREATER -> bool(x > y && !equal);
            case GREATER_OR_EQUAL -> bool(x > y || equal);
            case EQUAL -> bool(equal);
            case NOT_EQUAL -> bool(!equal);
            case AND, OR -> throw new IllegalStateException("logic is no arithmetic");
        };
    }

    private Value math(Expression.MathCall call) throws Fault {
        List<Double> arguments = new ArrayList<>();
        boolean unknown = false;
        for (Expression argument : call.arguments()) {
            if (number(value(argument)) instanceof Value.Numeric(double number)) {
                arguments.add(number);
            } else {
                unknown = true;
            }
        }
        if (unknown) {
            return UNKNOWN;
        }
        ZonedDateTime local = Instant.EPOCH.plusNanos(timeNanos).atZone(zone);
        return switch (call.function()) {
            case "abs" -> number(Math.abs(arguments.getFirst()));
            case "now" -> number((double) Math.floorDiv(timeNanos, SECOND));
            case "time" -> number(local.getHour() * 10_000 + local.getMinute() * 100 + local.getSecond());
            case "date" -> number(local.getYear() * 10_000 + local.getMonthValue() * 100 + local.getDayOfMonth());
            case "dayofweek" -> number(local.getDayOfWeek().getValue());
            case "dayofmonth" -> number(local.getDayOfMonth());
            case "mod" -> {
                if (Math.abs(arguments.get(1)) <= EPSILON) {
                    throw new Fault();
                }
                yield number(arguments.get(0) % arguments.get(1));
            }
            default -> throw new IllegalStateException("the soak draws no " + call.function() + "()");
        };
    }

    private Value history(Expression.HistoryCall call) throws Fault {
        View item = items.item(call.item().host(), call.item().key());
        if (call.function().equals("nodata")) {
            BigDecimal period = BigDecimal.valueOf(call.period().amount()).multiply(BigDecimal.valueOf(SECOND));
            return bool(item.silentNanos().compareTo(period) >= 0);
        }
        if (item.visible() > 0 && !item.rows().isValue(item.visible() - 1)) {
            return UNKNOWN;
        }
        return switch (call.function()) {
            case "last" -> last(item, call.period());
            case "change" -> change(item, call.period());
            case "min", "max" -> extreme(item, call.period(), call.function().equals("max"));
            case "sum" -> number(sum(item.rows(), window(item, call.period())).doubleValue());
            case "avg" -> {
                List<Integer> window = window(item, call.period());
                if (window.isEmpty()) {
                    yield UNKNOWN;
                }
                double sum = sum(item.rows(), window).doubleValue();
                if (Double.isInfinite(sum)) {
                    throw new Fault();
                }
                yield number(sum / window.size());
            }
            case "count" -> count(item, call);
            default -> throw new IllegalStateException("the soak draws no " + call.function() + "()");
        };
    }

    /// The rows of a window, oldest first.
    private List<Integer> window(View item, Expression.Period period) {
        long end = shifted(period.shift());
        long start = end - period.amount() * SECOND;
        List<Integer> window = new ArrayList<>();
        for (int row = item.visible() - 1; row >= 0; row--) {
            long at = item.rows().nanos(row);
            if (!item.rows().isValue(row) || at > end) {
                continue;
            }
            boolean within = period.byCount() ? window.size() < period.amount() : at > start;
            if (!within) {
                break;
            }
            window.addFirst(row);
        }
        return window;
    }

    private long shifted(List<Expression.Shift> steps) {
        long end = timeNanos;
        for (Expression.Shift step : steps) {
            switch (step) {
                case Expression.Shift.Offset(long seconds) -> end += seconds * SECOND;
                case Expression.Shift.StartOf(char unit) -> {
                    ZonedDateTime local = Instant.EPOCH.plusNanos(end).atZone(zone);
                    ZonedDateTime start = switch (unit) {
                        case 'm' -> local.truncatedTo(ChronoUnit.MINUTES);
                        case 'h' -> local.truncatedTo(ChronoUnit.HOURS);
                        case 'd' -> local.toLocalDate().atStartOfDay(zone);
                        default -> throw new IllegalStateException("the soak draws no /" + unit);
                    };
                    end = start.toEpochSecond() * SECOND;
                }
            }
        }
        return end;
    }

    private Value last(View item, Expression.Period period) throws Fault {
        long count = period.byCount() && period.amount() > 0 ? period.amount() : 1;
        List<Integer> window = window(item, new Expression.Period(true, count, period.shift()));
        if (window.size() < count) {
            return UNKNOWN;
        }
        int row = window.getFirst();
        return isText(item.rows(), row)
                ? new Value.Text(item.rows().text(row))
                : number(item.rows().number(row));
    }

    private static boolean isText(ItemRows rows, int row) {
        return rows.kind(row).isSlice();
    }

    private Value change(View item, Expression.Period period) throws Fault {
        List<Integer> window = window(item, new Expression.Period(true, 2, period.shift()));
        if (window.size() < 2) {
            return UNKNOWN;
        }
        ItemRows rows = item.rows();
        int before = window.getFirst();
        int now = window.getLast();
        if (isText(rows, now)) {
            return bool(!rows.text(now).equals(rows.text(before)));
        }
        if (rows.kind(now) == ValueKind.DOUBLE) {
            return number(rows.number(now) - rows.number(before));
        }
        return number(exact(rows, now).subtract(exact(rows, before)).doubleValue());
    }

    private static BigDecimal exact(ItemRows rows, int row) {
        return rows.kind(row) == ValueKind.UNSIGNED
                ? new BigDecimal(new BigInteger(Long.toUnsignedString(rows.bits(row))))
                : new BigDecimal(rows.number(row));
    }

    private static BigDecimal sum(ItemRows rows, List<Integer> window) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int row : window) {
            sum = sum.add(exact(rows, row));
        }
        return sum;
    }

    private Value extreme(View item, Expression.Period period, boolean greatest) throws Fault {
        BigDecimal found = null;
        for (int row : window(item, period)) {
            BigDecimal value = exact(item.rows(), row);
            if (found == null || (greatest ? value.compareTo(found) > 0 : value.compareTo(found) < 0)) {
                found = value;
            }
        }
        return found == null ? UNKNOWN : number(found.doubleValue());
    }

    private Value count(View item, Expression.HistoryCall call) throws Fault {
        List<Integer> window = window(item, call.period());
        if (call.parameters().isEmpty()) {
            return number(window.size());
        }
        String operator = call.parameters().getFirst();
        String pattern = call.parameters().getLast();
        int count = 0;
        for (int row : window) {
            count += matches(item.rows(), row, operator, pattern) ? 1 : 0;
        }
        return number(count);
    }

    private static boolean matches(ItemRows rows, int row, String operator, String pattern) {
        return switch (operator) {
            case "like" -> rows.text(row).contains(pattern);
            case "regexp" -> Pattern.compile(pattern).matcher(rows.text(row)).find();
            case "gt" -> {
                BigDecimal wanted = new BigDecimal(pattern);
                boolean whole = wanted.stripTrailingZeros().scale() <= 0 && !pattern.contains(".");
                if (rows.kind(row) == ValueKind.UNSIGNED && whole && wanted.signum() >= 0) {
                    yield exact(rows, row).compareTo(wanted) > 0;
                }
                double value = rows.number(row);
                double limit = wanted.setScale(Math.max(wanted.scale(), 0), RoundingMode.UNNECESSARY)
                        .doubleValue();
                yield value > limit && Math.abs(value - limit) > EPSILON;
            }
            default -> throw new IllegalStateException("the soak draws no count with " + operator);
        };
    }
}
