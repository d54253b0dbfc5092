package zonda.web.api;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import zonda.alerting.ProblemSnapshot;
import zonda.model.Host;
import zonda.model.Problem;
import zonda.model.Tag;
import zonda.model.Trigger;
import zonda.web.api.Fields.Output;

/// `trigger.get`.
final class TriggerMethods {
    /// A trigger and its latest problem, where there is one.
    record Row(Trigger trigger, @Nullable Problem problem) {
        static Row of(Trigger trigger) {
            return new Row(trigger, null);
        }

        boolean isProblem() {
            return problem != null && problem.isOpen();
        }

        /// When its value last changed, in nanoseconds since the epoch; 0 while unknown.
        long lastChange() {
            if (problem == null) {
                return 0;
            }
            return problem.isOpen() ? problem.event().epochNanos() : problem.recoveryEpochNanos();
        }
    }

    private static final Fields<Row> FIELDS = new Fields<Row>("triggerid", row -> Long.toString(row.trigger.id()))
            .with("expression", row -> row.trigger.expression())
            .with("description", row -> row.trigger.name())
            .fixed("url", "")
            .fixed("url_name", "")
            .fixed("status", "0")
            .with("value", row -> row.isProblem() ? "1" : "0")
            .with("priority", row -> Integer.toString(row.trigger.severity().code()))
            .with("lastchange", row -> HostMethods.seconds(row.lastChange()))
            .fixed("comments", "")
            .fixed("error", "")
            .fixed("templateid", "0")
            .fixed("type", "0")
            .fixed("state", "0")
            .fixed("flags", "0")
            .with("recovery_mode", row -> row.trigger.recoveryExpression().isEmpty() ? "0" : "1")
            .with("recovery_expression", row -> row.trigger.recoveryExpression())
            .fixed("correlation_mode", "0")
            .fixed("correlation_tag", "")
            .with("manual_close", row -> row.trigger.manualClose() ? "1" : "0")
            .with("opdata", row -> row.trigger.operationalData())
            .fixed("event_name", "");

    private final World world;

    TriggerMethods(World world) {
        this.world = world;
    }

    static Fields<Row> plainFields() {
        return FIELDS;
    }

    static List<Row> plain(List<Trigger> triggers) {
        return triggers.stream().map(Row::of).toList();
    }

    /// The latest problem of each trigger that has one.
    static Map<Long, Problem> latestProblems(ProblemSnapshot snapshot) {
        Map<Long, Problem> latest = new HashMap<>();
        snapshot.problems()
                .values()
                .forEach(problem -> latest.put(problem.event().triggerId(), problem));
        return latest;
    }

    Answer get(Params params) throws RpcFault {
        Query<Row> query = new Query<>(params, FIELDS);
        Consumer<Consumer<Trigger>> candidates = candidates(params);
        Predicate<Row> fits = narrowed(params);
        Predicate<List<Tag>> tags = Query.tags(params);
        Output hosts = Output.of(params, "selectHosts", new Output.Nothing());
        Output groups = Output.of(params, "selectHostGroups", Output.of(params, "selectGroups", new Output.Nothing()));
        String groupsName = params.has("selectHostGroups") ? "hostgroups" : "groups";
        Output items = Output.of(params, "selectItems", new Output.Nothing());
        Output ownTags = Output.of(params, "selectTags", new Output.Nothing());
        Output lastEvent = Output.of(params, "selectLastEvent", new Output.Nothing());
        List<String> empty = HostMethods.emptySelects(
                params,
                List.of("selectDependencies", "selectFunctions", "selectDiscoveryRule", "selectTriggerDiscovery"),
                List.of("dependencies", "functions", "discoveryRule", "triggerDiscovery"));
        params.allow(
                "active",
                "monitored",
                "skipDependent",
                "expandDescription",
                "expandComment",
                "expandData",
                "expandExpression",
                "inherited",
                "templated",
                "maintenance");
        params.done();
        Map<Long, Problem> problems = latestProblems(world.view.problems());
        List<Row> found = query.run(each -> candidates.accept(trigger -> {
            Row row = new Row(trigger, problems.get(trigger.id()));
            if (fits.test(row) && tags.test(trigger.tags())) {
                each.accept(row);
            }
        }));
        return query.answer(found, (out, row) -> {
            List<Host> ofTrigger = hosts instanceof Output.Nothing && groups instanceof Output.Nothing
                    ? List.of()
                    : world.hostsOf(row.trigger);
            Query.related(out, "hosts", hosts, HostMethods.HOSTS, ofTrigger);
            Query.related(
                    out,
                    groupsName,
                    groups,
                    World.GROUPS,
                    ofTrigger.stream()
                            .flatMap(host -> host.groups().stream())
                            .distinct()
                            .toList());
            if (!(items instanceof Output.Nothing)) {
                Query.related(
                        out, "items", items, ItemMethods.plainFields(), ItemMethods.plain(world.itemsOf(row.trigger)));
            }
            Query.related(out, "tags", ownTags, World.TAGS, row.trigger.tags());
            writeLastEvent(out, lastEvent, row);
            for (String name : empty) {
                out.writeArrayPropertyStart(name);
                out.writeEndArray();
            }
        });
    }

    private static void writeLastEvent(tools.jackson.core.JsonGenerator out, Output wanted, Row row) {
        if (wanted instanceof Output.Nothing) {
            return;
        }
        Problem problem = row.problem;
        if (problem == null) {
            out.writeArrayPropertyStart("lastEvent");
            out.writeEndArray();
            return;
        }
        out.writeObjectPropertyStart("lastEvent");
        List<ProblemMethods.Happening> events = ProblemMethods.happenings(problem);
        ProblemMethods.EVENTS.write(out, events.getLast(), wanted);
        out.writeEndObject();
    }

    private Consumer<Consumer<Trigger>> candidates(Params params) throws RpcFault {
        Optional<List<Long>> ids = params.ids("triggerids");
        Optional<List<Long>> itemIds = params.ids("itemids");
        boolean narrowed = World.narrowsHosts(params);
        List<Host> hosts = world.hosts(params);
        Set<Long> hostIds = new LinkedHashSet<>();
        hosts.forEach(host -> hostIds.add(host.id()));
        Predicate<Trigger> onHost = trigger -> !narrowed
                || hostIds.contains(trigger.hostId())
                || trigger.references().stream().anyMatch(each -> hostIds.contains(each.hostId()));
        Set<Long> items = World.idSet(itemIds.orElse(List.of()));
        Predicate<Trigger> fits = onHost.and(trigger ->
                itemIds.isEmpty() || trigger.references().stream().anyMatch(each -> items.contains(each.itemId())));
        if (ids.isPresent()) {
            return each -> {
                for (long id : ids.get()) {
                    world.view.trigger(id).filter(fits).ifPresent(each);
                }
            };
        }
        return each -> world.view
                .hosts()
                .forEach(host -> host.triggers().stream().filter(fits).forEach(each));
    }

    private static Predicate<Row> narrowed(Params params) throws RpcFault {
        Predicate<Row> fits = _ -> true;
        if (params.flag("only_true")) {
            fits = fits.and(Row::isProblem);
        }
        long least = params.integer("min_severity", 0, 0, 5);
        fits = fits.and(row -> row.trigger.severity().code() >= least);
        long since = params.integer("lastChangeSince", 0, 0, Long.MAX_VALUE / 1_000_000_000L);
        if (since > 0) {
            fits = fits.and(row -> row.lastChange() >= since * 1_000_000_000L);
        }
        long till = params.integer("lastChangeTill", Long.MAX_VALUE, 0, Long.MAX_VALUE);
        if (till < Long.MAX_VALUE / 1_000_000_000L) {
            fits = fits.and(row -> row.lastChange() <= till * 1_000_000_000L + 999_999_999L);
        }
        boolean anyOpen = params.flag("withUnacknowledgedEvents");
        boolean lastOpen = params.flag("withLastEventUnacknowledged");
        if (anyOpen || lastOpen) {
            fits = fits.and(row -> row.problem != null && !row.problem.acknowledged());
        }
        if (params.flag("withAcknowledgedEvents")) {
            fits = fits.and(row -> row.problem != null && row.problem.acknowledged());
        }
        if (params.ids("templateids").isPresent()) {
            fits = _ -> false;
        }
        return fits;
    }
}
