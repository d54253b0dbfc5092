package zonda.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import zonda.model.Nearest;

/// The constants of an enum as people write them: in small letters.
final class Words {
    private Words() {}

    /// The constant of a word.
    ///
    /// @param fault gets the message where no constant has this word
    static <E extends Enum<E>> Optional<E> of(Class<E> type, String word, Consumer<String> fault) {
        List<String> known = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String name = constant.name().toLowerCase(Locale.ROOT);
            if (name.equals(word)) {
                return Optional.of(constant);
            }
            known.add(name);
        }
        fault.accept("'" + Faults.shortened(word) + "'" + Nearest.suggestion(word, known) + ", wanted "
                + String.join(", ", known));
        return Optional.empty();
    }
}
