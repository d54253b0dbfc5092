package zonda.language;

import java.util.Optional;
import zonda.model.GlobalExpression;

/// What people look for in texts: a pattern as it stands, or a global expression that it names.
/// Immutable; any thread.
public sealed interface TextPattern permits Regex, GlobalPattern {
    /// Reads what stands where a pattern is wanted.
    ///
    /// @param global the expression that the text names as `@name`; none where it is a pattern
    /// @throws LanguageException names the pattern and what is wrong with it
    static TextPattern compile(String pattern, boolean ignoreCase, Optional<GlobalExpression> global)
            throws LanguageException {
        return global.isPresent() ? GlobalPattern.compile(global.get()) : Regex.compile(pattern, ignoreCase);
    }

    /// Whether the text is what is looked for.
    ///
    /// @throws LanguageException when the budget does not suffice
    boolean finds(String text) throws LanguageException;

    /// A template with `\0` to `\9` replaced by the groups of the match. Nothing when the text is
    /// not what is looked for.
    ///
    /// @throws LanguageException when the budget does not suffice
    Optional<String> extract(String text, String template) throws LanguageException;
}
