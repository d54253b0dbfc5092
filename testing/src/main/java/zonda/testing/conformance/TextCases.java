package zonda.testing.conformance;

import java.util.List;
import java.util.Optional;
import zonda.language.ItemKey;
import zonda.language.Macros;
import zonda.language.Numbers;

/// Cases of what people write in configurations: keys, macros, numbers.
final class TextCases {
    private TextCases() {}

    /// Where a key ends.
    static Outcome keyEnd(Case test) {
        boolean isKey = test.text("out", "return").equals("SUCCEED");
        int wanted = isKey ? test.text("out", "valid_part").length() : 0;
        return equal(ItemKey.end(test.text("in", "key"), 0), wanted);
    }

    static Outcome keyParameters(Case test) {
        List<?> wanted = test.list("out", "parameters");
        Optional<String> got = LanguageCases.attempt(
                () -> ItemKey.parse(test.text("in", "key")).parameters().toString());
        return Outcome.compare(got, test.has("out", "parameters") ? Optional.of(wanted.toString()) : Optional.empty());
    }

    /// Numbers with a suffix, as expressions have them.
    static Outcome numberWithSuffix(Case test) {
        boolean isNumber = Numbers.parse(test.text("in", "num")).isPresent();
        return equal(isNumber, test.text("out", "return").equals("SUCCEED"));
    }

    /// Where a user macro ends.
    static Outcome macroEnd(Case test) {
        boolean isMacro = test.text("out", "return").equals("SUCCEED");
        int wanted = isMacro ? Integer.parseInt(test.text("out", "macro_r")) + 1 : -1;
        return equal(Macros.end(test.text("in", "macro"), 0), wanted);
    }

    private static Outcome equal(Object got, Object wanted) {
        return got.equals(wanted)
                ? Outcome.PASSED
                : new Outcome.Failed("gives '" + got + "', expected '" + wanted + "'");
    }
}
