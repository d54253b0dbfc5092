package zonda.trigger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.language.LanguageException;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.runtime.Counter;
import zonda.runtime.Duty;
import zonda.runtime.MonotonicClock;
import zonda.runtime.ShardDoor;
import zonda.runtime.Sink;
import zonda.runtime.TimerWheel;
import zonda.runtime.WallClock;

/// Judges the triggers of one shard. One per shard, owned by its thread.
///
/// Takes each batch of values after history has it, keeps as many recent values per item as the
/// windows over it need,
/// evaluates the triggers of the items that the batch brought, and hands on a [TriggerTransition]
/// for each change. What
/// exactly a trigger means (times, window borders, order, unknowns) stands in `SEMANTICS.md` beside
/// this class.
///
/// Items of other shards are subscribed to at their evaluators: [#join] makes the evaluators of a
/// server known to one
/// another. What another shard does not take yet waits here; [#isPressed] asks the path to slow
/// down meanwhile.
///
/// Cost: a row of an item without triggers is one look at an array; a `last(...)>x` is some tens of
/// nanoseconds; nothing
/// is allocated per number.
public final class TriggerEvaluator implements Sink<ValueBatch>, Duty {
    private static final long TICK_NANOS = 1_000_000;
    private static final int TIMERS_A_TURN = 1_000;
    private static final long RETRY_NANOS = 1_000_000;

    /// With so many rows waiting for other shards the path should slow down.
    private static final long PRESSING_ROWS = 65_536;

    private record KnownHost(Host image, Set<Long> triggerIds) {}

    private final MonotonicClock clock;
    private final WallClock wallClock;
    private final ItemSlots slots;
    private final PastValues past;
    private final Sink<TriggerTransition> out;
    private final Set<Long> restoredProblems;
    private final TimerWheel wheel;
    private final Evaluation evaluation = new Evaluation();

    private final Map<Long, KnownHost> hosts = new HashMap<>();
    private final Map<Long, LiveTrigger> triggers = new TreeMap<>();
    private final Map<Long, ItemValues> itemById = new HashMap<>();
    private @Nullable ItemValues[] itemInSlot = new ItemValues[0];

    private @Nullable Watch[] watches = new Watch[16];
    private final Deque<Integer> freeWatches = new ArrayDeque<>();
    private int usedWatches;

    private int index;
    private PeerLink[] links = new PeerLink[0];

    private PeerObserver peers = PeerObserver.NONE;

    private long step;
    private LiveTrigger[] pending = new LiveTrigger[16];
    private int pendingCount;

    private final Counter rows = new Counter();
    private final Counter evaluations = new Counter();
    private final Counter transitions = new Counter();
    private final Counter timers = new Counter();
    private final Counter forwarded = new Counter();
    private final Counter foreign = new Counter();
    private final Counter unknown = new Counter();

    /// @param slots of the shard; its items are given slots by [#apply] where they have none
    /// @param past stored values of this shard's items
    /// @param out takes each change of a trigger, in order, as it happens
    /// @param inProblem ids of triggers that were in problem when the server stopped; those of
    ///     other shards may be among
    ///     them
    public TriggerEvaluator(
            MonotonicClock clock,
            WallClock wallClock,
            ItemSlots slots,
            PastValues past,
            Sink<TriggerTransition> out,
            Set<Long> inProblem) {
        this.clock = clock;
        this.wallClock = wallClock;
        this.slots = slots;
        this.past = past;
        this.out = out;
        this.restoredProblems = new HashSet<>(inProblem);
        long now = clock.nanos();
        this.wheel = clock.timers(TICK_NANOS, now - Math.floorMod(now, TICK_NANOS));
        evaluation.monotonicNanos = now;
    }

    /// Makes the evaluators of a server's shards known to one another; before any host is applied.
    /// A server of one shard
    /// may leave it out.
    ///
    /// @param evaluators by the shards' indexes
    /// @param doors of the same shards
    public static void join(List<TriggerEvaluator> evaluators, List<? extends ShardDoor> doors) {
        for (int i = 0; i < evaluators.size(); i++) {
            TriggerEvaluator one = evaluators.get(i);
            one.index = i;
            one.links = new PeerLink[evaluators.size()];
            for (int j = 0; j < evaluators.size(); j++) {
                one.links[j] = new PeerLink(doors.get(j), evaluators.get(j));
            }
        }
    }

    /// Lets somebody watch what comes from other shards; before the shard runs.
    public void watchPeers(PeerObserver observer) {
        peers = observer;
    }

    // ---- configuration

    /// Takes over a host, new or changed. Triggers that mean the same as before keep their state;
    /// one that changed while
    /// in problem ends its problem and starts anew.
    ///
    /// @return faults of triggers, in words; such a trigger is unknown, with that reason
    public List<String> apply(Host host) {
        KnownHost former = hosts.get(host.id());
        Set<Long> wanted = new LinkedHashSet<>();
        host.triggers().forEach(trigger -> wanted.add(trigger.id()));
        if (former != null) {
            for (long triggerId : former.triggerIds()) {
                if (!wanted.contains(triggerId)) {
                    removeTrigger(triggerId);
                }
            }
        }
        List<String> faults = new ArrayList<>();
        for (Trigger trigger : host.triggers()) {
            applyTrigger(host, trigger, faults);
        }
        bindItems(former, host);
        hosts.put(host.id(), new KnownHost(host, wanted));
        loadWhatIsWanted(host);
        return List.copyOf(faults);
    }

    /// Removes a host with its triggers and the values of its items.
    public void remove(long hostId) {
        KnownHost former = hosts.remove(hostId);
        if (former == null) {
            return;
        }
        for (long triggerId : former.triggerIds()) {
            removeTrigger(triggerId);
        }
        for (Item item : former.image().items()) {
            unbind(item.id());
        }
    }

    private void applyTrigger(Host host, Trigger trigger, List<String> faults) {
        LiveTrigger known = triggers.get(trigger.id());
        if (known != null && known.meansTheSame(trigger)) {
            known.trigger = trigger;
            return;
        }
        if (known != null) {
            removeTrigger(trigger.id());
        }
        LiveTrigger live = new LiveTrigger(trigger);
        live.isProblem = restoredProblems.remove(trigger.id());
        try {
            new Compiler(live, wallClock.zone(), this::itemOf).compile();
        } catch (LanguageException e) {
            releaseParts(live);
            String words = String.valueOf(e.getMessage());
            faults.add(host.host() + ", trigger '" + trigger.name() + "': " + words);
            live.problemNode = new Node.Broken(words);
            live.recoveryNode = null;
            live.isUnknown = true;
            live.reason = words;
            unknown.add(1);
        }
        triggers.put(live.id, live);
        for (ItemValues item : live.items) {
            item.addReader(live);
        }
        for (Watch watch : live.watches) {
            start(watch);
        }
    }

    /// Gives back what a compilation that failed half way took.
    private static void releaseParts(LiveTrigger live) {
        for (Span span : live.spans) {
            span.item.release(span);
        }
        live.spans.clear();
        live.watches.clear();
        live.items = new ItemValues[0];
        live.isTimed = false;
    }

    private void removeTrigger(long triggerId) {
        LiveTrigger live = triggers.remove(triggerId);
        if (live == null) {
            return;
        }
        live.watches.forEach(this::stop);
        for (Span span : live.spans) {
            span.item.release(span);
        }
        for (ItemValues item : live.items) {
            item.removeReader(live);
            dropIfUnused(item);
        }
        if (live.isUnknown) {
            unknown.add(-1);
        }
        if (live.isProblem) {
            change(live, false, wallClock.epochNanos(), TriggerTransition.Cause.CONFIGURATION);
        }
    }

    private void dropIfUnused(ItemValues item) {
        if (!item.isUnused()) {
            return;
        }
        boolean isCurrent = itemById.remove(item.itemId, item);
        if (isCurrent) {
            unbind(item.itemId);
        }
        if (isCurrent && item.source >= 0) {
            PeerLink link = links[item.source];
            TriggerEvaluator peer = link.peer();
            int self = index;
            long itemId = item.itemId;
            link.send(() -> peer.unsubscribe(self, itemId), 0);
        }
    }

    // ---- items

    private ItemValues itemOf(Trigger.ItemReference reference) {
        return itemOf(
                reference.itemId(),
                reference.hostId(),
                "/" + reference.host() + "/" + reference.key(),
                ItemValues.formOf(reference.valueType()));
    }

    private ItemValues itemOf(long itemId, long hostId, String name, ItemValues.Form form) {
        ItemValues known = itemById.get(itemId);
        if (known != null && known.form == form) {
            return known;
        }
        ItemValues item = new ItemValues(itemId, hostId, name, form, clock.nanos());
        if (known != null) {
            // The item's value type changed: those who still read it in the old form are replaced
            // by the same delta.
            item.subscribers = known.subscribers;
        }
        int shard = links.length == 0 ? index : Host.shardOf(hostId, links.length);
        item.source = shard == index ? -1 : shard;
        itemById.put(itemId, item);
        bind(item);
        return item;
    }

    private void bindItems(@Nullable KnownHost former, Host host) {
        Set<Long> current = new HashSet<>();
        for (Item item : host.items()) {
            current.add(item.id());
            slots.assign(item.id());
            ItemValues values = itemById.get(item.id());
            if (values != null) {
                bind(values);
            }
        }
        if (former == null) {
            return;
        }
        for (Item item : former.image().items()) {
            if (!current.contains(item.id())) {
                unbind(item.id());
            }
        }
    }

    private void bind(ItemValues item) {
        int slot = slots.slotOf(item.itemId);
        if (slot == ItemSlots.NONE || item.source >= 0) {
            return;
        }
        if (slot >= itemInSlot.length) {
            itemInSlot = Arrays.copyOf(itemInSlot, Math.max(slot + 1, Math.max(1024, itemInSlot.length * 2)));
        }
        itemInSlot[slot] = item;
    }

    private void unbind(long itemId) {
        int slot = slots.slotOf(itemId);
        if (slot != ItemSlots.NONE && slot < itemInSlot.length) {
            itemInSlot[slot] = null;
        }
    }

    private void loadWhatIsWanted(Host host) {
        for (Trigger trigger : host.triggers()) {
            LiveTrigger live = triggers.get(trigger.id());
            if (live == null) {
                continue;
            }
            for (ItemValues item : live.items) {
                if (item.wantsLoad) {
                    item.wantsLoad = false;
                    load(item);
                }
            }
        }
    }

    private void load(ItemValues item) {
        long least = item.leastValues();
        long reach = item.reachNanos();
        long shifted = item.leastBeforeShift();
        if (item.source < 0) {
            item.reload(stored(item.itemId, (int) least, reach, (int) shifted), past.notSupportedReason(item.itemId));
            return;
        }
        PeerLink link = links[item.source];
        TriggerEvaluator peer = link.peer();
        int self = index;
        link.send(
                () -> peer.subscribe(
                        self, item.itemId, item.hostId, item.name, item.form, (int) least, reach, (int) shifted),
                0);
    }

    /// Stored values as far back as the windows over an item reach from its newest value.
    private ValueBatch stored(long itemId, int least, long reachNanos, int leastBeforeShift) {
        ValueBatch values = new ValueBatch(Math.clamp(least, 2, 1_024));
        past.read(itemId, least, Long.MAX_VALUE, values);
        if (values.isEmpty() || (reachNanos == 0 && leastBeforeShift == 0)) {
            return values;
        }
        long after = values.epochNanos[values.size() - 1] - reachNanos;
        values.clear();
        past.read(itemId, least, after, values);
        if (leastBeforeShift > 0) {
            int wanted = values.size() + leastBeforeShift;
            values.clear();
            past.read(itemId, wanted, after, values);
        }
        return values;
    }

    // ---- values

    @Override
    public void accept(ValueBatch batch) {
        serveTimersBefore();
        int size = batch.size();
        rows.add(size);
        step++;
        long stepTime = Long.MIN_VALUE;
        for (int row = 0; row < size; row++) {
            int slot = batch.slots[row];
            ItemValues item = slot >= 0 && slot < itemInSlot.length ? itemInSlot[slot] : null;
            if (item != null && item.itemId == batch.itemIds[row]) {
                stepTime = take(item, batch, row, stepTime);
            }
        }
        finishStep();
    }

    /// Rows of items of other shards, from their evaluator; on this shard's thread.
    void acceptForeign(ValueBatch batch) {
        peers.rows(batch);
        serveTimersBefore();
        int size = batch.size();
        foreign.add(size);
        step++;
        long stepTime = Long.MIN_VALUE;
        for (int row = 0; row < size; row++) {
            ItemValues item = itemById.get(batch.itemIds[row]);
            if (item != null && item.source >= 0) {
                stepTime = take(item, batch, row, stepTime);
            }
        }
        finishStep();
    }

    private void serveTimersBefore() {
        if (usedWatches > 0) {
            expire(clock.nanos(), Integer.MAX_VALUE);
        }
    }

    /// Takes one row; ends the step before it where its time differs or its item came already.
    ///
    /// @return the time of the step that it belongs to
    private long take(ItemValues item, ValueBatch batch, int row, long stepTime) {
        long time = batch.epochNanos[row];
        if (time != stepTime || item.step == step) {
            finishStep();
            step++;
        }
        item.step = step;
        for (int shard : item.subscribers) {
            links[shard].addRow(batch, row);
            forwarded.increment();
        }
        LiveTrigger[] readers = item.triggers;
        if (readers.length == 0) {
            return time;
        }
        if (item.take(batch, row)) {
            item.arrivalNanos = evaluation.monotonicNanos;
            for (Watch watch : item.watches) {
                if (watch.timer == Watch.NOT_ARMED) {
                    arm(watch);
                }
            }
        }
        for (LiveTrigger reader : readers) {
            if (reader.step != step) {
                reader.step = step;
                await(reader);
            }
        }
        return time;
    }

    /// Puts a trigger among those of the step, in the order of ids.
    private void await(LiveTrigger trigger) {
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, pendingCount * 2);
        }
        int at = pendingCount++;
        while (at > 0 && pending[at - 1].id > trigger.id) {
            pending[at] = pending[at - 1];
            at--;
        }
        pending[at] = trigger;
    }

    private void finishStep() {
        for (int i = 0; i < pendingCount; i++) {
            evaluate(pending[i], Long.MIN_VALUE, TriggerTransition.Cause.VALUE);
        }
        pendingCount = 0;
    }

    // ---- evaluation

    private void evaluate(LiveTrigger trigger, long wallNanos, TriggerTransition.Cause cause) {
        evaluations.increment();
        long time = wallNanos;
        for (ItemValues item : trigger.items) {
            time = Math.max(time, item.newestRowNanos);
        }
        if (trigger.isTimed) {
            time = Math.max(time, trigger.lastNanos);
            trigger.lastNanos = time;
        }
        evaluation.begin(time);
        double problem = trigger.problemNode.number(evaluation);
        boolean isKnown = !Double.isNaN(problem) && evaluation.fault.isEmpty();
        if (isKnown && trigger.isProblem && !Numerals.isTrue(problem)) {
            Node recovery = trigger.recoveryNode;
            double recovered = recovery == null ? 1 : recovery.number(evaluation);
            isKnown = !Double.isNaN(recovered) && evaluation.fault.isEmpty();
            if (isKnown && Numerals.isTrue(recovered)) {
                change(trigger, false, time, cause);
            }
        } else if (isKnown && !trigger.isProblem && Numerals.isTrue(problem)) {
            change(trigger, true, time, cause);
        }
        note(trigger, isKnown);
    }

    private void note(LiveTrigger trigger, boolean isKnown) {
        if (trigger.isUnknown == isKnown) {
            trigger.isUnknown = !isKnown;
            unknown.add(isKnown ? -1 : 1);
        }
        if (isKnown) {
            trigger.reason = "";
        } else {
            trigger.reason = evaluation.fault.isEmpty() ? evaluation.unknown : evaluation.fault;
        }
    }

    private void change(LiveTrigger trigger, boolean problem, long time, TriggerTransition.Cause cause) {
        trigger.isProblem = problem;
        trigger.sinceNanos = time;
        transitions.increment();
        out.accept(new TriggerTransition(trigger.id, problem, time, cause));
    }

    /// Ends a trigger's problem because a person says so; its next evaluation may begin a new one.
    ///
    /// @return false when there is no such trigger, or it is not in problem
    public boolean manualClose(long triggerId) {
        LiveTrigger trigger = triggers.get(triggerId);
        if (trigger == null || !trigger.isProblem) {
            return false;
        }
        change(trigger, false, wallClock.epochNanos(), TriggerTransition.Cause.MANUAL_CLOSE);
        return true;
    }

    // ---- timers

    private void start(Watch watch) {
        if (freeWatches.isEmpty() && usedWatches == watches.length) {
            watches = Arrays.copyOf(watches, watches.length * 2);
        }
        watch.index = freeWatches.isEmpty() ? usedWatches : freeWatches.pop();
        watches[watch.index] = watch;
        usedWatches++;
        evaluation.monotonicNanos = Math.max(evaluation.monotonicNanos, clock.nanos());
        ItemValues item = watch.item;
        if (item != null) {
            if (item.watches.length == 0) {
                // Nobody has watched its silence so far: it starts now.
                item.arrivalNanos = evaluation.monotonicNanos;
            }
            item.addWatch(watch);
        }
        arm(watch);
    }

    private void stop(Watch watch) {
        if (watch.timer != Watch.NOT_ARMED) {
            wheel.cancel(watch.timer);
            watch.timer = Watch.NOT_ARMED;
        }
        watches[watch.index] = null;
        freeWatches.push(watch.index);
        usedWatches--;
        ItemValues item = watch.item;
        if (item != null) {
            item.removeWatch(watch);
        }
    }

    private void arm(Watch watch) {
        watch.timer = wheel.schedule(watch.dueNanos(evaluation.monotonicNanos), watch.index);
    }

    private int expire(long nowNanos, int most) {
        evaluation.monotonicNanos = Math.max(evaluation.monotonicNanos, nowNanos);
        return wheel.expire(evaluation.monotonicNanos, most, this::expired);
    }

    private void expired(long payload) {
        Watch watch = watches[(int) payload];
        if (watch == null) {
            return;
        }
        watch.timer = Watch.NOT_ARMED;
        boolean isEarly = watch.item != null && watch.dueNanos(0) > evaluation.monotonicNanos;
        if (isEarly) {
            // Values came since it was set.
            arm(watch);
            return;
        }
        if (watch.item == null) {
            arm(watch);
        }
        timers.increment();
        evaluate(watch.trigger, wallClock.epochNanos(), TriggerTransition.Cause.TIMER);
    }

    // ---- other shards

    private void subscribe(
            int shard,
            long itemId,
            long hostId,
            String name,
            ItemValues.Form form,
            int least,
            long reachNanos,
            int leastBeforeShift) {
        ItemValues known = itemById.get(itemId);
        ItemValues item = known != null ? known : itemOf(itemId, hostId, name, form);
        item.subscribe(shard);
        ValueBatch values = stored(itemId, least, reachNanos, leastBeforeShift);
        String reason = past.notSupportedReason(itemId);
        PeerLink link = links[shard];
        TriggerEvaluator peer = link.peer();
        link.send(() -> peer.takePast(itemId, values, reason), values.size());
    }

    private void unsubscribe(int shard, long itemId) {
        ItemValues item = itemById.get(itemId);
        if (item != null) {
            item.unsubscribe(shard);
            dropIfUnused(item);
        }
    }

    private void takePast(long itemId, ValueBatch values, String notSupportedReason) {
        ItemValues item = itemById.get(itemId);
        if (item != null && item.source >= 0) {
            peers.past(itemId, values, notSupportedReason);
            item.reload(values, notSupportedReason);
        }
    }

    /// Whether so much waits for other shards that no new values should be asked for. Owner only.
    public boolean isPressed() {
        return backlogRows() > PRESSING_ROWS;
    }

    /// Rows that other shards have not taken yet. Owner only.
    public long backlogRows() {
        long waiting = 0;
        for (PeerLink link : links) {
            waiting += link.backlogRows();
        }
        return waiting;
    }

    // ---- duty

    @Override
    public String name() {
        return "trigger";
    }

    @Override
    public int turn(long nowNanos) {
        int done = usedWatches > 0 ? expire(nowNanos, TIMERS_A_TURN) : 0;
        for (PeerLink link : links) {
            if (!link.isIdle()) {
                done += link.flush();
            }
        }
        return done;
    }

    @Override
    public long nextWakeNanos() {
        for (PeerLink link : links) {
            if (!link.isIdle()) {
                return clock.nanos() + RETRY_NANOS;
            }
        }
        return usedWatches > 0 ? wheel.nextDeadlineNanos() : Long.MAX_VALUE;
    }

    // ---- what is there

    /// How a trigger of this shard stands. Owner only.
    public Optional<TriggerState> state(long triggerId) {
        LiveTrigger trigger = triggers.get(triggerId);
        return trigger == null ? Optional.empty() : Optional.of(trigger.state());
    }

    /// How all triggers of this shard stand, by id. Owner only.
    public List<TriggerState> states() {
        return triggers.values().stream().map(LiveTrigger::state).toList();
    }

    /// Triggers of this shard. Owner only.
    public int size() {
        return triggers.size();
    }

    /// Rows of this shard taken. Any thread.
    public long rows() {
        return rows.value();
    }

    /// Evaluations of triggers. Any thread.
    public long evaluations() {
        return evaluations.value();
    }

    /// Changes handed on. Any thread.
    public long transitions() {
        return transitions.value();
    }

    /// Evaluations by timers. Any thread.
    public long timers() {
        return timers.value();
    }

    /// Rows added to what other shards get. Any thread.
    public long forwarded() {
        return forwarded.value();
    }

    /// Rows that came from other shards. Any thread.
    public long foreign() {
        return foreign.value();
    }

    /// Triggers that are unknown now. Any thread.
    public long unknown() {
        return unknown.value();
    }
}
