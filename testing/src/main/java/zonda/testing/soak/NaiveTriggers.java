package zonda.testing.soak;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import zonda.language.Expression;
import zonda.language.Expressions;
import zonda.language.Functions;
import zonda.model.Host;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Judges the triggers of one shard from the raw lists alone: whatever a trigger reads is gathered
/// anew from all rows each time. It follows `SEMANTICS.md` of room trigger and shares with that
/// room
/// nothing but the expression tree.
final class NaiveTriggers {
    private static final long TICK_NANOS = 1_000_000L;
    private static final long REGULAR_NANOS = 30_000_000_000L;

    /// What the judge sees of one item.
    private static final class Seen {
        private final ItemRows rows;

        /// Whether its rows come from another shard.
        private final boolean isOfPeer;

        /// The first so many rows have been taken; of an item of another shard none before its
        /// stored
        /// values have come.
        private int visible;

        private boolean isLoaded;

        /// No row has come since the stored values did.
        private boolean isFresh;

        private long newestRowNanos = Long.MIN_VALUE;

        /// When its last value came, or when the item was met, on the monotonic clock.
        private long arrivalNanos;

        Seen(ItemRows rows, boolean isOfPeer, long nowNanos) {
            this.rows = rows;
            this.isOfPeer = isOfPeer;
            this.arrivalNanos = nowNanos;
            if (!isOfPeer) {
                load(rows.size());
            }
        }

        private boolean isReasonNext() {
            return visible + 1 < rows.size() && !rows.isValue(visible);
        }

        /// The first so many rows have been stored before.
        private void load(int count) {
            isLoaded = true;
            isFresh = isOfPeer;
            visible = count;
            for (int row = visible - 1; row >= 0; row--) {
                if (rows.isValue(row)) {
                    newestRowNanos = Math.max(newestRowNanos, rows.nanos(row));
                    break;
                }
            }
        }
    }

    private record Nodata(Seen item, long periodNanos) {}

    private static final class Watched {
        private final Trigger trigger;
        private final Expression problem;
        private final @Nullable Expression recovery;
        private final TreeMap<String, Seen> items = new TreeMap<>();
        private final List<Nodata> silences = new ArrayList<>();
        private final List<Long> silenceDue = new ArrayList<>();
        private boolean readsClock;
        private long nextRegularNanos;
        private long lastNanos = Long.MIN_VALUE;
        private boolean inProblem;

        Watched(Trigger trigger) {
            this.trigger = trigger;
            this.problem = MonitoredWorld.parsed(trigger.expression());
            this.recovery =
                    trigger.recoveryExpression().isEmpty() ? null : MonitoredWorld.parsed(trigger.recoveryExpression());
        }

        boolean isTimed() {
            return readsClock || !silences.isEmpty();
        }

        long earliestDueNanos() {
            long earliest = readsClock ? nextRegularNanos : Long.MAX_VALUE;
            for (long due : silenceDue) {
                earliest = Math.min(earliest, due);
            }
            return earliest;
        }
    }

    private final StoredTruth truth;
    private final ZoneId zone;
    private final LongPredicate isOfPeer;
    private final Violations violations;
    private final TreeMap<Long, Watched> triggers = new TreeMap<>();
    private final TreeMap<Long, Seen> items = new TreeMap<>();
    private final TreeSet<Long> restored;
    private final List<TriggerTransition> transitions = new ArrayList<>();
    private long monotonicNanos;

    /// All timers up to this millisecond have been served.
    private long servedTick;

    /// Triggers with timers, and no timer of theirs is due before this time.
    private int timed;

    private long earliestDueNanos = Long.MAX_VALUE;

    private long evaluations;

    /// @param inProblem ids of triggers that are in problem at the start
    /// @param nowNanos monotonic time of the start
    /// @param isOfPeer whether a host's items are of another shard
    NaiveTriggers(
            StoredTruth truth,
            ZoneId zone,
            Set<Long> inProblem,
            long nowNanos,
            LongPredicate isOfPeer,
            Violations violations) {
        this.truth = truth;
        this.zone = zone;
        this.isOfPeer = isOfPeer;
        this.violations = violations;
        this.restored = new TreeSet<>(inProblem);
        this.servedTick = Math.floorDiv(nowNanos, TICK_NANOS) - 1;
    }

    long evaluations() {
        return evaluations;
    }

    /// What has changed since the last call, in order.
    List<TriggerTransition> takeTransitions() {
        List<TriggerTransition> taken = List.copyOf(transitions);
        transitions.clear();
        return taken;
    }

    /// Takes over a host's triggers.
    ///
    /// @param former the host's image before, null for a new one
    void apply(@Nullable Host former, Host host, long nowNanos, long wallNanos) {
        TreeSet<Long> wanted = new TreeSet<>();
        host.triggers().forEach(trigger -> wanted.add(trigger.id()));
        if (former != null) {
            for (Trigger trigger : former.triggers()) {
                if (!wanted.contains(trigger.id())) {
                    remove(trigger.id(), wallNanos);
                }
            }
        }
        for (Trigger trigger : host.triggers()) {
            Watched known = triggers.get(trigger.id());
            boolean same = known != null
                    && known.trigger.expression().equals(trigger.expression())
                    && known.trigger.recoveryExpression().equals(trigger.recoveryExpression())
                    && known.trigger.references().equals(trigger.references());
            if (!same) {
                remove(trigger.id(), wallNanos);
                add(trigger, nowNanos);
            }
        }
    }

    void remove(Host host, long wallNanos) {
        host.triggers().forEach(trigger -> remove(trigger.id(), wallNanos));
    }

    private void remove(long triggerId, long wallNanos) {
        Watched gone = triggers.remove(triggerId);
        if (gone == null) {
            return;
        }
        timed -= gone.isTimed() ? 1 : 0;
        if (gone.inProblem) {
            transitions.add(new TriggerTransition(triggerId, false, wallNanos, TriggerTransition.Cause.CONFIGURATION));
        }
        items.values()
                .removeIf(item -> triggers.values().stream().noneMatch(trigger -> trigger.items.containsValue(item)));
    }

    private void add(Trigger trigger, long nowNanos) {
        Watched added = new Watched(trigger);
        added.inProblem = restored.remove(trigger.id());
        for (Trigger.ItemReference reference : trigger.references()) {
            Seen item = items.computeIfAbsent(
                    reference.itemId(), id -> new Seen(truth.rows(id), isOfPeer.test(reference.hostId()), nowNanos));
            added.items.put("/" + reference.host() + "/" + reference.key(), item);
        }
        collect(added, added.problem);
        if (added.recovery != null) {
            collect(added, added.recovery);
        }
        for (Nodata silence : added.silences) {
            boolean isFirst = triggers.values().stream()
                    .flatMap(other -> other.silences.stream())
                    .noneMatch(other -> other.item() == silence.item());
            if (isFirst) {
                silence.item().arrivalNanos = nowNanos;
            }
            // One that is past is served with the next millisecond.
            added.silenceDue.add(
                    Math.max(servedTick * TICK_NANOS + 1, silence.item().arrivalNanos + silence.periodNanos()));
        }
        added.nextRegularNanos = regularAfter(trigger.id(), nowNanos);
        triggers.put(trigger.id(), added);
        timed += added.isTimed() ? 1 : 0;
        earliestDueNanos = Math.min(earliestDueNanos, added.earliestDueNanos());
    }

    private static void collect(Watched trigger, Expression expression) {
        for (Expression.HistoryCall call : Expressions.calls(expression)) {
            if (call.function().equals("nodata")) {
                Seen item = trigger.items.get(
                        "/" + call.item().host() + "/" + call.item().key());
                if (item != null) {
                    trigger.silences.add(new Nodata(item, call.period().amount() * 1_000_000_000L));
                }
            }
        }
        trigger.readsClock |= readsClock(expression);
    }

    private static boolean readsClock(Expression expression) {
        return switch (expression) {
            case Expression.NumberLiteral number -> false;
            case Expression.TextLiteral text -> false;
            case Expression.HistoryCall call -> false;
            case Expression.Negate negate -> readsClock(negate.operand());
            case Expression.Not not -> readsClock(not.operand());
            case Expression.Binary binary -> readsClock(binary.left()) || readsClock(binary.right());
            case Expression.MathCall call ->
                Functions.isTimeBased(call.function())
                        || call.arguments().stream().anyMatch(NaiveTriggers::readsClock);
        };
    }

    /// The first time after `nowNanos` at which a trigger that reads the clock is judged.
    private static long regularAfter(long triggerId, long nowNanos) {
        long hash = triggerId * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
        long phase = Long.remainderUnsigned(hash, REGULAR_NANOS);
        return Math.floorDiv(nowNanos - phase, REGULAR_NANOS) * REGULAR_NANOS + REGULAR_NANOS + phase;
    }

    /// Serves what is due.
    void serveTimers(long nowNanos, long wallNanos) {
        monotonicNanos = nowNanos;
        if (timed == 0) {
            return;
        }
        servedTick = Math.floorDiv(nowNanos, TICK_NANOS);
        if (!isServed(earliestDueNanos, nowNanos)) {
            return;
        }
        earliestDueNanos = Long.MAX_VALUE;
        for (Watched trigger : triggers.values()) {
            boolean due = false;
            for (int i = 0; i < trigger.silences.size(); i++) {
                if (isServed(trigger.silenceDue.get(i), nowNanos)) {
                    Nodata silence = trigger.silences.get(i);
                    long at = silence.item().arrivalNanos + silence.periodNanos();
                    due |= at <= nowNanos;
                    trigger.silenceDue.set(i, at <= nowNanos ? Long.MAX_VALUE : at);
                }
            }
            if (trigger.readsClock && isServed(trigger.nextRegularNanos, nowNanos)) {
                due = true;
                trigger.nextRegularNanos = regularAfter(trigger.trigger.id(), nowNanos);
            }
            earliestDueNanos = Math.min(earliestDueNanos, trigger.earliestDueNanos());
            if (due) {
                evaluate(trigger, wallNanos, TriggerTransition.Cause.TIMER);
            }
        }
    }

    /// A timer waits until the end of its millisecond.
    private static boolean isServed(long dueNanos, long nowNanos) {
        return dueNanos != Long.MAX_VALUE && Math.ceilDiv(dueNanos, TICK_NANOS) * TICK_NANOS <= nowNanos;
    }

    /// Takes a batch, as the trigger's room takes it: in steps of one time.
    void judge(ValueBatch batch, long nowNanos, long wallNanos) {
        judge(batch, false, nowNanos, wallNanos);
    }

    /// Takes a batch of another shard.
    void judgeOfPeer(ValueBatch batch, long nowNanos, long wallNanos) {
        judge(batch, true, nowNanos, wallNanos);
    }

    /// Takes stored values of an item of another shard: the rows up to the newest of them, and the
    /// one
    /// that says why there is none now.
    void takePast(long itemId, ValueBatch values, String notSupportedReason) {
        Seen item = items.get(itemId);
        if (item == null || !item.isOfPeer) {
            return;
        }
        int count = 0;
        if (!values.isEmpty()) {
            count = item.rows.size();
            while (count > 0 && !item.rows.isSame(count - 1, values, values.size() - 1)) {
                count--;
            }
            if (count == 0) {
                violations.add("forwarding", "item " + itemId + " has a stored value that was never taken");
            }
        }
        if (!notSupportedReason.isEmpty()) {
            while (count < item.rows.size() && !item.rows.isValue(count)) {
                count++;
                if (notSupportedReason.endsWith(item.rows.text(count - 1))) {
                    break;
                }
            }
        }
        item.load(count);
    }

    private void judge(ValueBatch batch, boolean ofPeer, long nowNanos, long wallNanos) {
        serveTimers(nowNanos, wallNanos);
        int row = 0;
        while (row < batch.size()) {
            TreeSet<Long> ofStep = new TreeSet<>();
            TreeMap<Long, Watched> readers = new TreeMap<>();
            long time = batch.epochNanos[row];
            while (row < batch.size() && batch.epochNanos[row] == time && ofStep.add(batch.itemIds[row])) {
                take(batch, row, ofPeer, readers);
                row++;
            }
            for (Watched trigger : readers.values()) {
                evaluate(trigger, Long.MIN_VALUE, TriggerTransition.Cause.VALUE);
            }
        }
    }

    private void take(ValueBatch batch, int row, boolean ofPeer, Map<Long, Watched> readers) {
        Seen item = items.get(batch.itemIds[row]);
        if (item == null || item.isOfPeer != ofPeer) {
            return;
        }
        while (item.isFresh && item.isReasonNext() && !item.rows.isSame(item.visible, batch, row)) {
            // Stored with the one whose words were told.
            item.visible++;
        }
        item.isFresh = false;
        if (!item.isLoaded || item.visible >= item.rows.size() || !item.rows.isSame(item.visible, batch, row)) {
            violations.add(
                    "forwarding",
                    "item " + batch.itemIds[row] + (item.isLoaded ? "" : ", whose stored values have not come,")
                            + " is judged by a row at " + batch.epochNanos[row] + ", wanted row " + item.visible
                            + " of "
                            + item.rows.size()
                            + (item.visible < item.rows.size() ? ": " + item.rows.describe(item.visible) : ""));
            return;
        }
        item.visible++;
        item.newestRowNanos = Math.max(item.newestRowNanos, batch.epochNanos[row]);
        if (batch.kind(row) != ValueKind.NOT_SUPPORTED) {
            item.arrivalNanos = monotonicNanos;
        }
        for (Watched trigger : triggers.values()) {
            if (!trigger.items.containsValue(item)) {
                continue;
            }
            readers.put(trigger.trigger.id(), trigger);
            for (int i = 0; i < trigger.silences.size(); i++) {
                Nodata silence = trigger.silences.get(i);
                if (silence.item() == item && trigger.silenceDue.get(i) == Long.MAX_VALUE) {
                    trigger.silenceDue.set(i, item.arrivalNanos + silence.periodNanos());
                    earliestDueNanos = Math.min(earliestDueNanos, trigger.silenceDue.get(i));
                }
            }
        }
    }

    private void evaluate(Watched trigger, long wallNanos, TriggerTransition.Cause cause) {
        evaluations++;
        long time = wallNanos;
        for (Seen item : trigger.items.values()) {
            time = Math.max(time, item.newestRowNanos);
        }
        if (trigger.isTimed()) {
            time = Math.max(time, trigger.lastNanos);
            trigger.lastNanos = time;
        }
        NaiveExpression naive = new NaiveExpression(time, zone, (host, key) -> view(trigger, host, key));
        Truth problem = naive.truth(trigger.problem);
        if (!trigger.inProblem && problem == Truth.TRUE) {
            change(trigger, true, time, cause);
        } else if (trigger.inProblem && problem == Truth.FALSE) {
            Truth recovered = trigger.recovery == null ? Truth.TRUE : naive.truth(trigger.recovery);
            if (recovered == Truth.TRUE) {
                change(trigger, false, time, cause);
            }
        }
    }

    /// A person ends a problem.
    void close(long triggerId, long wallNanos) {
        Watched trigger = triggers.get(triggerId);
        if (trigger != null && trigger.inProblem) {
            change(trigger, false, wallNanos, TriggerTransition.Cause.MANUAL_CLOSE);
        }
    }

    private void change(Watched trigger, boolean problem, long time, TriggerTransition.Cause cause) {
        trigger.inProblem = problem;
        transitions.add(new TriggerTransition(trigger.trigger.id(), problem, time, cause));
    }

    private NaiveExpression.View view(Watched trigger, String host, String key) {
        Seen item = trigger.items.get("/" + host + "/" + key);
        if (item == null) {
            throw new IllegalStateException("trigger " + trigger.trigger.id() + " reads /" + host + "/" + key
                    + ", which is not among its references");
        }
        return new NaiveExpression.View(
                item.rows, item.visible, BigDecimal.valueOf(monotonicNanos - item.arrivalNanos));
    }

    /// What an expression came to.
    enum Truth {
        TRUE,
        FALSE,
        UNKNOWN
    }
}
