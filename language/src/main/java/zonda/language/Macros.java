package zonda.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// User macros `{$NAME}`, `{$NAME:context}`, `{$NAME:regex:"..."}`, and the replacement of any
/// macro in text.
///
/// Precedence as in Zabbix's manual ("User macros with context"): the host's macro with that
/// context, the host's whose
/// regular expression finds the context, the same two of the globals, the host's without context,
/// the global one
/// without context.
public final class Macros {
    private static final int LONGEST_NAME = 255;

    private record Entry(String name, String context, boolean regex, String value) {}

    private final List<Entry> host;
    private final List<Entry> global;

    private Macros(List<Entry> host, List<Entry> global) {
        this.host = host;
        this.global = global;
    }

    /// Macros of the whole installation.
    ///
    /// @param definitions by their full written name, `{$NAME:context}`
    public static Macros global(Map<String, String> definitions) throws LanguageException {
        return new Macros(List.of(), entries(definitions));
    }

    /// These macros with a host's own before them.
    public Macros withHost(Map<String, String> definitions) throws LanguageException {
        return definitions.isEmpty() ? new Macros(List.of(), global) : new Macros(entries(definitions), global);
    }

    private static List<Entry> entries(Map<String, String> definitions) throws LanguageException {
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, String> definition : new TreeMap<>(definitions).entrySet()) {
            String written = definition.getKey();
            if (!written.startsWith("{$") || end(written, 0) != written.length()) {
                throw new LanguageException(0, "macro '" + written + "', wanted {$NAME} of capitals, digits, _ and .");
            }
            Entry entry = split(written.substring(2, written.length() - 1), definition.getValue());
            if (entry.regex()) {
                try {
                    Pattern.compile(entry.context());
                } catch (PatternSyntaxException e) {
                    throw new LanguageException(0, "macro '" + written + "': " + e.getDescription());
                }
            }
            entries.add(entry);
        }
        return entries;
    }

    private static Entry split(String inner, String value) {
        int colon = inner.indexOf(':');
        if (colon < 0) {
            return new Entry(inner, "", false, value);
        }
        String context = inner.substring(colon + 1).trim();
        boolean regex = context.startsWith("regex:");
        if (regex) {
            context = context.substring(6);
        }
        return new Entry(inner.substring(0, colon), unquote(context), regex, value);
    }

    private static String unquote(String text) {
        return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1).replace("\\\"", "\"")
                : text;
    }

    /// The value of a user macro by its full written name.
    public Optional<String> value(String written) {
        Entry wanted = split(written.substring(2, written.length() - 1), "");
        if (!wanted.context().isEmpty()) {
            for (List<Entry> level : List.of(host, global)) {
                Optional<String> found = find(level, wanted.name(), wanted.context());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        Optional<String> plain = find(host, wanted.name(), "");
        return plain.isPresent() ? plain : find(global, wanted.name(), "");
    }

    private static Optional<String> find(List<Entry> entries, String name, String context) {
        for (Entry entry : entries) {
            if (entry.name().equals(name) && !entry.regex() && entry.context().equals(context)) {
                return Optional.of(entry.value());
            }
        }
        for (Entry entry : entries) {
            if (entry.name().equals(name)
                    && entry.regex()
                    && !context.isEmpty()
                    && Pattern.compile(entry.context()).matcher(context).find()) {
                return Optional.of(entry.value());
            }
        }
        return Optional.empty();
    }

    /// Replaces macros in a text: user macros by their values, others (`{HOST.NAME}`) by what
    /// `builtIn` gives; what
    /// nobody knows stays as it is. A replaced value is not looked at again.
    public String resolve(String text, Function<String, Optional<String>> builtIn) {
        if (text.indexOf('{') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            if (open < 0) {
                break;
            }
            out.append(text, at, open);
            int end = end(text, open);
            if (end < 0) {
                out.append('{');
                at = open + 1;
                continue;
            }
            String macro = text.substring(open, end);
            Optional<String> value = macro.startsWith("{$") ? value(macro) : builtIn.apply(macro);
            out.append(value.orElse(macro));
            at = end;
        }
        return out.append(text, at, text.length()).toString();
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

    /// Where the macro that opens here ends; -1 when none does.
    private static int end(String text, int open) {
        int at = open + 1;
        if (at < text.length() && text.charAt(at) == '$') {
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
        if (text.charAt(at) != ':' || text.charAt(open + 1) != '$') {
            return -1;
        }
        boolean quoted = false;
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' && text.charAt(at - 1) != '\\') {
                quoted = !quoted;
            } else if (c == '}' && !quoted) {
                return at + 1;
            }
        }
        return -1;
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    }
}
