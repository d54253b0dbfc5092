package zonda.web.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import zonda.model.Item;
import zonda.model.ItemValueType;
import zonda.web.ItemValue;
import zonda.web.MonitoringView.Buckets;
import zonda.web.MonitoringView.Sample;

/// `history.get` and `trend.get`.
final class HistoryMethods {
    /// The most values that one request answers.
    private static final int MOST_ROWS = 1_000_000;

    private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000_000_000L;
    private static final int MOST_HOURS = 10_000;

    /// A stored value of an item.
    record Row(long itemId, Sample sample) {}

    private static final Fields<Row> NUMBERS = new Fields<Row>("itemid", row -> Long.toString(row.itemId))
            .with("clock", row -> HostMethods.seconds(row.sample.epochNanos()))
            .with("value", row -> row.sample.value().asText())
            .with("ns", row -> Long.toString(Math.floorMod(row.sample.epochNanos(), 1_000_000_000L)));

    private static final Fields<Row> LOGS = new Fields<Row>("itemid", row -> Long.toString(row.itemId))
            .with("clock", row -> HostMethods.seconds(row.sample.epochNanos()))
            .with(
                    "timestamp",
                    row -> row.sample.value() instanceof ItemValue.Log(var line)
                            ? Long.toString(line.timestampSeconds())
                            : "0")
            .with("source", row -> row.sample.value() instanceof ItemValue.Log(var line) ? line.source() : "")
            .with(
                    "severity",
                    row -> row.sample.value() instanceof ItemValue.Log(var line)
                            ? Integer.toString(line.severity())
                            : "0")
            .with("value", row -> row.sample.value().asText())
            .with(
                    "logeventid",
                    row -> row.sample.value() instanceof ItemValue.Log(var line)
                            ? Integer.toString(line.eventId())
                            : "0")
            .with("ns", row -> Long.toString(Math.floorMod(row.sample.epochNanos(), 1_000_000_000L)));

    /// One hour of an item.
    record Trend(long itemId, long epochNanos, double min, double avg, double max, long count) {}

    private static final Fields<Trend> TRENDS = new Fields<Trend>("itemid", row -> Long.toString(row.itemId))
            .with("clock", row -> HostMethods.seconds(row.epochNanos))
            .with("num", row -> Long.toString(row.count))
            .with("value_min", row -> new ItemValue.Real(row.min).asText())
            .with("value_avg", row -> new ItemValue.Real(row.avg).asText())
            .with("value_max", row -> new ItemValue.Real(row.max).asText());

    private final World world;

    HistoryMethods(World world) {
        this.world = world;
    }

    Answer get(Params params) throws RpcFault {
        int code = (int) params.integer("history", 3, 0, 5);
        ItemValueType type = typeOf(code);
        Query<Row> query = new Query<>(params, type == ItemValueType.LOG ? LOGS : NUMBERS);
        List<Item> items = items(params, type);
        long from = params.integer("time_from", 0, 0, MAX_SECONDS) * 1_000_000_000L;
        long till = till(params);
        long limit = params.integer("limit", Long.MAX_VALUE, 1, Integer.MAX_VALUE);
        boolean newestFirst =
                params.texts("sortorder").orElse(List.of("ASC")).getFirst().equalsIgnoreCase("DESC");
        boolean byClock =
                params.texts("sortfield").orElse(List.of()).stream().findFirst().equals(Optional.of("clock"));
        boolean narrowed =
                !params.fields("filter").isEmpty() || !params.fields("search").isEmpty();
        params.done();
        // Only where the order is that of time does the limit say which values of an item are
        // needed.
        int perItem = byClock && !narrowed ? (int) Math.min(limit, MOST_ROWS + 1) : MOST_ROWS + 1;
        List<Row> rows = new ArrayList<>();
        for (Item item : items) {
            int room = byClock || narrowed ? MOST_ROWS + 1 : (int) Math.min(limit - rows.size(), MOST_ROWS + 1);
            if (room <= 0) {
                break;
            }
            for (Sample sample : world.view.history(item.id(), from, till, Math.min(perItem, room), newestFirst)) {
                if (!(sample.value() instanceof ItemValue.NotSupported)) {
                    rows.add(new Row(item.id(), sample));
                }
            }
            if (rows.size() > MOST_ROWS) {
                throw RpcFault.application("More than " + MOST_ROWS
                        + " values fit; narrow them down with time_from, time_till, itemids or limit.");
            }
        }
        if (byClock) {
            Comparator<Row> order = Comparator.comparingLong(row -> row.sample.epochNanos());
            rows.sort(newestFirst ? order.reversed() : order);
        }
        return query.answer(query.run(rows::forEach), (_, _) -> {});
    }

    private static ItemValueType typeOf(int code) throws RpcFault {
        for (ItemValueType type : ItemValueType.values()) {
            if (type.zabbixCode() == code) {
                return type;
            }
        }
        throw RpcFault.params("Invalid parameter \"/history\": value must be one of 0-5, not " + code + ".");
    }

    private List<Item> items(Params params, ItemValueType type) throws RpcFault {
        Optional<List<Long>> ids = params.ids("itemids");
        boolean narrowed = World.narrowsHosts(params);
        List<zonda.model.Host> hosts = world.hosts(params);
        List<Item> items = new ArrayList<>();
        if (ids.isPresent()) {
            List<Long> hostIds = hosts.stream().map(zonda.model.Host::id).toList();
            for (long id : ids.get()) {
                world.view
                        .item(id)
                        .filter(item -> !narrowed || hostIds.contains(item.hostId()))
                        .ifPresent(items::add);
            }
        } else {
            hosts.forEach(host -> items.addAll(host.items()));
        }
        items.removeIf(item -> item.valueType() != type);
        return items;
    }

    /// The last nanosecond of the second that `time_till` names.
    private static long till(Params params) throws RpcFault {
        long seconds = params.integer("time_till", MAX_SECONDS - 1, 0, MAX_SECONDS - 1);
        return seconds * 1_000_000_000L + 999_999_999L;
    }

    Answer trends(Params params) throws RpcFault {
        Query<Trend> query = new Query<>(params, TRENDS);
        List<Long> ids = params.ids("itemids").orElse(List.of());
        long from = params.integer("time_from", 0, 0, MAX_SECONDS) * 1_000_000_000L;
        long till = till(params);
        params.done();
        List<Trend> rows = new ArrayList<>();
        for (long id : ids) {
            Optional<Item> item =
                    world.view.item(id).filter(each -> each.valueType().isNumeric());
            if (item.isEmpty()) {
                continue;
            }
            Buckets hours = world.view.trends(id, from, till);
            for (int i = Math.max(0, hours.epochNanos().length - MOST_HOURS); i < hours.epochNanos().length; i++) {
                rows.add(new Trend(
                        id, hours.epochNanos()[i], hours.min()[i], hours.avg()[i], hours.max()[i], hours.count()[i]));
            }
        }
        return query.answer(query.run(rows::forEach), (_, _) -> {});
    }
}
