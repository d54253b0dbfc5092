package zonda.web.api;

import tools.jackson.core.JsonGenerator;

/// The result of a method, written straight into the response: a million items are never held as
/// text.
@FunctionalInterface
interface Answer {
    void write(JsonGenerator out);

    static Answer text(String text) {
        return out -> out.writeString(text);
    }
}
