package zonda.testing.soak;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import zonda.history.HistoryReader;
import zonda.model.AllowedHosts;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.RawBatch;
import zonda.model.UpdateInterval;
import zonda.model.ValueBatch;
import zonda.protocol.zabbix.FrameException;
import zonda.protocol.zabbix.FrameReader;
import zonda.protocol.zabbix.Frames;
import zonda.protocol.zabbix.JsonException;
import zonda.protocol.zabbix.SenderReply;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedCall;
import zonda.runtime.simulation.Simulation;
import zonda.runtime.simulation.StreamScript;
import zonda.testing.PushedValues;

/// Those who push values to the server: each pushes a batch after the other, and one that was not
/// answered again, the same, until it is. What was answered must be stored from then on, once;
/// nothing may be stored that nobody pushed.
final class Pushers {
    private static final long FIRST_ID = 1_000_000_000L;
    private static final int PUSHERS = 2;
    private static final int ITEMS = 3;
    private static final int MOST_VALUES = 40;
    private static final int MOST_ANSWER_BYTES = 1 << 16;
    private static final long SECOND = 1_000_000_000L;

    /// Between the times of two values of a batch.
    private static final long STEP_NANOS = 1_001;

    /// As patient as a sender is.
    private static final long PATIENCE_NANOS = 60 * SECOND;

    private final class Pusher {
        private final long hostId;
        private final InetAddress address;
        private final SeededRandom random;
        private final PushedValues values = new PushedValues(ITEMS);
        private int from;
        private int count;
        private int nextPort = 20_000;
        private @Nullable Attempt current;

        Pusher(int number) {
            this.hostId = FIRST_ID + number * 100L;
            this.address = InetAddress.ofLiteral("10.2.0." + (number + 1));
            this.random = simulation.random("pusher " + number);
        }

        Host image() {
            List<Item> items = new ArrayList<>();
            for (int item = 0; item < ITEMS; item++) {
                items.add(new Item(
                        itemId(item),
                        hostId,
                        "p" + item,
                        "Pushed " + item,
                        ItemType.TRAPPER,
                        0,
                        "",
                        ItemValueType.UNSIGNED,
                        "",
                        UpdateInterval.every(Duration.ZERO),
                        List.of(),
                        Duration.ofDays(90),
                        Duration.ZERO,
                        List.of(),
                        AllowedHosts.ANYONE,
                        0));
            }
            String name = "pushed-" + hostId;
            return new Host(hostId, name, name, List.of(), List.of(), items, List.of(), List.of(), 1);
        }

        private long itemId(int item) {
            return hostId + 1 + item;
        }

        void pushLater(long delayNanos) {
            simulation.after(delayNanos, this::push);
        }

        private void push() {
            if (count == 0 && hasEnded) {
                return;
            }
            if (count == 0) {
                count = random.between(1, MOST_VALUES);
                values.sending(from, count, startNanos + simulation.nanos(), STEP_NANOS);
            }
            Attempt attempt = new Attempt(this);
            current = attempt;
            nextPort = nextPort == 60_000 ? 20_000 : nextPort + 1;
            SimulatedCall call = simulation.network().call(new InetSocketAddress(address, nextPort), server, attempt);
            simulation.after(PATIENCE_NANOS, () -> {
                if (current == attempt) {
                    call.reset();
                    failed(attempt);
                }
            });
        }

        private byte[] request() {
            StringBuilder json = new StringBuilder("{\"request\":\"sender data\",\"data\":[");
            for (int number = from; number < from + count; number++) {
                long nanos = values.nanos(number);
                json.append(number == from ? "" : ",");
                json.append("{\"host\":\"pushed-").append(hostId).append("\",\"key\":\"p");
                json.append(values.item(number)).append("\",\"value\":").append(number);
                json.append(",\"clock\":").append(nanos / SECOND);
                json.append(",\"ns\":").append(nanos % SECOND).append('}');
            }
            return Frames.encode(json.append("]}").toString()).array();
        }

        private void answered(Attempt attempt, SenderReply reply) {
            if (current != attempt) {
                return;
            }
            current = null;
            if (!reply.isSuccess() || reply.processed() != count || reply.failed() != 0) {
                violations.add("pushes are taken", "the answer to " + count + " values was: " + reply.json());
            }
            values.acknowledge(from, count);
            from += count;
            count = 0;
            pushLater((long) random.exponential((double) meanNanos));
        }

        private void failed(Attempt attempt) {
            if (current == attempt) {
                current = null;
                pushLater(random.between(SECOND, 10 * SECOND));
            }
        }
    }

    /// One connection for one batch.
    private static final class Attempt implements StreamScript {
        private final Pusher pusher;
        private final FrameReader reader = new FrameReader(MOST_ANSWER_BYTES);

        Attempt(Pusher pusher) {
            this.pusher = pusher;
        }

        @Override
        public void connected(SimulatedCall call) {
            if (pusher.current == this) {
                call.send(pusher.request());
            }
        }

        @Override
        public void received(SimulatedCall call, byte[] bytes) {
            try {
                for (int at = 0; at < bytes.length && !reader.isWhole(); ) {
                    ByteBuffer room = reader.room();
                    int some = Math.min(room.remaining(), bytes.length - at);
                    room.put(bytes, at, some);
                    at += some;
                    reader.filled();
                }
                if (reader.isWhole()) {
                    call.end();
                    pusher.answered(this, SenderReply.read(reader.body(), reader.bodyBytes()));
                }
            } catch (FrameException | JsonException e) {
                throw new IllegalStateException("an answer that is none", e);
            }
        }

        @Override
        public void ended(SimulatedCall call) {
            pusher.failed(this);
        }

        @Override
        public void broken(SimulatedCall call) {
            pusher.failed(this);
        }
    }

    private final Simulation simulation;
    private final Violations violations;
    private final InetSocketAddress server;
    private final long startNanos;
    private final long meanNanos;
    private final List<Pusher> pushers = new ArrayList<>();
    private boolean hasEnded;

    /// @param server where values are pushed to
    /// @param startNanos the wall clock at the trial's start
    /// @param meanNanos between an answer and the next batch
    Pushers(Simulation simulation, Violations violations, InetSocketAddress server, long startNanos, long meanNanos) {
        this.simulation = simulation;
        this.violations = violations;
        this.server = server;
        this.startNanos = startNanos;
        this.meanNanos = meanNanos;
        for (int i = 0; i < PUSHERS; i++) {
            pushers.add(new Pusher(i));
        }
    }

    /// Their hosts, always the same.
    List<Host> images() {
        return pushers.stream().map(Pusher::image).toList();
    }

    /// Whether an item's values are pushed.
    static boolean isPushed(long itemId) {
        return itemId >= FIRST_ID;
    }

    void start() {
        pushers.forEach(pusher -> pusher.pushLater(pusher.random.between(0, 10 * SECOND)));
    }

    /// Lets no new batch begin.
    void end() {
        hasEnded = true;
    }

    /// Whether all that was begun is answered.
    boolean isDone() {
        return hasEnded && pushers.stream().allMatch(pusher -> pusher.count == 0);
    }

    /// Values that were answered so far.
    long acknowledged() {
        return pushers.stream()
                .mapToLong(pusher -> pusher.values.acknowledged())
                .sum();
    }

    /// A shard takes raw values: each is one that was pushed.
    void taken(RawBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            Pusher pusher = pusherOf(batch.itemIds[row]);
            int item = (int) (batch.itemIds[row] - pusher.hostId - 1);
            if (!pusher.values.isSent(item, batch.epochNanos[row], batch.text(row))) {
                violations.add(
                        "given by a pusher",
                        "item " + batch.itemIds[row] + " got " + batch.text(row) + " at " + batch.epochNanos[row]
                                + ", which nobody pushed");
            }
        }
    }

    private Pusher pusherOf(long itemId) {
        return pushers.get((int) ((itemId - FIRST_ID) / 100));
    }

    /// Compares what is stored with what was answered.
    ///
    /// @param isDamaged whether something stored went bad: then some may be missing
    void compare(HistoryReader reader, boolean isDamaged) {
        for (Pusher pusher : pushers) {
            pusher.values.startReading();
            for (int item = 0; item < ITEMS; item++) {
                ValueBatch stored = reader.rows(pusher.itemId(item), Long.MIN_VALUE, Long.MAX_VALUE);
                for (int row = 0; row < stored.size(); row++) {
                    pusher.values.found(item, stored.epochNanos[row], stored.bits[row]);
                }
            }
            boolean isRight = (isDamaged || pusher.values.lost() == 0)
                    && pusher.values.invented() == 0
                    && pusher.values.doubled() == 0;
            if (!isRight) {
                violations.add(
                        "pushed is kept",
                        "of " + pusher.values.acknowledged() + " answered values of host " + pusher.hostId + " "
                                + pusher.values.lost() + " are lost, " + pusher.values.invented()
                                + " are stored that nobody pushed, " + pusher.values.doubled() + " twice");
            }
        }
    }
}
