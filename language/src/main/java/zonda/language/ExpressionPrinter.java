package zonda.language;

import java.util.Iterator;

/// Writes an expression so that [ExpressionParser] reads the same tree.
public final class ExpressionPrinter {
    private static final int LOOSEST = 8;
    private static final int UNARY = 2;

    private final StringBuilder out = new StringBuilder();

    private ExpressionPrinter() {}

    /// The expression as text, with no more parentheses and blanks than it needs.
    public static String print(Expression expression) {
        ExpressionPrinter printer = new ExpressionPrinter();
        printer.print(expression, LOOSEST);
        return printer.out.toString();
    }

    /// @param outerRank how loosely the expression may bind without parentheses
    private void print(Expression expression, int outerRank) {
        switch (expression) {
            case Expression.NumberLiteral number -> out.append(number(number.value()));
            case Expression.TextLiteral text -> out.append(quote(text.text()));
            case Expression.Negate negate -> {
                out.append('-');
                print(negate.operand(), UNARY);
            }
            case Expression.Not not -> {
                word("not");
                print(not.operand(), UNARY);
            }
            case Expression.Binary binary -> binary(binary, outerRank);
            case Expression.MathCall call -> mathCall(call);
            case Expression.HistoryCall call -> historyCall(call);
        }
    }

    private void binary(Expression.Binary binary, int outerRank) {
        int rank = binary.operator().rank();
        boolean parentheses = rank > outerRank;
        if (parentheses) {
            out.append('(');
        }
        print(binary.left(), rank);
        switch (binary.operator()) {
            case AND, OR -> word(binary.operator().symbol());
            case MULTIPLY, DIVIDE, ADD, SUBTRACT, LESS, LESS_OR_EQUAL, GREATER_OR_EQUAL, GREATER, EQUAL, NOT_EQUAL ->
                out.append(binary.operator().symbol());
        }
        // Taken from the left: the same operator to the right needs parentheses.
        print(binary.right(), rank - 1);
        if (parentheses) {
            out.append(')');
        }
    }

    /// A word stands alone: before it a blank, a parenthesis, a comma or nothing.
    private void word(String word) {
        if (!out.isEmpty() && " (,".indexOf(out.charAt(out.length() - 1)) < 0) {
            out.append(' ');
        }
        out.append(word).append(' ');
    }

    private void mathCall(Expression.MathCall call) {
        out.append(call.function()).append('(');
        Iterator<Expression> arguments = call.arguments().iterator();
        while (arguments.hasNext()) {
            print(arguments.next(), LOOSEST);
            if (arguments.hasNext()) {
                out.append(',');
            }
        }
        out.append(')');
    }

    private void historyCall(Expression.HistoryCall call) {
        out.append(call.function()).append("(/").append(call.item().host());
        out.append('/').append(call.item().key());
        if (!call.period().isNone() || !call.parameters().isEmpty()) {
            out.append(',');
            period(call.period());
        }
        for (String parameter : call.parameters()) {
            out.append(',').append(quote(parameter));
        }
        out.append(')');
    }

    private void period(Expression.Period period) {
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
