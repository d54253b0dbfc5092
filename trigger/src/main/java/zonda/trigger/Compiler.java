package zonda.trigger;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import zonda.language.Expression;
import zonda.language.ExpressionParser;
import zonda.language.Expressions;
import zonda.language.LanguageException;
import zonda.model.GlobalExpression;
import zonda.model.ItemValueType;
import zonda.model.Trigger;

/// Turns a trigger's expressions into nodes over the items' values. Windows are shared between
/// triggers of one item set
/// whose evaluation times are the same by their nature; a trigger with timers has its own.
final class Compiler {
    private static final Expression.Period LAST_TWO = new Expression.Period(true, 2, List.of());
    private static final Expression.Period LAST_ONE = new Expression.Period(true, 1, List.of());

    private final LiveTrigger live;
    private final ZoneId zone;
    private final Function<Trigger.ItemReference, ItemValues> items;
    private String scope = "";
    private boolean readsClock;

    /// @param items gives the values of a referenced item, made where there are none yet
    Compiler(LiveTrigger live, ZoneId zone, Function<Trigger.ItemReference, ItemValues> items) {
        this.live = live;
        this.zone = zone;
        this.items = items;
    }

    /// Compiles both expressions into the trigger.
    ///
    /// @throws LanguageException names the expression, what was seen and what was wanted
    void compile() throws LanguageException {
        Trigger trigger = live.trigger;
        Expression problem = parsed("expression", trigger.expression());
        boolean hasRecovery = !trigger.recoveryExpression().isBlank();
        Expression recovery = hasRecovery ? parsed("recovery expression", trigger.recoveryExpression()) : problem;
        List<Expression.HistoryCall> calls = new ArrayList<>(Expressions.calls(problem));
        calls.addAll(Expressions.calls(recovery));
        List<Trigger.ItemReference> read = new ArrayList<>();
        for (Expression.HistoryCall call : calls) {
            Trigger.ItemReference reference = reference(call);
            if (!read.contains(reference)) {
                read.add(reference);
            }
        }
        live.isTimed = Expressions.isTimeBased(problem) || Expressions.isTimeBased(recovery);
        live.items = read.stream().map(items).distinct().toArray(ItemValues[]::new);
        scope = live.isTimed
                ? "trigger " + live.id
                : Arrays.stream(live.items)
                        .map(item -> item.itemId)
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" "));
        live.problemNode = node(problem);
        live.recoveryNode = hasRecovery ? node(recovery) : null;
        if (readsClock) {
            live.watches.add(new Watch(live, null, Watch.phase(live.id)));
        }
    }

    private static Expression parsed(String which, String text) throws LanguageException {
        try {
            return ExpressionParser.parse(text);
        } catch (LanguageException e) {
            throw new LanguageException(0, which + ": " + e.getMessage());
        }
    }

    private Trigger.ItemReference reference(Expression.HistoryCall call) throws LanguageException {
        for (Trigger.ItemReference reference : live.trigger.references()) {
            if (reference.host().equals(call.item().host())
                    && reference.key().equals(call.item().key())) {
                return reference;
            }
        }
        throw new LanguageException(
                0,
                "no item /" + call.item().host() + "/" + call.item().key() + " that " + call.function() + "() wants");
    }

    private Node node(Expression expression) throws LanguageException {
        return switch (expression) {
            case Expression.NumberLiteral number -> new Node.Literal(number.value());
            case Expression.TextLiteral text -> new Node.TextLiteral(text.text());
            case Expression.Negate negate -> new Node.Negate(node(negate.operand()));
            case Expression.Not not -> new Node.Not(node(not.operand()));
            case Expression.Binary binary -> binary(binary);
            case Expression.MathCall call -> math(call);
            case Expression.HistoryCall call -> history(call);
        };
    }

    private Node binary(Expression.Binary binary) throws LanguageException {
        Node left = node(binary.left());
        Node right = node(binary.right());
        boolean text = left.isText() || right.isText();
        return switch (binary.operator()) {
            case AND -> new Node.And(left, right);
            case OR -> new Node.Or(left, right);
            case EQUAL, NOT_EQUAL ->
                text
                        ? new Node.TextEquality(left, right, binary.operator() == Expression.Operator.EQUAL)
                        : comparison(binary.operator(), left, right);
            case LESS, LESS_OR_EQUAL, GREATER_OR_EQUAL, GREATER -> comparison(binary.operator(), left, right);
            case MULTIPLY, DIVIDE, ADD, SUBTRACT -> new Node.Arithmetic(binary.operator(), left, right);
        };
    }

    private static Node comparison(Expression.Operator operator, Node left, Node right) {
        return left instanceof ItemNode.Last last && right instanceof Node.Literal bound
                ? new ItemNode.Threshold(last, operator, bound.value)
                : new Node.Arithmetic(operator, left, right);
    }

    private Node math(Expression.MathCall call) throws LanguageException {
        List<Node> arguments = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            arguments.add(node(argument));
        }
        List<Node> all = List.copyOf(arguments);
        return switch (call.function()) {
            case "now", "time", "date", "dayofweek", "dayofmonth" -> {
                readsClock = true;
                yield new Node.Clock(call.function(), zone);
            }
            case "min", "max", "sum", "avg" -> new Node.Fold(call.function(), all);
            case "in" -> new Node.In(all);
            case "abs", "floor", "ceil", "round", "truncate", "sqrt", "power", "mod", "between" ->
                new Node.Calculation(call.function(), all);
            default -> throw new LanguageException(0, "no function '" + call.function() + "'");
        };
    }

    private Node history(Expression.HistoryCall call) throws LanguageException {
        Trigger.ItemReference reference = reference(call);
        ItemValues item = items.apply(reference);
        String words = call.function() + "(/" + reference.host() + "/" + reference.key() + ")";
        if (reference.valueType() == ItemValueType.BINARY && !call.function().equals("nodata")) {
            throw new LanguageException(0, words + " reads a binary item, wanted numbers or text");
        }
        boolean isText = item.form == ItemValues.Form.TEXT;
        Expression.Period period = call.period();
        return switch (call.function()) {
            case "last" -> last(item, period, isText, words);
            case "change" -> new ItemNode.Change(plain(item, LAST_TWO), words);
            case "min", "max" -> {
                requireNumbers(isText, words);
                boolean greatest = call.function().equals("max");
                yield new ItemNode.Extreme(
                        (ExtremeSpan) span(
                                item,
                                call.function(),
                                period,
                                List.of(),
                                () -> new ExtremeSpan(item, period, zone, greatest)),
                        words);
            }
            case "sum", "avg" -> {
                requireNumbers(isText, words);
                yield new ItemNode.Sum(
                        (SumSpan) span(item, "sum", period, List.of(), () -> new SumSpan(item, period, zone)),
                        call.function().equals("avg"),
                        words);
            }
            case "count" -> count(item, call);
            case "nodata" -> nodata(item, period);
            default -> throw new LanguageException(0, "no function '" + call.function() + "' over an item's values");
        };
    }

    private static void requireNumbers(boolean isText, String words) throws LanguageException {
        if (isText) {
            throw new LanguageException(0, words + " reads text, wanted numbers");
        }
    }

    private Node last(ItemValues item, Expression.Period period, boolean isText, String words) {
        boolean newest = period.shift().isEmpty() && period.amount() <= 1;
        if (newest) {
            return isText ? new ItemNode.LastText(item, words) : new ItemNode.Last(item, words);
        }
        long amount = Math.max(1, period.amount());
        Span span = plain(
                item,
                period.shift().isEmpty() && amount == 1
                        ? LAST_ONE
                        : new Expression.Period(true, amount, period.shift()));
        return isText ? new ItemNode.NthText(span, words) : new ItemNode.Nth(span, words);
    }

    private Node count(ItemValues item, Expression.HistoryCall call) throws LanguageException {
        List<String> parameters = call.parameters();
        String operator = parameters.isEmpty() ? "" : parameters.get(0);
        if (parameters.size() < 2) {
            if (!operator.isEmpty()) {
                throw new LanguageException(0, "count() has the operator '" + operator + "' and no pattern");
            }
            return new ItemNode.Count(plain(item, call.period()));
        }
        String pattern = parameters.get(1);
        if (operator.isEmpty() && pattern.isEmpty()) {
            return new ItemNode.Count(plain(item, call.period()));
        }
        Optional<GlobalExpression> global = call.globalExpression().flatMap(this::global);
        CountSpan.Test test = CountSpan.test(item.form, operator, pattern, global);
        List<String> of = new ArrayList<>(parameters);
        global.ifPresent(expression -> of.add(expression.toString()));
        return new ItemNode.Count(
                span(item, "count", call.period(), of, () -> new CountSpan(item, call.period(), zone, test)));
    }

    private Optional<GlobalExpression> global(String name) {
        return live.trigger.globalExpressions().stream()
                .filter(expression -> expression.name().equals(name))
                .findFirst();
    }

    private Node nodata(ItemValues item, Expression.Period period) {
        long nanos = period.amount() * Calendar.NANOS;
        Watch watch = new Watch(live, item, nanos);
        live.watches.add(watch);
        return new ItemNode.Nodata(item, nanos);
    }

    private Span plain(ItemValues item, Expression.Period period) {
        return span(item, "plain", period, List.of(), () -> new Span(item, period, zone));
    }

    private Span span(
            ItemValues item,
            String kind,
            Expression.Period period,
            List<String> parameters,
            java.util.function.Supplier<Span> maker) {
        Span span = item.span(kind + " " + period + " " + parameters + " " + scope, maker);
        live.spans.add(span);
        return span;
    }
}
