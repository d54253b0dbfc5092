package zonda.testing.mibs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads names, numbers and syntaxes out of MIB modules (RFC 2578), and nothing else of them. Not a
/// compiler: what it does not understand it leaves out. One thread.
final class MibModules {
    /// An object.
    ///
    /// @param module it is defined in
    /// @param name of it
    /// @param oid in numbers
    /// @param syntax its type's name, such as `Counter64`; `-` for what has no value
    record Known(String module, String name, String oid, String syntax) {}

    private record Defined(String module, String name, List<String> parent, String syntax) {}

    private static final Pattern MODULE = Pattern.compile("\\b([A-Z][A-Za-z0-9-]*)\\s+DEFINITIONS\\s*::=\\s*BEGIN");
    private static final Pattern NODE = Pattern.compile(
            "\\b([a-z][A-Za-z0-9-]*)\\s+"
                    + "(OBJECT-TYPE|OBJECT\\s+IDENTIFIER|MODULE-IDENTITY|OBJECT-IDENTITY|NOTIFICATION-TYPE)\\b"
                    + "((?:(?!::=|OBJECT-TYPE|MODULE-IDENTITY|OBJECT-IDENTITY|NOTIFICATION-TYPE).)*)"
                    + "::=\\s*\\{([^}]*)\\}",
            Pattern.DOTALL);
    private static final Pattern SYNTAX = Pattern.compile(
            "\\bSYNTAX\\s+(OCTET\\s+STRING|OBJECT\\s+IDENTIFIER|" + "SEQUENCE\\s+OF|[A-Za-z][A-Za-z0-9-]*)");
    private static final Pattern NUMBERED = Pattern.compile("[A-Za-z][A-Za-z0-9-]*\\s*\\((\\d+)\\)");

    private final Map<String, Defined> byName = new TreeMap<>();
    private final List<Defined> all = new ArrayList<>();

    /// Adds the modules of a text.
    void add(String text) {
        String bare = withoutTexts(text);
        Matcher module = MODULE.matcher(bare);
        while (module.find()) {
            int end = bare.indexOf("\nEND", module.end());
            addModule(module.group(1), bare.substring(module.end(), end < 0 ? bare.length() : end));
        }
    }

    private static String withoutTexts(String text) {
        StringBuilder bare = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int skipped = at;
            if (text.charAt(at) == '"') {
                skipped = end(text, text.indexOf('"', at + 1), 1);
            } else if (text.startsWith("--", at)) {
                skipped = end(text, text.indexOf('\n', at), 0);
            }
            if (skipped > at) {
                bare.append(' ');
                at = skipped;
            } else {
                bare.append(text.charAt(at++));
            }
        }
        return bare.toString();
    }

    private static int end(String text, int found, int behind) {
        return found < 0 ? text.length() : found + behind;
    }

    private void addModule(String module, String body) {
        Matcher node = NODE.matcher(body);
        while (node.find()) {
            Matcher syntax = SYNTAX.matcher(node.group(3));
            boolean hasValue = node.group(2).equals("OBJECT-TYPE") && syntax.find();
            String type = hasValue ? syntax.group(1).replaceAll("\\s+", "_") : "-";
            boolean isRow = type.equals("SEQUENCE_OF") || type.endsWith("Entry");
            Defined defined = new Defined(
                    module,
                    node.group(1),
                    List.of(NUMBERED.matcher(node.group(4).strip())
                            .replaceAll("$1")
                            .split("\\s+")),
                    isRow ? "-" : type);
            all.add(defined);
            byName.putIfAbsent(module + "::" + defined.name(), defined);
            byName.putIfAbsent(defined.name(), defined);
        }
    }

    /// All whose number is known, in the order of modules and definitions.
    List<Known> known() {
        Map<String, Known> known = new LinkedHashMap<>();
        for (Defined each : all) {
            number(each, 0)
                    .ifPresent(oid -> known.putIfAbsent(
                            each.module() + "::" + each.name(),
                            new Known(each.module(), each.name(), oid, each.syntax())));
        }
        return List.copyOf(known.values());
    }

    private Optional<String> number(Defined defined, int depth) {
        List<String> parts = defined.parent();
        String first = parts.getFirst();
        String tail = String.join(".", parts.subList(1, parts.size()));
        if (depth > 64 || (parts.size() > 1 && !tail.matches("\\d+(\\.\\d+)*"))) {
            return Optional.empty();
        }
        Optional<String> head = switch (first) {
            case "iso" -> Optional.of("1");
            case "ccitt", "zeroDotZero" -> Optional.empty();
            default -> {
                Defined inModule = byName.get(defined.module() + "::" + first);
                Defined parent = inModule != null ? inModule : byName.get(first);
                yield first.matches("\\d+")
                        ? Optional.of(first)
                        : parent == null || parent.equals(defined) ? Optional.empty() : number(parent, depth + 1);
            }
        };
        return head.map(number -> tail.isEmpty() ? number : number + "." + tail);
    }
}
