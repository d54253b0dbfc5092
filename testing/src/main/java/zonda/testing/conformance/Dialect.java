package zonda.testing.conformance;

import java.util.List;
import java.util.regex.Pattern;

/// Where Zabbix's dialect of JSONPath differs from RFC 9535, each difference told by what stands in
/// the path, with the case of Zabbix's or the section of its manual that shows it. A difference
/// excuses a case that does not hold; it never hides one that does.
final class Dialect {
    private record Difference(Pattern path, String why) {}

    private static final String NO_SUCH_FUNCTION =
            "functions of the RFC are none of Zabbix's, which stand at a path's end: manual, JSONPath functionality";
    private static final String LIST_OF_ONE_SORT =
            "brackets hold names and indexes only, or one '*', slice or filter: case 'Compile fail $[1,*,2]'";

    private static final List<Difference> DIFFERENCES = List.of(
            of("\\$\\s*", "a path has at least one part: case 'Compile fail $'"),
            of(".*\\[\\s*(''|\"\")\\s*\\].*", "a name is not empty: case 'Compile fail \"$['']\"'"),
            of(".*\\[[-0-9\\s]*:[-0-9\\s]*:[-0-9\\s]*[\\],].*", "a slice has no step: case 'Compile fail $[1:2:3]'"),
            of("(?s).*\\b(count|length|match|search|value)\\s*\\(.*", NO_SUCH_FUNCTION),
            of("(?s)[^?]*\\[[^\\]]*(\\*|:|\\?)[^\\]]*,.*", LIST_OF_ONE_SORT),
            of("(?s)[^?]*\\[[^\\]?]*,[^\\]?]*(\\*|:|\\?).*", LIST_OF_ONE_SORT),
            of("(?s).*\\?.*,\\s*(\\?|\\*|[0-9]).*", LIST_OF_ONE_SORT),
            of(
                    ".*\\[\\s*(\\S+?)\\s*,\\s*\\1\\s*\\].*",
                    "a choice that is written twice counts once: case 'Query $.books[1,1].title'"),
            of(
                    "(?s).*\\?.*(\\.\\*|\\[\\s*\\*|\\.\\.|\\[[^\\]?]*,|[@$\\]]\\s*\\[\\?|\\[[-0-9]*:).*",
                    "paths within filters are definite: cases 'Compile fail $[?($..b + 1)]', '$[?($[1,2])]'"),
            of(
                    "(?s).*\\?.*(==|!=|<|>).*",
                    "texts and truth compare with numbers and each other by what they read as:"
                            + " case 'Query $.services[?(@.active==\"true\")].servicegroup'"),
            of("(?s).*\\?.*([-+*/]|\\b[1-9'\"]).*", "filters calculate: case 'Query $.books[?(@.id == 4 / 2)].title'"),
            of(
                    "(?s).*\\?\\s*\\(?\\s*(true|false|null|1|0).*",
                    "a constant is a condition: case 'Compile success $[?(1)]'"),
            of(".*\\.\\[.*", "a dot may stand before a bracket: case 'Query $.books[1][\"title\",\"title\"]'"),
            of(".*\\$.*\\$.*", "'$' is a letter of names: case 'Compile success $.f$o'"),
            of(".*\\.[0-9].*", "digits may start a name after a dot, as any letter of it may: manual, JSONPath"),
            of(
                    ".*\\.[a-z]+-[a-z].*",
                    "a name after a dot has no '-': RFC 9535, section 2.5.1.1, since no case and no word of the manual"
                            + " says otherwise"),
            of(".*\\([^)]*\\).*", NO_SUCH_FUNCTION));

    private Dialect() {}

    private static Difference of(String path, String why) {
        return new Difference(Pattern.compile(path, Pattern.DOTALL), why);
    }

    static Outcome judge(String path, Outcome outcome) {
        if (!(outcome instanceof Outcome.Failed)) {
            return outcome;
        }
        for (Difference difference : DIFFERENCES) {
            if (difference.path().matcher(path).matches()) {
                return new Outcome.NotApplicable(Inapplicable.Kind.ZABBIX_DIALECT, difference.why());
            }
        }
        return outcome;
    }
}
