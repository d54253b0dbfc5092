package zonda.testing.conformance;

import java.util.Optional;

/// What came of a case.
sealed interface Outcome {
    record Passed() implements Outcome {}

    /// @param reason what came, and what was expected
    record Failed(String reason) implements Outcome {}

    record NotApplicable(Inapplicable.Kind kind, String why) implements Outcome {}

    Outcome PASSED = new Passed();

    /// Passes where both are equal.
    static Outcome compare(String got, String expected) {
        return got.equals(expected) ? PASSED : new Failed("gives '" + got + "', expected '" + expected + "'");
    }

    /// Passes where something came that should, or nothing that should not.
    static Outcome compare(Optional<String> got, Optional<String> expected) {
        return got.equals(expected)
                ? PASSED
                : new Failed("gives " + got.map(text -> "'" + text + "'").orElse("an error") + ", expected "
                        + expected.map(text -> "'" + text + "'").orElse("an error"));
    }
}
