package zonda.preprocessing.script;

import java.util.ArrayList;
import java.util.List;

/// What a run does besides returning something, kept until it is clear that it was not in vain.
/// Owned by its realm.
final class Effects {
    /// Of log messages a run, as in Zabbix.
    private static final long MOST_CHARACTERS = 8L << 20;

    /// Messages longer than this are cut.
    private static final int MOST_OF_ONE = 1 << 16;

    private record Message(int level, String text) {}

    private final List<Message> messages = new ArrayList<>();
    private long characters;
    private int requests;

    void begin() {
        if (!messages.isEmpty()) {
            messages.clear();
        }
        characters = 0;
        requests = 0;
    }

    void log(int level, String text) {
        String cut = text.length() > MOST_OF_ONE ? text.substring(0, MOST_OF_ONE) : text;
        characters += cut.length();
        if (characters <= MOST_CHARACTERS) {
            messages.add(new Message(level, cut));
        }
    }

    /// Counts a `new HttpRequest()`.
    int countRequest() {
        return ++requests;
    }

    void tell(ScriptSurroundings surroundings) {
        for (Message message : messages) {
            surroundings.log(message.level(), message.text());
        }
    }
}
