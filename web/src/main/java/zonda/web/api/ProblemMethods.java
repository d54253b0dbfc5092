package zonda.web.api;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.core.JsonGenerator;
import zonda.alerting.AcknowledgeOutcome;
import zonda.model.Acknowledgement;
import zonda.model.Host;
import zonda.model.Problem;
import zonda.model.Severity;
import zonda.model.Tag;
import zonda.model.Trigger;
import zonda.runtime.WallClock;
import zonda.web.Accounts.Account;
import zonda.web.api.Fields.Output;

/// `problem.get`, `event.get` and `event.acknowledge`.
final class ProblemMethods {
    /// Ended problems count as recent for so long, as in Zabbix's default.
    private static final long RECENT_NANOS = 300_000_000_000L;

    private static final int ALL_ACTIONS = Acknowledgement.CLOSE
            | Acknowledgement.ACKNOWLEDGE
            | Acknowledgement.MESSAGE
            | Acknowledgement.SEVERITY
            | Acknowledgement.UNACKNOWLEDGE;
    private static final int MOST_MESSAGE = 4_096;

    private static final Fields<Problem> PROBLEMS = new Fields<Problem>(
                    "eventid", problem -> Long.toString(problem.event().id()))
            .fixed("source", "0")
            .fixed("object", "0")
            .with("objectid", problem -> Long.toString(problem.event().triggerId()))
            .with("clock", problem -> HostMethods.seconds(problem.event().epochNanos()))
            .with("ns", problem -> nanos(problem.event().epochNanos()))
            .with("r_eventid", problem -> Long.toString(problem.recoveryEventId()))
            .with("r_clock", problem -> HostMethods.seconds(problem.recoveryEpochNanos()))
            .with("r_ns", problem -> nanos(problem.recoveryEpochNanos()))
            .fixed("cause_eventid", "0")
            .fixed("correlationid", "0")
            .fixed("userid", "0")
            .with("name", problem -> problem.event().name())
            .with("acknowledged", problem -> problem.acknowledged() ? "1" : "0")
            .with("severity", problem -> Integer.toString(problem.severity().code()))
            .fixed("suppressed", "0")
            .fixed("opdata", "");

    /// An event as `event.get` tells it: the beginning of a problem, or its end.
    record Happening(Problem problem, boolean ending) {
        long id() {
            return ending ? problem.recoveryEventId() : problem.event().id();
        }

        long epochNanos() {
            return ending ? problem.recoveryEpochNanos() : problem.event().epochNanos();
        }
    }

    static final Fields<Happening> EVENTS = new Fields<Happening>("eventid", each -> Long.toString(each.id()))
            .fixed("source", "0")
            .fixed("object", "0")
            .with("objectid", each -> Long.toString(each.problem.event().triggerId()))
            .with("clock", each -> HostMethods.seconds(each.epochNanos()))
            .with("ns", each -> nanos(each.epochNanos()))
            .with("value", each -> each.ending ? "0" : "1")
            .with("acknowledged", each -> !each.ending && each.problem.acknowledged() ? "1" : "0")
            .with("name", each -> each.problem.event().name())
            .with(
                    "severity",
                    each -> each.ending
                            ? "0"
                            : Integer.toString(each.problem.severity().code()))
            .with("r_eventid", each -> each.ending ? "0" : Long.toString(each.problem.recoveryEventId()))
            .fixed("c_eventid", "0")
            .fixed("cause_eventid", "0")
            .fixed("correlationid", "0")
            .fixed("userid", "0")
            .fixed("suppressed", "0")
            .fixed("opdata", "");

    private static final Fields<Acknowledgement> ACKNOWLEDGEMENTS = new Fields<Acknowledgement>(
                    "acknowledgeid", each -> Long.toString(each.id()))
            .with("userid", _ -> "1")
            .with("eventid", each -> Long.toString(each.eventId()))
            .with("clock", each -> HostMethods.seconds(each.epochNanos()))
            .with("message", Acknowledgement::message)
            .with("action", each -> Integer.toString(each.action()))
            .fixed("old_severity", "0")
            .with(
                    "new_severity",
                    each -> Integer.toString(
                            (each.action() & Acknowledgement.SEVERITY) != 0
                                    ? each.severity().code()
                                    : 0))
            .fixed("suppress_until", "0")
            .fixed("taskid", "0")
            .with("username", Acknowledgement::user)
            .fixed("name", "")
            .fixed("surname", "");

    private final World world;
    private final WallClock clock;

    ProblemMethods(World world, WallClock clock) {
        this.world = world;
        this.clock = clock;
    }

    private static String nanos(long epochNanos) {
        return Long.toString(Math.floorMod(epochNanos, 1_000_000_000L));
    }

    /// The events that made up a problem so far, in order.
    static List<Happening> happenings(Problem problem) {
        Happening begin = new Happening(problem, false);
        return problem.isOpen() ? List.of(begin) : List.of(begin, new Happening(problem, true));
    }

    Answer get(Params params) throws RpcFault {
        Query<Problem> query = new Query<>(params, PROBLEMS);
        Predicate<Problem> fits = narrowed(params, Problem::event, problem -> problem);
        long now = clock.epochNanos();
        boolean recent = params.flag("recent");
        Predicate<Problem> shown =
                problem -> problem.isOpen() || (recent && now - problem.recoveryEpochNanos() <= RECENT_NANOS);
        Selects selects = new Selects(params);
        params.allow("suppressed", "symptom");
        params.done();
        List<Problem> found = query.run(each -> world.view.problems().problems().values().stream()
                .filter(shown.and(fits))
                .forEach(each));
        return query.answer(found, selects::write);
    }

    Answer events(Params params) throws RpcFault {
        Query<Happening> query = new Query<>(params, EVENTS);
        Predicate<Happening> fits = narrowed(params, each -> each.problem.event(), Happening::problem);
        Optional<List<Long>> values = params.ids("value");
        Selects selects = new Selects(params);
        Output hosts = Output.of(params, "selectHosts", new Output.Nothing());
        Output related = Output.of(params, "selectRelatedObject", new Output.Nothing());
        params.allow("suppressed", "symptom", "problem_time_from", "problem_time_till", "selectAlerts");
        params.done();
        List<Happening> found = query.run(each -> world.view.problems().problems().values().stream()
                .flatMap(problem -> happenings(problem).stream())
                .filter(fits)
                .filter(one -> values.isEmpty() || values.get().contains(one.ending ? 0L : 1L))
                .forEach(each));
        return query.answer(found, (out, one) -> {
            selects.write(out, one.problem);
            Optional<Trigger> trigger = world.view.trigger(one.problem.event().triggerId());
            Query.related(
                    out,
                    "hosts",
                    hosts,
                    HostMethods.HOSTS,
                    trigger.map(world::hostsOf).orElse(List.of()));
            if (!(related instanceof Output.Nothing) && trigger.isPresent()) {
                out.writeObjectPropertyStart("relatedObject");
                TriggerMethods.plainFields().write(out, TriggerMethods.Row.of(trigger.get()), related);
                out.writeEndObject();
            }
        });
    }

    /// What may be told beside a problem.
    private static final class Selects {
        private final Output tags;
        private final Output acknowledges;
        private final boolean suppression;

        Selects(Params params) throws RpcFault {
            tags = Output.of(params, "selectTags", new Output.Nothing());
            acknowledges = Output.of(
                    params, "selectAcknowledges", Output.of(params, "select_acknowledges", new Output.Nothing()));
            suppression = params.has("selectSuppressionData");
        }

        void write(JsonGenerator out, Problem problem) {
            Query.related(out, "tags", tags, World.TAGS, problem.event().tags());
            Query.related(
                    out,
                    "acknowledges",
                    acknowledges,
                    ACKNOWLEDGEMENTS,
                    problem.acknowledgements().reversed());
            if (suppression) {
                out.writeArrayPropertyStart("suppression_data");
                out.writeEndArray();
            }
        }
    }

    private <T> Predicate<T> narrowed(
            Params params,
            java.util.function.Function<T, zonda.model.Event> event,
            java.util.function.Function<T, Problem> problem)
            throws RpcFault {
        Predicate<T> fits = _ -> true;
        if (params.integer("source", 0, 0, 4) != 0 || params.integer("object", 0, 0, 6) != 0) {
            fits = _ -> false;
        }
        Optional<List<Long>> eventIds = params.ids("eventids");
        if (eventIds.isPresent()) {
            Set<Long> wanted = World.idSet(eventIds.get());
            fits = fits.and(each -> wanted.contains(idOf(each, problem)));
        }
        Optional<List<Long>> triggerIds = params.ids("objectids");
        if (triggerIds.isPresent()) {
            Set<Long> wanted = World.idSet(triggerIds.get());
            fits = fits.and(each -> wanted.contains(event.apply(each).triggerId()));
        }
        if (World.narrowsHosts(params)) {
            Set<Long> hosts = new LinkedHashSet<>();
            for (Host host : world.hosts(params)) {
                hosts.add(host.id());
            }
            fits = fits.and(each -> hosts.contains(event.apply(each).hostId()));
        } else {
            params.allow("hostids", "groupids", "host", "group");
        }
        Optional<List<Long>> severities = params.ids("severities");
        if (severities.isPresent()) {
            fits = fits.and(each -> severities.get().contains((long)
                    problem.apply(each).severity().code()));
        }
        if (params.has("acknowledged")) {
            boolean wanted = params.flag("acknowledged");
            fits = fits.and(each -> problem.apply(each).acknowledged() == wanted);
        }
        Predicate<List<Tag>> tags = Query.tags(params);
        fits = fits.and(each -> tags.test(event.apply(each).tags()));
        long idFrom = params.integer("eventid_from", 0, 0, Long.MAX_VALUE);
        long idTill = params.integer("eventid_till", Long.MAX_VALUE, 0, Long.MAX_VALUE);
        fits = fits.and(each -> idOf(each, problem) >= idFrom && idOf(each, problem) <= idTill);
        long from = params.integer("time_from", 0, 0, Long.MAX_VALUE);
        long till = params.integer("time_till", Long.MAX_VALUE, 0, Long.MAX_VALUE);
        return fits.and(each -> {
            long seconds = Math.floorDiv(timeOf(each, problem), 1_000_000_000L);
            return seconds >= from && seconds <= till;
        });
    }

    private static <T> long idOf(T each, java.util.function.Function<T, Problem> problem) {
        return each instanceof Happening happening
                ? happening.id()
                : problem.apply(each).event().id();
    }

    private static <T> long timeOf(T each, java.util.function.Function<T, Problem> problem) {
        return each instanceof Happening happening
                ? happening.epochNanos()
                : problem.apply(each).event().epochNanos();
    }

    Answer acknowledge(Params params, Account account) throws RpcFault {
        Optional<List<Long>> eventIds = params.ids("eventids");
        if (eventIds.isEmpty() || eventIds.get().isEmpty()) {
            throw RpcFault.params("Invalid parameter \"/\": the parameter \"eventids\" is missing.");
        }
        int action = (int) params.integer("action", -1, 1, 511);
        if (action == -1) {
            throw RpcFault.params("Invalid parameter \"/\": the parameter \"action\" is missing.");
        }
        if ((action & ~ALL_ACTIONS) != 0) {
            throw RpcFault.params("Invalid parameter \"/action\": value must be a sum of 1 (close), 2 (acknowledge), 4"
                    + " (message), 8 (severity) and 16 (unacknowledge), not " + action + ".");
        }
        if ((action & Acknowledgement.ACKNOWLEDGE) != 0 && (action & Acknowledgement.UNACKNOWLEDGE) != 0) {
            throw RpcFault.params("Invalid parameter \"/action\": value must not have both 2 (acknowledge) and 16"
                    + " (unacknowledge), not " + action + ".");
        }
        String message = params.text("message").orElse("");
        if ((action & Acknowledgement.MESSAGE) != 0 && message.isEmpty()) {
            throw RpcFault.params("Invalid parameter \"/message\": cannot be empty.");
        }
        if (message.length() > MOST_MESSAGE) {
            throw RpcFault.params("Invalid parameter \"/message\": value is too long: " + message.length()
                    + " characters, wanted at most " + MOST_MESSAGE + ".");
        }
        boolean severe = (action & Acknowledgement.SEVERITY) != 0;
        if (severe && !params.has("severity")) {
            throw RpcFault.params("Invalid parameter \"/\": the parameter \"severity\" is missing.");
        }
        Severity severity = Severity.of((int) params.integer("severity", 0, 0, 5));
        params.done();
        for (long id : eventIds.get()) {
            if (world.view.problems().problem(id) == null) {
                throw RpcFault.application("No permissions to referred object or it does not exist! No problem has the"
                        + " event id " + id + ".");
            }
        }
        for (long id : eventIds.get()) {
            AcknowledgeOutcome outcome = world.view.acknowledge(
                    id,
                    account.username(),
                    action,
                    (action & Acknowledgement.MESSAGE) != 0 ? message : "",
                    severe ? severity : null);
            if (outcome instanceof AcknowledgeOutcome.Refused(String reason)) {
                throw RpcFault.application("Cannot update the problem: " + reason + ".");
            }
        }
        List<Long> done = new ArrayList<>(eventIds.get());
        return out -> {
            out.writeStartObject();
            out.writeArrayPropertyStart("eventids");
            done.forEach(id -> out.writeString(Long.toString(id)));
            out.writeEndArray();
            out.writeEndObject();
        };
    }
}
