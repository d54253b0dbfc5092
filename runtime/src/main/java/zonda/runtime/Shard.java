package zonda.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One thread's worth of hosts: a mailbox and duties, run in turns. Everything that its duties hold
/// belongs to the
/// one thread that calls [#turn]: a [ShardThread] in production, the seeded scheduler in
/// simulation.
public final class Shard implements ShardDoor {
    private static final int MESSAGES_A_TURN = 64;

    private final int index;
    private final MonotonicClock clock;
    private final Waiter waiter;
    private final Mailbox mailbox;
    private final FaultHandler faults;
    private final List<Duty> duties = new ArrayList<>();
    private final Counter turns = new Counter();
    private final Counter busyNanos = new Counter();
    private volatile @Nullable Thread owner;

    public Shard(int index, MonotonicClock clock, Waiter waiter, int mailboxCapacity, FaultHandler faults) {
        this.index = index;
        this.clock = clock;
        this.waiter = waiter;
        this.mailbox = new Mailbox(mailboxCapacity, clock);
        this.faults = faults;
    }

    /// Adds a duty, before the shard runs or on its own thread.
    public void add(Duty duty) {
        duties.add(duty);
    }

    @Override
    public int index() {
        return index;
    }

    public Mailbox mailbox() {
        return mailbox;
    }

    @Override
    public boolean offer(Runnable message) {
        boolean taken = mailbox.offer(message);
        if (taken) {
            waiter.wake();
        }
        return taken;
    }

    @Override
    public <T> T ask(Supplier<T> question, Duration patience) {
        Thread runner = owner;
        if (runner == null || runner == Thread.currentThread()) {
            return question.get();
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        Runnable message = () -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        };
        if (!offer(message)) {
            throw new ShardBusyException("shard " + index + " takes no question: " + mailbox.depth() + " wait");
        }
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new ShardBusyException("shard " + index + " gave no answer within " + patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ShardBusyException("interrupted while waiting for shard " + index);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /// Ends the shard's sleep. Any thread.
    public void wake() {
        waiter.wake();
    }

    /// One turn: some messages, then each duty once. The owner only.
    ///
    /// @return whether anything was done
    public boolean turn() {
        long start = clock.nanos();
        int done = runMessages();
        for (int i = 0; i < duties.size(); i++) {
            done += runDuty(duties.get(i), start);
        }
        if (done > 0) {
            turns.increment();
            busyNanos.add(clock.nanos() - start);
        }
        return done > 0;
    }

    private int runMessages() {
        try {
            return mailbox.drain(MESSAGES_A_TURN);
        } catch (RuntimeException | Error fault) {
            faults.broken("shard " + index + ", message", fault);
            return 1;
        }
    }

    private int runDuty(Duty duty, long now) {
        try {
            return duty.turn(now);
        } catch (RuntimeException | Error fault) {
            faults.broken("shard " + index + ", " + duty.name(), fault);
            return 1;
        }
    }

    /// When the next turn is wanted, on the monotonic clock; now when messages wait.
    public long nextWakeNanos() {
        if (!mailbox.isEmpty()) {
            return clock.nanos();
        }
        long next = Long.MAX_VALUE;
        for (int i = 0; i < duties.size(); i++) {
            next = Math.min(next, duties.get(i).nextWakeNanos());
        }
        return next;
    }

    /// Time spent in turns that did something, nanoseconds since the start. Any thread.
    public long busyNanos() {
        return busyNanos.value();
    }

    /// Turns that did something. Any thread.
    public long turns() {
        return turns.value();
    }

    Waiter waiter() {
        return waiter;
    }

    MonotonicClock clock() {
        return clock;
    }

    void ownedBy(@Nullable Thread thread) {
        owner = thread;
    }
}
