package zonda.language;

import java.util.Optional;
import java.util.function.Function;

/// Puts the values of macros into the text of an expression, before it is parsed.
///
/// What a value becomes depends on where the macro stands. As an operand or a parameter: the number
/// that it is, else text in quotes. Inside quotes: escaped. In a period (`5m:now-{$SHIFT}`) or next
/// to other characters (`{$N}K`): as it is. In an item's key: with quotes where the key needs them.
/// An empty host (`//key`) becomes the host that the expression belongs to. Macros without a value
/// stay, and are then faults to the parser.
public final class ExpressionMacros {
    private static final int DEEPEST = 256;

    private final String text;
    private final String ownHost;
    private final Function<String, Optional<String>> macros;
    private final StringBuilder out = new StringBuilder();
    /// For each open parenthesis: the number of commas so far, or -1 where it is no call over an
    /// item.
    private final int[] commas = new int[DEEPEST];

    private int depth;
    private int at;

    private ExpressionMacros(String text, String ownHost, Function<String, Optional<String>> macros) {
        this.text = text;
        this.ownHost = ownHost;
        this.macros = macros;
    }

    /// The expression with macros replaced.
    ///
    /// @param ownHost the technical name of the host that the expression belongs to
    /// @param macros gives the value of a macro as it is written, with its braces
    /// @throws LanguageException when a value cannot stand where its macro stands
    public static String resolve(String text, String ownHost, Function<String, Optional<String>> macros)
            throws LanguageException {
        return new ExpressionMacros(text, ownHost, macros).resolved();
    }

    private String resolved() throws LanguageException {
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '"' -> quoted();
                case '(' -> opened();
                case '{' -> macro();
                case ')' -> {
                    depth = Math.max(0, depth - 1);
                    copy();
                }
                case ',' -> {
                    if (depth > 0 && commas[depth - 1] >= 0) {
                        commas[depth - 1]++;
                    }
                    copy();
                }
                default -> copy();
            }
        }
        return out.toString();
    }

    private void copy() {
        out.append(text.charAt(at++));
    }

    private void opened() throws LanguageException {
        copy();
        if (depth == DEEPEST) {
            throw new LanguageException(at, "expression has more than " + DEEPEST + " open parentheses");
        }
        int item = at;
        while (item < text.length() && Character.isWhitespace(text.charAt(item))) {
            item++;
        }
        boolean isItem = item < text.length() && text.charAt(item) == '/';
        commas[depth++] = isItem ? 0 : -1;
        int slash = isItem ? text.indexOf('/', item + 1) : -1;
        int end = slash < 0 ? -1 : ItemKey.end(text, slash + 1);
        if (end <= slash + 1) {
            return;
        }
        String host = text.substring(item + 1, slash);
        out.append('/')
                .append(host.isEmpty() ? ownHost : Macros.replace(host, macros))
                .append('/');
        out.append(ItemKey.resolve(text.substring(slash + 1, end), macros));
        at = end;
    }

    private void quoted() {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length()) {
            out.append(text, at, text.length());
            at = text.length();
            return;
        }
        String written = text.substring(at, end + 1);
        String plain = unescaped(written.substring(1, written.length() - 1));
        String replaced = Macros.replace(plain, macros);
        out.append(replaced.equals(plain) ? written : ExpressionPrinter.quote(replaced));
        at = end + 1;
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                c = text.charAt(++i);
            }
            plain.append(c);
        }
        return plain.toString();
    }

    private void macro() throws LanguageException {
        int end = Macros.end(text, at);
        if (end < 0) {
            copy();
            return;
        }
        String macro = text.substring(at, end);
        Optional<String> value = macros.apply(macro);
        if (value.isEmpty()) {
            out.append(macro);
        } else {
            boolean inPeriod = depth > 0 && commas[depth - 1] == 1;
            boolean isPart = inPeriod || touches(at - 1) || touches(end);
            out.append(isPart ? part(macro, value.get()) : operand(value.get()));
        }
        at = end;
    }

    private static String operand(String value) {
        return Numbers.parse(value).isPresent() ? value : ExpressionPrinter.quote(value);
    }

    private String part(String macro, String value) throws LanguageException {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!Numbers.isDigit(c) && !Numbers.isLetter(c) && ".:/#+-".indexOf(c) < 0) {
                throw new LanguageException(
                        at + 1,
                        "macro " + macro + " has the value '" + Seen.shortened(value)
                                + "', wanted a number or a period here");
            }
        }
        return value;
    }

    private boolean touches(int index) {
        if (index < 0 || index >= text.length()) {
            return false;
        }
        char c = text.charAt(index);
        return Numbers.isDigit(c) || Numbers.isLetter(c) || c == '.' || c == '{' || c == '}' || c == '#';
    }
}
