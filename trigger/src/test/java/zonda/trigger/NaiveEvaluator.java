package zonda.trigger;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import zonda.language.Expression;
import zonda.language.ExpressionParser;
import zonda.language.Expressions;
import zonda.language.LanguageException;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// The slow, clear version of `SEMANTICS.md`: every function is computed anew from the list of all
/// rows.
final class NaiveEvaluator {
    private record Row(long time, int arrival, Object value) {}

    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final class State {
        final Trigger trigger;
        final Expression problem;
        final @Nullable Expression recovery;
        boolean isProblem;
        boolean isUnknown;
        long lastNanos = Long.MIN_VALUE;

        State(Trigger trigger) throws LanguageException {
            this.trigger = trigger;
            this.problem = ExpressionParser.parse(trigger.expression());
            this.recovery = trigger.recoveryExpression().isEmpty()
                    ? null
                    : ExpressionParser.parse(trigger.recoveryExpression());
        }

        List<Expression.HistoryCall> calls() {
            List<Expression.HistoryCall> calls = new ArrayList<>(Expressions.calls(problem));
            if (recovery != null) {
                calls.addAll(Expressions.calls(recovery));
            }
            return calls;
        }
    }

    private final ZoneId zone;
    private final Map<Long, State> states = new TreeMap<>();
    private final Map<Long, List<Row>> rows = new TreeMap<>();
    private final Map<Long, Boolean> supported = new TreeMap<>();
    private final Map<Long, Long> newest = new TreeMap<>();
    private final Map<Long, Long> arrival = new TreeMap<>();
    private final long startNanos;
    private long monoNanos;
    private int arrivals;
    final List<TriggerTransition> transitions = new ArrayList<>();

    NaiveEvaluator(ZoneId zone, List<Trigger> triggers, long startNanos) throws LanguageException {
        this.zone = zone;
        this.startNanos = startNanos;
        this.monoNanos = startNanos;
        for (Trigger trigger : triggers) {
            states.put(trigger.id(), new State(trigger));
        }
    }

    boolean isProblem(long id) {
        return Objects.requireNonNull(states.get(id)).isProblem;
    }

    boolean isUnknown(long id) {
        return Objects.requireNonNull(states.get(id)).isUnknown;
    }

    /// Time passes: triggers whose silence reached a deadline are evaluated.
    void advance(long toMonoNanos, long wallNanos) {
        long from = monoNanos;
        monoNanos = toMonoNanos;
        for (State state : states.values()) {
            boolean due = state.calls().stream()
                    .filter(call -> call.function().equals("nodata"))
                    .anyMatch(call -> {
                        long deadline = arrivalOf(call) + call.period().amount() * 1_000_000_000L;
                        return deadline > from && deadline <= toMonoNanos;
                    });
            if (due) {
                evaluate(state, wallNanos, TriggerTransition.Cause.TIMER);
            }
        }
    }

    void take(ValueBatch batch) {
        int row = 0;
        while (row < batch.size()) {
            TreeSet<Long> step = new TreeSet<>();
            long time = batch.epochNanos[row];
            while (row < batch.size() && batch.epochNanos[row] == time && step.add(batch.itemIds[row])) {
                keep(batch, row++);
            }
            for (State state : states.values()) {
                if (state.trigger.references().stream().anyMatch(reference -> step.contains(reference.itemId()))) {
                    evaluate(state, Long.MIN_VALUE, TriggerTransition.Cause.VALUE);
                }
            }
        }
    }

    private void keep(ValueBatch batch, int row) {
        long item = batch.itemIds[row];
        newest.merge(item, batch.epochNanos[row], Math::max);
        boolean isValue = batch.kind(row) != ValueKind.NOT_SUPPORTED;
        supported.put(item, isValue);
        if (!isValue) {
            return;
        }
        arrival.put(item, monoNanos);
        Object value = switch (batch.kind(row)) {
            case UNSIGNED -> new BigInteger(Long.toUnsignedString(batch.bits[row]));
            case DOUBLE -> Double.longBitsToDouble(batch.bits[row]);
            default -> batch.text(row);
        };
        List<Row> known = rows.computeIfAbsent(item, id -> new ArrayList<>());
        known.add(new Row(batch.epochNanos[row], arrivals++, value));
        known.sort(Comparator.comparingLong(Row::time).thenComparingInt(Row::arrival));
    }

    private void evaluate(State state, long wallNanos, TriggerTransition.Cause cause) {
        long time = wallNanos;
        for (Trigger.ItemReference reference : state.trigger.references()) {
            time = Math.max(time, newest.getOrDefault(reference.itemId(), Long.MIN_VALUE));
        }
        boolean timed = state.calls().stream().anyMatch(call -> call.function().equals("nodata"));
        if (timed) {
            time = Math.max(time, state.lastNanos);
            state.lastNanos = time;
        }
        try {
            Object problem = value(state.problem, time);
            state.isUnknown = problem == null;
            if (problem == null) {
                return;
            }
            boolean isTrue = isTrue(number(problem));
            if (!state.isProblem && isTrue) {
                change(state, true, time, cause);
            } else if (state.isProblem && !isTrue) {
                Object recovered = state.recovery == null ? Double.valueOf(1) : value(state.recovery, time);
                state.isUnknown = recovered == null;
                if (recovered != null && isTrue(number(recovered))) {
                    change(state, false, time, cause);
                }
            }
        } catch (Fault fault) {
            state.isUnknown = true;
        }
    }

    private void change(State state, boolean problem, long time, TriggerTransition.Cause cause) {
        state.isProblem = problem;
        transitions.add(new TriggerTransition(state.trigger.id(), problem, time, cause));
    }

    private static boolean isTrue(double value) {
        return Math.abs(value) > 2.22e-16;
    }

    private static double number(Object value) throws Fault {
        if (value instanceof Double number) {
            return number;
        }
        try {
            return Double.parseDouble((String) value);
        } catch (NumberFormatException e) {
            throw new Fault();
        }
    }

    /// A Double, a String, or null for Unknown.
    private @Nullable Object value(Expression expression, long time) throws Fault {
        return switch (expression) {
            case Expression.NumberLiteral number -> number.value();
            case Expression.TextLiteral text -> text.text();
            case Expression.Negate negate -> {
                Object operand = value(negate.operand(), time);
                yield operand == null ? null : (Object) (-number(operand));
            }
            case Expression.Not not -> {
                Object operand = value(not.operand(), time);
                yield operand == null ? null : (Object) (isTrue(number(operand)) ? 0.0 : 1.0);
            }
            case Expression.Binary binary -> binary(binary, time);
            case Expression.MathCall call -> throw new IllegalStateException(call.function());
            case Expression.HistoryCall call -> history(call, time);
        };
    }

    private @Nullable Object binary(Expression.Binary binary, long time) throws Fault {
        Object left = value(binary.left(), time);
        Object right = value(binary.right(), time);
        Expression.Operator operator = binary.operator();
        if (operator == Expression.Operator.OR || operator == Expression.Operator.AND) {
            boolean absorbing = operator == Expression.Operator.OR;
            boolean decided = left != null && isTrue(number(left)) == absorbing
                    || right != null && isTrue(number(right)) == absorbing;
            if (decided) {
                return absorbing ? 1.0 : 0.0;
            }
            return left == null || right == null ? null : (Object) (absorbing ? 0.0 : 1.0);
        }
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof String || right instanceof String) {
            boolean equal = left.equals(right);
            return equal == (operator == Expression.Operator.EQUAL) ? 1.0 : 0.0;
        }
        double a = number(left);
        double b = number(right);
        boolean equal = Math.abs(a - b) <= 2.22e-16;
        double result = switch (operator) {
            case MULTIPLY -> a * b;
            case DIVIDE -> isTrue(b) ? a / b : Double.NaN;
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case LESS -> a < b && !equal ? 1 : 0;
            case LESS_OR_EQUAL -> a < b || equal ? 1 : 0;
            case GREATER_OR_EQUAL -> a > b || equal ? 1 : 0;
            case GREATER -> a > b && !equal ? 1 : 0;
            case EQUAL -> equal ? 1 : 0;
            case NOT_EQUAL -> equal ? 0 : 1;
            case AND, OR -> throw new IllegalStateException();
        };
        if (Double.isNaN(result) || Double.isInfinite(result)) {
            throw new Fault();
        }
        return result;
    }

    private long itemOf(Expression.HistoryCall call) {
        return Long.parseLong(call.item().key().substring(1));
    }

    private long arrivalOf(Expression.HistoryCall call) {
        return arrival.getOrDefault(itemOf(call), startNanos);
    }

    private @Nullable Object history(Expression.HistoryCall call, long time) throws Fault {
        Expression.Period period = call.period();
        if (call.function().equals("nodata")) {
            return monoNanos - arrivalOf(call) >= period.amount() * 1_000_000_000L ? 1.0 : 0.0;
        }
        long item = itemOf(call);
        if (!supported.getOrDefault(item, true)) {
            return null;
        }
        long end = time;
        for (Expression.Shift shift : period.shift()) {
            end = switch (shift) {
                case Expression.Shift.Offset offset -> end + offset.seconds() * 1_000_000_000L;
                case Expression.Shift.StartOf start ->
                    java.time.Instant.ofEpochSecond(0, end)
                                    .atZone(zone)
                                    .truncatedTo(
                                            start.unit() == 'm'
                                                    ? java.time.temporal.ChronoUnit.MINUTES
                                                    : java.time.temporal.ChronoUnit.HOURS)
                                    .toEpochSecond()
                            * 1_000_000_000L;
            };
        }
        List<Row> known = rows.getOrDefault(item, List.of());
        List<Row> before = new ArrayList<>();
        for (Row row : known) {
            if (row.time() <= end) {
                before.add(row);
            }
        }
        List<Object> window = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            boolean inside = period.byCount()
                    ? i >= before.size() - period.amount()
                    : before.get(i).time() > end - period.amount() * 1_000_000_000L;
            if (inside) {
                window.add(before.get(i).value());
            }
        }
        return function(call, before, window);
    }

    private static @Nullable Object function(Expression.HistoryCall call, List<Row> before, List<Object> window)
            throws Fault {
        return switch (call.function()) {
            case "last" -> {
                int nth = (int) Math.max(1, call.period().amount());
                yield before.size() < nth
                        ? null
                        : plain(before.get(before.size() - nth).value());
            }
            case "change" ->
                before.size() < 2
                        ? null
                        : change(
                                before.get(before.size() - 1).value(),
                                before.get(before.size() - 2).value());
            case "count" ->
                (double) window.stream()
                        .filter(value -> matches(call.parameters(), value))
                        .count();
            default -> aggregate(call.function(), window);
        };
    }

    private static Object change(Object now, Object earlier) {
        if (now instanceof String) {
            return now.equals(earlier) ? 0.0 : 1.0;
        }
        return now instanceof BigInteger whole
                ? (Object) whole.subtract((BigInteger) earlier).doubleValue()
                : (Object) ((Double) now - (Double) earlier);
    }

    private static boolean matches(List<String> parameters, Object value) {
        if (parameters.isEmpty()) {
            return true;
        }
        String pattern = parameters.get(1);
        if (value instanceof String text) {
            return parameters.get(0).equals("like") ? text.contains(pattern) : text.equals(pattern);
        }
        int order = exact(value).compareTo(new BigDecimal(pattern));
        return parameters.get(0).equals("gt") ? order > 0 : order == 0;
    }

    private static @Nullable Object aggregate(String function, List<Object> window) throws Fault {
        BigDecimal sum = BigDecimal.ZERO;
        for (Object value : window) {
            sum = sum.add(exact(value));
        }
        if (function.equals("sum")) {
            return sum.doubleValue();
        }
        if (window.isEmpty()) {
            return null;
        }
        return switch (function) {
            case "avg" -> sum.doubleValue() / window.size();
            case "min" ->
                window.stream()
                        .map(NaiveEvaluator::exact)
                        .min(Comparator.naturalOrder())
                        .orElseThrow()
                        .doubleValue();
            default ->
                window.stream()
                        .map(NaiveEvaluator::exact)
                        .max(Comparator.naturalOrder())
                        .orElseThrow()
                        .doubleValue();
        };
    }

    private static BigDecimal exact(Object value) {
        return value instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal((Double) value);
    }

    private static Object plain(Object value) {
        return value instanceof BigInteger whole ? (Object) whole.doubleValue() : value;
    }
}
