package zonda.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import zonda.alerting.EventIds;
import zonda.alerting.EventRecorder;
import zonda.alerting.StateLog;
import zonda.collector.Collector;
import zonda.collector.Intake;
import zonda.collector.InternalSource;
import zonda.collector.NameResolver;
import zonda.history.HistoryReader;
import zonda.history.ShardHistory;
import zonda.history.StateEntry;
import zonda.model.Availability;
import zonda.model.Event;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.RawBatch;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.preprocessing.Preprocessor;
import zonda.preprocessing.Scripts;
import zonda.runtime.DatagramPort;
import zonda.runtime.Machine;
import zonda.runtime.Shard;
import zonda.runtime.Sink;
import zonda.trigger.TriggerEvaluator;

/// The story of a value, on one shard; read it from top to bottom:
///
/// 1. it is *due*, *asked* and *answered*: [Collector]; or somebody pushed it: [Intake];
/// 2. the raw value becomes the item's value: [Preprocessor];
/// 3. it is *logged and kept*: [ShardHistory];
/// 4. it is *judged*: [TriggerEvaluator];
/// 5. a trigger that changed makes an *event*, shown once it is in the log: [EventRecorder].
///
/// All of it happens on the shard's thread, one call inside the other, from the datagram to the
/// trigger.
final class ValuePath {
    /// Events that may wait for the log before no new polls are begun.
    private static final int MOST_PENDING_EVENTS = 100_000;

    private static final long MILLISECOND = 1_000_000L;

    private final int number;
    private final Joints joints;
    private final Shard shard;
    private final ItemSlots slots;
    private final Collector collector;
    private final Preprocessor preprocessor;
    private final ShardHistory history;
    private final TriggerEvaluator triggers;
    private final EventRecorder events;
    private final Intake intake;
    private final Tracer tracer;
    private final List<DatagramPort> ports = new ArrayList<>();
    private final SlotKeeper slotKeeper;
    private final BooleanSupplier paused;

    /// What a path needs of its neighbours.
    ///
    /// @param steps compiles those of preprocessing, for all shards
    /// @param catalog the configuration now
    /// @param paused true while no polls shall be begun
    /// @param newestSealedNanos by item: no stored value that memory does not hold is newer
    /// @param inProblem triggers that were in problem when the server stopped
    record Surroundings(
            Machine machine,
            CoreSettings settings,
            Scripts scripts,
            Joints joints,
            HistoryReader reader,
            EventIds eventIds,
            Supplier<Catalog> catalog,
            InternalSource internal,
            Sink<Availability> availability,
            Predicate<List<Event>> released,
            BooleanSupplier paused,
            LongUnaryOperator newestSealedNanos,
            Set<Long> inProblem) {}

    ValuePath(int number, Shard shard, ItemSlots slots, ShardHistory engine, Surroundings around) {
        this.number = number;
        this.shard = shard;
        this.slots = slots;
        Machine machine = around.machine();
        joints = around.joints();
        paused = around.paused();
        history = joints.history(number, engine);
        tracer = new Tracer(machine.monotonicClock(), machine.wallClock(), history);
        events = new EventRecorder(
                around.eventIds().forShard(number),
                stateLog(history),
                triggerId -> around.catalog().get().triggerOrNull(triggerId),
                joints.released(number, around.released()));
        triggers = new TriggerEvaluator(
                machine.monotonicClock(),
                machine.wallClock(),
                slots,
                new StoredPast(around.reader(), history, slots),
                joints.transitions(number, events),
                around.inProblem());
        triggers.watchPeers(joints.peers(number));
        Sink<ValueBatch> judged = joints.judged(number, triggers);
        Sink<ValueBatch> keptAndJudged = batch -> {
            tracer.preprocessed(batch);
            history.accept(batch);
            tracer.logged();
            judged.accept(batch);
            tracer.judged();
        };
        preprocessor = new Preprocessor(
                slots, joints.values(number, keptAndJudged), around.scripts(), machine.workers(), shard::wake);
        Sink<RawBatch> raw = joints.raw(number, preprocessor);
        open(machine);
        collector = new Collector(
                machine.monotonicClock(),
                machine.wallClock(),
                ports,
                slots,
                raw,
                around.availability(),
                this::isAccepting,
                around.internal(),
                itemId -> newestStored(itemId, around),
                machine.errands(),
                shard::offer,
                NameResolver.system(),
                around.settings().collector(),
                joints.polls(number));
        intake = new Intake(
                machine.monotonicClock(),
                slots,
                preprocessor::takes,
                raw,
                this::hasRoom,
                action -> preprocessor.whenPassed(() -> history.awaitSynced(action)));
        slotKeeper = new SlotKeeper(slots, history, preprocessor);
        shard.add(joints.duty(number, collector));
        shard.add(joints.duty(number, preprocessor));
        shard.add(joints.duty(number, history));
        shard.add(joints.duty(number, intake));
        shard.add(joints.duty(number, triggers));
        shard.add(joints.duty(number, events));
        shard.add(joints.duty(number, tracer));
        shard.add(joints.duty(number, slotKeeper));
    }

    /// Polls are begun only while everything behind them has room.
    private boolean isAccepting() {
        return !paused.getAsBoolean() && hasRoom();
    }

    private boolean hasRoom() {
        return history.accepting()
                && !preprocessor.isPressed()
                && !triggers.isPressed()
                && events.pendingEvents() < MOST_PENDING_EVENTS;
    }

    /// Devices are asked over IPv4, and over IPv6 where the machine has it.
    private void open(Machine machine) {
        try {
            ports.add(machine.datagrams(shard).open(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0)));
        } catch (IOException e) {
            throw new UncheckedIOException("no UDP port to ask devices from", e);
        }
        try {
            DatagramPort port = machine.datagrams(shard).open(new InetSocketAddress(InetAddress.getByName("::"), 0));
            if (port.localAddress().getAddress() instanceof Inet6Address) {
                ports.add(port);
            } else {
                port.close();
            }
        } catch (IOException _) {
            // Where the machine has no IPv6, interfaces with such addresses say so themselves.
        }
    }

    /// The time of an item's newest row, or one that is not before it: what is polled next is
    /// later.
    private long newestStored(long itemId, Surroundings around) {
        ValueBatch newest = new ValueBatch(1);
        if (history.newest(slots.slotOf(itemId), itemId, newest)) {
            return newest.epochNanos[0];
        }
        long now = around.machine().wallClock().epochNanos();
        long from = now - Math.floorMod(now, MILLISECOND);
        long sealed = around.newestSealedNanos().applyAsLong(itemId);
        if (sealed < from) {
            return Math.max(0, sealed);
        }
        // Something in the blocks lies ahead of the clock, which has stepped back, or somebody has
        // pushed it.
        ValueBatch ahead = around.reader().rows(itemId, from, Long.MAX_VALUE);
        return ahead.isEmpty() ? 0 : ahead.epochNanos[ahead.size() - 1];
    }

    /// The log as alerting writes to it.
    static StateLog stateLog(ShardHistory history) {
        return new StateLog() {
            @Override
            public long put(List<Entry> entries) {
                List<StateEntry> states = new ArrayList<>(entries.size());
                for (Entry entry : entries) {
                    states.add(new StateEntry(entry.key(), entry.value()));
                }
                long sequence = history.putStates(states);
                history.commitSoon();
                return sequence;
            }

            @Override
            public long syncedSequence() {
                return history.syncedSequence();
            }
        };
    }

    /// Takes over a host, new or changed. On the shard's thread, or before it runs.
    ///
    /// @return faults in words
    List<String> apply(Host host) {
        joints.applying(number, host);
        List<String> faults = new ArrayList<>();
        for (Item item : host.items()) {
            slotKeeper.keep(item.id());
            slots.assign(item.id());
        }
        faults.addAll(preprocessor.apply(host));
        faults.addAll(triggers.apply(host));
        collector.apply(host);
        return faults;
    }

    /// Replaces the image of a host: items that are no more go first.
    List<String> replace(Host former, Host host) {
        slotKeeper.retireMissing(former, host);
        return apply(host);
    }

    /// Lets a host go.
    void remove(Host former) {
        joints.removing(number, former.id());
        collector.remove(former.id());
        triggers.remove(former.id());
        slotKeeper.retireAll(former);
    }

    /// Ends a trigger's problem because a person says so; where it has none, nothing happens. On
    /// the
    /// shard's thread.
    void closeProblem(long triggerId) {
        joints.closing(number, triggerId);
        triggers.manualClose(triggerId);
    }

    int number() {
        return number;
    }

    Shard shard() {
        return shard;
    }

    Collector collector() {
        return collector;
    }

    Intake intake() {
        return intake;
    }

    Preprocessor preprocessor() {
        return preprocessor;
    }

    ShardHistory history() {
        return history;
    }

    TriggerEvaluator triggers() {
        return triggers;
    }

    EventRecorder events() {
        return events;
    }

    Tracer tracer() {
        return tracer;
    }

    ItemSlots slots() {
        return slots;
    }

    /// Whether a row says that there is no value.
    static boolean isNotSupported(ValueBatch batch, int row) {
        return batch.kinds[row] == ValueKind.NOT_SUPPORTED.code();
    }

    void close() {
        ports.forEach(DatagramPort::close);
    }
}
