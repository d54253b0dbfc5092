package zonda.language;

/// Item keys: a name of letters, digits and `_ - .`, then parameters in brackets, which may be
/// quoted and nested.
public final class ItemKey {
    private ItemKey() {}

    /// Where a key that starts at `from` ends in a longer text; `from` itself when none starts
    /// there.
    public static int end(String text, int from) {
        int at = from;
        while (at < text.length() && isNameCharacter(text.charAt(at))) {
            at++;
        }
        if (at == from || at >= text.length() || text.charAt(at) != '[') {
            return at;
        }
        int depth = 0;
        boolean parameterStart = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '[') {
                depth++;
                parameterStart = true;
            } else if (c == ']') {
                depth--;
                if (depth == 0) {
                    return at + 1;
                }
            } else if (c == ',') {
                parameterStart = true;
            } else if (c == '"' && parameterStart) {
                at = afterQuoted(text, at);
                parameterStart = false;
                continue;
            } else if (c != ' ') {
                parameterStart = false;
            }
            at++;
        }
        return from;
    }

    private static int afterQuoted(String text, int quote) {
        int at = quote + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(text.length(), at + 1);
    }

    /// Whether the whole text is a key.
    public static boolean isValid(String text) {
        return !text.isEmpty() && text.length() <= 2048 && end(text, 0) == text.length();
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-'
                || c == '.';
    }
}
