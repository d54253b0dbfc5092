package zonda.language.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import zonda.language.LanguageException;

/// A value within a JSON document, for who walks over it by hand. Immutable; any thread.
public final class JsonReader {
    private final JsonDocument document;
    private final int node;

    private JsonReader(JsonDocument document, int node) {
        this.document = document;
        this.node = node;
    }

    /// @throws LanguageException where the text is no JSON
    public static JsonReader of(String text) throws LanguageException {
        return new JsonReader(JsonDocument.parse(text), 0);
    }

    /// The value that a document holds.
    public static JsonReader of(JsonDocument document) {
        return new JsonReader(document, 0);
    }

    public boolean isObject() {
        return document.kind(node) == JsonDocument.OBJECT;
    }

    public boolean isArray() {
        return document.kind(node) == JsonDocument.ARRAY;
    }

    public boolean isString() {
        return document.kind(node) == JsonDocument.STRING;
    }

    public boolean isNumber() {
        return document.kind(node) == JsonDocument.NUMBER;
    }

    public boolean isNull() {
        return document.kind(node) == JsonDocument.NULL;
    }

    /// The members of an object, in order; of several with one name the last. Nothing for other
    /// values.
    public Map<String, JsonReader> members() {
        Map<String, JsonReader> members = new LinkedHashMap<>();
        int end = document.after(node);
        if (isObject()) {
            for (int child = node + 1; child < end; child = document.after(child + 1)) {
                members.put(document.string(child), new JsonReader(document, child + 1));
            }
        }
        return members;
    }

    /// A member of an object.
    public Optional<JsonReader> member(String name) {
        int member = document.member(node, name);
        return member < 0 ? Optional.empty() : Optional.of(new JsonReader(document, member));
    }

    /// The elements of an array. Nothing for other values.
    public List<JsonReader> elements() {
        List<JsonReader> elements = new ArrayList<>();
        int end = document.after(node);
        if (isArray()) {
            for (int child = node + 1; child < end; child = document.after(child)) {
                elements.add(new JsonReader(document, child));
            }
        }
        return elements;
    }

    /// A text or number as it is, `true`, `false` or `null`; a container as JSON.
    public String text() {
        return document.scalar(node);
    }

    /// The value as JSON without white space.
    public String json() {
        return document.json(node);
    }
}
