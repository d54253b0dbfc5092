package zonda.configuration;

import zonda.language.LanguageException;

/// Object identifiers in numbers, as people write them (RFC 2578, section 3.5: at most 128 numbers,
/// each at most 2^32-1; X.660: the first 0 to 2, the second below 40 where the first is 0 or 1).
final class Oids {
    private static final int MOST_ARCS = 128;
    private static final long LARGEST_ARC = 0xffff_ffffL;

    private Oids() {}

    /// The object identifier without a leading dot.
    ///
    /// @throws LanguageException says what was seen and what was wanted
    static String plain(String text) throws LanguageException {
        String oid = text.startsWith(".") ? text.substring(1) : text;
        int arcs = 0;
        int at = 0;
        long first = 0;
        while (at <= oid.length()) {
            long arc = 0;
            int start = at;
            while (at < oid.length() && oid.charAt(at) >= '0' && oid.charAt(at) <= '9' && arc <= LARGEST_ARC) {
                arc = arc * 10 + oid.charAt(at++) - '0';
            }
            boolean isEnd = at == oid.length();
            if (at == start || arc > LARGEST_ARC || (!isEnd && oid.charAt(at) != '.')) {
                throw fault(text, "numbers up to 4294967295 with dots between them, such as 1.3.6.1.2.1.1.3.0");
            }
            arcs++;
            if (arcs == 1) {
                first = arc;
            }
            if ((arcs == 1 && arc > 2) || (arcs == 2 && first < 2 && arc > 39)) {
                throw fault(text, "0, 1 or 2 first, and below 40 after 0 and 1");
            }
            at++;
        }
        if (arcs < 2 || arcs > MOST_ARCS) {
            throw fault(text, "2 to " + MOST_ARCS + " numbers");
        }
        return oid;
    }

    private static LanguageException fault(String text, String wanted) {
        return new LanguageException(0, "object identifier '" + Faults.shortened(text) + "', wanted " + wanted);
    }
}
