package zonda.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects faults. One place that is wrong in each of its repetitions is told once, with a count.
/// One thread.
final class Faults {
    /// As many places are told; more of them are only counted. Nobody reads a longer list.
    static final int MOST = 1_000;

    private static final int SHOWN = 60;

    private record Place(String file, int line, int column, String name) {}

    private static final class Told {
        final String field;
        final String message;
        int times = 1;

        Told(String field, String message) {
            this.field = field;
            this.message = message;
        }
    }

    private final Map<Place, Told> told = new LinkedHashMap<>();
    private long count;
    private long untold;

    /// @param path what the field belongs to
    /// @param name of the field; empty where the whole is meant
    void add(Node at, String path, String name, String message) {
        add(new Place(at.file(), at.line(), at.column(), name), path, message);
    }

    void add(String file, int line, int column, String message) {
        add(new Place(file, line, column, ""), "", message);
    }

    private void add(Place place, String path, String message) {
        count++;
        Told known = told.get(place);
        if (known != null) {
            known.times++;
        } else if (told.size() < MOST) {
            String dot = path.isEmpty() || place.name().isEmpty() ? "" : ".";
            told.put(place, new Told(path + dot + place.name(), message));
        } else {
            untold++;
        }
    }

    /// How many were found so far, repetitions included.
    long count() {
        return count;
    }

    List<ConfigurationFault> list() {
        List<ConfigurationFault> list = new ArrayList<>();
        for (Map.Entry<Place, Told> entry : told.entrySet()) {
            Place place = entry.getKey();
            Told fault = entry.getValue();
            list.add(new ConfigurationFault(
                    place.file(), place.line(), place.column(), fault.field, fault.message, fault.times));
        }
        if (untold > 0) {
            list.add(
                    new ConfigurationFault(list.getFirst().file(), 0, 0, "", untold + " more faults are not shown", 1));
        }
        return list;
    }

    /// A text for a message, cut where it is long.
    static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
