package zonda.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import zonda.history.ShardHistory;
import zonda.history.StateEntry;
import zonda.model.ValueBatch;

/// A shard's history that a test syncs and seals by hand.
final class HandHistory implements ShardHistory {
    final Set<Integer> unsealed = new TreeSet<>();
    final List<Integer> forgotten = new ArrayList<>();
    final List<Runnable> waiting = new ArrayList<>();
    long sequence;
    long synced;

    @Override
    public void accept(ValueBatch batch) {
        sequence++;
    }

    @Override
    public boolean accepting() {
        return true;
    }

    @Override
    public long putStates(List<StateEntry> entries) {
        return ++sequence;
    }

    @Override
    public long lastSequence() {
        return sequence;
    }

    @Override
    public long syncedSequence() {
        return synced;
    }

    @Override
    public void commitSoon() {
        synced = sequence;
    }

    @Override
    public void awaitSynced(Runnable whenSynced) {
        waiting.add(whenSynced);
    }

    @Override
    public boolean newest(int slot, long itemId, ValueBatch out) {
        return false;
    }

    @Override
    public boolean isSealed(int slot) {
        return !unsealed.contains(slot);
    }

    @Override
    public void forget(int slot) {
        forgotten.add(slot);
    }

    @Override
    public String name() {
        return "history";
    }

    @Override
    public int turn(long nowNanos) {
        return 0;
    }

    @Override
    public long nextWakeNanos() {
        return Long.MAX_VALUE;
    }
}
