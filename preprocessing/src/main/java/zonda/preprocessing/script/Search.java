package zonda.preprocessing.script;

/// Looks for a text in a text, in time that does not grow with the product of both.
final class Search {
    /// Below this product of lengths Java's own search is fast enough whatever the texts.
    private static final long PLAIN = 100_000_000;

    private Search() {}

    /// As `String.indexOf`; large texts by Knuth, Morris and Pratt's way ("Fast pattern matching in
    /// strings", 1977).
    static int indexOf(String text, String wanted, int from, Gauge gauge) {
        if ((long) (text.length() - from) * wanted.length() < PLAIN) {
            return text.indexOf(wanted, from);
        }
        gauge.reserve(4L * wanted.length());
        gauge.step((long) text.length() - from);
        int[] borders = borders(wanted);
        int matched = 0;
        for (int i = from; i < text.length(); i++) {
            while (matched > 0 && text.charAt(i) != wanted.charAt(matched)) {
                matched = borders[matched - 1];
            }
            if (text.charAt(i) == wanted.charAt(matched)) {
                matched++;
            }
            if (matched == wanted.length()) {
                return i - matched + 1;
            }
        }
        return -1;
    }

    private static int[] borders(String wanted) {
        int[] borders = new int[wanted.length()];
        int length = 0;
        for (int i = 1; i < borders.length; i++) {
            while (length > 0 && wanted.charAt(i) != wanted.charAt(length)) {
                length = borders[length - 1];
            }
            if (wanted.charAt(i) == wanted.charAt(length)) {
                length++;
            }
            borders[i] = length;
        }
        return borders;
    }

    /// Backwards there is only the plain way: it is refused where it could take long.
    static void askForBackwards(String text, String wanted, Gauge gauge) {
        long product = (long) text.length() * Math.min(wanted.length(), text.length() - wanted.length() + 1L);
        if (product > 100 * PLAIN) {
            gauge.elements(product, 0);
        }
    }
}
