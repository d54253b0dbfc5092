package zonda.runtime;

import java.time.Duration;
import java.util.function.Supplier;

/// What others see of a shard.
public interface ShardDoor {
    /// 0 to the number of shards less one.
    int index();

    /// Sends a message that runs on the shard. Any thread.
    ///
    /// @return false when the mailbox is full
    boolean offer(Runnable message);

    /// Runs a question on the shard and waits for the answer; for errands and API requests, never
    /// for a shard.
    /// Where the shard has no thread of its own (before the start, after the end, in simulation) it
    /// runs here.
    ///
    /// @throws ShardBusyException when the mailbox stays full or no answer comes within `patience`
    <T> T ask(Supplier<T> question, Duration patience);
}
