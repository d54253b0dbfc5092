package zonda.collector;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import zonda.model.AllowedHosts;
import zonda.model.Host;
import zonda.model.LogValue;
import zonda.model.RawBatch;
import zonda.model.WireType;
import zonda.protocol.zabbix.Envelope;
import zonda.protocol.zabbix.FrameException;
import zonda.protocol.zabbix.FrameReader;
import zonda.protocol.zabbix.Frames;
import zonda.protocol.zabbix.JsonException;
import zonda.protocol.zabbix.SenderReply;
import zonda.protocol.zabbix.SenderRows;
import zonda.protocol.zabbix.Slice;
import zonda.runtime.Duty;
import zonda.runtime.Errands;
import zonda.runtime.MonotonicClock;
import zonda.runtime.ShardDoor;
import zonda.runtime.Stream;
import zonda.runtime.StreamListener;
import zonda.runtime.Streams;
import zonda.runtime.WallClock;

/// Listens for those who push values: Zabbix's `sender data`, for items of type trapper. A duty of
/// a shard of its own, and owned by its thread.
///
/// A request is read as its bytes come, cut by the shards of its hosts, handed to their [Intake]s,
/// and answered once all of it is synced. Until then nothing more is read from that connection, so
/// that whoever pushes faster than the server keeps up is slowed down, and nothing that was taken
/// is
/// dropped. Each connection waits for itself alone: one that is slow or stuck costs the others
/// nothing but its place, and gives that up when it is needed.
///
/// What counts as processed and failed is Zabbix's: a value is processed when its item exists,
/// takes
/// pushed values, and takes them from there, whatever preprocessing then makes of it.
///
/// Times. A value with `clock` and `ns` has just that time. One with `clock` alone gets nanoseconds
/// that count up within the request, one without both the time of its arrival, counting up too: so
/// equal values that somebody meant to send twice stay two.
public final class Trapper implements Duty {
    /// Messages up to this size, in bytes, need no leave.
    private static final int SMALL_BYTES = 8 << 10;

    /// Values handed to a shard at once.
    private static final int ROWS_A_PUSH = 1_024;

    private static final int READS_A_TURN = 16;
    private static final int RESENDS_A_TURN = 256;
    private static final long MILLISECOND = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    /// A connection that has no whole request after so long gives its place up when all are taken.
    private static final long EVICTABLE_NANOS = SECOND;

    /// How long an answered peer may take to end its side.
    private static final long LINGER_NANOS = 2 * SECOND;

    /// After so long a name counts as one without addresses.
    private static final long RESOLVE_PATIENCE_NANOS = 10 * SECOND;

    private final MonotonicClock clock;
    private final WallClock wall;
    private final Streams streams;
    private final StreamListener listener;
    private final List<Intake> intakes;
    private final List<ShardDoor> shards;
    private final ShardDoor own;
    private final TrapperSettings settings;
    private final TrapperCounters counters = new TrapperCounters();
    private final PushedItems items;
    private final PeerNames names;

    private final Set<Caller> callers = new LinkedHashSet<>();
    private final ArrayDeque<Caller> held = new ArrayDeque<>();
    private final ArrayDeque<Caller> unsent = new ArrayDeque<>();
    private final ArrayDeque<Caller> answered = new ArrayDeque<>();
    private final List<Caller> resolving = new ArrayList<>();
    private final ByteBuffer discarded = ByteBuffer.allocate(4 << 10);
    private long freeBytes;
    private long configurationEpoch;
    private long nextLookNanos;
    private boolean isAccepting = true;
    private boolean namesChanged;
    private volatile String lastFault = "";

    /// Listens; connections are taken once the shard runs.
    ///
    /// @param local where; port 0 takes a free one
    /// @param shards those of the hosts, in their order
    /// @param intakes theirs
    /// @param own the shard that this duty is put on
    /// @throws IOException when the port cannot be had
    public Trapper(
            MonotonicClock clock,
            WallClock wall,
            Streams streams,
            InetSocketAddress local,
            List<ShardDoor> shards,
            List<Intake> intakes,
            Errands errands,
            ShardDoor own,
            TrapperSettings settings)
            throws IOException {
        this(clock, wall, streams, local, shards, intakes, errands, own, settings, InetAddress::getAllByName);
    }

    /// With names resolved in another way than the machine's own.
    Trapper(
            MonotonicClock clock,
            WallClock wall,
            Streams streams,
            InetSocketAddress local,
            List<ShardDoor> shards,
            List<Intake> intakes,
            Errands errands,
            ShardDoor own,
            TrapperSettings settings,
            PeerNames.Resolver resolver)
            throws IOException {
        this.clock = clock;
        this.wall = wall;
        this.streams = streams;
        this.shards = List.copyOf(shards);
        this.intakes = List.copyOf(intakes);
        this.own = own;
        this.settings = settings;
        this.freeBytes = settings.mostBufferBytes();
        this.items = new PushedItems(shards.size());
        this.names = new PeerNames(clock, errands, own::offer, resolver, () -> namesChanged = true);
        this.nextLookNanos = clock.nanos() + SECOND;
        this.listener = streams.listen(local, this::taken);
    }

    public InetSocketAddress localAddress() {
        return listener.localAddress();
    }

    /// Any thread may read them.
    public TrapperCounters counters() {
        return counters;
    }

    /// Why a connection was closed or a request refused, and whose it was; the last of them. Empty
    /// while there was none. Any thread.
    public String lastFault() {
        return lastFault;
    }

    // ---------------------------------------------------------------- configuration

    /// Takes the image of a host, new or changed; after its shard has taken it.
    public void apply(Host host) {
        items.apply(host);
        configurationEpoch = Math.max(configurationEpoch, host.epoch());
    }

    /// Forgets a host; before its shard does.
    public void remove(long hostId) {
        items.remove(hostId);
    }

    // ---------------------------------------------------------------- turns

    @Override
    public String name() {
        return "trapper";
    }

    @Override
    public int turn(long nowNanos) {
        int done = streams.poll();
        done += resend();
        done += serveOn();
        if (namesChanged) {
            namesChanged = false;
            done += resolved(false);
        }
        if (nowNanos >= nextLookNanos) {
            nextLookNanos = nowNanos + SECOND;
            look(nowNanos);
            done++;
        }
        return done;
    }

    @Override
    public long nextWakeNanos() {
        if (!answered.isEmpty()) {
            return clock.nanos();
        }
        if (!unsent.isEmpty()) {
            return clock.nanos() + MILLISECOND;
        }
        return callers.isEmpty() ? Long.MAX_VALUE : nextLookNanos;
    }

    // ---------------------------------------------------------------- connections

    private void taken(Stream stream) {
        Caller caller = new Caller(stream, settings.mostMessageBytes(), clock.nanos());
        callers.add(caller);
        counters.accepted().increment();
        counters.connections().set(callers.size());
        stream.want(true, false, () -> ready(caller));
        if (callers.size() >= settings.mostConnections()) {
            makeRoom(clock.nanos());
        }
    }

    /// Closes connections that wait for a whole request the longest, when all places are taken;
    /// where there are none such, new ones wait in the kernel's queue.
    private void makeRoom(long nowNanos) {
        int wanted = callers.size() - settings.mostConnections() + 1 + settings.mostConnections() / 16;
        List<Caller> oldest = callers.stream()
                .filter(caller -> caller.state == Caller.State.READING || caller.state == Caller.State.LINGERING)
                .filter(caller -> nowNanos - caller.sinceNanos >= EVICTABLE_NANOS)
                .sorted((a, b) -> Long.compare(a.sinceNanos - b.sinceNanos, 0))
                .limit(wanted)
                .toList();
        for (Caller caller : oldest) {
            counters.evicted().increment();
            close(caller);
        }
        accept(callers.size() < settings.mostConnections());
    }

    private void accept(boolean wanted) {
        if (wanted != isAccepting) {
            isAccepting = wanted;
            listener.accepting(wanted);
        }
    }

    private void close(Caller caller) {
        if (caller.state == Caller.State.CLOSED) {
            return;
        }
        caller.state = Caller.State.CLOSED;
        caller.stream.close();
        callers.remove(caller);
        release(caller);
        counters.connections().set(callers.size());
        accept(callers.size() < settings.mostConnections());
    }

    private void fault(Caller caller, String words) {
        lastFault = caller.stream.peer().getAddress().getHostAddress() + ": " + words;
    }

    /// Once a second: those that take too long.
    private void look(long nowNanos) {
        for (Caller caller : List.copyOf(callers)) {
            long age = nowNanos - caller.sinceNanos;
            switch (caller.state) {
                case READING, ANSWERING -> {
                    if (age > settings.timeout().toNanos()) {
                        counters.timeouts().increment();
                        fault(
                                caller,
                                caller.state == Caller.State.READING
                                        ? "no whole request within "
                                                + settings.timeout().toSeconds() + " s"
                                        : "the answer was not taken within "
                                                + settings.timeout().toSeconds() + " s");
                        close(caller);
                    }
                }
                case LINGERING -> {
                    if (age > LINGER_NANOS) {
                        close(caller);
                    }
                }
                case HELD, RESOLVING, SYNCING, CLOSED -> {}
            }
        }
        if (!resolving.isEmpty()) {
            resolved(true);
        }
        if (!isAccepting) {
            makeRoom(nowNanos);
        }
    }

    private void ready(Caller caller) {
        try {
            switch (caller.state) {
                case READING -> read(caller);
                case ANSWERING -> write(caller);
                case LINGERING -> discard(caller);
                case HELD, RESOLVING, SYNCING, CLOSED -> {}
            }
        } catch (IOException e) {
            counters.broken().increment();
            close(caller);
        }
    }

    // ---------------------------------------------------------------- reading

    private void read(Caller caller) throws IOException {
        FrameReader reader = caller.reader;
        caller.isIdle = false;
        try {
            for (int i = 0; i < READS_A_TURN && caller.state == Caller.State.READING; i++) {
                boolean wasEmpty = reader.isEmpty();
                int count = caller.stream.read(reader.room());
                if (count < 0) {
                    if (!reader.isEmpty()) {
                        counters.broken().increment();
                    }
                    close(caller);
                    return;
                }
                if (count == 0) {
                    caller.isIdle = reader.isEmpty();
                    return;
                }
                if (wasEmpty) {
                    caller.sinceNanos = clock.nanos();
                }
                reader.filled();
                if (reader.isWhole()) {
                    // One request a turn: the others have theirs.
                    whole(caller);
                    return;
                }
                reserve(caller);
            }
        } catch (FrameException e) {
            counters.malformed().increment();
            fault(caller, String.valueOf(e.getMessage()));
            close(caller);
        }
    }

    /// A large message needs its share of the buffers before more of it is read; who asks first
    /// gets it first, so that each is served in the end.
    private void reserve(Caller caller) {
        long wanted = caller.reader.announcedBytes();
        if (wanted <= SMALL_BYTES || caller.reservedBytes > 0) {
            return;
        }
        if (held.isEmpty() && wanted <= freeBytes) {
            freeBytes -= wanted;
            caller.reservedBytes = wanted;
            return;
        }
        counters.held().increment();
        caller.enter(Caller.State.HELD, clock.nanos());
        caller.stream.want(false, false, () -> ready(caller));
        held.add(caller);
    }

    private void release(Caller caller) {
        freeBytes += caller.reservedBytes;
        caller.reservedBytes = 0;
        while (!held.isEmpty()) {
            Caller next = held.getFirst();
            long wanted = next.reader.announcedBytes();
            if (wanted > freeBytes) {
                return;
            }
            held.removeFirst();
            freeBytes -= wanted;
            next.reservedBytes = wanted;
            next.enter(Caller.State.READING, clock.nanos());
            next.stream.want(true, false, () -> ready(next));
        }
    }

    // ---------------------------------------------------------------- requests

    private void whole(Caller caller) {
        counters.requests().increment();
        caller.startedNanos = clock.nanos();
        caller.stream.want(false, false, () -> ready(caller));
        take(caller, false);
    }

    /// @param isImpatient take names that are still unknown for ones without addresses
    private void take(Caller caller, boolean isImpatient) {
        try {
            Envelope envelope = Envelope.read(caller.reader.body(), caller.reader.bodyBytes());
            if (!envelope.request().equals("sender data")) {
                refuse(caller, "unknown request \"" + envelope.request() + "\", wanted \"sender data\"");
            } else if (envelope.dataAt() < 0) {
                refuse(caller, "no array \"data\" in the request");
            } else {
                takeRows(caller, new SenderRows(envelope), isImpatient);
            }
        } catch (JsonException e) {
            caller.unsent.clear();
            refuse(caller, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(Caller caller, String words) {
        counters.refused().increment();
        fault(caller, words);
        answer(caller, SenderReply.refused(words));
    }

    private void takeRows(Caller caller, SenderRows rows, boolean isImpatient) throws JsonException {
        InetAddress peer = caller.stream.peer().getAddress();
        @Nullable RawBatch[] batches = new RawBatch[shards.size()];
        long arrived = wall.epochNanos();
        long count = 0;
        long shift = 0;
        caller.failed = 0;
        caller.processed = 0;
        caller.unsent.clear();
        while (rows.next()) {
            PushedItems.Entry item = rows.isGood() ? items.find(rows.host(), rows.key()) : null;
            PeerNames.Answer may = item == null ? PeerNames.Answer.REFUSED : mayPush(item.allowedHosts(), peer);
            if (may == PeerNames.Answer.UNKNOWN_YET && !isImpatient) {
                caller.unsent.clear();
                if (caller.state != Caller.State.RESOLVING) {
                    caller.enter(Caller.State.RESOLVING, clock.nanos());
                    resolving.add(caller);
                }
                return;
            }
            if (item == null || may != PeerNames.Answer.ALLOWED) {
                caller.failed++;
                continue;
            }
            long nanos;
            if (rows.seconds() == SenderRows.NONE) {
                nanos = arrived + count++;
            } else {
                nanos = rows.seconds() * SECOND + (rows.nanos() == SenderRows.NONE ? shift++ : rows.nanos());
            }
            add(caller, batches, item, nanos, rows);
        }
        for (int shard = 0; shard < batches.length; shard++) {
            flush(caller, batches, shard);
        }
        caller.enter(Caller.State.SYNCING, clock.nanos());
        if (caller.unsent.isEmpty()) {
            finish(caller);
        } else {
            send(caller);
        }
    }

    private PeerNames.Answer mayPush(AllowedHosts allowed, InetAddress peer) {
        if (allowed.holds(peer)) {
            return PeerNames.Answer.ALLOWED;
        }
        return allowed.names().isEmpty() ? PeerNames.Answer.REFUSED : names.holds(allowed, peer);
    }

    private void add(Caller caller, @Nullable RawBatch[] batches, PushedItems.Entry item, long nanos, SenderRows rows) {
        RawBatch batch = batches[item.shard()];
        if (batch == null) {
            batch = new RawBatch();
            batch.monotonicNanos = caller.startedNanos;
            batch.configurationEpoch = configurationEpoch;
            batches[item.shard()] = batch;
        }
        Slice value = rows.value();
        if (rows.isLogLine() && !rows.isNotSupported()) {
            byte[] line = LogValue.encoded(
                    bytes(value), bytes(rows.source()), rows.severity(), rows.eventId(), rows.timestampSeconds());
            batch.addBytes(item.itemId(), -1, nanos, WireType.LOG, line, 0, line.length);
        } else {
            WireType type = rows.isNotSupported() ? WireType.NOT_SUPPORTED : WireType.TEXT;
            batch.addBytes(item.itemId(), -1, nanos, type, value.array(), value.offset(), value.length());
        }
        if (batch.size() == ROWS_A_PUSH) {
            flush(caller, batches, item.shard());
        }
    }

    private static byte[] bytes(Slice slice) {
        return slice.isThere()
                ? Arrays.copyOfRange(slice.array(), slice.offset(), slice.offset() + slice.length())
                : new byte[0];
    }

    private void flush(Caller caller, @Nullable RawBatch[] batches, int shard) {
        RawBatch batch = batches[shard];
        if (batch != null) {
            batches[shard] = null;
            caller.unsent.add(new Caller.Outgoing(
                    shard, new Push(batch, push -> own.offer(() -> settled(caller, push)))));
        }
    }

    /// Hands values to their shards; what a full mailbox does not take is tried again.
    ///
    /// @return whether all is handed over
    private boolean send(Caller caller) {
        while (!caller.unsent.isEmpty()) {
            Caller.Outgoing next = caller.unsent.getFirst();
            Intake intake = intakes.get(next.shard());
            if (!shards.get(next.shard()).offer(() -> intake.take(next.push()))) {
                unsent.add(caller);
                return false;
            }
            caller.unsent.removeFirst();
            caller.underway++;
            counters.waiting().add(next.push().batch().size());
        }
        return true;
    }

    private int resend() {
        int done = 0;
        for (int i = Math.min(unsent.size(), RESENDS_A_TURN); i > 0; i--) {
            done += send(unsent.removeFirst()) ? 1 : 0;
        }
        return done;
    }

    private void settled(Caller caller, Push push) {
        caller.underway--;
        caller.processed += push.taken();
        caller.failed += push.refused();
        counters.waiting().add(-push.taken() - push.refused());
        if (caller.underway == 0 && caller.unsent.isEmpty()) {
            finish(caller);
        }
    }

    /// All of a request is synced.
    private void finish(Caller caller) {
        counters.processed().add(caller.processed);
        counters.failed().add(caller.failed);
        answer(caller, SenderReply.counted(caller.processed, caller.failed, clock.nanos() - caller.startedNanos));
    }

    private int resolved(boolean isLook) {
        int done = 0;
        for (Caller caller : List.copyOf(resolving)) {
            boolean isImpatient = isLook && clock.nanos() - caller.sinceNanos > RESOLVE_PATIENCE_NANOS;
            if (isLook && !isImpatient) {
                continue;
            }
            take(caller, isImpatient);
            if (caller.state != Caller.State.RESOLVING) {
                resolving.remove(caller);
                done++;
            }
        }
        return done;
    }

    // ---------------------------------------------------------------- answers

    private void answer(Caller caller, SenderReply reply) {
        release(caller);
        caller.answer = Frames.encode(reply.json());
        caller.enter(Caller.State.ANSWERING, clock.nanos());
        try {
            write(caller);
        } catch (IOException e) {
            counters.broken().increment();
            close(caller);
        }
    }

    private void write(Caller caller) throws IOException {
        while (caller.answer.hasRemaining()) {
            if (caller.stream.write(caller.answer) == 0) {
                caller.stream.want(false, true, () -> ready(caller));
                return;
            }
        }
        answered(caller);
    }

    private void answered(Caller caller) {
        caller.reader.next();
        caller.enter(Caller.State.READING, clock.nanos());
        caller.stream.want(true, false, () -> ready(caller));
        answered.add(caller);
    }

    /// A peer that has sent its next request already is served on; else the connection ends, as
    /// Zabbix ends it.
    private int serveOn() {
        int count = answered.size();
        for (int i = 0; i < count; i++) {
            Caller caller = answered.removeFirst();
            ready(caller);
            if (caller.state == Caller.State.READING && caller.isIdle) {
                caller.enter(Caller.State.LINGERING, clock.nanos());
                caller.stream.endOutput();
            }
        }
        return count;
    }

    /// What comes after the answer is read and not taken: closing with bytes unread would take the
    /// answer from the peer.
    private void discard(Caller caller) throws IOException {
        for (int i = 0; i < READS_A_TURN; i++) {
            discarded.clear();
            int count = caller.stream.read(discarded);
            if (count < 0) {
                close(caller);
                return;
            }
            if (count == 0) {
                return;
            }
        }
    }

    /// Stops listening and ends all connections. After the shard has stopped.
    public void close() {
        listener.close();
        for (Caller caller : List.copyOf(callers)) {
            caller.stream.close();
        }
        callers.clear();
    }
}
