package zonda.testing.crash;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import zonda.runtime.simulation.SeededRandom;
import zonda.testing.PushedValues;

/// Pushes values of its own without end: a batch that was not acknowledged is pushed again, the
/// same, until
/// it is. Runs on a thread of its own from [#start] to [#rest].
final class Pusher {
    private static final int MOST_VALUES = 250;
    private static final long BREATH_MILLIS = 2;

    /// Between the times of two values.
    private static final long STEP_NANOS = 1_003;

    /// Sends one batch and waits for its answer.
    interface Wire {
        /// @return values that the answer counts as processed
        /// @throws IOException when there was no answer
        long push(InetSocketAddress server, String host, PushedValues values, int from, int count)
                throws IOException, InterruptedException;
    }

    private final String host;
    private final Wire wire;
    private final PushedValues values;
    private final long startNanos;
    private final SeededRandom random;
    private final AtomicBoolean resting = new AtomicBoolean(true);
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile String refusal = "";
    private Thread thread = Thread.ofPlatform().unstarted(() -> {});
    private int from;
    private int count;
    private long repeated;

    /// @param startNanos the time of the first value
    Pusher(String host, Wire wire, PushedValues values, long startNanos, SeededRandom random) {
        this.host = host;
        this.wire = wire;
        this.values = values;
        this.startNanos = startNanos;
        this.random = random;
    }

    String host() {
        return host;
    }

    PushedValues values() {
        return values;
    }

    /// Batches that were pushed more than once. While resting.
    long repeated() {
        return repeated;
    }

    /// Values acknowledged so far. Any thread.
    long acknowledged() {
        return acknowledged.get();
    }

    /// An answer that counted something as failed; empty where there was none. Any thread.
    String refusal() {
        return refusal;
    }

    void start(InetSocketAddress server) {
        resting.set(false);
        thread = Thread.ofPlatform().name(host).start(() -> push(server));
    }

    /// Ends after the batch at hand, acknowledged or not.
    void rest() throws InterruptedException {
        resting.set(true);
        thread.join();
    }

    /// Pushes what is not acknowledged yet, with the server up.
    void finish(InetSocketAddress server) throws InterruptedException {
        for (int tries = 0; count > 0 && refusal.isEmpty() && tries < 100; tries++) {
            pushOnce(server);
        }
    }

    private void push(InetSocketAddress server) {
        try {
            while (!resting.get() && refusal.isEmpty()) {
                pushOnce(server);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pushOnce(InetSocketAddress server) throws InterruptedException {
        if (count == 0) {
            count = 1 + random.below(MOST_VALUES);
            values.sending(from, count, startNanos + from * STEP_NANOS, STEP_NANOS);
        } else {
            repeated++;
        }
        try {
            long processed = wire.push(server, host, values, from, count);
            if (processed != count) {
                refusal = host + ": " + processed + " of " + count + " values were processed";
                return;
            }
            values.acknowledge(from, count);
            acknowledged.addAndGet(count);
            from += count;
            count = 0;
        } catch (IOException e) {
            // No answer: what is stored of it nobody knows. It is pushed again.
            Thread.sleep(BREATH_MILLIS);
        }
    }
}
