package zonda.configuration;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import zonda.language.LanguageException;
import zonda.model.Nearest;

/// The fields of one thing that was written, inside its repetitions. What is wrong goes to the
/// faults, and the caller gets the default: whoever reads compares the count of faults before and
/// after. One thread.
final class Fields {
    private final Node.Mapping mapping;
    private final Scope scope;
    private final Faults faults;
    private final Supplier<String> path;
    private final List<String> known;

    /// @param path what the fields belong to, for messages
    /// @param known names of the fields that there are; others are faults
    Fields(Node.Mapping mapping, Scope scope, Faults faults, Supplier<String> path, List<String> known) {
        this.mapping = mapping;
        this.scope = scope;
        this.faults = faults;
        this.path = path;
        this.known = known;
    }

    /// Tells names of fields that there are none of; once the path knows its own name.
    void checkNames() {
        for (Node.Text name : mapping.names()) {
            if (!known.contains(name.value())) {
                faults.add(
                        name,
                        path.get(),
                        "",
                        "unknown field '" + Faults.shortened(name.value()) + "'"
                                + Nearest.suggestion(name.value(), known) + ", wanted "
                                + String.join(", ", known));
            }
        }
    }

    /// What was written, in words: `'abc'`, `a list`, `fields`.
    static String seen(Node node) {
        return switch (node) {
            case Node.Text text -> text.isAbsent() ? "nothing" : "'" + Faults.shortened(text.value()) + "'";
            case Node.Sequence sequence -> "a list";
            case Node.Mapping mapping ->
                mapping.names().size() == 1
                                && mapping.names().getFirst().value().startsWith("$")
                        ? "a macro without quotes"
                        : "fields";
        };
    }

    Scope scope() {
        return scope;
    }

    Node node() {
        return mapping;
    }

    Faults faults() {
        return faults;
    }

    String path() {
        return path.get();
    }

    /// A field's value; nothing where it is left out or `null`.
    Optional<Node> node(String name) {
        List<Node.Text> names = mapping.names();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).value().equals(name)) {
                Node value = mapping.values().get(i);
                return value instanceof Node.Text text && text.isAbsent() ? Optional.empty() : Optional.of(value);
            }
        }
        return Optional.empty();
    }

    /// Tells a fault of a field, at the field where it is written, else at the whole.
    void fault(String name, String message) {
        faults.add(node(name).orElse(mapping), path.get(), name, message);
    }

    /// Tells a fault at a node below a field.
    void fault(Node at, String name, String message) {
        faults.add(at, path.get(), name, message);
    }

    /// A field's text; nothing where it is left out.
    Optional<String> text(String name) {
        Optional<Node> node = node(name);
        return node.isEmpty() ? Optional.empty() : text(node.get(), name);
    }

    String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    /// A field's text; a fault and `""` where it is left out or empty.
    String required(String name, String wanted) {
        if (node(name).isEmpty()) {
            faults.add(mapping, path.get(), name, "nothing, wanted " + wanted);
            return "";
        }
        Optional<String> text = text(name);
        if (text.isPresent() && text.get().isEmpty()) {
            fault(name, "an empty text, wanted " + wanted);
        }
        return text.orElse("");
    }

    /// The text of a node below a field.
    Optional<String> text(Node node, String name) {
        if (!(node instanceof Node.Text text)) {
            String remedy = seen(node).startsWith("a macro") ? ": write \"{$...}\"" : "";
            faults.add(node, path.get(), name, seen(node) + ", wanted a text" + remedy);
            return Optional.empty();
        }
        if (scope.isEmpty() || text.template().isEmpty()) {
            return Optional.of(text.value());
        }
        try {
            return Optional.of(text.template().get().fill(scope));
        } catch (LanguageException e) {
            faults.add(node, path.get(), name, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    boolean flag(String name, boolean otherwise) {
        String text = text(name, otherwise ? "true" : "false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> {
                fault(name, "'" + Faults.shortened(text) + "', wanted true or false");
                yield otherwise;
            }
        };
    }

    long whole(String name, long otherwise, long least, long most) {
        Optional<String> text = text(name);
        return text.isEmpty() ? otherwise : whole(name, text.get(), otherwise, least, most);
    }

    long whole(String name, String text, long otherwise, long least, long most) {
        boolean isWhole = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        long value = isWhole ? Long.parseLong(text) : -1;
        if (value < least || value > most) {
            fault(name, "'" + Faults.shortened(text) + "', wanted a whole number from " + least + " to " + most);
            return otherwise;
        }
        return value;
    }

    /// A field's value as one of an enum's words in small letters.
    <E extends Enum<E>> E word(String name, E otherwise, Class<E> type) {
        Optional<String> text = text(name);
        return text.isEmpty()
                ? otherwise
                : Words.of(type, text.get(), message -> fault(name, message)).orElse(otherwise);
    }

    /// Each element of a field's list; a fault where it is no list.
    void each(String name, Consumer<Node> element) {
        Optional<Node> node = node(name);
        if (node.isEmpty()) {
            return;
        }
        if (node.get() instanceof Node.Sequence sequence) {
            sequence.elements().forEach(element);
        } else {
            fault(name, seen(node.get()) + ", wanted a list");
        }
    }
}
