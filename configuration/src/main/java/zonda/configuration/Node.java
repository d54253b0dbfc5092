package zonda.configuration;

import java.util.List;
import java.util.Optional;

/// A piece of YAML with its place (file, line and column counted from 1). Immutable.
sealed interface Node {
    String file();

    int line();

    int column();

    /// @param template what the text becomes inside a repetition; empty where it is always the same
    record Text(String file, int line, int column, String value, boolean isPlain, Optional<Template> template)
            implements Node {
        /// Whether nothing was written, or YAML's `null`.
        boolean isAbsent() {
            return isPlain && (value.isEmpty() || value.equals("~") || value.equals("null"));
        }
    }

    record Sequence(String file, int line, int column, List<Node> elements) implements Node {}

    /// @param values one for each name
    record Mapping(String file, int line, int column, List<Text> names, List<Node> values) implements Node {}
}
