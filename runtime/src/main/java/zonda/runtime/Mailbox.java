package zonda.runtime;

import org.jctools.queues.MpscArrayQueue;
import org.jspecify.annotations.Nullable;

/// Bounded messages to a shard: any thread offers, the shard runs them in order. When it is full
/// the offer is
/// refused and counted: whoever offers slows down or says so; nothing piles up.
public final class Mailbox {
    private record Envelope(long offeredNanos, Runnable message) {}

    private final MpscArrayQueue<Envelope> queue;
    private final MonotonicClock clock;
    private final java.util.concurrent.atomic.LongAdder refusals = new java.util.concurrent.atomic.LongAdder();
    private final Counter handled = new Counter();

    /// @param capacity messages that fit, 2 or more
    public Mailbox(int capacity, MonotonicClock clock) {
        this.queue = new MpscArrayQueue<>(Math.max(2, capacity));
        this.clock = clock;
    }

    /// Any thread.
    ///
    /// @return false when the mailbox is full: the message was not taken
    public boolean offer(Runnable message) {
        if (queue.offer(new Envelope(clock.nanos(), message))) {
            return true;
        }
        refusals.increment();
        return false;
    }

    /// Runs waiting messages, oldest first; the owner only.
    ///
    /// @return how many ran
    int drain(int most) {
        int count = 0;
        while (count < most) {
            Envelope next = queue.poll();
            if (next == null) {
                break;
            }
            count++;
            // Before it runs: one that throws was handled as well.
            handled.increment();
            next.message().run();
        }
        return count;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /// Messages waiting now. Any thread.
    public int depth() {
        return queue.size();
    }

    public int capacity() {
        return queue.capacity();
    }

    /// Offers refused since the start. Any thread.
    public long refusals() {
        return refusals.sum();
    }

    /// Messages run since the start. Any thread.
    public long handled() {
        return handled.value();
    }

    /// How long the oldest waiting message has waited, in nanoseconds; 0 when there is none. Any
    /// thread.
    public long oldestAgeNanos() {
        @Nullable Envelope oldest = queue.relaxedPeek();
        return oldest == null ? 0 : Math.max(0, clock.nanos() - oldest.offeredNanos());
    }
}
