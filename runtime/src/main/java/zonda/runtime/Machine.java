package zonda.runtime;

import java.util.List;

/// The machine that a server runs on: the one door through which the composition root gets clocks,
/// disk, network and
/// threads. [LocalMachine] is the real one; `zonda.runtime.simulation` has the seeded twin.
public interface Machine {
    MonotonicClock monotonicClock();

    WallClock wallClock();

    /// Names the stretch of time over which the monotonic clock goes on, beyond the life of a
    /// process; empty where it cannot be told.
    default String bootId() {
        return "";
    }

    /// The data folder.
    Disk disk();

    Errands errands();

    /// Errands that take CPU rather than wait, on a few platform threads: where there are more,
    /// they wait in their order. In simulation the same as all others.
    default Errands workers() {
        return errands();
    }

    /// Runs tasks that share nothing but what is for any thread, and comes back when all are done.
    /// At the same time on a real machine; one after the other in simulation. What a task throws is
    /// thrown here, once all have ended.
    default void together(List<Runnable> tasks) {
        tasks.forEach(Runnable::run);
    }

    FaultHandler faults();

    /// Makes a shard that does not run yet.
    ///
    /// @param index 0 and up; -1 for one that holds no hosts (the log's)
    /// @param name for threads and `/diag`
    /// @param mailboxCapacity messages that fit
    Shard newShard(int index, String name, int mailboxCapacity);

    /// UDP whose arrivals wake that shard.
    Datagrams datagrams(Shard shard);

    /// TCP whose arrivals wake that shard.
    Streams streams(Shard shard);

    /// Lets a shard run, until the result is closed; closing waits for its turn to end.
    Running run(Shard shard);

    /// A shard that runs.
    interface Running extends AutoCloseable {
        /// Nanoseconds of CPU that the shard has used; 0 where nobody can tell.
        long cpuNanos();

        /// Bytes that the shard has allocated; 0 where nobody can tell.
        long allocatedBytes();

        @Override
        void close();
    }
}
