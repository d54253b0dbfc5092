package zonda.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import zonda.model.GlobalExpression;

/// A global expression, compiled. As in Zabbix each test has its own choice of case, whatever the
/// place that names the expression says. Immutable; any thread.
public final class GlobalPattern implements TextPattern {
    /// One test: of texts, or of a pattern.
    private record Test(List<String> texts, Optional<Regex> regex, boolean ignoreCase, boolean wanted) {
        boolean holds(String text) throws LanguageException {
            if (regex.isPresent()) {
                return regex.get().finds(text) == wanted;
            }
            String searched = ignoreCase ? text.toLowerCase(Locale.ROOT) : text;
            return texts.stream().anyMatch(searched::contains) == wanted;
        }
    }

    private final String name;
    private final List<Test> tests;

    private GlobalPattern(String name, List<Test> tests) {
        this.name = name;
        this.tests = tests;
    }

    /// @throws LanguageException names the pattern and what is wrong with it
    public static GlobalPattern compile(GlobalExpression expression) throws LanguageException {
        List<Test> tests = new ArrayList<>();
        for (GlobalExpression.Test test : expression.tests()) {
            tests.add(test(test));
        }
        return new GlobalPattern(expression.name(), tests);
    }

    private static Test test(GlobalExpression.Test test) throws LanguageException {
        boolean ignoreCase = !test.caseSensitive();
        String text = test.expression();
        return switch (test.type()) {
            case INCLUDED -> new Test(texts(List.of(text), ignoreCase), Optional.empty(), ignoreCase, true);
            case ANY_INCLUDED -> {
                String delimiter = Pattern.quote(String.valueOf(test.delimiter()));
                List<String> any = Arrays.stream(text.split(delimiter, -1))
                        .filter(one -> !one.isEmpty())
                        .toList();
                yield new Test(texts(any, ignoreCase), Optional.empty(), ignoreCase, true);
            }
            case NOT_INCLUDED -> new Test(texts(List.of(text), ignoreCase), Optional.empty(), ignoreCase, false);
            case RESULT_IS_TRUE -> new Test(List.of(), Optional.of(Regex.compile(text, ignoreCase)), ignoreCase, true);
            case RESULT_IS_FALSE ->
                new Test(List.of(), Optional.of(Regex.compile(text, ignoreCase)), ignoreCase, false);
        };
    }

    private static List<String> texts(List<String> texts, boolean ignoreCase) {
        return ignoreCase
                ? texts.stream().map(one -> one.toLowerCase(Locale.ROOT)).toList()
                : texts;
    }

    /// Whether all tests hold.
    @Override
    public boolean finds(String text) throws LanguageException {
        for (Test test : tests) {
            if (!test.holds(text)) {
                return false;
            }
        }
        return true;
    }

    /// As [TextPattern] says, with the groups of the first pattern that is to match; the whole text
    /// where no test is of that sort.
    @Override
    public Optional<String> extract(String text, String template) throws LanguageException {
        Optional<String> taken = Optional.empty();
        for (Test test : tests) {
            if (taken.isEmpty() && test.regex().isPresent() && test.wanted()) {
                taken = test.regex().get().extract(text, template);
                if (taken.isEmpty()) {
                    return taken;
                }
            } else if (!test.holds(text)) {
                return Optional.empty();
            }
        }
        return taken.isPresent() ? taken : Optional.of(text);
    }

    /// The name, as people write it where a pattern stands.
    @Override
    public String toString() {
        return "@" + name;
    }
}
