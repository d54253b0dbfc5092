package zonda.web.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import zonda.model.Tag;
import zonda.web.api.Fields.Output;

/// What all `get` methods have in common: output, filter, search, tags, sorting, limit, count.
///
/// @param <T> what is looked for
final class Query<T> {
    private static final int MOST_SORT_FIELDS = 8;

    private final Fields<T> fields;
    final Output output;
    private final Predicate<T> matches;
    private final List<Comparator<T>> order;
    private final long limit;
    private final boolean countOutput;
    private final boolean preserveKeys;

    Query(Params params, Fields<T> fields) throws RpcFault {
        this.fields = fields;
        this.output = Output.of(params, "output", new Output.All());
        this.countOutput = params.flag("countOutput") || output instanceof Output.Count;
        this.preserveKeys = params.flag("preservekeys");
        this.limit = params.integer("limit", Long.MAX_VALUE, 1, Integer.MAX_VALUE);
        this.matches = filter(params, fields).and(search(params, fields));
        this.order = order(params, fields);
        params.allow("editable", "nopermissions", "groupCount", "limitSelects", "groupBy");
    }

    private static <T> Predicate<T> filter(Params params, Fields<T> fields) throws RpcFault {
        Predicate<T> all = _ -> true;
        for (Map.Entry<String, List<String>> each : params.fields("filter").entrySet()) {
            if (each.getKey().equals("flags") && fields.reader("flags") == null) {
                continue;
            }
            Function<T, String> reader = fields.reader(each.getKey(), "filter");
            Set<String> wanted = new LinkedHashSet<>(each.getValue());
            all = all.and(object -> wanted.contains(reader.apply(object)));
        }
        return all;
    }

    private static <T> Predicate<T> search(Params params, Fields<T> fields) throws RpcFault {
        boolean byAny = params.flag("searchByAny");
        boolean start = params.flag("startSearch");
        boolean wildcards = params.flag("searchWildcardsEnabled");
        boolean exclude = params.flag("excludeSearch");
        List<Predicate<T>> tests = new ArrayList<>();
        for (Map.Entry<String, List<String>> each : params.fields("search").entrySet()) {
            Function<T, String> reader = fields.reader(each.getKey(), "search");
            List<Predicate<String>> patterns = new ArrayList<>();
            for (String text : each.getValue()) {
                patterns.add(pattern(text, start, wildcards));
            }
            tests.add(object -> {
                String value = reader.apply(object);
                return byAny || patterns.size() > 1 && !wildcards
                        ? patterns.stream().anyMatch(pattern -> pattern.test(value))
                        : patterns.stream().allMatch(pattern -> pattern.test(value));
            });
        }
        if (tests.isEmpty()) {
            return _ -> true;
        }
        Predicate<T> all = object -> byAny
                ? tests.stream().anyMatch(test -> test.test(object))
                : tests.stream().allMatch(test -> test.test(object));
        return exclude ? all.negate() : all;
    }

    /// A test of a text, in any case: part of it, its start, or all of it where `*` stands for
    /// anything.
    static Predicate<String> pattern(String text, boolean start, boolean wildcards) {
        String wanted = text.toLowerCase(Locale.ROOT);
        if (wildcards) {
            return value -> glob(wanted, value.toLowerCase(Locale.ROOT), start);
        }
        return start
                ? value -> value.toLowerCase(Locale.ROOT).startsWith(wanted)
                : value -> value.toLowerCase(Locale.ROOT).contains(wanted);
    }

    /// Matches `*` against any run of characters, in time linear in both lengths for each star.
    private static boolean glob(String pattern, String text, boolean openEnd) {
        String full = openEnd ? pattern + "*" : pattern;
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < full.length() && full.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < full.length() && full.charAt(p) == text.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < full.length() && full.charAt(p) == '*') {
            p++;
        }
        return p == full.length();
    }

    private static <T> List<Comparator<T>> order(Params params, Fields<T> fields) throws RpcFault {
        List<String> names = params.texts("sortfield").orElse(List.of());
        List<String> directions = params.texts("sortorder").orElse(List.of());
        if (names.size() > MOST_SORT_FIELDS) {
            throw RpcFault.params("Invalid parameter \"/sortfield\": " + names.size() + " fields, wanted at most "
                    + MOST_SORT_FIELDS + ".");
        }
        for (String direction : directions) {
            if (!direction.equalsIgnoreCase("ASC") && !direction.equalsIgnoreCase("DESC")) {
                throw RpcFault.params("Invalid parameter \"/sortorder\": value must be one of \"ASC\", \"DESC\", not \""
                        + Params.shorten(direction) + "\".");
            }
        }
        List<Comparator<T>> order = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Function<T, String> reader = fields.reader(names.get(i), "sortfield");
            Comparator<T> comparator = Comparator.comparing(reader, Query::compareValues);
            String direction = directions.isEmpty() ? "ASC" : directions.get(Math.min(i, directions.size() - 1));
            order.add(direction.equalsIgnoreCase("DESC") ? comparator.reversed() : comparator);
        }
        return order;
    }

    /// Whole numbers by size, other texts by letters in any case.
    static int compareValues(String a, String b) {
        if (PLAIN_NUMBER.matcher(a).matches() && PLAIN_NUMBER.matcher(b).matches()) {
            return Long.compare(Long.parseLong(a), Long.parseLong(b));
        }
        int byLetters = a.compareToIgnoreCase(b);
        return byLetters != 0 ? byLetters : a.compareTo(b);
    }

    private static final Pattern PLAIN_NUMBER = Pattern.compile("-?[0-9]{1,18}");

    /// Chooses, sorts and cuts.
    ///
    /// @param candidates offers each object to the consumer given to it
    List<T> run(Consumer<Consumer<T>> candidates) {
        List<T> found = new ArrayList<>();
        candidates.accept(object -> {
            if (matches.test(object)) {
                found.add(object);
            }
        });
        if (!order.isEmpty()) {
            Comparator<T> all = order.getFirst();
            for (Comparator<T> next : order.subList(1, order.size())) {
                all = all.thenComparing(next);
            }
            found.sort(all);
        }
        return found.size() > limit ? found.subList(0, (int) limit) : found;
    }

    boolean countsOnly() {
        return countOutput;
    }

    /// The answer: a count, a list, or an object by id.
    ///
    /// @param more writes what was selected besides the fields
    Answer answer(List<T> found, Details<T> more) {
        if (countOutput) {
            return Answer.text(Integer.toString(found.size()));
        }
        return out -> {
            if (preserveKeys) {
                out.writeStartObject();
            } else {
                out.writeStartArray();
            }
            Function<T, String> id = fields.reader(fields.id());
            for (T object : found) {
                if (preserveKeys && id != null) {
                    out.writeName(id.apply(object));
                }
                out.writeStartObject();
                fields.write(out, object, output);
                more.write(out, object);
                out.writeEndObject();
            }
            if (preserveKeys) {
                out.writeEndObject();
            } else {
                out.writeEndArray();
            }
        };
    }

    /// Writes what was selected besides an object's own fields.
    @FunctionalInterface
    interface Details<T> {
        void write(JsonGenerator out, T object);
    }

    /// Writes a list of related objects under a name, unless it was not asked for.
    static <R> void related(JsonGenerator out, String name, Output wanted, Fields<R> fields, List<R> objects) {
        switch (wanted) {
            case Output.Nothing() -> {}
            case Output.Count() -> out.writeStringProperty(name, Integer.toString(objects.size()));
            case Output.All _, Output.Named _ -> {
                out.writeArrayPropertyStart(name);
                for (R object : objects) {
                    out.writeStartObject();
                    fields.write(out, object, wanted);
                    out.writeEndObject();
                }
                out.writeEndArray();
            }
        }
    }

    /// Reads `tags` and `evaltype` into a test of tags (Zabbix's operators 0 to 5).
    static Predicate<List<Tag>> tags(Params params) throws RpcFault {
        boolean any = params.integer("evaltype", 0, 0, 2) == 2;
        List<Predicate<List<Tag>>> tests = new ArrayList<>();
        for (Params each : params.objects("tags")) {
            String tag = each.requiredText("tag");
            String value = each.text("value").orElse("");
            int operator = (int) each.integer("operator", 0, 0, 5);
            each.done();
            tests.add(tagTest(tag, value, operator));
        }
        if (tests.isEmpty()) {
            return _ -> true;
        }
        return any
                ? tags -> tests.stream().anyMatch(test -> test.test(tags))
                : tags -> tests.stream().allMatch(test -> test.test(tags));
    }

    private static Predicate<List<Tag>> tagTest(String tag, String value, int operator) {
        Predicate<Tag> named = each -> each.tag().equals(tag);
        Predicate<Tag> like =
                named.and(each -> each.value().toLowerCase(Locale.ROOT).contains(value.toLowerCase(Locale.ROOT)));
        Predicate<Tag> equal = named.and(each -> each.value().equals(value));
        return switch (operator) {
            case 0 -> tags -> tags.stream().anyMatch(like);
            case 1 -> tags -> tags.stream().anyMatch(equal);
            case 2 -> tags -> tags.stream().noneMatch(like);
            case 3 -> tags -> tags.stream().noneMatch(equal);
            case 4 -> tags -> tags.stream().anyMatch(named);
            default -> tags -> tags.stream().noneMatch(named);
        };
    }
}
