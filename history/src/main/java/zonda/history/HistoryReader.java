package zonda.history;

import java.time.Duration;
import java.util.function.Predicate;
import zonda.model.ValueBatch;

/// Reads history. Any thread that may block, never a shard's. Batches returned are the caller's
/// own; their slots are -1.
public interface HistoryReader {
    /// The newest value of each item, in the order asked; items without a value are left out.
    /// NOT_SUPPORTED rows do
    /// not count as values.
    ValueBatch last(long[] itemIds);

    /// Up to `count` values at or before a time, newest first.
    ValueBatch lastN(long itemId, int count, long untilNanos);

    /// Values in a stretch of time, both ends included.
    ///
    /// @param limit at most so many
    /// @param descending newest first
    ValueBatch range(long itemId, long fromNanos, long toNanos, int limit, boolean descending);

    /// Texts and log lines that somebody seeks, newest first; the reading goes back day by day and
    /// ends when it has enough, or when its time is over.
    ///
    /// @param wanted told each text, of a log line its message
    /// @param limit at most so many
    /// @param patience how long to seek
    TextSearch search(
            long itemId, long fromNanos, long toNanos, Predicate<String> wanted, int limit, Duration patience);

    /// Rows of any kind in a stretch of time, NOT_SUPPORTED ones included, oldest first.
    ValueBatch rows(long itemId, long fromNanos, long toNanos);

    /// Minimum, mean, maximum and count of numbers in `count` equal buckets from `fromNanos` to
    /// before `toNanos`. Where buckets are of 6 hours and more, whole hours count for the bucket in
    /// which they begin, and trends stand for values that are gone.
    Buckets buckets(long itemId, long fromNanos, long toNanos, int count);

    /// Numbers by whole hours, from the one that `fromNanos` is in to the one that `toNanos` is in,
    /// as far back as trends are kept: also where the values themselves are gone.
    HourlyTrends trends(long itemId, long fromNanos, long toNanos);

    /// Whether the item gives values.
    ItemState state(long itemId);
}
