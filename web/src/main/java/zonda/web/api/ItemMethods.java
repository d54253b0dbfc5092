package zonda.web.api;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import zonda.language.Durations;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.PreprocessingStep;
import zonda.model.Tag;
import zonda.web.MonitoringView.LatestValue;
import zonda.web.MonitoringView.Sample;
import zonda.web.api.Fields.Output;

/// `item.get`.
final class ItemMethods {
    private static final int READ_AT_ONCE = 1_000;

    /// An item with its newest values, where these are asked for.
    record Row(Item item, LatestValue latest) {
        private static final LatestValue NONE = new LatestValue(0, List.of(), "");

        static Row of(Item item) {
            return new Row(item, NONE);
        }
    }

    /// Fields whose values come from history.
    private static final List<String> VALUE_FIELDS =
            List.of("state", "error", "lastvalue", "lastclock", "lastns", "prevvalue");

    private static String delay(Item item) {
        return item.type().isAsked()
                ? Durations.print(item.interval().interval().toSeconds())
                : "0";
    }

    private static final Fields<Row> FIELDS = new Fields<Row>("itemid", row -> Long.toString(row.item.id()))
            .with("type", row -> Integer.toString(row.item.type().zabbixCode()))
            .with("snmp_oid", row -> row.item.oid())
            .with("hostid", row -> Long.toString(row.item.hostId()))
            .with("name", row -> row.item.name())
            .with("key_", row -> row.item.key())
            .with("master_itemid", row -> Long.toString(row.item.masterItemId()))
            .with("delay", row -> delay(row.item))
            .with("history", row -> Durations.print(row.item.history().toSeconds()))
            .with("trends", row -> Durations.print(row.item.trends().toSeconds()))
            .fixed("status", "0")
            .with("value_type", row -> Integer.toString(row.item.valueType().zabbixCode()))
            .with("units", row -> row.item.units())
            .with("interfaceid", row -> Long.toString(row.item.interfaceId()))
            .fixed("description", "")
            .fixed("flags", "0")
            .fixed("templateid", "0")
            .fixed("valuemapid", "0")
            .fixed("master_itemid", "0")
            .fixed("logtimefmt", "")
            .with("trapper_hosts", row -> row.item.allowedHosts().text())
            .fixed("params", "")
            .fixed("inventory_link", "0")
            .with("name_resolved", row -> row.item.name())
            .with("state", row -> row.latest.error().isEmpty() ? "0" : "1")
            .with("error", row -> row.latest.error())
            .with("lastvalue", row -> valueText(row.latest.samples(), 0))
            .with(
                    "lastclock",
                    row -> row.latest.samples().isEmpty()
                            ? "0"
                            : HostMethods.seconds(
                                    row.latest.samples().getFirst().epochNanos()))
            .with(
                    "lastns",
                    row -> row.latest.samples().isEmpty()
                            ? "0"
                            : Long.toString(Math.floorMod(
                                    row.latest.samples().getFirst().epochNanos(), 1_000_000_000L)))
            .with("prevvalue", row -> valueText(row.latest.samples(), 1));

    private static final Fields<PreprocessingStep> STEPS = new Fields<PreprocessingStep>(
                    "type", step -> Integer.toString(step.type().zabbixCode()))
            .with("params", step -> String.join("\n", step.parameters()))
            .with("error_handler", step -> Integer.toString(step.onFail().ordinal()))
            .with("error_handler_params", PreprocessingStep::onFailValue);

    private final World world;

    ItemMethods(World world) {
        this.world = world;
    }

    /// A value as the API tells it; numbers that are absent are "0", as in Zabbix.
    private static String valueText(List<Sample> samples, int index) {
        return samples.size() > index ? samples.get(index).value().asText() : "0";
    }

    /// The fields of items without their values, for lists inside other objects.
    static Fields<Row> plainFields() {
        return FIELDS;
    }

    static List<Row> plain(List<Item> items) {
        return items.stream().map(Row::of).toList();
    }

    Answer get(Params params) throws RpcFault {
        for (String parameter : List.of("filter", "search")) {
            for (String field : params.fields(parameter).keySet()) {
                if (VALUE_FIELDS.contains(field) && !field.equals("state")) {
                    throw RpcFault.params("Invalid parameter \"/" + parameter + "\": \"" + field
                            + "\" is no field to look for items by.");
                }
            }
        }
        boolean byState = params.fields("filter").containsKey("state");
        Query<Row> query = new Query<>(params, FIELDS);
        Consumer<Consumer<Item>> candidates = candidates(params);
        Predicate<Item> fits = narrowed(params);
        Predicate<List<Tag>> tags = Query.tags(params);
        Output hosts = Output.of(params, "selectHosts", new Output.Nothing());
        Output interfaces = Output.of(params, "selectInterfaces", new Output.Nothing());
        Output triggers = Output.of(params, "selectTriggers", new Output.Nothing());
        Output ownTags = Output.of(params, "selectTags", new Output.Nothing());
        Output steps = Output.of(params, "selectPreprocessing", new Output.Nothing());
        List<String> empty = HostMethods.emptySelects(
                params,
                List.of("selectValueMap", "selectGraphs", "selectDiscoveryRule", "selectItemDiscovery"),
                List.of("valuemap", "graphs", "discoveryRule", "itemDiscovery"));
        params.allow("monitored", "webitems", "inherited", "templated", "selectApplications", "with_triggers");
        params.done();
        List<Row> found = query.run(each -> candidates.accept(item -> {
            if (fits.test(item) && tags.test(item.tags())) {
                each.accept(byState ? withValues(List.of(item)).getFirst() : Row.of(item));
            }
        }));
        boolean values = VALUE_FIELDS.stream().anyMatch(query.output::wants);
        HostMethods hostMethods = new HostMethods(world);
        return query.answer(values && !query.countsOnly() ? lazily(found) : found, (out, row) -> {
            List<Host> host = hosts instanceof Output.Nothing && interfaces instanceof Output.Nothing
                    ? List.of()
                    : world.view.host(row.item.hostId()).stream().toList();
            Query.related(out, "hosts", hosts, HostMethods.HOSTS, host);
            if (!(interfaces instanceof Output.Nothing)) {
                Query.related(
                        out,
                        "interfaces",
                        interfaces,
                        HostMethods.INTERFACES,
                        host.stream()
                                .flatMap(each -> hostMethods.interfacesOf(each).stream())
                                .filter(each -> each.image().id() == row.item.interfaceId())
                                .toList());
            }
            if (!(triggers instanceof Output.Nothing)) {
                Query.related(out, "triggers", triggers, TriggerMethods.plainFields(), triggersOf(row.item));
            }
            Query.related(out, "tags", ownTags, World.TAGS, row.item.tags());
            Query.related(out, "preprocessing", steps, STEPS, row.item.steps());
            for (String name : empty) {
                out.writeArrayPropertyStart(name);
                out.writeEndArray();
            }
        });
    }

    private Consumer<Consumer<Item>> candidates(Params params) throws RpcFault {
        Optional<List<Long>> itemIds = params.ids("itemids");
        boolean narrowed = World.narrowsHosts(params);
        List<Host> hosts = world.hosts(params);
        if (itemIds.isEmpty()) {
            return each -> hosts.forEach(host -> host.items().forEach(each));
        }
        Set<Long> hostIds = new LinkedHashSet<>();
        hosts.forEach(host -> hostIds.add(host.id()));
        return each -> {
            for (long id : itemIds.get()) {
                world.view
                        .item(id)
                        .filter(item -> !narrowed || hostIds.contains(item.hostId()))
                        .ifPresent(each);
            }
        };
    }

    private Predicate<Item> narrowed(Params params) throws RpcFault {
        Predicate<Item> fits = _ -> true;
        Optional<List<Long>> interfaceIds = params.ids("interfaceids");
        if (interfaceIds.isPresent()) {
            Set<Long> wanted = World.idSet(interfaceIds.get());
            fits = fits.and(item -> wanted.contains(item.interfaceId()));
        }
        Optional<List<Long>> triggerIds = params.ids("triggerids");
        if (triggerIds.isPresent()) {
            Set<Long> wanted = new LinkedHashSet<>();
            triggerIds
                    .get()
                    .forEach(id -> world.view
                            .trigger(id)
                            .ifPresent(trigger ->
                                    trigger.references().forEach(reference -> wanted.add(reference.itemId()))));
            fits = fits.and(item -> wanted.contains(item.id()));
        }
        if (params.ids("templateids").isPresent()
                || params.ids("graphids").isPresent()
                || params.ids("proxyids").isPresent()) {
            fits = _ -> false;
        }
        return fits;
    }

    private List<TriggerMethods.Row> triggersOf(Item item) {
        return world.view.host(item.hostId()).stream()
                .flatMap(host -> host.triggers().stream())
                .filter(trigger -> trigger.references().stream().anyMatch(each -> each.itemId() == item.id()))
                .map(TriggerMethods.Row::of)
                .toList();
    }

    private List<Row> withValues(List<Item> items) {
        Map<Long, LatestValue> latest = new HashMap<>();
        for (LatestValue each : world.view.latest(items.stream().map(Item::id).toList())) {
            latest.put(each.itemId(), each);
        }
        return items.stream()
                .map(item -> new Row(item, latest.getOrDefault(item.id(), Row.NONE)))
                .toList();
    }

    /// The rows with their values, read a thousand at a time while they are written.
    private List<Row> lazily(List<Row> rows) {
        return new java.util.AbstractList<>() {
            private int from = -1;
            private List<Row> chunk = List.of();

            @Override
            public Row get(int index) {
                if (from < 0 || index < from || index >= from + chunk.size()) {
                    from = index / READ_AT_ONCE * READ_AT_ONCE;
                    int to = Math.min(rows.size(), from + READ_AT_ONCE);
                    chunk = withValues(
                            rows.subList(from, to).stream().map(Row::item).toList());
                }
                return chunk.get(index - from);
            }

            @Override
            public int size() {
                return rows.size();
            }
        };
    }
}
