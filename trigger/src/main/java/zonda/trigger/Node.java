package zonda.trigger;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import zonda.language.Expression.Operator;

/// A part of a compiled expression. [#number] gives NaN for Unknown and for a fault; [Evaluation]
/// holds the reason.
/// Every operand is evaluated each time, so that a fault counts wherever it stands. Owned by the
/// shard's thread.
abstract class Node {
    abstract double number(Evaluation evaluation);

    /// Whether the value is text by nature.
    boolean isText() {
        return false;
    }

    /// The value as text; null for Unknown and for a fault.
    @Nullable
    String text(Evaluation evaluation) {
        double value = number(evaluation);
        return Double.isNaN(value) ? null : Numerals.print(value);
    }

    static double truth(boolean value) {
        return value ? 1 : 0;
    }

    /// A comparison, with the tolerance.
    static boolean compare(Operator operator, double a, double b) {
        return switch (operator) {
            case LESS -> a < b && !Numerals.areEqual(a, b);
            case LESS_OR_EQUAL -> a < b || Numerals.areEqual(a, b);
            case GREATER_OR_EQUAL -> a > b || Numerals.areEqual(a, b);
            case GREATER -> a > b && !Numerals.areEqual(a, b);
            case EQUAL -> Numerals.areEqual(a, b);
            case NOT_EQUAL -> !Numerals.areEqual(a, b);
            case MULTIPLY, DIVIDE, ADD, SUBTRACT, AND, OR ->
                throw new IllegalStateException(operator + " is no comparison");
        };
    }

    static final class Literal extends Node {
        final double value;

        Literal(double value) {
            this.value = value;
        }

        @Override
        double number(Evaluation evaluation) {
            return value;
        }
    }

    /// An expression that cannot be compiled.
    static final class Broken extends Node {
        private final String reason;

        Broken(String reason) {
            this.reason = reason;
        }

        @Override
        double number(Evaluation evaluation) {
            return evaluation.fault(reason);
        }
    }

    /// A value that is text; in the place of a number it counts where it is one.
    abstract static class Text extends Node {
        @Override
        final boolean isText() {
            return true;
        }

        @Override
        final double number(Evaluation evaluation) {
            String text = text(evaluation);
            if (text == null) {
                return Double.NaN;
            }
            double value = Numerals.parse(text);
            return Double.isNaN(value) ? evaluation.fault("value \"" + shortened(text) + "\" is no number") : value;
        }

        @Override
        abstract @Nullable String text(Evaluation evaluation);

        private static String shortened(String text) {
            return text.length() <= 120 ? text : text.substring(0, 120) + "...";
        }
    }

    static final class TextLiteral extends Text {
        private final String value;

        TextLiteral(String value) {
            this.value = value;
        }

        @Override
        String text(Evaluation evaluation) {
            return value;
        }
    }

    static final class Negate extends Node {
        private final Node operand;

        Negate(Node operand) {
            this.operand = operand;
        }

        @Override
        double number(Evaluation evaluation) {
            return -operand.number(evaluation);
        }
    }

    static final class Not extends Node {
        private final Node operand;

        Not(Node operand) {
            this.operand = operand;
        }

        @Override
        double number(Evaluation evaluation) {
            double value = operand.number(evaluation);
            return Double.isNaN(value) ? value : truth(!Numerals.isTrue(value));
        }
    }

    static final class And extends Node {
        private final Node left;
        private final Node right;

        And(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        @Override
        double number(Evaluation evaluation) {
            double a = left.number(evaluation);
            double b = right.number(evaluation);
            boolean knownFalse = Math.abs(a) <= Numerals.TOLERANCE || Math.abs(b) <= Numerals.TOLERANCE;
            if (knownFalse) {
                return 0;
            }
            return Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : 1;
        }
    }

    static final class Or extends Node {
        private final Node left;
        private final Node right;

        Or(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        @Override
        double number(Evaluation evaluation) {
            double a = left.number(evaluation);
            double b = right.number(evaluation);
            if (Numerals.isTrue(a) || Numerals.isTrue(b)) {
                return 1;
            }
            return Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : 0;
        }
    }

    /// `* / + -` and the comparisons of numbers.
    static final class Arithmetic extends Node {
        private final Operator operator;
        private final Node left;
        private final Node right;

        Arithmetic(Operator operator, Node left, Node right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        double number(Evaluation evaluation) {
            double a = left.number(evaluation);
            double b = right.number(evaluation);
            if (Double.isNaN(a) || Double.isNaN(b)) {
                return Double.NaN;
            }
            return switch (operator) {
                case MULTIPLY -> evaluation.finite(a * b);
                case DIVIDE -> Numerals.isTrue(b) ? evaluation.finite(a / b) : evaluation.fault("division by zero");
                case ADD -> evaluation.finite(a + b);
                case SUBTRACT -> evaluation.finite(a - b);
                case LESS, LESS_OR_EQUAL, GREATER_OR_EQUAL, GREATER, EQUAL, NOT_EQUAL -> truth(compare(operator, a, b));
                case AND, OR -> throw new IllegalStateException("logic among arithmetic");
            };
        }
    }

    /// `=` and `<>` where a side is text.
    static final class TextEquality extends Node {
        private final Node left;
        private final Node right;
        private final boolean wanted;

        TextEquality(Node left, Node right, boolean wanted) {
            this.left = left;
            this.right = right;
            this.wanted = wanted;
        }

        @Override
        double number(Evaluation evaluation) {
            String a = left.text(evaluation);
            String b = right.text(evaluation);
            return a == null || b == null ? Double.NaN : truth(areEqual(a, b) == wanted);
        }

        static boolean areEqual(String a, String b) {
            if (a.equals(b)) {
                return true;
            }
            double one = Numerals.parse(a);
            double other = Numerals.parse(b);
            return Numerals.areEqual(one, other);
        }
    }

    /// A function over one to three numbers.
    static final class Calculation extends Node {
        private final String function;
        private final List<Node> arguments;

        Calculation(String function, List<Node> arguments) {
            this.function = function;
            this.arguments = arguments;
        }

        @Override
        double number(Evaluation evaluation) {
            double first = arguments.get(0).number(evaluation);
            double second = arguments.size() > 1 ? arguments.get(1).number(evaluation) : 0;
            double third = arguments.size() > 2 ? arguments.get(2).number(evaluation) : 0;
            if (Double.isNaN(first) || Double.isNaN(second) || Double.isNaN(third)) {
                return Double.NaN;
            }
            return switch (function) {
                case "abs" -> Math.abs(first);
                case "floor" -> Math.floor(first);
                case "ceil" -> Math.ceil(first);
                case "sqrt" -> first < 0 ? evaluation.fault("square root of a negative number") : Math.sqrt(first);
                case "power" -> evaluation.finite(Math.pow(first, second));
                case "mod" -> second == 0 ? evaluation.fault("division by zero") : evaluation.finite(first % second);
                case "round" -> scaled(evaluation, first, second, true);
                case "truncate" -> scaled(evaluation, first, second, false);
                case "between" ->
                    truth((first > second || Numerals.areEqual(first, second))
                            && (first < third || Numerals.areEqual(first, third)));
                default -> evaluation.fault("no function '" + function + "'");
            };
        }

        private static double scaled(Evaluation evaluation, double value, double digits, boolean round) {
            if (digits < 0 || digits != Math.rint(digits)) {
                return evaluation.fault("digits that are not a whole number from 0 up");
            }
            double scale = Math.pow(10, digits);
            double size = Math.abs(value) * scale;
            if (Double.isInfinite(size)) {
                return evaluation.fault("a result is not finite");
            }
            double whole = Math.floor(size);
            if (round && size - whole >= 0.5) {
                whole++;
            }
            return evaluation.finite(Math.copySign(whole / scale, value));
        }
    }

    /// `min`, `max`, `sum`, `avg` of several expressions.
    static final class Fold extends Node {
        private final String function;
        private final List<Node> arguments;

        Fold(String function, List<Node> arguments) {
            this.function = function;
            this.arguments = arguments;
        }

        @Override
        double number(Evaluation evaluation) {
            double result = arguments.get(0).number(evaluation);
            for (int i = 1; i < arguments.size(); i++) {
                double next = arguments.get(i).number(evaluation);
                result = switch (function) {
                    case "min" -> Math.min(result, next);
                    case "max" -> Math.max(result, next);
                    default -> result + next;
                };
            }
            if (Double.isNaN(result)) {
                return result;
            }
            return evaluation.finite(function.equals("avg") ? result / arguments.size() : result);
        }
    }

    /// `in(value, one, two, ...)`.
    static final class In extends Node {
        private final List<Node> arguments;

        In(List<Node> arguments) {
            this.arguments = arguments;
        }

        @Override
        double number(Evaluation evaluation) {
            boolean found = false;
            boolean unknown = false;
            String value = arguments.get(0).text(evaluation);
            for (int i = 1; i < arguments.size(); i++) {
                String candidate = arguments.get(i).text(evaluation);
                unknown |= candidate == null;
                found |= candidate != null && value != null && TextEquality.areEqual(value, candidate);
            }
            return unknown || value == null ? Double.NaN : truth(found);
        }
    }

    /// `now`, `time`, `date`, `dayofweek`, `dayofmonth`.
    static final class Clock extends Node {
        private final String function;
        private final ZoneId zone;

        Clock(String function, ZoneId zone) {
            this.function = function;
            this.zone = zone;
        }

        @Override
        double number(Evaluation evaluation) {
            return Calendar.part(function, evaluation.timeNanos, zone);
        }
    }
}
