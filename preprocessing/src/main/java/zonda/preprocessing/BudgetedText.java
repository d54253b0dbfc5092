package zonda.preprocessing;

/// Text that lets a regular expression look at its characters only so many times: `java.util.regex`
/// asks for each
/// character that it tries, so that a pattern which backtracks without end is stopped, alone.
final class BudgetedText implements CharSequence {
    /// A real pattern looks at each character a few times; 2 million looks take a few milliseconds.
    private static final long LOOKS = 2_000_000;

    private static final long LOOKS_PER_CHARACTER = 20;

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
