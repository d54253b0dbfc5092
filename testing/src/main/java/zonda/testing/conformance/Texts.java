package zonda.testing.conformance;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import zonda.language.LanguageException;
import zonda.language.json.JsonReader;

/// How results are compared: as texts; as JSON, where both are, since blanks and the order of
/// members mean nothing there; numbers by value.
final class Texts {
    private Texts() {}

    static Outcome compare(String got, String expected) {
        return got.equals(expected)
                        || areSameNumber(got, expected)
                        || canonical(got, false).equals(canonical(expected, false))
                ? Outcome.PASSED
                : Outcome.compare(got, expected);
    }

    /// As [#compare], and the order of a list's elements means nothing either: lists of what is
    /// found in objects, which have no order in the program that the cases are of.
    static Outcome compareUnordered(String got, String expected) {
        return compare(got, expected) instanceof Outcome.Passed
                        || canonical(got, true).equals(canonical(expected, true))
                ? Outcome.PASSED
                : Outcome.compare(got, expected);
    }

    private static boolean areSameNumber(String got, String expected) {
        try {
            return new BigDecimal(got).compareTo(new BigDecimal(expected)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// JSON in one form of all that mean the same; other text as it is.
    static String canonical(String text, boolean isUnordered) {
        try {
            return written(JsonReader.of(text), isUnordered);
        } catch (LanguageException e) {
            return text;
        }
    }

    private static String written(JsonReader value, boolean isUnordered) {
        if (value.isObject()) {
            Map<String, String> members = new TreeMap<>();
            value.members().forEach((name, member) -> members.put(name, written(member, isUnordered)));
            return members.toString();
        }
        if (value.isArray()) {
            List<String> elements = new ArrayList<>();
            value.elements().forEach(element -> elements.add(written(element, isUnordered)));
            if (isUnordered) {
                elements.sort(null);
            }
            return elements.toString();
        }
        if (value.isNumber()) {
            return new BigDecimal(value.text()).stripTrailingZeros().toPlainString();
        }
        return value.json();
    }
}
