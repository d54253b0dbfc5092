package zonda.language.json;

import java.util.List;
import java.util.Optional;
import zonda.language.LanguageException;

/// A path in Zabbix's dialect of JSONPath.
///
/// After `$`: `.name`, `['name', "name", 3, -1]`, `.*`, `[*]`, `[1:4]`, `[?(...)]` to filter, several
/// of names, indexes, slices and filters with commas between them, `..` before any of them to look
/// at all levels; then `~` for names, and functions: `.avg()`,
/// `.first()`, `.length()`, `.max()`, `.min()`, `.sum()`. Filters know numbers, texts, definite
/// paths from `@` and `$`, `+ - * /`, comparisons, `=~` with a regular expression, `!`, `&&`, `||`.
///
/// A path of single names and indexes is definite and gives one value, texts without their quotes;
/// any other gives a list. Where neither Zabbix's manual nor its cases say otherwise, RFC 9535
/// holds. Immutable; any thread.
public final class JsonPath {
    private final String text;
    private final List<PathPart> parts;
    private final boolean isDefinite;

    JsonPath(String text, List<PathPart> parts) {
        this.text = text;
        this.parts = parts;
        this.isDefinite = isDefinite(parts);
    }

    /// @throws LanguageException what stands where in the path, and what was wanted
    public static JsonPath compile(String text) throws LanguageException {
        return new PathParser(text).path();
    }

    private static boolean isDefinite(List<PathPart> parts) {
        boolean definite = true;
        for (PathPart part : parts) {
            definite = switch (part) {
                case PathPart.Function _ -> true;
                case PathPart.Names _ -> definite;
                case PathPart.Segment segment ->
                    definite
                            && !segment.isDeep()
                            && segment.selector() instanceof PathPart.Selector.Listed listed
                            && listed.choices().size() == 1;
            };
        }
        return definite;
    }

    /// Whether the path gives at most one value.
    public boolean isDefinite() {
        return isDefinite;
    }

    List<PathPart> parts() {
        return parts;
    }

    /// What the path picks: a text or number as it is, containers and lists as JSON without white
    /// space; nothing where nothing matches.
    ///
    /// @throws LanguageException when a function or an operator cannot take what it is given, or
    /// the query is too costly
    public Optional<String> query(JsonDocument document) throws LanguageException {
        return new PathQuery(document).run(this);
    }

    /// The path as it was written.
    @Override
    public String toString() {
        return text;
    }
}
