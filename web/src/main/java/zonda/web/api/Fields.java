package zonda.web.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The fields of one kind of object by their API names, in the order in which they are told. Built
/// once, then only read.
///
/// @param <T> what the fields are read from
final class Fields<T> {
    private final Map<String, Function<T, String>> readers = new LinkedHashMap<>();
    private final String id;

    /// @param id the field that is always told
    Fields(String id, Function<T, String> reader) {
        this.id = id;
        readers.put(id, reader);
    }

    Fields<T> with(String name, Function<T, String> reader) {
        readers.put(name, reader);
        return this;
    }

    /// A field that is the same for all.
    Fields<T> fixed(String name, String value) {
        return with(name, _ -> value);
    }

    String id() {
        return id;
    }

    @Nullable
    Function<T, String> reader(String name) {
        return readers.get(name);
    }

    /// The reader of a field that a filter or a sort names.
    Function<T, String> reader(String name, String parameter) throws RpcFault {
        Function<T, String> reader = readers.get(name);
        if (reader == null) {
            throw RpcFault.params("Invalid parameter \"/" + parameter + "\": unexpected field \"" + Params.shorten(name)
                    + "\", wanted one of " + String.join(", ", readers.keySet()) + ".");
        }
        return reader;
    }

    /// Writes the fields wanted into an object that has been begun.
    void write(JsonGenerator out, T object, Output wanted) {
        switch (wanted) {
            case Output.All() -> readers.forEach((name, reader) -> out.writeStringProperty(name, reader.apply(object)));
            case Output.Named(List<String> names) -> {
                if (!names.contains(id)) {
                    out.writeStringProperty(id, reader(object, id));
                }
                for (String name : names) {
                    if (readers.containsKey(name)) {
                        out.writeStringProperty(name, reader(object, name));
                    }
                }
            }
            case Output.Count(), Output.Nothing() -> {}
        }
    }

    private String reader(T object, String name) {
        Function<T, String> reader = readers.get(name);
        return reader == null ? "" : reader.apply(object);
    }

    /// Which fields of an object are wanted.
    sealed interface Output {
        /// All of them: `extend`.
        record All() implements Output {}

        /// These, and the id. Names that no field has are passed over, as in Zabbix.
        record Named(List<String> names) implements Output {}

        /// Only how many there are: `count`.
        record Count() implements Output {}

        /// The parameter was not given.
        record Nothing() implements Output {}

        /// Reads `output` or a `select...` parameter.
        static Output of(Params params, String name, Output fallback) throws RpcFault {
            Optional<JsonNode> value = params.value(name);
            if (value.isEmpty()) {
                return fallback;
            }
            JsonNode node = value.get();
            if (node.isArray()) {
                return new Named(params.texts(name).orElse(List.of()));
            }
            if (node.isString()) {
                return switch (node.asString()) {
                    case "extend", "refer" -> new All();
                    case "count" -> new Count();
                    case "shorten" -> new Named(List.of());
                    default ->
                        throw RpcFault.params("Invalid parameter \"/" + name
                                + "\": value must be \"extend\", \"count\" or an array of fields, not "
                                + Params.seen(node) + ".");
                };
            }
            throw RpcFault.params("Invalid parameter \"/" + name
                    + "\": an array or a character string is expected, not " + Params.seen(node) + ".");
        }

        /// Whether a field would be written.
        default boolean wants(String field) {
            return switch (this) {
                case All() -> true;
                case Named(List<String> names) -> names.contains(field);
                case Count(), Nothing() -> false;
            };
        }
    }
}
