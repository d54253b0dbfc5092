package zonda.preprocessing.step;

import java.util.List;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.StepParameters;
import zonda.language.TextPattern;
import zonda.model.PreprocessingStep;

/// The step that reads why an item could not be read: it fails, and so lets its on-fail choice
/// decide, for the reasons that it is meant for. Others pass, and leave the item not supported.
/// Immutable; any thread.
public final class NotSupportedCheck {
    private final Optional<TextPattern> pattern;
    private final boolean isInverse;

    private NotSupportedCheck(Optional<TextPattern> pattern, boolean isInverse) {
        this.pattern = pattern;
        this.isInverse = isInverse;
    }

    /// A check that is meant for any reason.
    public static NotSupportedCheck ofAny() {
        return new NotSupportedCheck(Optional.empty(), false);
    }

    /// @param step whose parameters are none, or -1, for any reason; 0 (matches) or 1 (does not
    /// match) and a pattern
    /// @throws StepException names what is wrong with them
    public static NotSupportedCheck compile(PreprocessingStep step) throws StepException {
        List<String> parameters = step.parameters();
        try {
            StepParameters.check(PreprocessingStep.Type.CHECK_NOT_SUPPORTED, parameters);
            String scope = parameters.isEmpty() ? "" : parameters.getFirst();
            return scope.isEmpty() || scope.equals("-1")
                    ? ofAny()
                    : new NotSupportedCheck(
                            Optional.of(TextPattern.compile(parameters.get(1), false, step.global())),
                            scope.equals("1"));
        } catch (LanguageException e) {
            throw new StepException(String.valueOf(e.getMessage()));
        }
    }

    /// Whether this reason is one that the step is meant for.
    ///
    /// @throws StepException when the pattern takes too long on it
    public boolean catches(String reason) throws StepException {
        if (pattern.isEmpty()) {
            return true;
        }
        try {
            return pattern.get().finds(reason) != isInverse;
        } catch (LanguageException e) {
            throw StepException.at(reason, String.valueOf(e.getMessage()));
        }
    }

    /// The user's own error text, with `\0` to `\9` replaced by the groups of the match.
    public String told(String template, String reason) throws StepException {
        if (pattern.isEmpty() || isInverse) {
            return template;
        }
        try {
            return pattern.get().extract(reason, template).orElse(template);
        } catch (LanguageException e) {
            throw StepException.at(reason, String.valueOf(e.getMessage()));
        }
    }
}
