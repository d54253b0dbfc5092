package zonda.trigger;

import zonda.model.ValueBatch;

/// Watches what an evaluator gets from those of other shards: for the simulation's checks. Called
/// on
/// the shard's thread, before it counts; the batches are not to be changed or kept.
public interface PeerObserver {
    PeerObserver NONE = new PeerObserver() {};

    /// Stored values of an item that was subscribed to.
    ///
    /// @param notSupportedReason why it has no value now; empty where it has
    default void past(long itemId, ValueBatch values, String notSupportedReason) {}

    /// Rows of such items.
    default void rows(ValueBatch batch) {}
}
