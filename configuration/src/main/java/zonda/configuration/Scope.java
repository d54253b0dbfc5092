package zonda.configuration;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// The variables of the repetitions around a place, with their values. Immutable.
final class Scope {
    /// Outside of any repetition.
    static final Scope NONE = new Scope(new String[0], new long[0]);

    private final String[] names;
    private final long[] values;

    private Scope(String[] names, long[] values) {
        this.names = names;
        this.values = values;
    }

    /// This scope with one more variable; an inner one hides an outer one of its name.
    Scope with(String name, long value) {
        String[] moreNames = Arrays.copyOf(names, names.length + 1);
        long[] moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = name;
        moreValues[values.length] = value;
        return new Scope(moreNames, moreValues);
    }

    boolean isEmpty() {
        return names.length == 0;
    }

    OptionalLong value(String name) {
        for (int i = names.length - 1; i >= 0; i--) {
            if (names[i].equals(name)) {
                return OptionalLong.of(values[i]);
            }
        }
        return OptionalLong.empty();
    }

    List<String> names() {
        return List.of(names);
    }
}
