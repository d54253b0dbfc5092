package zonda.web.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The query parameters of a request of the page.
///
/// @param values by name, already decoded
public record Asked(Map<String, String> values) {
    public Asked {
        values = Map.copyOf(values);
    }

    String text(String name) throws PageFault {
        String value = values.getOrDefault(name, "");
        if (value.length() > 20_000) {
            throw wrong(name, value.length() + " characters", "at most 20000 characters");
        }
        return value;
    }

    long number(String name, long fallback, long least, long most) throws PageFault {
        String text = text(name);
        if (text.isEmpty()) {
            return fallback;
        }
        String wanted = "a whole number from " + least + " to " + most;
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(name, "\"" + shorten(text) + "\"", wanted);
        }
        if (number < least || number > most) {
            throw wrong(name, text, wanted);
        }
        return number;
    }

    /// Ids separated by commas, each once, in their order; empty where the parameter is.
    public List<Long> ids(String name, int most) throws PageFault {
        String text = text(name);
        Set<Long> ids = new LinkedHashSet<>();
        if (text.isEmpty()) {
            return List.of();
        }
        for (String each : split(text)) {
            try {
                ids.add(Long.parseLong(each));
            } catch (NumberFormatException e) {
                throw wrong(name, "\"" + shorten(each) + "\"", "numbers separated by commas");
            }
        }
        if (ids.size() > most) {
            throw wrong(name, ids.size() + " ids", "at most " + most);
        }
        return List.copyOf(ids);
    }

    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', from)) {
            parts.add(text.substring(from, comma));
            from = comma + 1;
        }
        parts.add(text.substring(from));
        return parts;
    }

    static PageFault wrong(String name, String seen, String wanted) {
        return new PageFault(400, "Parameter " + name + " is " + seen + ", wanted " + wanted + ".");
    }

    private static String shorten(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }
}
