package zonda.testing.conformance;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One case of a file: a tree of texts, lists and maps.
///
/// @param name of the case; files have several of one name
/// @param tree all that is written of it
record Case(String name, Map<?, ?> tree) {
    /// The text at a path; empty where there is none.
    String text(String... path) {
        return optional(path).orElse("");
    }

    Optional<String> optional(String... path) {
        return at(path) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    boolean has(String... path) {
        return at(path) != NOTHING;
    }

    List<?> list(String... path) {
        return at(path) instanceof List<?> list ? list : List.of();
    }

    private static final Object NOTHING = new Object();

    private Object at(String... path) {
        Object at = tree;
        for (String key : path) {
            if (!(at instanceof Map<?, ?> map) || !map.containsKey(key)) {
                return NOTHING;
            }
            at = map.get(key);
        }
        return at == null ? "" : at;
    }
}
