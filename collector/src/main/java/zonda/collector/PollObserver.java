package zonda.collector;

/// Watches the polls of a shard, item by item: for the simulation's checks and for tests. Called on
/// the shard's thread. With [#NONE] nothing is called at all.
public interface PollObserver {
    PollObserver NONE = new PollObserver() {};

    /// An item became due.
    ///
    /// @param slotNanos the slot it is due for, on the monotonic clock
    /// @param dueNanos when it may be asked: the slot, or later where the slot is made up for after
    ///     a restart or after its interface was unavailable
    default void due(long itemId, long slotNanos, long dueNanos) {}

    /// A request with the item leaves.
    ///
    /// @param nowNanos monotonic
    /// @param again whether it was in a request of this slot before (a retry, or a smaller request)
    default void asked(long itemId, long slotNanos, long nowNanos, boolean again) {}

    /// The item has its value or its reason.
    default void answered(long itemId, long slotNanos, long nowNanos) {}

    /// The slot passed without the item being asked: its last run was not over.
    default void skipped(long itemId, long slotNanos) {}

    /// The device fell silent before the item was answered, or it is known to be unavailable.
    default void givenUp(long itemId, long slotNanos) {}
}
