package zonda.preprocessing.step;

import java.util.List;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.Regex;
import zonda.language.StepParameters;
import zonda.model.PreprocessingStep;

/// Compiles configured steps. Immutable; any thread.
public final class StepCompiler {
    private final ScriptCompiler scripts;

    public StepCompiler(ScriptCompiler scripts) {
        this.scripts = scripts;
    }

    /// A compiler for where no script may run: steps with one are refused.
    public static StepCompiler withoutScripts() {
        return new StepCompiler(source -> {
            throw new StepException("scripts are not run here");
        });
    }

    /// Checks the parameters of a step of any type, and compiles it where it works on text.
    ///
    /// @return the function, or nothing for steps that work on numbers, keep something from value
    /// to value, or read reasons
    /// @throws StepException names what the step has and what was wanted
    public Optional<TextStep> compile(PreprocessingStep step) throws StepException {
        try {
            StepParameters.check(step.type(), step.parameters());
            return compiled(step.type(), step.parameters());
        } catch (LanguageException e) {
            throw new StepException(String.valueOf(e.getMessage()));
        }
    }

    private Optional<TextStep> compiled(PreprocessingStep.Type type, List<String> parameters)
            throws LanguageException, StepException {
        return switch (type) {
            case RTRIM -> Optional.of(trim(parameters.getFirst(), false, true));
            case LTRIM -> Optional.of(trim(parameters.getFirst(), true, false));
            case TRIM -> Optional.of(trim(parameters.getFirst(), true, true));
            case REGEX -> Optional.of(extraction(parameters.get(0), parameters.get(1)));
            case BOOL_TO_DECIMAL -> Optional.of(value -> Trims.fromBoolean(value.text()));
            case OCTAL_TO_DECIMAL -> Optional.of(value -> Trims.fromOctal(value.text()));
            case HEX_TO_DECIMAL -> Optional.of(value -> Trims.fromHexadecimal(value.text()));
            case MATCHES_REGEX -> Optional.of(match(parameters.getFirst(), true));
            case NOT_MATCHES_REGEX -> Optional.of(match(parameters.getFirst(), false));
            case CHECK_REGEX_ERROR -> Optional.of(errorByPattern(parameters.get(0), parameters.get(1)));
            case STR_REPLACE -> Optional.of(replacement(parameters));
            case JAVASCRIPT -> Optional.of(scripts.compile(parameters.getFirst()));
            case XMLPATH,
                    JSONPATH,
                    CHECK_JSON_ERROR,
                    CHECK_XML_ERROR,
                    PROMETHEUS_PATTERN,
                    PROMETHEUS_TO_JSON,
                    CSV_TO_JSON,
                    XML_TO_JSON,
                    SNMP_WALK_VALUE,
                    SNMP_WALK_TO_JSON,
                    SNMP_GET_VALUE -> throw new StepException("a type that this version does not run yet");
            case MULTIPLIER,
                    SIMPLE_CHANGE,
                    CHANGE_PER_SECOND,
                    IN_RANGE,
                    DISCARD_UNCHANGED,
                    DISCARD_UNCHANGED_HEARTBEAT,
                    CHECK_NOT_SUPPORTED -> Optional.empty();
        };
    }

    private static TextStep trim(String parameter, boolean left, boolean right) {
        String characters = Trims.unescaped(parameter, false);
        return value -> Trims.trimmed(value.text(), characters, left, right);
    }

    private static TextStep replacement(List<String> parameters) {
        String from = Trims.unescaped(parameters.getFirst(), true);
        String to = parameters.size() > 1 ? Trims.unescaped(parameters.get(1), true) : "";
        return value -> value.text().replace(from, to);
    }

    private static TextStep extraction(String pattern, String output) throws LanguageException {
        Regex regex = Regex.compile(pattern, false);
        return value -> extract(regex, value.text(), output)
                .orElseThrow(() -> StepException.at(value.text(), "the pattern '" + regex + "' does not match"));
    }

    private static TextStep match(String pattern, boolean wanted) throws LanguageException {
        Regex regex = Regex.compile(pattern, false);
        return value -> {
            if (finds(regex, value.text()) != wanted) {
                throw StepException.at(
                        value.text(),
                        "the pattern '" + regex + (wanted ? "' does not match" : "' matches, wanted that it does not"));
            }
            return value.text();
        };
    }

    private static TextStep errorByPattern(String pattern, String output) throws LanguageException {
        Regex regex = Regex.compile(pattern, false);
        return value -> {
            Optional<String> error = extract(regex, value.text(), output);
            if (error.isPresent()) {
                throw StepException.toldByValue(error.get());
            }
            return value.text();
        };
    }

    private static boolean finds(Regex regex, String text) throws StepException {
        try {
            return regex.finds(text);
        } catch (LanguageException e) {
            throw StepException.at(text, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> extract(Regex regex, String text, String output) throws StepException {
        try {
            return regex.extract(text, output);
        } catch (LanguageException e) {
            throw StepException.at(text, String.valueOf(e.getMessage()));
        }
    }
}
