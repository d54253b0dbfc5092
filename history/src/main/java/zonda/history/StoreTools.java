package zonda.history;

import java.util.function.Consumer;
import java.util.function.LongPredicate;
import zonda.history.tsdb.Inspection;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;

/// Looks into a data folder whose server does not run: verifies, measures, dumps, and merges its
/// blocks. Only merging changes anything. One thread that may block; the caller holds the folder's
/// lock.
public final class StoreTools {
    private StoreTools() {}

    /// Reads all there is and checks it: headers, footers, checksums, every row.
    ///
    /// @throws HistoryException when the folder cannot be read at all
    public static StoreReport check(Disk disk, History.Progress progress) {
        return Inspection.check(disk, progress);
    }

    /// Measures bytes by encoding and by item.
    ///
    /// @param mostItems so many of the items that take the most
    /// @throws HistoryException when the folder cannot be read at all
    public static StoreShares shares(Disk disk, int mostItems, History.Progress progress) {
        return Inspection.shares(disk, mostItems, progress);
    }

    /// Merges all blocks that can be, as a server does in time: one block a day, one of trends a
    /// month. A crash at any moment loses nothing. What is only in the log stays there. Nothing is
    /// dropped for its age.
    ///
    /// @param nowNanos wall time: a day that is not over is merged, but not yet summed up
    /// @return bytes of all blocks before and after
    /// @throws HistoryException when blocks cannot be read or written
    public static Compacted compact(Disk disk, long nowNanos, Consumer<String> faults, History.Progress progress) {
        return Inspection.compact(disk, nowNanos, faults, progress);
    }

    /// What a merging of all blocks did.
    ///
    /// @param blocksBefore how many blocks there were
    /// @param bytesBefore bytes of them
    /// @param blocksAfter how many there are
    /// @param bytesAfter bytes of them
    public record Compacted(int blocksBefore, long bytesBefore, int blocksAfter, long bytesAfter) {}

    /// Reads the rows of items, from blocks and log: item by item in the order of their ids, each
    /// one's rows by time, exact repetitions once. The batch is the visitor's only during the call.
    ///
    /// @param items which
    /// @param fromNanos oldest time
    /// @param toNanos newest time, included
    /// @param faults gets damage in words; what is damaged is left out
    /// @throws HistoryException when the folder cannot be read at all
    public static void dump(
            Disk disk,
            LongPredicate items,
            long fromNanos,
            long toNanos,
            Consumer<ValueBatch> visitor,
            Consumer<String> faults,
            History.Progress progress) {
        Inspection.dump(disk, items, fromNanos, toNanos, visitor, faults, progress);
    }
}
