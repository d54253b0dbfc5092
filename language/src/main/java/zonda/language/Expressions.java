package zonda.language;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Questions about expressions.
public final class Expressions {
    private Expressions() {}

    /// The items that an expression reads, in the order of their first mention.
    public static List<Expression.ItemQuery> items(Expression expression) {
        Set<Expression.ItemQuery> found = new LinkedHashSet<>();
        for (Expression.HistoryCall call : calls(expression)) {
            found.add(call.item());
        }
        return List.copyOf(found);
    }

    /// The calls of functions over items' values, in order.
    public static List<Expression.HistoryCall> calls(Expression expression) {
        List<Expression.HistoryCall> found = new ArrayList<>();
        collect(expression, found);
        return found;
    }

    private static void collect(Expression expression, List<Expression.HistoryCall> found) {
        switch (expression) {
            case Expression.NumberLiteral number -> {}
            case Expression.TextLiteral text -> {}
            case Expression.Negate negate -> collect(negate.operand(), found);
            case Expression.Not not -> collect(not.operand(), found);
            case Expression.Binary binary -> {
                collect(binary.left(), found);
                collect(binary.right(), found);
            }
            case Expression.MathCall call -> call.arguments().forEach(argument -> collect(argument, found));
            case Expression.HistoryCall call -> found.add(call);
        }
    }

    /// Whether time alone can change the expression's value.
    public static boolean isTimeBased(Expression expression) {
        return switch (expression) {
            case Expression.NumberLiteral number -> false;
            case Expression.TextLiteral text -> false;
            case Expression.Negate negate -> isTimeBased(negate.operand());
            case Expression.Not not -> isTimeBased(not.operand());
            case Expression.Binary binary -> isTimeBased(binary.left()) || isTimeBased(binary.right());
            case Expression.MathCall call ->
                Functions.isTimeBased(call.function())
                        || call.arguments().stream().anyMatch(Expressions::isTimeBased);
            case Expression.HistoryCall call -> Functions.isTimeBased(call.function());
        };
    }
}
