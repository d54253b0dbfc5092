package zonda.language;

/// How messages show what was seen: enough to find the place, never a whole page.
final class Seen {
    private static final int SHOWN = 60;
    private static final int SHOWN_AT = 12;

    private Seen() {}

    /// A text, cut where it is long.
    static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /// The next characters from a place on, quoted, or `the end`.
    static String at(String text, int at) {
        return at >= text.length() ? "the end" : "'" + text.substring(at, Math.min(text.length(), at + SHOWN_AT)) + "'";
    }
}
