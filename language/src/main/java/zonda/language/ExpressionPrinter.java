package zonda.language;

import java.util.ArrayList;
import java.util.List;

/// Writes an expression so that [ExpressionParser] reads the same tree.
public final class ExpressionPrinter {
    private ExpressionPrinter() {}

    public static String print(Expression expression) {
        return print(expression, 9);
    }

    private static String print(Expression expression, int outerRank) {
        return switch (expression) {
            case Expression.NumberLiteral number -> number(number.value());
            case Expression.TextLiteral text -> quote(text.text());
            case Expression.Negate negate -> "-" + print(negate.operand(), 2);
            case Expression.Not not -> "not " + print(not.operand(), 2);
            case Expression.Binary binary -> binary(binary, outerRank);
            case Expression.MathCall call ->
                call.function() + "("
                        + String.join(
                                ",",
                                call.arguments().stream()
                                        .map(ExpressionPrinter::print)
                                        .toList())
                        + ")";
            case Expression.HistoryCall call -> historyCall(call);
        };
    }

    private static String binary(Expression.Binary binary, int outerRank) {
        int rank = binary.operator().rank();
        String symbol = binary.operator().symbol();
        String gap = Character.isLetter(symbol.charAt(0)) ? " " : "";
        // Left-associative: the same operator to the right needs parentheses.
        String inner = print(binary.left(), rank) + gap + symbol + gap + print(binary.right(), rank - 1);
        return rank > outerRank ? "(" + inner + ")" : inner;
    }

    private static String historyCall(Expression.HistoryCall call) {
        List<String> parts = new ArrayList<>();
        parts.add("/" + call.item().host() + "/" + call.item().key());
        if (!call.period().isNone() || !call.parameters().isEmpty()) {
            parts.add(period(call.period()));
        }
        for (String parameter : call.parameters()) {
            parts.add(quote(parameter));
        }
        return call.function() + "(" + String.join(",", parts) + ")";
    }

    private static String period(Expression.Period period) {
        StringBuilder out = new StringBuilder();
        if (period.amount() > 0) {
            out.append(period.byCount() ? "#" + period.amount() : Durations.print(period.amount()));
        }
        if (!period.shift().isEmpty()) {
            out.append(":now");
        }
        for (Expression.Shift step : period.shift()) {
            switch (step) {
                case Expression.Shift.Offset offset ->
                    out.append(offset.seconds() < 0 ? "-" : "+").append(Durations.print(Math.abs(offset.seconds())));
                case Expression.Shift.StartOf start -> out.append('/').append(start.unit());
            }
        }
        return out.toString();
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
