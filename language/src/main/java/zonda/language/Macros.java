package zonda.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// User macros `{$NAME}`, `{$NAME:context}`, `{$NAME:regex:"..."}`, and the replacement of any
/// macro in text. Immutable; any thread.
///
/// Precedence as in Zabbix's manual ("User macros with context"): the host's macro with that
/// context, the host's whose regular expression finds the context, the same two of the globals, the
/// host's without context, the global one without context. Of several regular expressions that find
/// a context, the first in the order of their texts counts; one that needs more steps than [Regex]
/// allows finds nothing.
public final class Macros {
    private static final int LONGEST_NAME = 255;
    private static final String REGEX = "regex:";

    private enum Kind {
        PLAIN,
        CONTEXT,
        REGEX
    }

    private record Entry(Kind kind, String context, Optional<Regex> regex, String value) {}

    /// A macro as it is written, taken apart.
    private record Written(String name, boolean hasContext, String context) {}

    private final Map<String, List<Entry>> host;
    private final Map<String, List<Entry>> global;

    private Macros(Map<String, List<Entry>> host, Map<String, List<Entry>> global) {
        this.host = host;
        this.global = global;
    }

    /// Macros of the whole installation.
    ///
    /// @param definitions by their full written name, `{$NAME:context}`
    public static Macros global(Map<String, String> definitions) throws LanguageException {
        return new Macros(Map.of(), entries(definitions));
    }

    /// These macros with a host's own before them.
    public Macros withHost(Map<String, String> definitions) throws LanguageException {
        return new Macros(definitions.isEmpty() ? Map.of() : entries(definitions), global);
    }

    private static Map<String, List<Entry>> entries(Map<String, String> definitions) throws LanguageException {
        Map<String, List<Entry>> entries = new HashMap<>();
        for (Map.Entry<String, String> definition : new TreeMap<>(definitions).entrySet()) {
            String written = definition.getKey();
            if (!written.startsWith("{$") || end(written, 0) != written.length()) {
                throw new LanguageException(
                        0,
                        "macro '" + Seen.shortened(written)
                                + "', wanted {$NAME} or {$NAME:context}, the name of capitals, digits, _ and .");
            }
            Written macro = split(written);
            entries.computeIfAbsent(macro.name(), name -> new ArrayList<>(1))
                    .add(entry(written, macro, definition.getValue()));
        }
        return entries;
    }

    private static Entry entry(String written, Written macro, String value) throws LanguageException {
        if (!macro.hasContext()) {
            return new Entry(Kind.PLAIN, "", Optional.empty(), value);
        }
        if (!macro.context().startsWith(REGEX)) {
            return new Entry(Kind.CONTEXT, unquote(macro.context()), Optional.empty(), value);
        }
        String regex = unquote(macro.context().substring(REGEX.length()).trim());
        try {
            return new Entry(Kind.REGEX, regex, Optional.of(Regex.compile(regex, false)), value);
        } catch (LanguageException e) {
            throw new LanguageException(0, "macro '" + Seen.shortened(written) + "': " + e.getMessage());
        }
    }

    private static Written split(String written) {
        int colon = written.indexOf(':');
        return colon < 0
                ? new Written(written.substring(2, written.length() - 1), false, "")
                : new Written(
                        written.substring(2, colon),
                        true,
                        written.substring(colon + 1, written.length() - 1).stripLeading());
    }

    private static String unquote(String context) {
        String trimmed = context.trim();
        return trimmed.length() >= 2 && trimmed.startsWith("\"") && trimmed.endsWith("\"")
                ? trimmed.substring(1, trimmed.length() - 1).replace("\\\"", "\"")
                : context;
    }

    /// The value of a user macro by its full written name.
    public Optional<String> value(String written) {
        if (!written.startsWith("{$") || end(written, 0) != written.length()) {
            return Optional.empty();
        }
        Written wanted = split(written);
        List<Entry> ofHost = host.getOrDefault(wanted.name(), List.of());
        List<Entry> ofAll = global.getOrDefault(wanted.name(), List.of());
        if (wanted.hasContext()) {
            String context = unquote(wanted.context());
            Optional<String> found = withContext(ofHost, context);
            if (found.isEmpty()) {
                found = withContext(ofAll, context);
            }
            if (found.isPresent()) {
                return found;
            }
        }
        Optional<String> plain = plain(ofHost);
        return plain.isPresent() ? plain : plain(ofAll);
    }

    private static Optional<String> withContext(List<Entry> entries, String context) {
        for (Entry entry : entries) {
            if (entry.kind() == Kind.CONTEXT && entry.context().equals(context)) {
                return Optional.of(entry.value());
            }
        }
        for (Entry entry : entries) {
            if (entry.regex().isPresent() && finds(entry.regex().get(), context)) {
                return Optional.of(entry.value());
            }
        }
        return Optional.empty();
    }

    private static boolean finds(Regex regex, String context) {
        try {
            return regex.finds(context);
        } catch (LanguageException e) {
            return false;
        }
    }

    private static Optional<String> plain(List<Entry> entries) {
        for (Entry entry : entries) {
            if (entry.kind() == Kind.PLAIN) {
                return Optional.of(entry.value());
            }
        }
        return Optional.empty();
    }

    /// Replaces macros in a text: user macros by their values, others (`{HOST.NAME}`) by what
    /// `builtIn` gives; what nobody knows stays as it is. A replaced value is not looked at again.
    public String resolve(String text, Function<String, Optional<String>> builtIn) {
        return replace(text, macro -> macro.startsWith("{$") ? value(macro) : builtIn.apply(macro));
    }

    /// Replaces macros in a text by what `values` gives for them as they are written; others stay.
    static String replace(String text, Function<String, Optional<String>> values) {
        int open = text.indexOf('{');
        if (open < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        int copied = 0;
        while (open >= 0) {
            int end = end(text, open);
            if (end < 0) {
                open = text.indexOf('{', open + 1);
                continue;
            }
            String macro = text.substring(open, end);
            out.append(text, copied, open).append(values.apply(macro).orElse(macro));
            copied = end;
            open = text.indexOf('{', end);
        }
        return out.append(text, copied, text.length()).toString();
    }

    /// The user macros in a text that have no value.
    public List<String> unknown(String text) {
        List<String> found = new ArrayList<>();
        for (int open = text.indexOf("{$"); open >= 0; open = text.indexOf("{$", open + 2)) {
            int end = end(text, open);
            if (end > 0 && value(text.substring(open, end)).isEmpty()) {
                found.add(text.substring(open, end));
            }
        }
        return found;
    }

    /// Where the user macro that opens here ends; -1 when none does. A context in quotes may hold any
    /// character, one without ends at the first `}`.
    public static int end(String text, int open) {
        int at = open + 1;
        boolean isUser = at < text.length() && text.charAt(at) == '$';
        if (isUser) {
            at++;
        }
        int nameStart = at;
        while (at < text.length() && at - nameStart <= LONGEST_NAME && isNameCharacter(text.charAt(at))) {
            at++;
        }
        if (at == nameStart || at >= text.length()) {
            return -1;
        }
        if (text.charAt(at) == '}') {
            return at + 1;
        }
        return isUser && text.charAt(at) == ':' ? contextEnd(text, at + 1) : -1;
    }

    private static int contextEnd(String text, int from) {
        int at = from;
        if (text.startsWith(REGEX, at)) {
            at += REGEX.length();
        }
        at = afterBlanks(text, at);
        if (at >= text.length() || text.charAt(at) != '"') {
            return text.indexOf('}', at) + 1 == 0 ? -1 : text.indexOf('}', at) + 1;
        }
        do {
            at = text.indexOf('"', at + 1);
            if (at < 0) {
                return -1;
            }
        } while (text.charAt(at - 1) == '\\');
        at = afterBlanks(text, at + 1);
        return at < text.length() && text.charAt(at) == '}' ? at + 1 : -1;
    }

    private static int afterBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    }
}
