package zonda.configuration;

import java.util.List;
import zonda.language.Expression;
import zonda.language.LanguageException;
import zonda.language.Numbers;
import zonda.model.ItemValueType;

/// Whether a function suits the values of its item. What is told here at once would else make a
/// trigger unknown for good.
final class CallCheck {
    private static final List<String> TEXT_OPERATORS = List.of("", "eq", "ne", "like", "regexp", "iregexp");

    private CallCheck() {}

    static void check(Expression.HistoryCall call, ItemValueType type) throws LanguageException {
        boolean isText = switch (type) {
            case CHARACTER, LOG, TEXT -> true;
            case FLOAT, UNSIGNED -> false;
            case BINARY -> {
                if (!call.function().equals("nodata")) {
                    throw fault(call, "reads a binary item", "an item of numbers or text");
                }
                yield true;
            }
        };
        switch (call.function()) {
            case "min", "max", "avg", "sum" -> {
                if (isText) {
                    throw fault(call, "reads text", "an item of numbers");
                }
            }
            case "count" -> checkCount(call, type, isText);
            default -> {}
        }
    }

    private static void checkCount(Expression.HistoryCall call, ItemValueType type, boolean isText)
            throws LanguageException {
        String operator = call.parameters().isEmpty() ? "" : call.parameters().getFirst();
        String pattern = call.parameters().size() < 2 ? "" : call.parameters().get(1);
        if (operator.isEmpty() && pattern.isEmpty()) {
            return;
        }
        if (isText) {
            if (!TEXT_OPERATORS.contains(operator)) {
                throw fault(call, "has the operator '" + operator + "' over text", "eq, ne, like, regexp or iregexp");
            }
            return;
        }
        switch (operator) {
            case "regexp", "iregexp" -> {}
            case "bitand" -> {
                boolean isMask = pattern.matches("[0-9]{1,20}(/[0-9]{1,20})?");
                if (type != ItemValueType.UNSIGNED || !isMask) {
                    throw fault(
                            call,
                            "has bitand with '" + pattern + "'",
                            "an item of unsigned numbers and a pattern such as 6 or 6/2");
                }
            }
            case "like" ->
                throw fault(call, "has the operator 'like' over numbers", "eq, ne, gt, ge, lt, le, regexp or iregexp");
            default -> {
                if (Numbers.parse(pattern).isEmpty()) {
                    throw fault(call, "has the pattern '" + Faults.shortened(pattern) + "'", "a number");
                }
            }
        }
    }

    private static LanguageException fault(Expression.HistoryCall call, String seen, String wanted) {
        return new LanguageException(
                0,
                call.function() + "(/" + call.item().host() + "/" + call.item().key() + ") " + seen + ", wanted "
                        + wanted);
    }
}
