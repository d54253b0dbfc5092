package zonda.language.json;

/// Text to JSON strings.
public final class JsonText {
    private static final String HEX = "0123456789abcdef";

    private JsonText() {}

    /// A text as a JSON string, with its quotes.
    public static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        quote(out, text);
        return out.toString();
    }

    /// Appends a text as a JSON string, with its quotes.
    public static void quote(StringBuilder out, CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            escape(out, text.charAt(i));
        }
        out.append('"');
    }

    static void escape(StringBuilder out, char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c < 0x20 || c == 0x7F) {
                    out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                } else {
                    out.append(c);
                }
            }
        }
    }
}
