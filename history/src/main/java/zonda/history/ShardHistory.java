package zonda.history;

import java.util.List;
import zonda.model.ValueBatch;
import zonda.runtime.Duty;
import zonda.runtime.Sink;

/// One shard's way into history. Owned by the shard's thread; run as one of its duties.
public interface ShardHistory extends Sink<ValueBatch>, Duty {
    /// Takes values: to the log, and into memory. Each row needs its slot. Nothing is refused;
    /// whether new work should
    /// be begun is told by [#accepting].
    @Override
    void accept(ValueBatch batch);

    /// Whether there is room for new work. False while the disk is full or fails, or cannot keep
    /// up.
    boolean accepting();

    /// Writes keyed states as one record: after a crash all are there or none.
    ///
    /// @return the record's sequence
    long putStates(List<StateEntry> entries);

    /// The sequence of the newest record.
    long lastSequence();

    /// All records up to this sequence are on disk.
    long syncedSequence();

    /// Somebody waits: what was written so far is synced at once.
    void commitSoon();

    /// Adds the newest row of a slot to a batch, as far as this run has seen one.
    ///
    /// @return whether there is one
    boolean newest(int slot, long itemId, ValueBatch out);

    /// Whether nothing of a slot is left in memory, so that the slot may be given to another item.
    boolean isSealed(int slot);

    /// Forgets what was last seen of a slot that is being released.
    void forget(int slot);
}
