package zonda.devices.farm;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import zonda.devices.agent.Agent;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// Millions of devices behind one socket. [#run] is a plain loop on the calling thread, which owns
/// everything here.
public final class Farm implements AutoCloseable {
    /// 127 in the highest of four octets.
    private static final int LOOPBACK = 127;

    private static final int ONE_SECOND_MILLIS = 1000;
    private static final long ONE_SECOND_NANOS = 1_000_000_000L;

    /// Room for about 200,000 answers of ten varbinds.
    private static final int LATE_BYTES = 64 << 20;

    private static final int PROMPT_BYTES = 16 << 20;
    private static final byte[] ANY_COMMUNITY = new byte[0];

    private final FarmSettings settings;
    private final MonotonicClock clock;
    private final WallClock wallClock;
    private final PacketInfoSocket socket;
    private final AnswerQueue queue;
    private final SwitchTree tree;
    private final Agent agent;
    private final byte[] request = new byte[PacketInfoSocket.LARGEST_REQUEST_BYTES];
    private final long latencyNanos;
    private final long lossLimit;
    private final long deadLimit;
    private final long deadKey;
    private long lossKey;

    private long requests;
    private long answers;
    private long varbinds;
    private long dropped;
    private long refused;

    /// What was counted since the start.
    ///
    /// @param requests that arrived at a loopback address
    /// @param answers that left
    /// @param varbinds asked for in requests that were answered
    /// @param dropped as the settings want it: lost, or asked of a dead device
    /// @param refused no request, or not sent to 127.0.0.0/8
    public record Totals(long requests, long answers, long varbinds, long dropped, long refused) {}

    /// Takes the totals once a second.
    @FunctionalInterface
    public interface Listener {
        /// @param nanos since the last time
        void counted(Totals totals, long nanos);
    }

    /// Opens the socket.
    ///
    /// @throws IOException when it cannot be had; the message says why and what to do
    public Farm(FarmSettings settings, MonotonicClock clock, WallClock wallClock) throws IOException {
        this.settings = settings;
        this.clock = clock;
        this.wallClock = wallClock;
        this.latencyNanos = (long) (settings.latencyMillis() * 1_000_000);
        this.lossLimit = limit(settings.lossPercent());
        this.deadLimit = limit(settings.deadPercent());
        this.lossKey = settings.seed();
        this.deadKey = SwitchTree.mixed(settings.seed());
        this.socket = new PacketInfoSocket(settings.port());
        this.queue = new AnswerQueue(latencyNanos > 0 ? LATE_BYTES : PROMPT_BYTES, settings.largestAnswerBytes());
        this.tree = new SwitchTree(settings.interfaces());
        this.agent = new Agent(settings.largestAnswerBytes());
    }

    private static long limit(double percent) {
        return (long) (percent / 100 * (1L << 32));
    }

    public int port() throws IOException {
        return socket.port();
    }

    public FarmSettings settings() {
        return settings;
    }

    public Totals totals() {
        return new Totals(requests, answers, varbinds, dropped, refused);
    }

    /// Answers until told to stop, which it notices within a second.
    public void run(BooleanSupplier stop, Listener listener) throws IOException {
        long lastCount = clock.nanos();
        while (!stop.getAsBoolean()) {
            int room = queue.room(PacketInfoSocket.BATCH);
            int count = room > 0 ? socket.receive(room) : 0;
            long now = clock.nanos();
            tree.moveTo(wallClock.epochNanos() / 1_000_000);
            for (int i = 0; i < count; i++) {
                received(i, now);
            }
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
        if (queue.size() == 0) {
            return ONE_SECOND_MILLIS;
        }
        return Math.clamp((queue.dueNanos(0) - now + 999_999) / 1_000_000, 0, ONE_SECOND_MILLIS);
    }

    private void received(int index, long now) {
        int address = socket.localAddress(index);
        if (address >>> 24 != LOOPBACK) {
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
        int length = agent.respond(request, 0, bytes, tree.of(address), ANY_COMMUNITY);
        if (length == 0) {
            refused++;
            return;
        }
        varbinds += agent.asked();
        queue.add(agent.answer(), agent.answerOffset(), length, address, socket.peer(index), now + latencyNanos);
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
