package zonda.web.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import zonda.model.Nearest;

/// The parameters of one request, read by name. [#done] refuses those that nobody read. As Zabbix
/// does, numbers may come as text, a single value may stand for a list of one, and a null is as
/// good as absent. One thread.
final class Params {
    private static final int MOST_VALUES = 100_000;

    private final JsonNode node;
    private final Set<String> known = new LinkedHashSet<>();

    Params(JsonNode node) throws RpcFault {
        // PHP clients send an empty list where they mean an empty object.
        if (!node.isObject() && !(node.isArray() && node.isEmpty())) {
            throw RpcFault.params("Invalid parameter \"/\": an object is expected, not " + seen(node) + ".");
        }
        this.node = node;
    }

    /// The value of a parameter, unless it is absent or null.
    Optional<JsonNode> value(String name) {
        known.add(name);
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    /// Whether a parameter is given.
    boolean has(String name) {
        return value(name).isPresent();
    }

    /// Parameters that are allowed and change nothing here.
    void allow(String... names) {
        known.addAll(List.of(names));
    }

    /// Refuses parameters that nobody asked about.
    void done() throws RpcFault {
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                String hint = Nearest.to(shorten(name), known)
                        .map(near -> " Did you mean \"" + near + "\"?")
                        .orElse("");
                throw RpcFault.params(
                        "Invalid parameter \"/\": unexpected parameter \"" + shorten(name) + "\"." + hint);
            }
        }
    }

    Optional<String> text(String name) throws RpcFault {
        Optional<JsonNode> value = value(name);
        return value.isEmpty() ? Optional.empty() : Optional.of(scalar(value.get(), "/" + name));
    }

    String requiredText(String name) throws RpcFault {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            throw RpcFault.params("Invalid parameter \"/\": the parameter \"" + name + "\" is missing.");
        }
        return text.get();
    }

    /// A whole number, or the fallback.
    long integer(String name, long fallback, long least, long most) throws RpcFault {
        Optional<JsonNode> value = value(name);
        return value.isEmpty() ? fallback : integer(value.get(), "/" + name, least, most);
    }

    /// A flag: absent, false, 0 and "0" are off, anything else is on.
    boolean flag(String name) {
        Optional<JsonNode> value = value(name);
        if (value.isEmpty()) {
            return false;
        }
        JsonNode node = value.get();
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return !node.isValueNode()
                || !(node.asString().isEmpty() || node.asString().equals("0"));
    }

    /// Ids, in the order given, without repetitions; empty when the parameter is absent.
    Optional<List<Long>> ids(String name) throws RpcFault {
        Optional<JsonNode> value = value(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        Set<Long> ids = new LinkedHashSet<>();
        for (Element each : elements(value.get(), "/" + name)) {
            ids.add(integer(each.node, each.path, 0, Long.MAX_VALUE));
        }
        return Optional.of(List.copyOf(ids));
    }

    /// Texts, a single one as a list of one; empty when the parameter is absent.
    Optional<List<String>> texts(String name) throws RpcFault {
        Optional<JsonNode> value = value(name);
        return value.isEmpty() ? Optional.empty() : Optional.of(texts(value.get(), "/" + name));
    }

    private static List<String> texts(JsonNode value, String path) throws RpcFault {
        List<String> texts = new ArrayList<>();
        for (Element each : elements(value, path)) {
            texts.add(scalar(each.node, each.path));
        }
        return texts;
    }

    /// Fields and the values wanted of them, as in `filter` and `search`.
    Map<String, List<String>> fields(String name) throws RpcFault {
        Optional<JsonNode> value = value(name);
        Map<String, List<String>> out = new LinkedHashMap<>();
        if (value.isEmpty() || (value.get().isArray() && value.get().isEmpty())) {
            return out;
        }
        if (!value.get().isObject()) {
            throw RpcFault.params(
                    "Invalid parameter \"/" + name + "\": an object is expected, not " + seen(value.get()) + ".");
        }
        for (Map.Entry<String, JsonNode> each : value.get().properties()) {
            if (!each.getValue().isNull()) {
                out.put(each.getKey(), texts(each.getValue(), "/" + name + "/" + each.getKey()));
            }
        }
        return out;
    }

    /// Objects of a list, as in `tags`.
    List<Params> objects(String name) throws RpcFault {
        Optional<JsonNode> value = value(name);
        List<Params> out = new ArrayList<>();
        if (value.isPresent()) {
            for (Element each : elements(value.get(), "/" + name)) {
                if (!each.node.isObject()) {
                    throw RpcFault.params("Invalid parameter \"" + each.path + "\": an object is expected, not "
                            + seen(each.node) + ".");
                }
                out.add(new Params(each.node));
            }
        }
        return out;
    }

    private record Element(JsonNode node, String path) {}

    private static List<Element> elements(JsonNode value, String path) throws RpcFault {
        if (!value.isArray()) {
            return List.of(new Element(value, path));
        }
        if (value.size() > MOST_VALUES) {
            throw RpcFault.params("Invalid parameter \"" + path + "\": " + value.size() + " values, wanted at most "
                    + MOST_VALUES + ".");
        }
        List<Element> out = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            out.add(new Element(value.get(i), path + "/" + (i + 1)));
        }
        return out;
    }

    private static String scalar(JsonNode value, String path) throws RpcFault {
        if (!value.isValueNode() || value.isNull()) {
            throw RpcFault.params(
                    "Invalid parameter \"" + path + "\": a character string is expected, not " + seen(value) + ".");
        }
        return value.asString();
    }

    private static long integer(JsonNode value, String path, long least, long most) throws RpcFault {
        long number;
        try {
            number = Long.parseLong(scalar(value, path));
        } catch (NumberFormatException e) {
            throw RpcFault.params(
                    "Invalid parameter \"" + path + "\": an integer is expected, not " + seen(value) + ".");
        }
        if (number < least || number > most) {
            throw RpcFault.params("Invalid parameter \"" + path + "\": value must be one of " + least + "-" + most
                    + ", not " + number + ".");
        }
        return number;
    }

    /// A value as an error shows it.
    static String seen(JsonNode value) {
        if (value.isObject()) {
            return "an object";
        }
        if (value.isArray()) {
            return "an array";
        }
        return value.isString() ? "\"" + shorten(value.asString()) + "\"" : shorten(value.toString());
    }

    static String shorten(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }
}
