package zonda.history;

import java.util.List;
import java.util.Map;
import java.util.function.LongToIntFunction;
import zonda.history.tsdb.Engine;
import zonda.model.ItemSlots;
import zonda.runtime.Disk;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// History of one server, as its composition root sees it.
public interface History extends HistoryStore, AutoCloseable {
    /// One shard that writes.
    ///
    /// @param shard whose thread owns the lane
    /// @param slots of its items
    record Writer(Shard shard, ItemSlots slots) {}

    /// Tells how far a long opening has come: bytes of the log read, bytes in all.
    interface Progress {
        void read(long bytes, long all);
    }

    /// Opens the data folder of a machine: reads the manifest and the log, and puts recent values
    /// back into memory.
    ///
    /// @param logShard the shard that the log runs on; it may run after this returns
    /// @param writers the shards that write, in the order of their numbers
    /// @param writerOf the number of the writer that an item belongs to
    /// @throws HistoryException when the folder cannot be read
    static History open(
            Machine machine,
            HistorySettings settings,
            Shard logShard,
            List<Writer> writers,
            LongToIntFunction writerOf,
            Progress progress) {
        return Engine.open(machine, settings, logShard, writers, writerOf, progress);
    }

    /// Counts what a data folder holds by reading all of it; nothing is changed.
    static StoredCount count(Disk disk) {
        return Engine.count(disk);
    }

    /// The newest value of each key, sorted by key; what the log had when it was opened, and what
    /// is synced since. Any thread.
    Map<String, byte[]> states();

    /// What could not be read, at the start and since, in words; each damaged file once. Any
    /// thread.
    List<String> faults();

    /// No row of an item in a block is newer than this; `Long.MIN_VALUE` where there are no blocks.
    /// Rows of other items that are ahead of the clock do not count. Any thread.
    long newestSealedNanos(long itemId);

    /// Asks for all blocks to be merged that can be, whether it is worth it or not. Any thread.
    void merge();

    /// Any thread.
    HistoryStatistics statistics();

    /// Tells how long what is known of each item is kept; before that it is as long as the
    /// settings say. Any thread.
    void retention(Retention ofItems);

    /// Asks for a seal now. Any thread.
    void seal();

    /// Writes and syncs everything that was taken. After the shards have stopped; waits for what an
    /// errand of this room is writing.
    ///
    /// @throws HistoryException when the last values could not be written
    @Override
    void close();
}
