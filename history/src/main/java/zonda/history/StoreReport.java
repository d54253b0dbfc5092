package zonda.history;

import java.util.List;

/// What a verification of all of a data folder found.
///
/// @param blocks every block that the manifest names, damaged ones too
/// @param logSegments files of the log
/// @param logBytes of them
/// @param logValues rows that are only in the log
/// @param states keyed states
/// @param faults damage of manifest and log, in words; that of a block stands with it
public record StoreReport(
        List<BlockReport> blocks, int logSegments, long logBytes, long logValues, int states, List<String> faults) {
    /// One block.
    ///
    /// @param name of its file
    /// @param readable whether it could be opened; where not, nothing is known but what the faults
    ///     tell
    /// @param isTrends whether it holds hourly trends, not values
    /// @param level 0 as sealed, 1 merged, of one day, 2 all of a day
    /// @param bytes of the file
    /// @param items that have rows in it
    /// @param rows in it, as its footer tells
    /// @param readRows as could be read
    /// @param firstNanos time of the oldest row
    /// @param lastNanos time of the newest
    /// @param faults damage in words
    public record BlockReport(
            String name,
            boolean readable,
            boolean isTrends,
            int level,
            long bytes,
            long items,
            long rows,
            long readRows,
            long firstNanos,
            long lastNanos,
            List<String> faults) {
        public BlockReport {
            faults = List.copyOf(faults);
        }
    }

    public StoreReport {
        blocks = List.copyOf(blocks);
        faults = List.copyOf(faults);
    }

    /// Whether nothing is damaged.
    public boolean isSound() {
        return faults.isEmpty()
                && blocks.stream().allMatch(block -> block.faults().isEmpty());
    }
}
