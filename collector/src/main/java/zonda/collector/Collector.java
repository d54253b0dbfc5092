package zonda.collector;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.RawBatch;
import zonda.model.SnmpInterface;
import zonda.model.UpdateInterval;
import zonda.protocol.snmp.Oid;
import zonda.runtime.DatagramPort;
import zonda.runtime.DatagramReceiver;
import zonda.runtime.Duty;
import zonda.runtime.Errands;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Sink;
import zonda.runtime.TimerWheel;
import zonda.runtime.WallClock;

/// Asks the hosts of one shard: keeps the schedule and runs the polls. Owned by the shard's thread;
/// the constructor may run before the shard does.
///
/// Each turn reads what has arrived, then handles timers, then sends, each within bounds
/// ([CollectorSettings]). While downstream does not accept, nothing new is asked: what is due
/// waits, is late, and slots that pass meanwhile are skipped.
public final class Collector implements Duty {
    /// Enough to read a full receive buffer.
    private static final int MOST_TURNS_WITHOUT_TIMERS = 64;

    private static final long MILLISECOND = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    /// A jump of the wall clock against the monotonic one is a step from here on: more than the
    /// noise of reading two clocks.
    private static final long STEP_NANOS = 100 * MILLISECOND;

    /// Readings of the two clocks farther apart than this say nothing about a step.
    private static final long STEADY_NANOS = 10 * MILLISECOND;

    /// A moment that has run is not run again when the wall clock steps back by up to this much;
    /// after a larger step the clock was wrong before, and the schedule starts anew.
    private static final long REPEAT_NANOS = 3_600 * SECOND;

    /// What is overdue when it becomes known (after a restart, or new) is asked within this time,
    /// spread over it.
    private static final long OVERDUE_SPREAD_NANOS = 60 * SECOND;

    /// The shortest update interval that is believed.
    private static final long SHORTEST_INTERVAL_NANOS = 10 * MILLISECOND;

    private static final int MOST_RESOLVING = 64;
    private static final long RESOLVE_PATIENCE_NANOS = 30 * SECOND;
    private static final long HELD_NANOS = 10 * MILLISECOND;

    private final MonotonicClock clock;
    private final WallClock wall;
    private final List<DatagramPort> ports;
    private final ItemSlots slots;
    private final BooleanSupplier accepting;
    private final LongUnaryOperator lastStoredNanos;
    private final Errands errands;
    private final Consumer<Runnable> post;
    private final NameResolver names;
    private final CollectorSettings settings;
    private final CollectorCounters counters = new CollectorCounters();
    private final LoopingWalks loopingWalks = new LoopingWalks();

    private final TimerWheel timers;
    private final Answers answers;
    private final SnmpPoller poller;
    private final SnmpLogins logins = new SnmpLogins();
    private final OidLists oidLists = new OidLists();
    private final Numbered<PollGroup> groups = new Numbered<>();
    private final Numbered<Target> targets = new Numbered<>();
    private final TreeMap<Long, KnownHost> hosts = new TreeMap<>();
    private final ArrayDeque<Target> unresolved = new ArrayDeque<>();
    private int resolving;

    /// What the run before learned of sizes, while hosts are applied for the first time.
    private LearnedSizes learned = new LearnedSizes();

    /// Schedule time less monotonic time.
    private final long anchor;

    /// What the wall clock is ahead of the schedule's time, as last seen and as the schedule was
    /// made.
    private long wallShift;

    private long plannedShift;
    private int customGroups;
    private boolean clockWatched;

    private int turnsWithoutTimers;
    private long turnNanos;
    private final DatagramReceiver receiver;
    private final LongConsumer expired = this::expired;

    private static final class KnownHost {
        final TreeMap<Long, Target> targets = new TreeMap<>();
        int items;
    }

    /// @param walkItem the item where that walks, which has a round of its own, else 0
    private record GroupKey(long interfaceId, UpdateInterval interval, long ownItem) {}

    /// @param ports to send from and receive on, of IPv4, IPv6 or both; opened for this shard
    /// @param slots of the shard; items get theirs here when they have none
    /// @param values takes each answer's values as one batch, valid during the call
    /// @param availability takes changes of interfaces' availability
    /// @param accepting false while downstream is full or failing
    /// @param internal answers internal items
    /// @param lastStoredNanos the time of the newest stored value of an item (by its id),
    ///     nanoseconds since the epoch, 0 where there is none: times go on from there
    /// @param errands resolve names
    /// @param post sends a message to this shard; it may be lost when the mailbox is full
    /// @param observer watches each poll; [PollObserver#NONE] costs nothing
    public Collector(
            MonotonicClock clock,
            WallClock wall,
            List<DatagramPort> ports,
            ItemSlots slots,
            Sink<RawBatch> values,
            Sink<Availability> availability,
            BooleanSupplier accepting,
            InternalSource internal,
            LongUnaryOperator lastStoredNanos,
            Errands errands,
            Consumer<Runnable> post,
            NameResolver names,
            CollectorSettings settings,
            PollObserver observer) {
        this.clock = clock;
        this.wall = wall;
        this.ports = List.copyOf(ports);
        this.slots = slots;
        this.accepting = accepting;
        this.lastStoredNanos = lastStoredNanos;
        this.errands = errands;
        this.post = post;
        this.names = names;
        this.settings = settings;
        long now = clock.nanos();
        this.turnNanos = now;
        this.anchor = wall.epochNanos() - now;
        this.timers = clock.timers(MILLISECOND, now);
        this.answers = new Answers(clock, wall, values, internal, counters, loopingWalks, observer);
        this.poller =
                new SnmpPoller(clock, wall, this.ports, answers, availability, timers, settings, counters, observer);
        this.receiver = poller::received;
    }

    @Override
    public String name() {
        return "collector";
    }

    /// Items whose last walk went in circles, with what was seen; a thousand at most. Any thread.
    public Map<Long, String> loopingWalks() {
        return loopingWalks.byItem();
    }

    /// Any thread may read them.
    public CollectorCounters counters() {
        return counters;
    }

    // ---------------------------------------------------------------- turns

    @Override
    public int turn(long nowNanos) {
        turnNanos = nowNanos;
        watchClock();
        int done = 0;
        boolean moreWaits = false;
        for (int i = 0; i < ports.size(); i++) {
            int received = ports.get(i).receive(receiver, settings.receivesPerTurn());
            moreWaits |= received >= settings.receivesPerTurn();
            done += received;
        }
        // After a pause of the process answers wait in the socket that came in time: they are read
        // before anything is called timed out, but a flood of datagrams does not stop the clock.
        if (moreWaits && turnsWithoutTimers < MOST_TURNS_WITHOUT_TIMERS) {
            turnsWithoutTimers++;
        } else {
            turnsWithoutTimers = 0;
            done += timers.expire(nowNanos, settings.timersPerTurn(), expired);
        }
        if (poller.hasReady() && accepting.getAsBoolean()) {
            done += poller.send();
        }
        poller.flush();
        return done;
    }

    @Override
    public long nextWakeNanos() {
        long next = timers.nextDeadlineNanos();
        if (poller.hasUnsent()) {
            return Math.min(next, turnNanos + MILLISECOND);
        }
        if (!poller.hasReady()) {
            return next;
        }
        if (!accepting.getAsBoolean()) {
            return Math.min(next, turnNanos + HELD_NANOS);
        }
        if (poller.waitsForSocket()) {
            return Math.min(next, turnNanos + MILLISECOND);
        }
        return poller.hasWork() ? turnNanos : next;
    }

    private void expired(long payload) {
        int number = TimerKind.number(payload);
        switch (TimerKind.of(payload)) {
            case GROUP -> groupDue(groups.at(number));
            case REQUEST -> poller.timedOut(number);
            case PROBE -> poller.probe(targets.at(number));
            case GAP -> poller.rested(targets.at(number));
            case RESOLVE -> resolveDue(targets.at(number));
            case CLOCK -> {
                clockWatched = false;
                watchClockLater();
            }
        }
    }

    // ---------------------------------------------------------------- the schedule

    private void groupDue(PollGroup group) {
        group.timer = -1;
        long scheduleNow = turnNanos + anchor;
        long due = group.nextDue;
        long slot = due;
        if (group.madeUpSlot != NextDue.NEVER) {
            slot = group.madeUpSlot;
            group.madeUpSlot = NextDue.NEVER;
        } else if (group.custom == null) {
            // Slots that passed while the shard was kept from its work are skipped.
            long passed = Math.max(0, (scheduleNow - due) / group.plainNanos);
            if (passed > 0) {
                poller.skipped(group, due - anchor, passed);
                due += passed * group.plainNanos;
                slot = due;
            }
        }
        // The wall clock may have been read a little differently when the moment was planned.
        long tolerance = group.momentDue ? STEP_NANOS : 0;
        if (group.nextMoment != NextDue.NEVER && group.nextMoment - wallShift <= scheduleNow + tolerance) {
            group.lastMoment = group.nextMoment;
            group.planMoment(momentsAfter(group));
        }
        poller.due(group, slot - anchor, due - anchor);
        group.planNext(Math.max(scheduleNow, due), wallShift);
        arm(group);
    }

    /// From where on the wall clock the next moment is looked for.
    private long momentsAfter(PollGroup group) {
        long now = turnNanos + anchor + wallShift;
        boolean repeated = group.lastMoment > now && group.lastMoment - now <= REPEAT_NANOS;
        return repeated ? group.lastMoment : now;
    }

    private void arm(PollGroup group) {
        if (group.timer >= 0) {
            timers.cancel(group.timer);
            group.timer = -1;
        }
        if (group.nextDue != NextDue.NEVER) {
            group.timer = timers.schedule(group.nextDue - anchor, TimerKind.GROUP.payload(group.number));
        }
    }

    /// Looks whether the wall clock has stepped. Plain intervals do not mind; what hangs on the
    /// time of day is planned anew.
    private void watchClock() {
        long before = clock.nanos();
        long wallNow = wall.epochNanos();
        long after = clock.nanos();
        if (after - before > STEADY_NANOS) {
            return;
        }
        long shift = wallNow - (before + anchor);
        if (Math.abs(shift - wallShift) > STEP_NANOS) {
            counters.clockSteps().increment();
        }
        wallShift = shift;
        if (customGroups > 0 && Math.abs(shift - plannedShift) > STEP_NANOS) {
            plannedShift = shift;
            planCustomAnew();
        }
    }

    private void planCustomAnew() {
        for (KnownHost host : hosts.values()) {
            for (Target target : host.targets.values()) {
                for (PollGroup group : target.groups) {
                    if (group.custom != null) {
                        planAnew(group);
                    }
                }
            }
        }
    }

    /// After a step of the wall clock. A slot that is due already stays due; a moment that the
    /// clock jumped over is run now, once.
    private void planAnew(PollGroup group) {
        long scheduleNow = turnNanos + anchor;
        if (group.nextDue <= scheduleNow) {
            return;
        }
        boolean jumpedOver = group.nextMoment != NextDue.NEVER && group.nextMoment - wallShift <= scheduleNow;
        if (!jumpedOver) {
            group.planMoment(momentsAfter(group));
        }
        group.planNext(scheduleNow, wallShift);
        arm(group);
    }

    /// Steps must be seen in time where moments hang on the wall clock, even when nothing else
    /// happens.
    private void watchClockLater() {
        if (customGroups > 0 && !clockWatched) {
            clockWatched = true;
            timers.schedule(turnNanos + SECOND, TimerKind.CLOCK.payload(0));
        }
    }

    // ---------------------------------------------------------------- configuration

    /// Takes the image of a host, new or changed. What has not changed keeps its schedule, and the
    /// answers in flight of items that stay are still taken.
    public void apply(Host image) {
        turnNanos = clock.nanos();
        watchClock();
        KnownHost host = hosts.computeIfAbsent(image.id(), id -> new KnownHost());
        long newestMillis = 0;
        for (Target target : host.targets.values()) {
            newestMillis = Math.max(newestMillis, target.lastMillis);
        }
        applyInterfaces(host, image, newestMillis);
        Map<Long, Item> wanted = new HashMap<>();
        Map<GroupKey, List<Item>> grouped = group(host, image, newestMillis, wanted);
        for (Target target : host.targets.values()) {
            target.epoch = image.epoch();
            applyGroups(target, grouped, wanted);
        }
        for (Map.Entry<GroupKey, List<Item>> entry : grouped.entrySet()) {
            Target target = targetOf(host, image.id(), entry.getKey().interfaceId(), image.epoch(), newestMillis);
            addGroup(target, entry.getKey().interval(), entry.getValue(), null);
        }
        counters.items().add(wanted.size() - host.items);
        host.items = wanted.size();
        watchClockLater();
    }

    /// Forgets a host: what is in flight, waits or is planned for it.
    public void remove(long hostId) {
        turnNanos = clock.nanos();
        KnownHost host = hosts.remove(hostId);
        if (host == null) {
            return;
        }
        for (Target target : host.targets.values()) {
            dropTarget(target);
        }
        counters.items().add(-host.items);
    }

    private void applyInterfaces(KnownHost host, Host image, long newestMillis) {
        TreeMap<Long, SnmpInterface> wanted = new TreeMap<>();
        for (SnmpInterface wantedInterface : image.interfaces()) {
            wanted.put(wantedInterface.id(), wantedInterface);
        }
        for (Iterator<Target> known = host.targets.values().iterator(); known.hasNext(); ) {
            Target target = known.next();
            if (!target.isInternal() && !wanted.containsKey(target.interfaceId)) {
                dropTarget(target);
                known.remove();
            }
        }
        for (SnmpInterface to : wanted.values()) {
            Target target = host.targets.get(to.id());
            if (target == null) {
                target = addTarget(host, image.id(), to.id(), image.epoch(), newestMillis);
                target.configure(to);
                secure(target, to);
                target.forgetSizes(to.maxVarbinds());
                learned.recall(target);
                counters.interfaces().increment();
                readdress(target);
            } else if (!to.equals(target.snmp())) {
                change(target, to);
            }
        }
    }

    /// Interfaces that are applied from now on begin with what is known of their devices' sizes.
    public void recall(LearnedSizes sizes) {
        learned = sizes;
    }

    /// Adds what was learned of the sizes that devices can take. While no turn runs.
    public void remember(LearnedSizes sizes) {
        for (KnownHost host : hosts.values()) {
            for (Target target : host.targets.values()) {
                if (!target.isInternal()) {
                    sizes.add(target);
                }
            }
        }
    }

    private void change(Target target, SnmpInterface to) {
        SnmpInterface was = target.snmp();
        target.configure(to);
        boolean moved = !was.address().equals(to.address()) || was.port() != to.port();
        if (moved) {
            readdress(target);
        }
        boolean secured = !was.security().equals(to.security());
        if (moved || secured) {
            secure(target, to);
            poller.interrupted(target);
        } else {
            target.size = Math.min(target.size, to.maxVarbinds());
            if (was.maxVarbinds() < to.maxVarbinds() && target.size == was.maxVarbinds()) {
                target.size = to.maxVarbinds();
            }
        }
    }

    /// The interface is asked in another version, as somebody else or elsewhere: what is known of
    /// an
    /// engine is of another one.
    private void secure(Target target, SnmpInterface to) {
        target.version = SnmpLogins.version(to.security());
        target.peer = logins.peer(to.security());
    }

    private Target addTarget(KnownHost host, long hostId, long interfaceId, long epoch, long newestMillis) {
        Target target = new Target(hostId, interfaceId);
        target.number = targets.add(target);
        target.epoch = epoch;
        target.lastMillis = newestMillis;
        host.targets.put(interfaceId, target);
        return target;
    }

    private Target targetOf(KnownHost host, long hostId, long interfaceId, long epoch, long newestMillis) {
        Target known = host.targets.get(interfaceId);
        return known != null ? known : addTarget(host, hostId, interfaceId, epoch, newestMillis);
    }

    private void dropTarget(Target target) {
        for (PollGroup group : target.groups) {
            forget(group);
        }
        target.groups.clear();
        poller.drop(target);
        if (target.resolveTimer >= 0) {
            timers.cancel(target.resolveTimer);
        }
        if (target.resolving) {
            target.resolving = false;
            resolving--;
        }
        targets.remove(target.number);
        if (!target.isInternal()) {
            counters.interfaces().add(-1);
        }
    }

    /// Sorts the items by interface and interval; tells of those that cannot be asked.
    ///
    /// @param wanted is filled with the others, by id
    private Map<GroupKey, List<Item>> group(KnownHost host, Host image, long newestMillis, Map<Long, Item> wanted) {
        Map<GroupKey, List<Item>> grouped = new LinkedHashMap<>();
        for (Item item : image.items()) {
            if (!item.type().isAsked()) {
                continue;
            }
            String fault = faultOf(host, item);
            if (!fault.isEmpty()) {
                Target own = targetOf(host, image.id(), 0, image.epoch(), newestMillis);
                own.epoch = image.epoch();
                keepLater(own, item.id());
                answers.refuseUnasked(own, item.id(), slots.assign(item.id()), fault);
                continue;
            }
            long interfaceId = item.type() == ItemType.SNMP_AGENT ? item.interfaceId() : 0;
            boolean isAlone = interfaceId != 0
                    && (DialoguePlan.isOne(item.oid()) || !item.snmp().isBulk());
            grouped.computeIfAbsent(
                            new GroupKey(interfaceId, item.interval(), isAlone ? item.id() : 0),
                            key -> new ArrayList<>())
                    .add(item);
            wanted.put(item.id(), item);
        }
        return grouped;
    }

    private static String faultOf(KnownHost host, Item item) {
        return switch (item.type()) {
            case INTERNAL, TRAPPER, DEPENDENT -> "";
            case SNMP_AGENT -> {
                if (item.interfaceId() == 0 || !host.targets.containsKey(item.interfaceId())) {
                    yield "The host has no interface " + item.interfaceId() + " for SNMP";
                }
                try {
                    if (DialoguePlan.isOne(item.oid())) {
                        DialoguePlan.parse(item.oid());
                    } else {
                        Oid.parse(item.oid());
                    }
                    yield "";
                } catch (IllegalArgumentException e) {
                    yield String.valueOf(e.getMessage());
                }
            }
        };
    }

    /// Compares a target's groups with what is wanted: those that are the same stay, others are
    /// replaced or forgotten. What was found is taken out of `grouped`.
    private void applyGroups(Target target, Map<GroupKey, List<Item>> grouped, Map<Long, Item> wanted) {
        poller.keepOnly(target, group -> stillWanted(group, wanted));
        for (PollGroup group : List.copyOf(target.groups)) {
            List<Item> items = grouped.remove(new GroupKey(target.interfaceId, group.interval, group.ownItem));
            if (items != null && asksTheSame(group, items)) {
                continue;
            }
            target.groups.remove(group);
            forget(group);
            group.keepOnly(stillWanted(group, wanted));
            if (items != null) {
                addGroup(target, group.interval, items, group);
            }
        }
    }

    private static boolean asksTheSame(PollGroup group, List<Item> items) {
        if (group.size() != items.size()) {
            return false;
        }
        Map<Long, Item> byId = new HashMap<>();
        for (Item item : items) {
            byId.put(item.id(), item);
        }
        return stillWanted(group, byId).cardinality() == group.size();
    }

    /// The places of the group's items that are wanted and asked in the same way.
    private static BitSet stillWanted(PollGroup group, Map<Long, Item> wanted) {
        BitSet kept = new BitSet(group.size());
        for (int i = 0; i < group.size(); i++) {
            Item item = wanted.get(group.itemIds[i]);
            if (item == null) {
                continue;
            }
            boolean internal = item.type() == ItemType.INTERNAL;
            if (internal != group.target.isInternal()) {
                continue;
            }
            boolean same = internal
                    ? item.key().equals(group.keys[i])
                    : item.interfaceId() == group.target.interfaceId && asksFor(group, i, item);
            if (same) {
                kept.set(i);
            }
        }
        return kept;
    }

    private static boolean asksFor(PollGroup group, int i, Item item) {
        String object = item.oid();
        if (item.snmp().isBulk() != group.isBulk || item.snmp().isDate() != group.isDate(i)) {
            return false;
        }
        DialoguePlan plan = group.plan;
        if (plan != null || DialoguePlan.isOne(object)) {
            return plan != null && plan.text().equals(object);
        }
        return Oid.parse(object).toString().equals(group.oids.text(i));
    }

    /// Takes a group out of the schedule.
    private void forget(PollGroup group) {
        if (group.timer >= 0) {
            timers.cancel(group.timer);
            group.timer = -1;
        }
        groups.remove(group.number);
        if (group.custom != null) {
            customGroups--;
        }
    }

    private void addGroup(Target target, UpdateInterval interval, List<Item> items, @Nullable PollGroup before) {
        int count = items.size();
        long[] itemIds = new long[count];
        int[] itemSlots = new int[count];
        List<byte[]> oids = new ArrayList<>();
        String[] keys = new String[target.isInternal() ? count : 0];
        DialoguePlan plan = null;
        BitSet dates = new BitSet();
        Item first = items.getFirst();
        long newestNanos = 0;
        for (int i = 0; i < count; i++) {
            Item item = items.get(i);
            itemIds[i] = item.id();
            itemSlots[i] = slots.assign(item.id());
            newestNanos = Math.max(newestNanos, keepLater(target, item.id()));
            if (target.isInternal()) {
                keys[i] = item.key();
            } else if (DialoguePlan.isOne(item.oid())) {
                plan = DialoguePlan.parse(item.oid());
                oids.add(plan.first().encoded());
            } else {
                oids.add(Oid.parse(item.oid()).encoded());
            }
            dates.set(i, item.snmp().isDate());
        }
        boolean plain = interval.flexible().isEmpty()
                && interval.scheduled().isEmpty()
                && !interval.interval().isZero();
        PollGroup group = new PollGroup(
                target,
                interval,
                plain ? Math.max(SHORTEST_INTERVAL_NANOS, interval.interval().toNanos()) : 0,
                plain ? null : new CustomInterval(interval, target.phaseOwner(), wall.zone()),
                itemIds,
                itemSlots,
                keys,
                oidLists.shared(new OidList(oids, oids.size())),
                plan,
                !target.isInternal() && (plan != null || !first.snmp().isBulk()) ? first.id() : 0,
                first.snmp().isBulk(),
                dates.isEmpty() ? null : dates);
        group.number = groups.add(group);
        if (group.custom != null) {
            customGroups++;
        }
        target.groups.add(group);
        if (before == null) {
            planFirst(group, newestNanos);
        } else {
            carryOn(group, before);
        }
        arm(group);
    }

    /// Values of a target are later than what is stored of its items.
    private long keepLater(Target target, long itemId) {
        long stored = lastStoredNanos.applyAsLong(itemId);
        target.lastMillis = Math.max(target.lastMillis, Math.floorDiv(stored, MILLISECOND));
        return stored;
    }

    /// The first slot of a group. Where the interval is long and the slot before has no value, that
    /// one is made up for soon, spread by the hash of the interface.
    private void planFirst(PollGroup group, long newestNanos) {
        long scheduleNow = turnNanos + anchor;
        group.planMoment(scheduleNow + wallShift);
        group.planNext(scheduleNow, wallShift);
        if (group.plainNanos <= OVERDUE_SPREAD_NANOS) {
            return;
        }
        long slot = NextDue.slotAtOrBefore(scheduleNow, group.plainNanos, group.phase);
        long soon = scheduleNow + NextDue.phase(group.target.phaseOwner(), OVERDUE_SPREAD_NANOS);
        if (newestNanos < slot && soon < group.nextDue) {
            group.madeUpSlot = slot;
            group.nextDue = soon;
        }
    }

    private static void carryOn(PollGroup group, PollGroup before) {
        group.nextDue = before.nextDue;
        group.nextMoment = before.nextMoment;
        group.lastMoment = before.lastMoment;
        group.momentDue = before.momentDue;
        group.madeUpSlot = before.madeUpSlot;
        group.missed = before.missed;
        group.missedSlotNanos = before.missedSlotNanos;
        group.slotNanos = before.slotNanos;
        group.dueNanos = before.dueNanos;
        if (before.isBusy()) {
            group.before = before.pending ? before : before.before;
        }
    }

    // ---------------------------------------------------------------- addresses

    /// The interface's address is new: a literal one counts at once, a name is resolved.
    private void readdress(Target target) {
        target.address = null;
        target.port = -1;
        target.resolveFault = "";
        if (target.resolveTimer >= 0) {
            timers.cancel(target.resolveTimer);
            target.resolveTimer = -1;
        }
        InetAddress literal = literal(target.snmp().address());
        if (literal != null) {
            take(target, literal);
        } else {
            resolve(target);
        }
    }

    private static @Nullable InetAddress literal(String address) {
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void take(Target target, InetAddress address) {
        int port = portFor(target, address);
        if (port < 0) {
            String family = address instanceof Inet6Address ? "IPv6" : "IPv4";
            unresolvable(target, "no " + family + " port is open to reach " + address.getHostAddress());
            return;
        }
        InetSocketAddress known = target.address;
        InetSocketAddress now = new InetSocketAddress(address, target.snmp().port());
        if (now.equals(known)) {
            return;
        }
        target.port = port;
        target.address = now;
        target.resolveFault = "";
        poller.addressed(target);
    }

    /// One of the ports of the address's family, by hash of the interface; -1 when there is none.
    private int portFor(Target target, InetAddress address) {
        boolean ipv6 = address instanceof Inet6Address;
        int fitting = 0;
        for (DatagramPort port : ports) {
            if (isIpv6(port) == ipv6) {
                fitting++;
            }
        }
        if (fitting == 0) {
            return -1;
        }
        long skip = Long.remainderUnsigned(NextDue.hash(target.interfaceId, 0), fitting);
        for (int i = 0; ; i++) {
            if (isIpv6(ports.get(i)) == ipv6 && skip-- == 0) {
                return i;
            }
        }
    }

    private static boolean isIpv6(DatagramPort port) {
        return port.localAddress().getAddress() instanceof Inet6Address;
    }

    /// Without an address that worked before, the interface is unavailable.
    private void unresolvable(Target target, String reason) {
        if (target.address == null && !target.resolveFault.equals(reason)) {
            target.resolveFault = reason;
            poller.unresolvable(target, reason);
        }
    }

    private void resolve(Target target) {
        if (target.resolving) {
            return;
        }
        if (resolving >= MOST_RESOLVING) {
            unresolved.add(target);
            return;
        }
        resolving++;
        target.resolving = true;
        resolveLater(target, RESOLVE_PATIENCE_NANOS);
        String name = target.snmp().address();
        errands.start("resolve " + name, () -> {
            Runnable result;
            try {
                InetAddress address = names.resolve(name);
                result = () -> resolved(target, name, address, "");
            } catch (UnknownHostException e) {
                result = () -> resolved(target, name, null, "the name '" + name + "' cannot be resolved");
            }
            // When the mailbox is full the result is lost, and asked for again.
            post.accept(result);
        });
    }

    private void resolveLater(Target target, long delayNanos) {
        if (target.resolveTimer >= 0) {
            timers.cancel(target.resolveTimer);
        }
        target.resolveTimer = timers.schedule(turnNanos + delayNanos, TimerKind.RESOLVE.payload(target.number));
    }

    private void resolveDue(Target target) {
        target.resolveTimer = -1;
        if (target.resolving) {
            target.resolving = false;
            resolving--;
        }
        resolve(target);
    }

    private void resolved(Target target, String name, @Nullable InetAddress address, String fault) {
        if (target.resolving) {
            target.resolving = false;
            resolving--;
        }
        for (Target waiting = unresolved.poll(); waiting != null; waiting = unresolved.poll()) {
            if (!waiting.removed && literal(waiting.snmp().address()) == null) {
                resolve(waiting);
                break;
            }
        }
        if (target.removed) {
            return;
        }
        turnNanos = clock.nanos();
        if (!name.equals(target.snmp().address())) {
            readdress(target);
            return;
        }
        resolveLater(target, settings.nameRefresh().toNanos());
        if (address != null) {
            take(target, address);
        } else {
            unresolvable(target, fault);
        }
    }

    // ---------------------------------------------------------------- what people ask

    /// Values that are due and not answered, by how long they have been due. The shard only.
    public QueueByDelay queue() {
        long now = clock.nanos();
        QueueByDelay queue = QueueByDelay.EMPTY;
        for (KnownHost host : hosts.values()) {
            for (Target target : host.targets.values()) {
                for (PollGroup group : target.groups) {
                    if (group.pending) {
                        int waiting = target.current == group ? target.unanswered : group.size();
                        queue = queue.plus(now - group.dueNanos, waiting);
                    }
                }
            }
        }
        return queue;
    }

    /// The last poll of an item. The shard only; empty when the item is not asked here.
    public Optional<PollTrace> trace(long itemId) {
        for (KnownHost host : hosts.values()) {
            for (Target target : host.targets.values()) {
                for (PollGroup group : target.groups) {
                    for (int i = 0; i < group.size(); i++) {
                        if (group.itemIds[i] == itemId) {
                            return Optional.of(trace(target, group, i));
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private PollTrace trace(Target target, PollGroup group, int i) {
        InetSocketAddress address = target.address;
        long next = group.nextDue == NextDue.NEVER ? 0 : group.nextDue - anchor;
        return group.trace(
                i, address == null ? "" : address.getAddress().getHostAddress() + ":" + address.getPort(), next);
    }
}
