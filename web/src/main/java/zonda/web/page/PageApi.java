package zonda.web.page;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;
import zonda.alerting.ProblemSnapshot;
import zonda.language.Durations;
import zonda.model.Acknowledgement;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Problem;
import zonda.model.SnmpInterface;
import zonda.model.Tag;
import zonda.model.Trigger;
import zonda.runtime.WallClock;
import zonda.web.MonitoringView;
import zonda.web.MonitoringView.Buckets;
import zonda.web.MonitoringView.ItemPage;
import zonda.web.MonitoringView.ItemSearch;
import zonda.web.MonitoringView.LatestValue;
import zonda.web.MonitoringView.Pulse;
import zonda.web.MonitoringView.Sample;
import zonda.web.MonitoringView.TraceStop;

/// Answers the page's requests. Any thread.
///
/// Parameters are checked and everything is read before the first byte is written, so that a fault
/// always becomes an answer in words.
public final class PageApi {
    private static final int MOST_ITEMS = 1_000;
    private static final int MOST_SERIES = 100;
    private static final int MOST_BUCKETS = 2_000;
    private static final int TOP = 12;
    private static final long MILLI = 1_000_000L;
    private static final long MAX_MILLIS = Long.MAX_VALUE / MILLI;
    /// Ended problems show as recent for so long.
    private static final long RECENT_NANOS = 3_600_000_000_000L;

    private final MonitoringView view;
    private final WallClock clock;
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final ProblemText text;

    public PageApi(MonitoringView view, WallClock clock) {
        this.view = view;
        this.clock = clock;
        this.text = new ProblemText(view, clock);
    }

    /// An answer that is ready to be written.
    @FunctionalInterface
    public interface Ready {
        void write(JsonGenerator out);
    }

    /// Writes an answer as JSON.
    public void write(Ready ready, OutputStream out) {
        try (JsonGenerator json = mapper.createGenerator(out)) {
            ready.write(json);
        }
    }

    /// An answer as bytes, for events.
    public byte[] bytes(Ready ready) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream(512);
        write(ready, out);
        return out.toByteArray();
    }

    /// `/api/latest`: items with their newest values.
    public Ready latest(Asked asked) throws PageFault {
        List<Long> ids = asked.ids("itemids", MOST_ITEMS);
        String search = asked.text("search");
        List<Long> hostIds = asked.ids("hostid", 100);
        String group = asked.text("group");
        int offset = (int) asked.number("offset", 0, 0, Integer.MAX_VALUE);
        int limit = (int) asked.number("limit", 100, 1, MOST_ITEMS);
        ItemPage page = ids.isEmpty()
                ? view.searchItems(
                        new ItemSearch(search, hostIds, group.isEmpty() ? List.of() : List.of(group), offset, limit))
                : byIds(ids);
        Map<Long, LatestValue> values = new HashMap<>();
        for (LatestValue each : view.latest(page.items().stream().map(Item::id).toList())) {
            values.put(each.itemId(), each);
        }
        return out -> {
            out.writeStartObject();
            out.writeArrayPropertyStart("items");
            for (Item item : page.items()) {
                LatestValue value = values.getOrDefault(item.id(), new LatestValue(item.id(), List.of(), ""));
                writeItem(out, item, value);
            }
            out.writeEndArray();
            out.writeNumberProperty("total", page.total());
            out.writeBooleanProperty("exact", page.exact());
            out.writeEndObject();
        };
    }

    private ItemPage byIds(List<Long> ids) {
        List<Item> items = new ArrayList<>();
        ids.forEach(id -> view.item(id).ifPresent(items::add));
        return new ItemPage(items, items.size(), true);
    }

    private void writeItem(JsonGenerator out, Item item, LatestValue value) {
        out.writeStartObject();
        out.writeStringProperty("itemid", Long.toString(item.id()));
        out.writeStringProperty("key", item.key());
        out.writeStringProperty("name", item.name());
        out.writeStringProperty("hostid", Long.toString(item.hostId()));
        out.writeStringProperty("host", view.host(item.hostId()).map(Host::name).orElse(""));
        out.writeStringProperty("value_type", item.valueType().name().toLowerCase(Locale.ROOT));
        out.writeStringProperty("units", item.units());
        out.writeStringProperty(
                "interval", Durations.print(item.interval().interval().toSeconds()));
        writeValue(out, value);
        out.writeName("previous");
        if (value.samples().size() > 1) {
            out.writeString(value.samples().get(1).value().asText());
        } else {
            out.writeNull();
        }
        out.writeEndObject();
    }

    private static void writeValue(JsonGenerator out, LatestValue value) {
        if (value.samples().isEmpty()) {
            out.writeNullProperty("value");
            out.writeNullProperty("clock");
        } else {
            Sample newest = value.samples().getFirst();
            out.writeStringProperty("value", newest.value().asText());
            out.writeNumberProperty("clock", newest.epochNanos() / MILLI);
        }
        out.writeStringProperty("error", value.error());
    }

    /// Values as the live stream tells them.
    public Ready values(List<LatestValue> values) {
        return out -> {
            out.writeStartArray();
            for (LatestValue value : values) {
                out.writeStartObject();
                out.writeStringProperty("itemid", Long.toString(value.itemId()));
                writeValue(out, value);
                out.writeEndObject();
            }
            out.writeEndArray();
        };
    }

    /// `/api/series`: values of numeric items over a range, as they are while they fit into so many
    /// points, else as buckets.
    public Ready series(Asked asked) throws PageFault {
        List<Long> ids = new ArrayList<>(asked.ids("itemids", MOST_SERIES));
        ids.addAll(asked.ids("itemid", 1));
        if (ids.isEmpty()) {
            throw Asked.wrong("itemids", "missing", "numbers separated by commas");
        }
        long now = clock.epochNanos() / MILLI;
        long to = asked.number("to", now, 1, MAX_MILLIS);
        long from = asked.number("from", Math.max(0, to - 3_600_000), 0, MAX_MILLIS);
        int buckets = (int) asked.number("buckets", 500, 1, MOST_BUCKETS);
        if (from >= to) {
            throw Asked.wrong("from", Long.toString(from), "before to, which is " + to);
        }
        List<Ready> parts = new ArrayList<>();
        for (long id : ids) {
            Optional<Item> item = view.item(id);
            if (item.isPresent() && item.get().valueType().isNumeric()) {
                parts.add(oneSeries(id, from * MILLI, to * MILLI, buckets));
            }
        }
        return out -> {
            out.writeStartObject();
            out.writeArrayPropertyStart("series");
            parts.forEach(part -> part.write(out));
            out.writeEndArray();
            out.writeEndObject();
        };
    }

    private Ready oneSeries(long id, long from, long to, int buckets) {
        List<Sample> raw = view.history(id, from, to, buckets + 1, false).stream()
                .filter(sample -> Double.isFinite(sample.value().asDouble()))
                .toList();
        if (raw.size() <= buckets) {
            return out -> {
                out.writeStartObject();
                out.writeStringProperty("itemid", Long.toString(id));
                out.writeNumberProperty("step", 0);
                out.writeArrayPropertyStart("t");
                raw.forEach(sample -> out.writeNumber(sample.epochNanos() / MILLI));
                out.writeEndArray();
                out.writeArrayPropertyStart("avg");
                raw.forEach(sample -> out.writeNumber(sample.value().asDouble()));
                out.writeEndArray();
                out.writeEndObject();
            };
        }
        // Buckets keep their place in time while the range moves, so that a followed graph stands
        // still.
        long step = Math.max(MILLI, Math.ceilDiv(to - from, buckets));
        long first = Math.floorDiv(from, step) * step;
        int count = (int) Math.min(10_000, Math.ceilDiv(to - first, step));
        Buckets found = view.buckets(id, first, first + count * step, count);
        return out -> {
            out.writeStartObject();
            out.writeStringProperty("itemid", Long.toString(id));
            out.writeNumberProperty("step", Math.max(1, found.stepNanos() / MILLI));
            out.writeArrayPropertyStart("t");
            for (long start : found.epochNanos()) {
                out.writeNumber((start + found.stepNanos() / 2) / MILLI);
            }
            out.writeEndArray();
            column(out, "avg", found.avg());
            column(out, "min", found.min());
            column(out, "max", found.max());
            out.writeEndObject();
        };
    }

    private static void column(JsonGenerator out, String name, double[] values) {
        out.writeArrayPropertyStart(name);
        for (double value : values) {
            if (Double.isFinite(value)) {
                out.writeNumber(value);
            } else {
                out.writeNull();
            }
        }
        out.writeEndArray();
    }

    /// `/api/problems`: problems that fit, the newest first.
    public Ready problems(Asked asked) throws PageFault {
        List<Long> severities = asked.ids("severities", 6);
        String acknowledged = asked.text("acknowledged");
        boolean recent = asked.number("recent", 0, 0, 1) == 1;
        List<Long> hostIds = asked.ids("hostid", 100);
        List<Long> eventIds = asked.ids("eventid", 100);
        String search = asked.text("search").toLowerCase(Locale.ROOT);
        int limit = (int) asked.number("limit", 100, 1, MOST_ITEMS);
        if (!acknowledged.isEmpty() && !acknowledged.equals("0") && !acknowledged.equals("1")) {
            throw Asked.wrong("acknowledged", "\"" + acknowledged + "\"", "0 or 1");
        }
        long now = clock.epochNanos();
        Predicate<Problem> fits = problem -> (problem.isOpen()
                        || !eventIds.isEmpty()
                        || (recent && now - problem.recoveryEpochNanos() <= RECENT_NANOS))
                && (severities.isEmpty()
                        || severities.contains((long) problem.severity().code()))
                && (acknowledged.isEmpty() || problem.acknowledged() == acknowledged.equals("1"))
                && (hostIds.isEmpty() || hostIds.contains(problem.event().hostId()))
                && (eventIds.isEmpty() || eventIds.contains(problem.event().id()))
                && (search.isEmpty() || matches(problem, search));
        ProblemSnapshot snapshot = view.problems();
        List<Problem> found = new ArrayList<>();
        long total = 0;
        for (Problem problem : snapshot.problems().descendingMap().values()) {
            if (fits.test(problem)) {
                total++;
                if (found.size() < limit) {
                    found.add(problem);
                }
            }
        }
        found.sort(Comparator.comparingLong((Problem problem) -> problem.event().epochNanos())
                .reversed());
        long all = total;
        Ready list = problemList(found);
        return out -> {
            out.writeStartObject();
            out.writeName("problems");
            list.write(out);
            out.writeNumberProperty("total", all);
            writeCounts(out, snapshot);
            out.writeEndObject();
        };
    }

    private boolean matches(Problem problem, String search) {
        return problem.event().name().toLowerCase(Locale.ROOT).contains(search)
                || hostName(problem).toLowerCase(Locale.ROOT).contains(search);
    }

    private String hostName(Problem problem) {
        return view.host(problem.event().hostId()).map(Host::name).orElse("");
    }

    private Ready problemList(List<Problem> problems) {
        Map<Long, String> operational = text.operationalData(problems);
        return out -> {
            out.writeStartArray();
            for (Problem problem : problems) {
                writeProblem(
                        out, problem, operational.getOrDefault(problem.event().id(), ""));
            }
            out.writeEndArray();
        };
    }

    private void writeProblem(JsonGenerator out, Problem problem, String operational) {
        Optional<Trigger> trigger = view.trigger(problem.event().triggerId());
        out.writeStartObject();
        out.writeStringProperty("eventid", Long.toString(problem.event().id()));
        out.writeStringProperty("triggerid", Long.toString(problem.event().triggerId()));
        out.writeStringProperty("hostid", Long.toString(problem.event().hostId()));
        out.writeStringProperty("host", hostName(problem));
        out.writeStringProperty("name", problem.event().name());
        out.writeNumberProperty("severity", problem.severity().code());
        out.writeNumberProperty("clock", problem.event().epochNanos() / MILLI);
        out.writeNumberProperty("r_clock", problem.recoveryEpochNanos() / MILLI);
        out.writeBooleanProperty("acknowledged", problem.acknowledged());
        out.writeBooleanProperty(
                "manual_close", trigger.map(Trigger::manualClose).orElse(false));
        out.writeStringProperty("opdata", operational);
        writeTags(out, problem.event().tags());
        out.writeArrayPropertyStart("itemids");
        trigger.stream()
                .flatMap(each -> each.references().stream())
                .filter(reference -> reference.valueType().isNumeric())
                .map(reference -> Long.toString(reference.itemId()))
                .distinct()
                .limit(10)
                .forEach(out::writeString);
        out.writeEndArray();
        out.writeArrayPropertyStart("acknowledges");
        for (Acknowledgement each : problem.acknowledgements()) {
            out.writeStartObject();
            out.writeStringProperty("user", each.user());
            out.writeNumberProperty("clock", each.epochNanos() / MILLI);
            out.writeNumberProperty("action", each.action());
            out.writeStringProperty("message", each.message());
            out.writeNumberProperty("severity", each.severity().code());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void writeTags(JsonGenerator out, List<Tag> tags) {
        out.writeArrayPropertyStart("tags");
        for (Tag tag : tags) {
            out.writeStartObject();
            out.writeStringProperty("tag", tag.tag());
            out.writeStringProperty("value", tag.value());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void writeCounts(JsonGenerator out, ProblemSnapshot snapshot) {
        out.writeNumberProperty("version", snapshot.version());
        out.writeArrayPropertyStart("counts");
        snapshot.openBySeverity().forEach(out::writeNumber);
        out.writeEndArray();
        out.writeNumberProperty(
                "unacknowledged",
                snapshot.problems().values().stream()
                        .filter(problem -> problem.isOpen() && !problem.acknowledged())
                        .count());
    }

    /// The problem counts as the live stream tells them.
    public Ready problemCounts() {
        ProblemSnapshot snapshot = view.problems();
        return out -> {
            out.writeStartObject();
            writeCounts(out, snapshot);
            out.writeEndObject();
        };
    }

    /// `/api/hosts`: hosts with the state of their interfaces and their open problems.
    public Ready hosts(Asked asked) throws PageFault {
        String search = asked.text("search").toLowerCase(Locale.ROOT);
        String state = asked.text("state");
        int offset = (int) asked.number("offset", 0, 0, Integer.MAX_VALUE);
        int limit = (int) asked.number("limit", 100, 1, MOST_ITEMS);
        if (!state.isEmpty() && !List.of("unknown", "available", "unavailable").contains(state)) {
            throw Asked.wrong("state", "\"" + state + "\"", "unknown, available or unavailable");
        }
        HostStates states = HostStates.of(view);
        Map<Long, int[]> problems = openByHost();
        List<Host> found = new ArrayList<>();
        for (Host host : view.hosts()) {
            if ((state.isEmpty() || states.word(host).equals(state))
                    && (search.isEmpty() || hostMatches(host, search))) {
                found.add(host);
            }
        }
        found.sort(
                Comparator.comparing(Host::name, String.CASE_INSENSITIVE_ORDER).thenComparingLong(Host::id));
        List<Host> page =
                found.subList(Math.min(offset, found.size()), (int) Math.min((long) offset + limit, found.size()));
        return out -> {
            out.writeStartObject();
            out.writeArrayPropertyStart("hosts");
            for (Host host : page) {
                writeHost(out, host, states, problems.getOrDefault(host.id(), new int[6]));
            }
            out.writeEndArray();
            out.writeNumberProperty("total", found.size());
            out.writeName("counts");
            states.write(out);
            out.writeEndObject();
        };
    }

    private static boolean hostMatches(Host host, String search) {
        return host.name().toLowerCase(Locale.ROOT).contains(search)
                || host.host().toLowerCase(Locale.ROOT).contains(search)
                || host.groups().stream()
                        .anyMatch(group -> group.toLowerCase(Locale.ROOT).contains(search))
                || host.interfaces().stream().anyMatch(each -> each.address().contains(search));
    }

    private Map<Long, int[]> openByHost() {
        Map<Long, int[]> counts = new HashMap<>();
        for (Problem problem : view.problems().problems().values()) {
            if (problem.isOpen()) {
                counts.computeIfAbsent(problem.event().hostId(), _ -> new int[6])[
                        problem.severity().code()]++;
            }
        }
        return counts;
    }

    private static void writeHost(JsonGenerator out, Host host, HostStates states, int[] problems) {
        out.writeStartObject();
        out.writeStringProperty("hostid", Long.toString(host.id()));
        out.writeStringProperty("host", host.host());
        out.writeStringProperty("name", host.name());
        out.writeArrayPropertyStart("groups");
        host.groups().forEach(out::writeString);
        out.writeEndArray();
        writeTags(out, host.tags());
        out.writeStringProperty("state", states.word(host));
        out.writeArrayPropertyStart("interfaces");
        for (SnmpInterface each : host.interfaces()) {
            Availability availability = states.of(host, each);
            out.writeStartObject();
            out.writeStringProperty("interfaceid", Long.toString(each.id()));
            out.writeStringProperty("type", "snmp");
            out.writeStringProperty("address", each.address());
            out.writeNumberProperty("port", each.port());
            out.writeStringProperty("state", availability.state().name().toLowerCase(Locale.ROOT));
            out.writeNumberProperty("since", availability.sinceEpochNanos() / MILLI);
            out.writeStringProperty("reason", availability.reason());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeNumberProperty("items", host.items().size());
        out.writeNumberProperty("triggers", host.triggers().size());
        out.writeArrayPropertyStart("problems");
        for (int count : problems) {
            out.writeNumber(count);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /// `/api/overview`: the figures of the first page.
    public Ready overview() {
        ProblemSnapshot snapshot = view.problems();
        List<Problem> top = snapshot.problems().values().stream()
                .filter(Problem::isOpen)
                .sorted(Comparator.comparing(Problem::severity)
                        .reversed()
                        .thenComparing(Comparator.comparingLong(
                                        (Problem problem) -> problem.event().epochNanos())
                                .reversed()))
                .limit(TOP)
                .toList();
        long items = 0;
        long triggers = 0;
        for (Host host : view.hosts()) {
            items += host.items().size();
            triggers += host.triggers().size();
        }
        long allItems = items;
        long allTriggers = triggers;
        HostStates states = HostStates.of(view);
        Ready list = problemList(top);
        Ready pulse = pulse();
        return out -> {
            out.writeStartObject();
            writeCounts(out, snapshot);
            out.writeName("hosts");
            states.write(out);
            out.writeNumberProperty("items", allItems);
            out.writeNumberProperty("triggers", allTriggers);
            out.writeName("pulse");
            pulse.write(out);
            out.writeName("top");
            list.write(out);
            out.writeEndObject();
        };
    }

    /// The server's pulse as the live stream tells it.
    public Ready pulse() {
        Pulse pulse = view.pulse();
        long now = clock.epochNanos() / MILLI;
        return out -> {
            out.writeStartObject();
            out.writeStringProperty("log", pulse.log().name().toLowerCase(Locale.ROOT));
            out.writeStringProperty("message", pulse.message());
            out.writeNumberProperty("values_per_s", finite(pulse.valuesPerSecond()));
            out.writeNumberProperty("late_items", pulse.lateItems());
            out.writeNumberProperty("busy_share", finite(pulse.busyShare()));
            out.writeNumberProperty("clock", now);
            out.writeEndObject();
        };
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }

    /// `/api/reload`: the configuration is read again.
    public Ready reload() throws PageFault {
        try {
            MonitoringView.Reloaded result = view.reload();
            return out -> {
                out.writeStartObject();
                out.writeStringProperty("result", result.words());
                out.writeArrayPropertyStart("faults");
                result.faults().forEach(out::writeString);
                out.writeEndArray();
                out.writeEndObject();
            };
        } catch (java.io.IOException e) {
            throw new PageFault(500, "The configuration was not read again: " + e.getMessage());
        }
    }

    /// `/api/trace`: the stops of an item's last value.
    public Ready trace(Asked asked) throws PageFault {
        long id = asked.number("itemid", -1, 0, Long.MAX_VALUE);
        Optional<Item> item = view.item(id);
        if (item.isEmpty()) {
            throw new PageFault(404, id < 0 ? "Parameter itemid is missing." : "No item has the id " + id + ".");
        }
        List<TraceStop> stops = view.trace(id);
        String host = view.host(item.get().hostId()).map(Host::host).orElse("");
        return out -> {
            out.writeStartObject();
            out.writeStringProperty("itemid", Long.toString(id));
            out.writeStringProperty("host", host);
            out.writeStringProperty("key", item.get().key());
            out.writeStringProperty("name", item.get().name());
            out.writeArrayPropertyStart("stops");
            for (TraceStop stop : stops) {
                out.writeStartObject();
                out.writeStringProperty("stop", stop.stop());
                out.writeNumberProperty("clock", stop.epochNanos() / MILLI);
                out.writeStringProperty("epoch_nanos", Long.toString(stop.epochNanos()));
                out.writeNumberProperty(
                        "offset_us", (stop.epochNanos() - stops.getFirst().epochNanos()) / 1_000);
                out.writeStringProperty("detail", stop.detail());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        };
    }

    /// `/diag`: the server's inside.
    public Ready diag() {
        Map<String, Object> diag = new LinkedHashMap<>(view.diag());
        return out -> writeAny(out, diag);
    }

    private static void writeAny(JsonGenerator out, Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                out.writeStartObject();
                map.forEach((key, each) -> {
                    out.writeName(String.valueOf(key));
                    writeAny(out, each);
                });
                out.writeEndObject();
            }
            case Iterable<?> list -> {
                out.writeStartArray();
                list.forEach(each -> writeAny(out, each));
                out.writeEndArray();
            }
            case Boolean flag -> out.writeBoolean(flag);
            case Double number -> out.writeNumber(finite(number));
            case Float number -> out.writeNumber(finite(number));
            case Number number -> out.writeNumber(number.longValue());
            default -> out.writeString(value.toString());
        }
    }

    /// An error as the page's requests tell it.
    public static Ready error(String reason) {
        return out -> {
            out.writeStartObject();
            out.writeStringProperty("error", reason);
            out.writeEndObject();
        };
    }
}
