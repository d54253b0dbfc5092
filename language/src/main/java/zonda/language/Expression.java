package zonda.language;

import java.util.List;
import java.util.Optional;

/// An expression of a trigger, as a tree.
public sealed interface Expression {
    /// A number; suffixes are already counted in.
    record NumberLiteral(double value) implements Expression {}

    /// Text in double quotes.
    record TextLiteral(String text) implements Expression {}

    record Negate(Expression operand) implements Expression {}

    record Not(Expression operand) implements Expression {}

    record Binary(Operator operator, Expression left, Expression right) implements Expression {}

    /// A function over an item's values: `last(/host/key,#3:now-1h)`,
    /// `count(/host/key,5m,"gt","10")`.
    ///
    /// @param function its name
    /// @param item whose values
    /// @param period which values; [Period#NONE] where the function was given none
    /// @param parameters the rest, as text
    record HistoryCall(String function, ItemQuery item, Period period, List<String> parameters) implements Expression {
        public HistoryCall {
            parameters = List.copyOf(parameters);
        }

        /// The name of the global expression that stands in the pattern's place as `@name`.
        public Optional<String> globalExpression() {
            boolean hasPattern = function.equals("count")
                    && parameters.size() > 1
                    && parameters.get(0).endsWith("regexp")
                    && parameters.get(1).startsWith("@");
            return hasPattern ? Optional.of(parameters.get(1).substring(1)) : Optional.empty();
        }
    }

    /// A function over values of expressions: `abs(...)`, `min(a,b)`, `now()`.
    record MathCall(String function, List<Expression> arguments) implements Expression {
        public MathCall {
            arguments = List.copyOf(arguments);
        }
    }

    /// `/host/key`.
    record ItemQuery(String host, String key) {}

    /// Which values a function looks at.
    ///
    /// @param byCount true: the last `amount` values; false: those of the last `amount` seconds
    /// @param amount a count or seconds; 0 where there was none
    /// @param shift moves the end of the period away from now; empty = now
    record Period(boolean byCount, long amount, List<Shift> shift) {
        public static final Period NONE = new Period(false, 0, List.of());

        public Period {
            shift = List.copyOf(shift);
        }

        public boolean isNone() {
            return amount == 0 && shift.isEmpty();
        }
    }

    /// One step of `now-1h/d`, applied in order.
    sealed interface Shift {
        /// So many seconds later, or earlier when negative.
        record Offset(long seconds) implements Shift {}

        /// To the start of the local `m`inute, `h`our, `d`ay, `w`eek, `M`onth or `y`ear.
        record StartOf(char unit) implements Shift {}
    }

    /// Operators of two operands, with how tightly they bind (a smaller number binds tighter).
    enum Operator {
        MULTIPLY("*", 3),
        DIVIDE("/", 3),
        ADD("+", 4),
        SUBTRACT("-", 4),
        LESS("<", 5),
        LESS_OR_EQUAL("<=", 5),
        GREATER_OR_EQUAL(">=", 5),
        GREATER(">", 5),
        EQUAL("=", 6),
        NOT_EQUAL("<>", 6),
        AND("and", 7),
        OR("or", 8);

        private final String symbol;
        private final int rank;

        Operator(String symbol, int rank) {
            this.symbol = symbol;
            this.rank = rank;
        }

        public String symbol() {
            return symbol;
        }

        int rank() {
            return rank;
        }
    }
}
