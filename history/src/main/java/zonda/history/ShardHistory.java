package zonda.history;

import java.util.List;
import zonda.model.ValueBatch;
import zonda.runtime.Duty;
import zonda.runtime.Sink;

/// One shard's way into history. Owned by the shard's thread; run as one of its duties.
public interface ShardHistory extends Sink<ValueBatch>, Duty {
    /// Takes values: to the log, and into memory. Each row needs its slot. Whether new work should
    /// be begun is told by [#accepting]; what is already on its way is taken in any case. Doubles
    /// that are no numbers (NaN, infinite) are refused and counted.
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

    /// Tells when all that this writer took so far is on disk: the way to answer somebody only for
    /// what is certainly kept. The log commits at once, together for all who wait then. Called
    /// once, on the shard's thread: in this call where nothing is on its way, in a later turn
    /// otherwise; in the order of asking. While the disk is full or fails it waits, and it is never
    /// called when the server ends before.
    void awaitSynced(Runnable whenSynced);

    /// Adds the newest row of an item to a batch, of any kind, where memory is sure that none is
    /// newer. After a start memory knows what the log had and what came since.
    ///
    /// @param slot of the item; below 0 for none
    /// @return whether there is one
    boolean newest(int slot, long itemId, ValueBatch out);

    /// Whether nothing of a slot is left in memory.
    boolean isSealed(int slot);

    /// Tells that a slot stands for its item no more. What memory has of the item stays, can be
    /// read
    /// by its id and is sealed as all else, so the slot may be given to another item at once.
    void forget(int slot);
}
