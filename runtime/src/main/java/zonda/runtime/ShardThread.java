package zonda.runtime;

import org.jspecify.annotations.Nullable;

/// Drives a [Shard] on a platform thread of its own until closed.
public final class ShardThread implements AutoCloseable {
    private final Shard shard;
    private volatile boolean running = true;
    private @Nullable Thread thread;

    public ShardThread(Shard shard) {
        this.shard = shard;
    }

    /// Starts the thread, named after the shard.
    public void start(String name) {
        Thread started = Thread.ofPlatform().name(name).unstarted(this::loop);
        thread = started;
        shard.ownedBy(started);
        started.start();
    }

    private void loop() {
        while (running) {
            if (shard.turn()) {
                continue;
            }
            long wake = shard.nextWakeNanos();
            // The clock's zero means nothing: it may be far below zero.
            long wait = wake == Long.MAX_VALUE ? wake : wake - shard.clock().nanos();
            if (wait > 0) {
                shard.waiter().await(wait);
            }
        }
    }

    /// The id of the thread, for allocation and CPU figures; 0 before the start.
    public long threadId() {
        Thread started = thread;
        return started == null ? 0 : started.threadId();
    }

    /// Ends the thread after its turn and waits for it.
    @Override
    public void close() {
        running = false;
        shard.wake();
        Thread started = thread;
        if (started == null) {
            return;
        }
        boolean interrupted = false;
        while (started.isAlive()) {
            try {
                started.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        shard.ownedBy(null);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
