package zonda.language.json;

import zonda.language.Regex;

/// A filter's expression. Immutable.
sealed interface Condition {
    record Constant(double value) implements Condition {}

    record Text(String value) implements Condition {}

    /// A constant of the RFC's: `true`, `false`, `null`. It is compared, and no condition by
    /// itself.
    record Word(String word) implements Condition {}

    /// A definite path from the node at hand, or from the document's root.
    record Query(JsonPath path, boolean isFromRoot) implements Condition {}

    record Not(Condition operand) implements Condition {}

    record Operation(Operator operator, Condition left, Condition right) implements Condition {}

    /// A match with a pattern that is written in the path.
    record Match(Condition left, Regex pattern) implements Condition {}

    /// Operators, those that bind less first.
    enum Operator {
        OR("||", 1),
        AND("&&", 2),
        EQUAL("==", 3),
        NOT_EQUAL("!=", 3),
        MATCHES("=~", 3),
        LESS_OR_EQUAL("<=", 4),
        GREATER_OR_EQUAL(">=", 4),
        LESS("<", 4),
        GREATER(">", 4),
        PLUS("+", 5),
        MINUS("-", 5),
        TIMES("*", 6),
        DIVIDED_BY("/", 6);

        final String sign;
        final int rank;

        Operator(String sign, int rank) {
            this.sign = sign;
            this.rank = rank;
        }
    }
}
