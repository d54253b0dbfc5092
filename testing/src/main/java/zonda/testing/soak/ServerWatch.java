package zonda.testing.soak;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import zonda.alerting.ProblemSnapshot;
import zonda.collector.PollObserver;
import zonda.history.HistoryReader;
import zonda.history.ShardHistory;
import zonda.history.StateEntry;
import zonda.model.Event;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Problem;
import zonda.model.RawBatch;
import zonda.model.Slices;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.model.WireType;
import zonda.runtime.Duty;
import zonda.runtime.Machine;
import zonda.runtime.Sink;
import zonda.runtime.simulation.Simulation;
import zonda.server.Joints;
import zonda.trigger.PeerObserver;

/// Looks on at each joint of the value's path and compares what passes with the naive truths. One
/// instance goes through all starts of the server in a trial.
final class ServerWatch implements Joints {
    private static final long MILLISECOND = 1_000_000L;

    /// A datagram may wait to be read so long: a turn, or a stall that the schedule drew.
    private static final long READ_NANOS = 2_500 * MILLISECOND;

    /// Doubles differ from exact decimals by a few roundings.
    private static final double TOLERANCE = 1e-12;

    private record Expected(long itemId, long nanos, NaiveSteps.Outcome outcome) {}

    /// What is watched of one shard since the server's start.
    private static final class ShardWatch {
        private NaiveTriggers judge;
        private final TreeMap<Long, Item> items = new TreeMap<>();
        private final TreeMap<Long, NaiveSteps> steps = new TreeMap<>();
        private final TreeSet<Long> unsupported = new TreeSet<>();
        private final TreeMap<Long, Host> images = new TreeMap<>();
        private final ArrayDeque<Expected> expected = new ArrayDeque<>();
        private final List<TriggerTransition> seen = new ArrayList<>();

        /// Transitions of which no event was released yet, in order.
        private final ArrayDeque<TriggerTransition> unreleased = new ArrayDeque<>();

        private @Nullable ShardHistory history;

        ShardWatch(NaiveTriggers judge) {
            this.judge = judge;
        }
    }

    private final Simulation simulation;
    private final Violations violations;
    private final MonitoredWorld world;
    private final AnswerLedger ledger;
    private final StoredTruth truth;
    private final PollWatch polls;
    private final Operators operators;
    private final Pushers pushers;
    private final List<ShardWatch> shards = new ArrayList<>();
    private final TreeMap<Long, Long> lastStampOfDevice = new TreeMap<>();

    /// All events that anybody may have seen, by id.
    private final TreeMap<Long, Event> events = new TreeMap<>();

    /// Triggers in problem, as the released events tell.
    private final TreeMap<Long, Event> openProblems = new TreeMap<>();

    /// The newest time stored when the server started: it goes on from there where it does not know
    /// an
    /// item's own.
    private long newestAtStart = Long.MIN_VALUE / 2;

    private @Nullable Machine machine;
    private long problemsChecked;
    private long evaluations;

    ServerWatch(
            Simulation simulation,
            Violations violations,
            MonitoredWorld world,
            AnswerLedger ledger,
            StoredTruth truth,
            PollWatch polls,
            Operators operators,
            Pushers pushers) {
        this.simulation = simulation;
        this.violations = violations;
        this.world = world;
        this.ledger = ledger;
        this.truth = truth;
        this.polls = polls;
        this.operators = operators;
        this.pushers = pushers;
    }

    /// Events of problems that were compared with the naive judge's.
    long problemsChecked() {
        return problemsChecked;
    }

    long evaluations() {
        long sum = evaluations;
        for (ShardWatch shard : shards) {
            sum += shard.judge.evaluations();
        }
        return sum;
    }

    private Machine running() {
        Machine now = machine;
        if (now == null) {
            throw new IllegalStateException("no server runs");
        }
        return now;
    }

    private long monotonicNow() {
        return running().monotonicClock().nanos();
    }

    private long wallNow() {
        return running().wallClock().epochNanos();
    }

    /// A server starts on a machine. What it finds on disk is told by [#opened].
    void starting(Machine on) {
        machine = on;
    }

    /// The server has read its disk: compares it with what was acknowledged, and begins from there.
    /// Before any host is applied.
    @Override
    public void opened(HistoryReader reader, ProblemSnapshot problems) {
        truth.compare(reader, world.items().keySet(), true);
        pushers.compare(reader, false);
        operators.recovered(problems, wallNow());
        newestAtStart = truth.newestNanos();
        TreeMap<Long, Event> open = new TreeMap<>();
        for (Problem problem : problems.problems().values()) {
            known(problem.event());
            if (problem.isOpen()) {
                open.put(problem.event().triggerId(), problem.event());
            }
        }
        if (!shards.isEmpty()) {
            for (int shard = 0; shard < shards.size(); shard++) {
                compareRecovered(shard, open);
            }
        } else if (!open.isEmpty()) {
            violations.add("events", "a new server knows of problems: " + open.keySet());
        }
        openProblems.clear();
        openProblems.putAll(open);
        evaluations = evaluations();
        shards.clear();
        for (int shard = 0; shard < world.shards(); shard++) {
            int number = shard;
            TreeSet<Long> inProblem = new TreeSet<>(open.keySet());
            shards.add(new ShardWatch(new NaiveTriggers(
                    truth,
                    running().wallClock().zone(),
                    inProblem,
                    monotonicNow(),
                    hostId -> shardOf(hostId) != number,
                    violations)));
        }
        // Problems whose trigger has gone meanwhile end at once.
        for (Event event : byEventId(open).values()) {
            Host host = world.host(event.hostId());
            boolean isThere =
                    host != null && host.triggers().stream().anyMatch(trigger -> trigger.id() == event.triggerId());
            if (!isThere) {
                shards.get(shardOf(event.hostId()))
                        .unreleased
                        .add(new TriggerTransition(
                                event.triggerId(), false, wallNow(), TriggerTransition.Cause.CONFIGURATION));
            }
        }
        polls.started(simulation.nanos(), monotonicNow());
    }

    private static Map<Long, Event> byEventId(Map<Long, Event> byTrigger) {
        Map<Long, Event> sorted = new TreeMap<>();
        byTrigger.values().forEach(event -> sorted.put(event.id(), event));
        return sorted;
    }

    /// What was released stands; of the rest the first so many, in order.
    private void compareRecovered(int shard, Map<Long, Event> open) {
        TreeMap<Long, Boolean> state = new TreeMap<>();
        for (Event event : openProblems.values()) {
            if (shardOf(event.hostId()) == shard) {
                state.put(event.triggerId(), true);
            }
        }
        TreeSet<Long> recovered = new TreeSet<>();
        for (Event event : open.values()) {
            if (shardOf(event.hostId()) == shard) {
                recovered.add(event.triggerId());
            }
        }
        List<TriggerTransition> rest = new ArrayList<>(shards.get(shard).unreleased);
        for (int kept = 0; kept <= rest.size(); kept++) {
            if (state.keySet().equals(recovered)) {
                return;
            }
            if (kept < rest.size()) {
                if (rest.get(kept).problem()) {
                    state.put(rest.get(kept).triggerId(), true);
                } else {
                    state.remove(rest.get(kept).triggerId());
                }
            }
        }
        violations.add(
                "released is kept",
                "after a crash triggers " + recovered + " are in problem on shard " + shard + ", released events and "
                        + rest + " do not come to that");
    }

    private int shardOf(long hostId) {
        return Host.shardOf(hostId, world.shards());
    }

    /// Takes note of what the logs have told to be on disk so far.
    void noteSynced() {
        for (int shard = 0; shard < shards.size(); shard++) {
            ShardHistory history = shards.get(shard).history;
            if (history != null) {
                truth.synced(shard, history.syncedSequence());
            }
        }
    }

    /// Whether all that happened is on disk and told.
    boolean isSettled() {
        for (int shard = 0; shard < shards.size(); shard++) {
            if (truth.waitingRows(shard) > 0 || !shards.get(shard).unreleased.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    // ---- configuration

    @Override
    public void applying(int shard, Host host) {
        ShardWatch watch = shards.get(shard);
        Host former = watch.images.put(host.id(), host);
        if (former != null) {
            former.items().forEach(item -> watch.items.remove(item.id()));
        }
        for (Item item : host.items()) {
            watch.items.put(item.id(), item);
            NaiveSteps known = watch.steps.get(item.id());
            boolean same = known != null
                    && known.item().steps().equals(item.steps())
                    && known.item().valueType() == item.valueType();
            if (!same) {
                watch.steps.put(item.id(), new NaiveSteps(item));
                watch.unsupported.remove(item.id());
            }
        }
        watch.judge.apply(former, host, monotonicNow(), wallNow());
    }

    @Override
    public void removing(int shard, long hostId) {
        ShardWatch watch = shards.get(shard);
        Host former = watch.images.remove(hostId);
        if (former == null) {
            return;
        }
        former.items().forEach(item -> {
            watch.items.remove(item.id());
            watch.steps.remove(item.id());
        });
        watch.judge.remove(former, wallNow());
    }

    @Override
    public void closing(int shard, long triggerId) {
        ShardWatch watch = shards.get(shard);
        compareTransitions(shard, watch);
        operators.closing(triggerId);
        watch.judge.close(triggerId, wallNow());
    }

    @Override
    public PollObserver polls(int shard) {
        return polls;
    }

    // ---- raw values

    @Override
    public Sink<RawBatch> raw(int shard, Sink<RawBatch> next) {
        return batch -> {
            if (Pushers.isPushed(batch.itemIds[0])) {
                // An intake hands on what was pushed and nothing else.
                pushers.taken(batch);
                next.accept(batch);
                return;
            }
            ShardWatch watch = shards.get(shard);
            watch.expected.clear();
            expect(watch, batch);
            next.accept(batch);
            for (Expected missing : watch.expected) {
                if (!(missing.outcome() instanceof NaiveSteps.Outcome.NotSupported)
                        || watch.unsupported.add(missing.itemId())) {
                    violations.add("preprocessing", "no value of " + missing);
                }
            }
        };
    }

    private void expect(ShardWatch watch, RawBatch batch) {
        long uptime = -1;
        List<Expected> expected = new ArrayList<>();
        List<@Nullable Reading> readings = new ArrayList<>();
        for (int row = 0; row < batch.size(); row++) {
            checkStamp(batch, row);
            Reading reading = given(batch, row);
            readings.add(reading);
            if (reading != null && world.source(batch.itemIds[row]).place() == 0) {
                uptime = reading.bits();
            }
        }
        for (int row = 0; row < batch.size(); row++) {
            Reading reading = readings.get(row);
            NaiveSteps steps = watch.steps.get(batch.itemIds[row]);
            if (reading == null || steps == null) {
                continue;
            }
            ItemRows rows = truth.rows(batch.itemIds[row]);
            long last = rows.size() == 0 ? Long.MIN_VALUE : rows.nanos(rows.size() - 1) + MILLISECOND;
            long stored = Math.max(last, batch.epochNanos[row]);
            NaiveSteps.Outcome outcome = steps.apply(reading, batch.monotonicNanos, stored, uptime);
            if (!(outcome instanceof NaiveSteps.Outcome.Nothing)) {
                expected.add(new Expected(batch.itemIds[row], stored, outcome));
            }
        }
        watch.expected.addAll(expected);
    }

    private void checkStamp(RawBatch batch, int row) {
        long stamp = batch.epochNanos[row];
        long wall = Math.floorDiv(wallNow(), MILLISECOND) * MILLISECOND;
        long interfaceId = world.source(batch.itemIds[row]).device().interfaceId;
        long last = lastStampOfDevice.getOrDefault(interfaceId, Long.MIN_VALUE / 2);
        // Answers within one millisecond, with or without values, push one another on.
        boolean right = stamp >= wall && stamp <= Math.max(Math.max(last, newestAtStart), wall) + 5 * MILLISECOND;
        if (stamp % MILLISECOND != 0 || !right) {
            violations.add(
                    "times",
                    "item " + batch.itemIds[row] + " has a value at " + stamp + ", the wall clock shows " + wall
                            + ", the last value of its interface was at " + last);
        }
        lastStampOfDevice.put(interfaceId, Math.max(last, stamp));
    }

    /// The reading of a row, from what devices gave; null where none did.
    private @Nullable Reading given(RawBatch batch, int row) {
        long itemId = batch.itemIds[row];
        MonitoredWorld.Source source = world.source(itemId);
        SimulatedDevice device = source.device();
        WireType type = batch.wireType(row);
        long cell = batch.bits[row];
        int offset = type.isSlice() ? Slices.offset(cell) : 0;
        int length = type.isSlice() ? Slices.length(cell) : 0;
        long now = simulation.nanos();
        if (type == WireType.NOT_SUPPORTED && batch.text(row).startsWith("no answer from ")) {
            // Silence about one object: true where the device or the way to it was in trouble.
            // While the
            // disk takes nothing the server asks nothing, and tells later.
            long since = now - (device.retries + 2) * device.timeoutNanos - FaultSchedule.LONGEST_DISK_FAULT_NANOS;
            if (device.troubledNanos() >= since) {
                return Reading.NONE;
            }
        }
        String late = "";
        for (Iterator<Answer> all = ledger.arrivedFrom(device); all.hasNext(); ) {
            Answer answer = all.next();
            if (now - answer.arrivedNanos > READ_NANOS) {
                break;
            }
            Reading reading = answer.readings[source.place()];
            boolean refused = type == WireType.NOT_SUPPORTED
                    && (answer.errorStatus != 0 || (reading != null && reading.type() == WireType.NOT_SUPPORTED));
            boolean same = reading != null && reading.isSame(type, cell, batch.arena, offset, length);
            if (answer.taken.get(source.place()) || !(refused || same)) {
                continue;
            }
            if (now - answer.askedNanos > device.timeoutNanos + READ_NANOS) {
                late = ", but in an answer that came " + (now - answer.askedNanos) + " ns after its request";
                continue;
            }
            answer.taken.set(source.place());
            return refused ? Reading.NONE : reading;
        }
        violations.add(
                "given by a device",
                "item " + itemId + " has the raw value " + type + " "
                        + (type.isSlice() ? batch.text(row) : Long.toUnsignedString(cell))
                        + ", which its device did not give" + late + "; it was in trouble at "
                        + device.troubledNanos());
        return null;
    }

    // ---- values

    @Override
    public Sink<ValueBatch> values(int shard, Sink<ValueBatch> next) {
        return batch -> {
            if (Pushers.isPushed(batch.itemIds[0])) {
                next.accept(batch);
                return;
            }
            ShardWatch watch = shards.get(shard);
            for (int row = 0; row < batch.size(); row++) {
                checkValue(watch, batch, row);
            }
            truth.taking(batch);
            next.accept(batch);
        };
    }

    private void checkValue(ShardWatch watch, ValueBatch batch, int row) {
        long itemId = batch.itemIds[row];
        boolean isReason = batch.kind(row) == ValueKind.NOT_SUPPORTED;
        Expected expected = null;
        while (!watch.expected.isEmpty()) {
            expected = watch.expected.pollFirst();
            boolean silent = expected.outcome() instanceof NaiveSteps.Outcome.NotSupported
                    && watch.unsupported.contains(expected.itemId());
            boolean isThis = expected.itemId() == itemId
                    && isReason == (expected.outcome() instanceof NaiveSteps.Outcome.NotSupported);
            if (isThis || !silent) {
                break;
            }
            // Its reason was told before.
            expected = null;
        }
        if (expected == null
                || expected.itemId() != itemId
                || expected.nanos() != batch.epochNanos[row]
                || !isAsExpected(expected.outcome(), batch, row)) {
            Item item = watch.items.get(itemId);
            violations.add(
                    "preprocessing",
                    "item " + itemId + " got " + describe(batch, row) + ", wanted " + expected
                            + (item == null ? "" : " by steps " + item.steps()));
        }
        if (isReason) {
            watch.unsupported.add(itemId);
        } else {
            watch.unsupported.remove(itemId);
        }
    }

    private static String describe(ValueBatch batch, int row) {
        ValueKind kind = batch.kind(row);
        String value = kind.isSlice()
                ? ItemRows.text(batch, row, kind)
                : kind == ValueKind.UNSIGNED
                        ? Long.toUnsignedString(batch.bits[row])
                        : Double.toString(Double.longBitsToDouble(batch.bits[row]));
        return kind + " " + value + " at " + batch.epochNanos[row];
    }

    private static boolean isAsExpected(NaiveSteps.Outcome outcome, ValueBatch batch, int row) {
        ValueKind kind = batch.kind(row);
        return switch (outcome) {
            case NaiveSteps.Outcome.NotSupported reason -> kind == ValueKind.NOT_SUPPORTED;
            case NaiveSteps.Outcome.Nothing nothing -> false;
            case NaiveSteps.Outcome.Numeric(BigDecimal value) ->
                switch (kind) {
                    case UNSIGNED ->
                        value.compareTo(new BigDecimal(new BigInteger(Long.toUnsignedString(batch.bits[row])))) == 0;
                    case DOUBLE -> isNear(value.doubleValue(), Double.longBitsToDouble(batch.bits[row]));
                    case TEXT, LOG, BINARY, NOT_SUPPORTED -> false;
                };
            case NaiveSteps.Outcome.Text(String text) ->
                (kind == ValueKind.TEXT || kind == ValueKind.LOG) && text.equals(ItemRows.text(batch, row, kind));
            case NaiveSteps.Outcome.Bytes(byte[] bytes) ->
                kind == ValueKind.BINARY
                        && new String(bytes, StandardCharsets.ISO_8859_1).equals(ItemRows.text(batch, row, kind));
        };
    }

    private static boolean isNear(double wanted, double seen) {
        return wanted == seen || Math.abs(wanted - seen) <= TOLERANCE * Math.abs(wanted);
    }

    @Override
    public ShardHistory history(int shard, ShardHistory next) {
        if (shard == world.shards()) {
            // Alerting's own.
            return next;
        }
        shards.get(shard).history = next;
        return new WatchedHistory(shard, next);
    }

    private final class WatchedHistory implements ShardHistory {
        private final int shard;
        private final ShardHistory next;

        WatchedHistory(int shard, ShardHistory next) {
            this.shard = shard;
            this.next = next;
        }

        @Override
        public void accept(ValueBatch batch) {
            next.accept(batch);
            if (!Pushers.isPushed(batch.itemIds[0])) {
                truth.taken(shard, batch, next.lastSequence());
            }
        }

        @Override
        public boolean accepting() {
            return next.accepting();
        }

        @Override
        public long putStates(List<StateEntry> entries) {
            return next.putStates(entries);
        }

        @Override
        public long lastSequence() {
            return next.lastSequence();
        }

        @Override
        public long syncedSequence() {
            return next.syncedSequence();
        }

        @Override
        public void commitSoon() {
            next.commitSoon();
        }

        @Override
        public void awaitSynced(Runnable whenSynced) {
            next.awaitSynced(whenSynced);
        }

        @Override
        public boolean newest(int slot, long itemId, ValueBatch out) {
            return next.newest(slot, itemId, out);
        }

        @Override
        public boolean isSealed(int slot) {
            return next.isSealed(slot);
        }

        @Override
        public void forget(int slot) {
            next.forget(slot);
        }

        @Override
        public String name() {
            return next.name();
        }

        @Override
        public int turn(long nowNanos) {
            int done = next.turn(nowNanos);
            truth.synced(shard, next.syncedSequence());
            return done;
        }

        @Override
        public long nextWakeNanos() {
            return next.nextWakeNanos();
        }
    }

    // ---- triggers and events

    @Override
    public Sink<ValueBatch> judged(int shard, Sink<ValueBatch> next) {
        return batch -> {
            if (Pushers.isPushed(batch.itemIds[0])) {
                // No trigger reads them.
                next.accept(batch);
                return;
            }
            ShardWatch watch = shards.get(shard);
            watch.judge.judge(batch, monotonicNow(), wallNow());
            next.accept(batch);
            compareTransitions(shard, watch);
        };
    }

    @Override
    public PeerObserver peers(int shard) {
        ShardWatch watch = shards.get(shard);
        return new PeerObserver() {
            @Override
            public void past(long itemId, ValueBatch values, String notSupportedReason) {
                compareTransitions(shard, watch);
                watch.judge.takePast(itemId, values, notSupportedReason);
            }

            @Override
            public void rows(ValueBatch batch) {
                compareTransitions(shard, watch);
                watch.judge.judgeOfPeer(batch, monotonicNow(), wallNow());
            }
        };
    }

    @Override
    public Duty duty(int shard, Duty duty) {
        if (shard == world.shards() || !duty.name().equals("trigger")) {
            return duty;
        }
        ShardWatch watch = shards.get(shard);
        return new Duty() {
            @Override
            public String name() {
                return duty.name();
            }

            @Override
            public int turn(long nowNanos) {
                compareTransitions(shard, watch);
                watch.judge.serveTimers(nowNanos, wallNow());
                int done = duty.turn(nowNanos);
                compareTransitions(shard, watch);
                return done;
            }

            @Override
            public long nextWakeNanos() {
                return duty.nextWakeNanos();
            }
        };
    }

    @Override
    public Sink<TriggerTransition> transitions(int shard, Sink<TriggerTransition> next) {
        return transition -> {
            shards.get(shard).seen.add(transition);
            next.accept(transition);
        };
    }

    private void compareTransitions(int shard, ShardWatch watch) {
        List<TriggerTransition> wanted = watch.judge.takeTransitions();
        if (wanted.isEmpty() && watch.seen.isEmpty()) {
            return;
        }
        // Triggers that are judged at one moment are in no order; the changes of each one are.
        List<TriggerTransition> seen = sorted(watch.seen);
        if (!sorted(wanted).equals(seen)) {
            violations.add(
                    "events",
                    "shard " + shard + " told " + seen + ", the naive judge " + sorted(wanted)
                            + expressions(watch, wanted, watch.seen));
        }
        watch.unreleased.addAll(watch.seen);
        watch.seen.clear();
    }

    /// The expressions of the triggers that some transitions are of, for messages.
    private static String expressions(ShardWatch watch, List<TriggerTransition> wanted, List<TriggerTransition> seen) {
        TreeSet<Long> ids = new TreeSet<>();
        wanted.forEach(transition -> ids.add(transition.triggerId()));
        seen.forEach(transition -> ids.add(transition.triggerId()));
        StringBuilder words = new StringBuilder();
        for (Host host : watch.images.values()) {
            for (Trigger trigger : host.triggers()) {
                if (ids.contains(trigger.id())) {
                    words.append("; ").append(trigger.id()).append(" is ").append(trigger.expression());
                    words.append(" until ").append(trigger.recoveryExpression());
                }
            }
        }
        return words.toString();
    }

    private static List<TriggerTransition> sorted(List<TriggerTransition> transitions) {
        return transitions.stream()
                .sorted(Comparator.comparingLong(TriggerTransition::triggerId))
                .toList();
    }

    @Override
    public Predicate<List<Event>> released(int shard, Predicate<List<Event>> next) {
        return batch -> {
            if (!next.test(batch)) {
                return false;
            }
            ShardWatch watch = shards.get(shard);
            compareTransitions(shard, watch);
            for (Event event : batch) {
                release(watch, event);
            }
            return true;
        };
    }

    private void release(ShardWatch watch, Event event) {
        if (events.containsKey(event.id())) {
            violations.add("ids", "event " + event + " has the id of " + events.get(event.id()));
        }
        known(event);
        TriggerTransition wanted = watch.unreleased.pollFirst();
        boolean same = wanted != null
                && wanted.triggerId() == event.triggerId()
                && wanted.problem() == event.problem()
                && wanted.epochNanos() == event.epochNanos()
                && wanted.cause() == event.cause();
        if (!same) {
            violations.add("events", "event " + event + " was released, wanted one of " + wanted);
        }
        if (event.problem()) {
            problemsChecked++;
            openProblems.put(event.triggerId(), event);
            return;
        }
        Event began = openProblems.remove(event.triggerId());
        if (began == null || began.id() != event.problemEventId()) {
            violations.add("events", "event " + event + " ends another problem than " + began);
        }
    }

    private void known(Event event) {
        Event former = events.putIfAbsent(event.id(), event);
        if (former != null && !former.equals(event)) {
            violations.add("ids", "event " + event + " has the id of " + former);
        }
    }
}
