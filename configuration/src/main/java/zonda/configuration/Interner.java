package zonda.configuration;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import zonda.language.Intervals;
import zonda.language.LanguageException;
import zonda.model.UpdateInterval;

/// Keeps one of each equal value, so that a million items share their intervals, steps, tags, keys
/// and texts. Lives for one reading; bounded, since values that never repeat are not worth
/// remembering. One thread.
final class Interner {
    private static final int MOST = 200_000;

    private final Map<Object, Object> known = new HashMap<>();
    private final Map<String, UpdateInterval> intervals = new HashMap<>();

    /// The first value that was equal to this one.
    @SuppressWarnings("unchecked")
    <T> T one(T value) {
        Object found = known.size() < MOST ? known.putIfAbsent(value, value) : known.get(value);
        // Equal values of the types that come here are of one class.
        return found == null ? value : (T) found;
    }

    /// Reads an update interval, each text once.
    Optional<UpdateInterval> interval(String text, Consumer<String> fault) {
        UpdateInterval read = intervals.get(text);
        if (read != null) {
            return Optional.of(read);
        }
        try {
            UpdateInterval parsed = Intervals.parse(text);
            intervals.put(text, parsed);
            return Optional.of(parsed);
        } catch (LanguageException e) {
            fault.accept(e.getMessage());
            return Optional.empty();
        }
    }
}
