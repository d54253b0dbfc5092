package zonda.trigger;

import zonda.model.ValueBatch;

/// Stored values of the items of one shard, for windows that start with more than what arrives from
/// now on. Called on
/// the shard's thread, when triggers are new or changed, never per value.
public interface PastValues {
    /// Adds an item's values (no NOT_SUPPORTED rows) to a batch, oldest first, those of one time in
    /// the order in which
    /// they arrived: all that are newer than `afterNanos`, and where those are fewer than `least`,
    /// older ones up to
    /// that number, or as many as there are. Everything that the evaluator has been handed must be
    /// among them.
    ///
    /// @param itemId of an item of this shard
    /// @param least so many values at least, where there are so many; 1 or more
    /// @param afterNanos nanoseconds since the epoch, itself not included; `Long.MAX_VALUE` asks
    ///     for `least` alone
    /// @param into what to add to; slots do not matter
    void read(long itemId, int least, long afterNanos, ValueBatch into);

    /// Why the item has no value now: the reason of its newest row where that is NOT_SUPPORTED,
    /// else empty.
    String notSupportedReason(long itemId);

    /// A past without values.
    static PastValues none() {
        return new PastValues() {
            @Override
            public void read(long itemId, int least, long afterNanos, ValueBatch into) {}

            @Override
            public String notSupportedReason(long itemId) {
                return "";
            }
        };
    }
}
