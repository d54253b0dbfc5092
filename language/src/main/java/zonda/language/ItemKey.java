package zonda.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// An item key: a name of letters, digits and `_ - .`, then parameters in brackets:
/// `net.if.in["eth0,1",[a,b]]`.
///
/// A parameter is quoted (`\"` stands for a quote; any other backslash is itself, so a quoted one
/// cannot end in a backslash), or a list of parameters in brackets (one level only), or plain: no
/// `]` or `,`, and no `"`, `[` or blank at its start. Blanks before a parameter do not count.
///
/// @param name before the brackets
/// @param parameters without their quotes; a list as it is written, without its brackets
public record ItemKey(String name, List<String> parameters) {
    /// The longest key, in characters.
    public static final int LONGEST = 2_048;

    public ItemKey {
        parameters = List.copyOf(parameters);
    }

    /// A parameter by its place, counted from 0; empty where the key has none there.
    public String parameter(int index) {
        return index < parameters.size() ? parameters.get(index) : "";
    }

    /// Reads a whole key.
    ///
    /// @throws LanguageException with the column, what was seen and what was wanted
    public static ItemKey parse(String text) throws LanguageException {
        if (text.length() > LONGEST) {
            throw new LanguageException(0, "item key of " + text.length() + " characters, wanted at most " + LONGEST);
        }
        Scanner scanner = new Scanner(text, 0);
        if (!scanner.scan()) {
            throw fault(text, scanner.at, scanner.wanted);
        }
        if (scanner.at < text.length()) {
            throw fault(text, scanner.at, "the end of the key");
        }
        List<String> parameters = new ArrayList<>();
        for (Part part : scanner.parts) {
            if (part.depth == 1) {
                parameters.add(part.text(text));
            }
        }
        return new ItemKey(text.substring(0, scanner.nameEnd), parameters);
    }

    private static LanguageException fault(String text, int at, String wanted) {
        return new LanguageException(
                at + 1, "item key '" + Seen.shortened(text) + "' has " + Seen.at(text, at) + ", wanted " + wanted);
    }

    /// Where a key that starts at `from` ends in a longer text; `from` itself when none starts
    /// there.
    public static int end(String text, int from) {
        Scanner scanner = new Scanner(text, from);
        return scanner.scan() ? scanner.at : from;
    }

    /// Whether the whole text is a key.
    public static boolean isValid(String text) {
        return !text.isEmpty() && text.length() <= LONGEST && end(text, 0) == text.length();
    }

    /// Replaces macros in the parameters of a key; a parameter that needs quotes after it gets
    /// them. Where the text is no key, it comes back as it is.
    ///
    /// @param macros gives the value of a macro as it is written
    /// @throws LanguageException when a value cannot stand in a key: one with `,` or `]` that ends
    ///     in a backslash
    public static String resolve(String text, Function<String, Optional<String>> macros) throws LanguageException {
        if (text.indexOf('{') < 0) {
            return text;
        }
        Scanner scanner = new Scanner(text, 0);
        if (!scanner.scan() || scanner.at < text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int copied = 0;
        for (Part part : scanner.parts) {
            if (part.isList) {
                continue;
            }
            String before = part.text(text);
            String after = Macros.replace(before, macros);
            if (!after.equals(before)) {
                out.append(text, copied, part.from).append(written(after, part.isQuoted));
                copied = part.to;
            }
        }
        return out.append(text, copied, text.length()).toString();
    }

    private static String written(String value, boolean quoted) throws LanguageException {
        boolean needsQuotes = value.indexOf(',') >= 0
                || value.indexOf(']') >= 0
                || value.startsWith(" ")
                || value.startsWith("\"")
                || value.startsWith("[");
        boolean canQuote = !value.endsWith("\\");
        if (needsQuotes && !canQuote) {
            throw new LanguageException(
                    0, "'" + value + "' cannot be a parameter of a key, wanted no backslash at its end");
        }
        return needsQuotes || quoted && canQuote ? '"' + value.replace("\"", "\\\"") + '"' : value;
    }

    /// A parameter's place in the text, with its quotes or brackets.
    ///
    /// @param depth 1 for a parameter of the key, 2 for one inside a list
    private record Part(int from, int to, int depth, boolean isQuoted, boolean isList) {
        String text(String key) {
            String inner = isQuoted || isList ? key.substring(from + 1, to - 1) : key.substring(from, to);
            return isQuoted ? inner.replace("\\\"", "\"") : inner;
        }
    }

    /// Walks over one key and notes its parameters.
    private static final class Scanner {
        private final String text;
        private final List<Part> parts = new ArrayList<>(4);
        private int at;
        private int nameEnd;
        private String wanted = "";

        Scanner(String text, int from) {
            this.text = text;
            this.at = from;
        }

        boolean scan() {
            int from = at;
            while (isNameCharacter(peek())) {
                at++;
            }
            nameEnd = at;
            if (at == from) {
                wanted = "a letter, a digit, '_', '-' or '.'";
                return false;
            }
            return peek() != '[' || list(1);
        }

        private boolean list(int depth) {
            do {
                at++;
                while (peek() == ' ') {
                    at++;
                }
                if (!parameter(depth)) {
                    return false;
                }
            } while (peek() == ',');
            if (peek() != ']') {
                wanted = "',' or ']'";
                return false;
            }
            at++;
            return true;
        }

        private boolean parameter(int depth) {
            int from = at;
            boolean quoted = peek() == '"';
            boolean list = peek() == '[';
            if (quoted) {
                if (!quotes()) {
                    return false;
                }
            } else if (list) {
                if (depth > 1) {
                    wanted = "a list without lists in it";
                    return false;
                }
                if (!list(depth + 1)) {
                    return false;
                }
            } else {
                while (at < text.length() && peek() != ',' && peek() != ']') {
                    at++;
                }
            }
            parts.add(new Part(from, at, depth, quoted, list));
            while (peek() == ' ') {
                at++;
            }
            return true;
        }

        private boolean quotes() {
            do {
                at = text.indexOf('"', at + 1);
                if (at < 0) {
                    at = text.length();
                    wanted = "a closing '\"'";
                    return false;
                }
            } while (text.charAt(at - 1) == '\\');
            at++;
            return true;
        }

        private char peek() {
            return at < text.length() ? text.charAt(at) : 0;
        }
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
