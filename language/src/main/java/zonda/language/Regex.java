package zonda.language;

import java.util.Optional;
import java.util.regex.Matcher;
import zonda.language.regex.PcrePattern;

/// A regular expression that people wrote, held to a budget: a pattern that backtracks without end,
/// or needs too deep a recursion, ends with its own error and harms nothing else. Immutable; any
/// thread.
public final class Regex implements TextPattern {
    /// A real pattern looks at each character a few times; 2 million looks take a few milliseconds.
    private static final long LOOKS = 2_000_000;

    private static final long LOOKS_PER_CHARACTER = 20;
    private static final int SHOWN = 120;

    private final String written;
    private final PcrePattern pattern;

    private Regex(String written, PcrePattern pattern) {
        this.written = written;
        this.pattern = pattern;
    }

    /// Reads a pattern in PCRE's syntax. `^` and `$` match at each line break, as in Zabbix.
    ///
    /// @throws LanguageException names the pattern and what is wrong with it
    public static Regex compile(String pattern, boolean ignoreCase) throws LanguageException {
        try {
            return new Regex(pattern, PcrePattern.compile(pattern, ignoreCase));
        } catch (LanguageException e) {
            throw new LanguageException(0, "the pattern '" + shortened(pattern) + "': " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new LanguageException(0, "the pattern '" + shortened(pattern) + "', wanted one less deep");
        }
    }

    /// Whether the pattern matches somewhere in the text.
    @Override
    public boolean finds(String text) throws LanguageException {
        return find(pattern.matcher(new BudgetedText(text)));
    }

    /// As [TextPattern] says, of the first match; a group that does not exist, or took no part, is
    /// empty.
    @Override
    public Optional<String> extract(String text, String template) throws LanguageException {
        Matcher matcher = pattern.matcher(new BudgetedText(text));
        return find(matcher) ? Optional.of(filled(template, text, matcher)) : Optional.empty();
    }

    private boolean find(Matcher matcher) throws LanguageException {
        try {
            return matcher.find();
        } catch (StackOverflowError e) {
            throw new LanguageException(0, "the pattern '" + this + "' needs too deep a recursion");
        } catch (BudgetedText.Exhausted e) {
            throw new LanguageException(0, "the pattern '" + this + "' takes too many steps");
        }
    }

    private String filled(String template, String text, Matcher matcher) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char c = template.charAt(at++);
            char following = at < template.length() ? template.charAt(at) : ' ';
            if (c != '\\' || following < '0' || following > '9') {
                out.append(c);
                continue;
            }
            at++;
            int group = following - '0';
            int start = pattern.start(matcher, group);
            if (start >= 0) {
                out.append(text, start, pattern.end(matcher, group));
            }
        }
        return out.toString();
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /// The pattern, shortened for messages.
    @Override
    public String toString() {
        return shortened(written);
    }

    /// Text whose characters may be looked at only so many times: `java.util.regex` asks for each
    /// character that it tries.
    private static final class BudgetedText implements CharSequence {
        static final class Exhausted extends RuntimeException {
            private static final long serialVersionUID = 1L;

            Exhausted() {
                super("budget of looks exhausted", null, false, false);
            }
        }

        private final String text;
        private long left;

        BudgetedText(String text) {
            this.text = text;
            this.left = LOOKS + LOOKS_PER_CHARACTER * text.length();
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new Exhausted();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
