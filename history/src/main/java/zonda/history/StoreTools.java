package zonda.history;

import java.util.function.Consumer;
import java.util.function.LongPredicate;
import zonda.history.tsdb.Inspection;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;

/// Looks into a data folder whose server does not run: verifies, measures, dumps. Nothing is
/// changed. One thread that may block.
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
