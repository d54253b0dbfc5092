package zonda.devices.farm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import zonda.devices.agent.Agent;
import zonda.devices.recording.RecordedTree;
import zonda.devices.recording.Recording;
import zonda.devices.recording.RecordingFolder;
import zonda.protocol.snmp.UsmReport;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// Recordings as devices behind one socket: each address of the network is one, in the order of
/// names and again from the first; and on every address the community, or in version 3 the context,
/// that is a recording's name asks for that one. Each address is an engine of its own. [#run] is a
/// plain loop on the calling thread, which owns everything here.
public final class RecordingFarm implements AutoCloseable {
    private static final int LOOPBACK = 127;
    private static final int PATIENCE_MILLIS = 100;
    private static final long ONE_SECOND_NANOS = 1_000_000_000L;
    private static final int LATE_EACH = 3;
    private static final int LATE_BYTES = 64 << 20;
    private static final int PROMPT_BYTES = 16 << 20;

    private final RecordingSettings settings;
    private final MonotonicClock clock;
    private final WallClock wallClock;
    private final PacketInfoSocket socket;
    private final AnswerQueue queue;
    private final LateAnswers late = new LateAnswers();
    private final Recording[] recordings;
    private final Traits[] traits;
    private final NameTable names;
    private final RecordedTree tree;
    private final Agent agent;
    private final Users users;
    private final byte[] request = new byte[PacketInfoSocket.LARGEST_REQUEST_BYTES];
    private final long latencyNanos;
    private final long lossLimit;
    private final long deadLimit;
    private final long deadKey;
    private final long startNanos;
    private long lossKey;

    private long requests;
    private long answers;
    private long varbinds;
    private long dropped;
    private long refused;

    /// Reads recordings and opens the socket. A file that cannot be read is a device without rows.
    ///
    /// @param tell takes what could not be read, in words
    /// @throws IOException when the socket cannot be had
    public static RecordingFarm open(
            RecordingSettings settings,
            List<RecordingFolder.Found> files,
            MonotonicClock clock,
            WallClock wallClock,
            Consumer<String> tell)
            throws IOException {
        List<Recording> recordings = new ArrayList<>();
        for (RecordingFolder.Found file : files) {
            boolean unordered = Traits.of(file.name(), settings.quirks()).unordered();
            recordings.add(RecordingFolder.readOrEmpty(file, !unordered, tell));
        }
        return new RecordingFarm(settings, recordings, clock, wallClock);
    }

    /// Opens the socket.
    ///
    /// @param recordings at least one
    /// @throws IOException when it cannot be had; the message says why and what to do
    public RecordingFarm(
            RecordingSettings settings, List<Recording> recordings, MonotonicClock clock, WallClock wallClock)
            throws IOException {
        this.settings = settings;
        this.clock = clock;
        this.wallClock = wallClock;
        this.recordings = recordings.toArray(Recording[]::new);
        this.traits = new Traits[recordings.size()];
        this.names = new NameTable(recordings.size());
        for (int i = 0; i < traits.length; i++) {
            traits[i] = Traits.of(recordings.get(i).name(), settings.quirks());
            names.put(recordings.get(i).name().getBytes(StandardCharsets.UTF_8), i);
        }
        this.latencyNanos = (long) (settings.latencyMillis() * 1_000_000);
        this.lossLimit = limit(settings.lossPercent());
        this.deadLimit = limit(settings.deadPercent());
        this.lossKey = settings.seed();
        this.deadKey = SwitchTree.mixed(settings.seed());
        this.tree = new RecordedTree(settings.seed(), settings.grows());
        this.agent = new Agent(settings.largestAnswerBytes(), wallClock.epochNanos());
        this.users = new Users(settings.users());
        this.startNanos = clock.nanos();
        this.socket = new PacketInfoSocket(settings.port());
        this.queue = new AnswerQueue(latencyNanos > 0 ? LATE_BYTES : PROMPT_BYTES, settings.largestAnswerBytes());
    }

    private static long limit(double percent) {
        return (long) (percent / 100 * (1L << 32));
    }

    public int port() throws IOException {
        return socket.port();
    }

    public List<Recording> recordings() {
        return List.of(recordings);
    }

    public Farm.Totals totals() {
        return new Farm.Totals(requests, answers, varbinds, dropped, refused);
    }

    /// Answers until told to stop, which it notices at once.
    public void run(BooleanSupplier stop, Farm.Listener listener) throws IOException {
        long lastCount = clock.nanos();
        while (!stop.getAsBoolean()) {
            int room = queue.room(PacketInfoSocket.BATCH);
            int count = room > 0 ? socket.receive(room) : 0;
            long now = clock.nanos();
            for (int i = 0; i < count; i++) {
                received(i, now);
            }
            takeLate(now);
            sendDue(now);
            if (now - lastCount >= ONE_SECOND_NANOS) {
                listener.counted(totals(), now - lastCount);
                lastCount = now;
            }
            if (count == 0) {
                socket.await(patience(now));
            }
        }
    }

    private int patience(long now) {
        long nanos = ONE_SECOND_NANOS;
        if (queue.size() > 0) {
            nanos = queue.dueNanos(0) - now;
        }
        if (!late.isEmpty()) {
            nanos = Math.min(nanos, late.nextNanos() - now);
        }
        return Math.clamp((nanos + 999_999) / 1_000_000, 0, PATIENCE_MILLIS);
    }

    private void received(int index, long now) {
        int address = socket.localAddress(index);
        if (address >>> 24 != LOOPBACK || !settings.network().contains(address)) {
            refused++;
            return;
        }
        requests++;
        if (isLost() || isDead(address)) {
            dropped++;
            return;
        }
        int bytes = socket.receivedBytes(index);
        socket.copyReceived(index, request, bytes);
        if (!agent.open(request, 0, bytes)) {
            refused++;
            return;
        }
        int own = Math.floorMod(settings.network().number(address), recordings.length);
        if (agent.isV3()) {
            receivedV3(own, address, socket.peer(index), now);
            return;
        }
        int named = names.find(request, agent.communityOffset(), agent.communityLength());
        answer(named < 0 ? own : named, address, socket.peer(index), now);
    }

    private void receivedV3(int own, int address, long peer, long now) {
        Traits odd = traits[own];
        Optional<UsmReport> fault = agent.authenticate(users.engine(address, agent.user(), 1, engineSeconds(odd, now)));
        int chosen = own;
        if (fault.isEmpty() && agent.context().length > 0) {
            chosen = names.find(agent.context(), 0, agent.context().length);
            if (chosen < 0) {
                fault = Optional.of(UsmReport.UNKNOWN_CONTEXT);
            }
        }
        if (fault.isEmpty()) {
            answer(chosen, address, peer, now);
            return;
        }
        int length = agent.report(fault.get(), odd.reportId());
        if (length == 0) {
            refused++;
            return;
        }
        send(odd, length, 0, address, peer, now);
    }

    private void answer(int chosen, int address, long peer, long now) {
        Traits odd = traits[chosen];
        tree.moveTo(millis(odd, now), settings.frozen() ? 0 : wallClock.epochNanos() / ONE_SECOND_NANOS);
        int length = agent.respond(tree.of(recordings[chosen], address, odd.loops()), odd.quirks());
        double delayMillis = settings.frozen() ? 0 : tree.delayMillis();
        if (length == 0 || delayMillis < 0) {
            dropped++;
            return;
        }
        varbinds += agent.asked();
        send(odd, length, delayMillis, address, peer, now);
    }

    private void send(Traits odd, int length, double delayMillis, int address, long peer, long now) {
        int from = odd.foreignSource() ? address ^ 1 : address;
        double wait = odd.slowMillis() + delayMillis;
        if (odd.lateMillis() > 0 && requests % LATE_EACH == 0) {
            wait += odd.lateMillis();
        }
        for (int copies = odd.duplicates() ? 2 : 1; copies > 0; copies--) {
            if (wait == 0 && queue.room(1) > 0) {
                queue.add(agent.answer(), agent.answerOffset(), length, from, peer, now + latencyNanos);
                continue;
            }
            byte[] octets = Arrays.copyOfRange(agent.answer(), agent.answerOffset(), agent.answerOffset() + length);
            if (!late.add(new LateAnswers.Answer(now + (long) (wait * 1_000_000), octets, from, peer))) {
                dropped++;
            }
        }
    }

    private int engineSeconds(Traits odd, long now) {
        long seconds = (now - startNanos) / ONE_SECOND_NANOS;
        if (odd.resetSeconds() > 0) {
            long period = Math.max(1, (long) odd.resetSeconds());
            seconds = seconds % period + (seconds / period % 2 == 0 ? DeviceQuirk.Kind.FAR_SECONDS : 0);
        }
        return (int) Math.min(seconds + 1, Integer.MAX_VALUE);
    }

    /// Of the devices' clock, which begins with the farm.
    private long millis(Traits odd, long now) {
        if (settings.frozen()) {
            return 0;
        }
        long millis = (now - startNanos) / 1_000_000;
        return odd.resetSeconds() > 0 ? millis % Math.max(1, (long) (odd.resetSeconds() * 1000)) : millis;
    }

    private boolean isLost() {
        if (lossLimit == 0) {
            return false;
        }
        lossKey = SwitchTree.mixed(lossKey);
        return lossKey >>> 32 < lossLimit;
    }

    private boolean isDead(int address) {
        return deadLimit > 0 && SwitchTree.mixed(address ^ deadKey) >>> 32 < deadLimit;
    }

    private void takeLate(long now) {
        while (!late.isEmpty() && late.nextNanos() <= now && queue.room(1) > 0) {
            LateAnswers.Answer answer = late.removeNext();
            queue.add(answer.octets(), 0, answer.octets().length, answer.from(), answer.to(), now + latencyNanos);
        }
    }

    private void sendDue(long now) {
        while (queue.size() > 0 && queue.dueNanos(0) <= now) {
            int count = 0;
            while (count < PacketInfoSocket.BATCH && count < queue.size() && queue.dueNanos(count) <= now) {
                queue.prepare(count, socket);
                count++;
            }
            int sent = socket.send(count);
            if (sent <= 0) {
                // The first one cannot leave: whoever asked for it has gone.
                queue.removeFirst(1);
                continue;
            }
            answers += sent;
            queue.removeFirst(sent);
        }
    }

    @Override
    public void close() {
        socket.close();
        queue.close();
    }
}
