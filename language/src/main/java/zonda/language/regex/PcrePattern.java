package zonda.language.regex;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import zonda.language.LanguageException;

/// A pattern in PCRE's syntax, compiled for `java.util.regex`: the same language in nearly all,
/// written differently in places ([Translator] says which). As in Zabbix `^` and `$` match at the
/// line breaks within a text, and only LF is one. Immutable; any thread.
public final class PcrePattern {
    private final Pattern pattern;

    /// The same for an empty text, where Java finds no line for `^` to start.
    private final Pattern ofEmptyText;

    /// The group that stands where `\K` was; 0 where there was none.
    private final int keepOutGroup;

    private PcrePattern(Pattern pattern, Pattern ofEmptyText, int keepOutGroup) {
        this.pattern = pattern;
        this.ofEmptyText = ofEmptyText;
        this.keepOutGroup = keepOutGroup;
    }

    /// @throws LanguageException names the pattern's fault; a `StackOverflowError` is left to the
    /// caller
    public static PcrePattern compile(String text, boolean ignoreCase) throws LanguageException {
        Translator translator = new Translator(text);
        String translated = translator.translate();
        int flags = Pattern.UNIX_LINES | Pattern.UNICODE_CASE | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0);
        try {
            Pattern pattern = Pattern.compile(translated, flags | Pattern.MULTILINE);
            Pattern ofEmptyText = translated.indexOf('^') < 0 ? pattern : Pattern.compile(translated, flags);
            return new PcrePattern(pattern, ofEmptyText, translator.keepOutGroup());
        } catch (PatternSyntaxException e) {
            throw new LanguageException(0, e.getDescription());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // What java.util.regex throws for some broken escapes.
            throw new LanguageException(0, "cannot be read");
        }
    }

    public Matcher matcher(CharSequence text) {
        return (text.isEmpty() ? ofEmptyText : pattern).matcher(text);
    }

    /// Where a group of the pattern as it was written starts; -1 where it is none or took no part.
    public int start(Matcher matcher, int group) {
        if (group == 0) {
            return keepOutGroup > 0 ? matcher.start(keepOutGroup) : matcher.start();
        }
        int translated = translated(group);
        return translated <= matcher.groupCount() ? matcher.start(translated) : -1;
    }

    /// Where a group of the pattern as it was written ends; -1 where it is none or took no part.
    public int end(Matcher matcher, int group) {
        if (group == 0) {
            return matcher.end();
        }
        int translated = translated(group);
        return translated <= matcher.groupCount() ? matcher.end(translated) : -1;
    }

    private int translated(int group) {
        return keepOutGroup > 0 && group >= keepOutGroup ? group + 1 : group;
    }
}
