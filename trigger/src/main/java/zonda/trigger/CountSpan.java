package zonda.trigger;

import java.time.ZoneId;
import java.util.Optional;
import zonda.language.Expression;
import zonda.language.LanguageException;
import zonda.language.TextPattern;
import zonda.model.GlobalExpression;

/// A window that counts the values that pass a test. A test gives the same answer for a value when
/// it enters and when it
/// leaves.
final class CountSpan extends Span {
    /// A condition on one value.
    @FunctionalInterface
    interface Test {
        boolean holds(ItemValues item, long sequence);
    }

    private final Test test;
    private long matches;

    CountSpan(ItemValues item, Expression.Period period, ZoneId zone, Test test) {
        super(item, period, zone);
        this.test = test;
    }

    long matches() {
        return matches;
    }

    @Override
    void entered(long sequence) {
        if (test.holds(item, sequence)) {
            matches++;
        }
    }

    @Override
    void left(long sequence) {
        if (test.holds(item, sequence)) {
            matches--;
        }
    }

    @Override
    void cleared() {
        matches = 0;
    }

    /// The test of an operator and a pattern, for values of a form.
    ///
    /// @param operator empty for the form's default
    /// @param global the expression that the pattern names, where it names one
    /// @throws LanguageException names what was seen and what was wanted
    static Test test(ItemValues.Form form, String operator, String pattern, Optional<GlobalExpression> global)
            throws LanguageException {
        return switch (form) {
            case TEXT -> textTest(operator.isEmpty() ? "like" : operator, pattern, global);
            case UNSIGNED, DOUBLE -> numberTest(form, operator.isEmpty() ? "eq" : operator, pattern, global);
        };
    }

    private static Test textTest(String operator, String pattern, Optional<GlobalExpression> global)
            throws LanguageException {
        return switch (operator) {
            case "eq" -> (item, at) -> item.textOf(at).equals(pattern);
            case "ne" -> (item, at) -> !item.textOf(at).equals(pattern);
            case "like" -> (item, at) -> item.textOf(at).contains(pattern);
            case "regexp", "iregexp" -> {
                TextPattern regex = TextPattern.compile(pattern, operator.equals("iregexp"), global);
                yield (item, at) -> finds(regex, item.textOf(at));
            }
            default -> throw unsuitable(operator, "text", "eq, ne, like, regexp, iregexp");
        };
    }

    private static Test numberTest(
            ItemValues.Form form, String operator, String pattern, Optional<GlobalExpression> global)
            throws LanguageException {
        if (operator.equals("regexp") || operator.equals("iregexp")) {
            TextPattern regex = TextPattern.compile(pattern, operator.equals("iregexp"), global);
            return (item, at) -> finds(
                    regex,
                    form == ItemValues.Form.UNSIGNED
                            ? Long.toUnsignedString(item.bitsOf(at))
                            : Numerals.print(item.numberOf(at)));
        }
        if (operator.equals("bitand") && form == ItemValues.Form.UNSIGNED) {
            return bitTest(pattern);
        }
        if (operator.equals("bitand") || operator.equals("like")) {
            throw unsuitable(
                    operator,
                    form == ItemValues.Form.UNSIGNED ? "unsigned numbers" : "numbers",
                    "eq, ne, gt, ge, lt, le, regexp, iregexp");
        }
        if (form == ItemValues.Form.UNSIGNED && Numerals.isUnsigned(pattern)) {
            long wanted = Long.parseUnsignedLong(pattern);
            return (item, at) -> holds(operator, Long.compareUnsigned(item.bitsOf(at), wanted));
        }
        double wanted = Numerals.parse(pattern);
        if (Double.isNaN(wanted)) {
            throw new LanguageException(0, "count() has the pattern '" + pattern + "', wanted a number");
        }
        return (item, at) -> {
            double value = item.numberOf(at);
            return holds(operator, Numerals.areEqual(value, wanted) ? 0 : Double.compare(value, wanted));
        };
    }

    private static boolean holds(String operator, int order) {
        return switch (operator) {
            case "eq" -> order == 0;
            case "ne" -> order != 0;
            case "gt" -> order > 0;
            case "ge" -> order >= 0;
            case "lt" -> order < 0;
            default -> order <= 0;
        };
    }

    private static Test bitTest(String pattern) throws LanguageException {
        int slash = pattern.indexOf('/');
        String maskText = slash < 0 ? pattern : pattern.substring(0, slash);
        String wantedText = slash < 0 ? pattern : pattern.substring(slash + 1);
        if (!Numerals.isUnsigned(maskText) || !Numerals.isUnsigned(wantedText)) {
            throw new LanguageException(
                    0, "count() has the pattern '" + pattern + "', wanted one or two whole numbers as in 6/2");
        }
        long mask = Long.parseUnsignedLong(maskText);
        long wanted = Long.parseUnsignedLong(wantedText);
        // "mask" compares with the mask; "mask/compare" with the given bits.
        return (item, at) -> (item.bitsOf(at) & mask) == wanted;
    }

    /// A value for which the pattern exceeds its budget does not match.
    private static boolean finds(TextPattern regex, String text) {
        try {
            return regex.finds(text);
        } catch (LanguageException e) {
            return false;
        }
    }

    private static LanguageException unsuitable(String operator, String what, String wanted) {
        return new LanguageException(
                0, "count() has the operator '" + operator + "' over " + what + ", wanted one of " + wanted);
    }
}
