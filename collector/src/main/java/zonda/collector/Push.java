package zonda.collector;

import java.util.function.Predicate;
import zonda.model.RawBatch;

/// Values that somebody pushed, on their way from whoever received them to the shard of their
/// hosts, and their outcome on the way back. Belongs to whom it was handed last.
public final class Push {
    private final RawBatch batch;
    private final Predicate<Push> settled;
    private int refused;

    /// @param batch values of one shard's hosts; its slots are set there
    /// @param settled is told by the shard's thread once everything taken is synced; false when it
    ///     has no room for that just now, and wants to be told again
    public Push(RawBatch batch, Predicate<Push> settled) {
        this.batch = batch;
        this.settled = settled;
    }

    RawBatch batch() {
        return batch;
    }

    void refuse() {
        refused++;
    }

    /// Values whose item is not there any more.
    public int refused() {
        return refused;
    }

    /// Values that were taken.
    public int taken() {
        return batch.size() - refused;
    }

    boolean settle() {
        return settled.test(this);
    }
}
