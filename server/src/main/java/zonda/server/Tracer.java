package zonda.server;

import java.util.ArrayList;
import java.util.List;
import zonda.history.ShardHistory;
import zonda.model.ValueBatch;
import zonda.runtime.Duty;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// Notes when the values of a few items pass the stops of the path. While nobody asks it costs one
/// look at a flag a
/// batch. Owned by the shard's thread.
final class Tracer implements Duty {
    private static final int MOST_ITEMS = 16;

    /// The stops of one value, wall clock; 0 where it has not been.
    static final class Passage {
        final long itemId;
        long valueNanos;
        long preprocessedNanos;
        long loggedNanos;
        long judgedNanos;
        long syncedNanos;
        String value = "";
        private long sequence;

        Passage(long itemId) {
            this.itemId = itemId;
        }

        boolean isComplete() {
            return syncedNanos != 0;
        }

        Passage copy() {
            Passage copy = new Passage(itemId);
            copy.valueNanos = valueNanos;
            copy.preprocessedNanos = preprocessedNanos;
            copy.loggedNanos = loggedNanos;
            copy.judgedNanos = judgedNanos;
            copy.syncedNanos = syncedNanos;
            copy.value = value;
            return copy;
        }
    }

    private final MonotonicClock clock;
    private final WallClock wallClock;
    private final ShardHistory history;
    private final List<Passage> watched = new ArrayList<>();
    private final List<Passage> inBatch = new ArrayList<>();
    private final List<Passage> unsynced = new ArrayList<>();

    Tracer(MonotonicClock clock, WallClock wallClock, ShardHistory history) {
        this.clock = clock;
        this.wallClock = wallClock;
        this.history = history;
    }

    /// Watches an item from now on; the one watched longest is let go when there are too many.
    void watch(long itemId) {
        if (watched.stream().anyMatch(passage -> passage.itemId == itemId)) {
            return;
        }
        if (watched.size() == MOST_ITEMS) {
            watched.remove(0);
        }
        watched.add(new Passage(itemId));
    }

    /// What is known of a watched item's newest value; null when it is not watched or none has
    /// passed.
    @org.jspecify.annotations.Nullable
    Passage passage(long itemId) {
        for (Passage passage : watched) {
            if (passage.itemId == itemId && passage.preprocessedNanos != 0) {
                return passage.copy();
            }
        }
        return null;
    }

    void preprocessed(ValueBatch batch) {
        if (watched.isEmpty()) {
            return;
        }
        inBatch.clear();
        for (int row = 0; row < batch.size(); row++) {
            for (Passage passage : watched) {
                if (passage.itemId == batch.itemIds[row]) {
                    passage.valueNanos = batch.epochNanos[row];
                    passage.preprocessedNanos = wallClock.epochNanos();
                    passage.syncedNanos = 0;
                    passage.value = batch.kind(row).isSlice()
                            ? batch.text(row)
                            : batch.kinds[row] == 1
                                    ? Long.toUnsignedString(batch.bits[row])
                                    : Double.toString(batch.asDouble(row));
                    inBatch.add(passage);
                }
            }
        }
    }

    void logged() {
        if (!inBatch.isEmpty()) {
            long now = wallClock.epochNanos();
            for (Passage passage : inBatch) {
                passage.loggedNanos = now;
                passage.sequence = history.lastSequence();
            }
        }
    }

    void judged() {
        if (!inBatch.isEmpty()) {
            long now = wallClock.epochNanos();
            for (Passage passage : inBatch) {
                passage.judgedNanos = now;
                if (!unsynced.contains(passage)) {
                    unsynced.add(passage);
                }
            }
            inBatch.clear();
        }
    }

    @Override
    public String name() {
        return "trace";
    }

    @Override
    public int turn(long nowNanos) {
        if (unsynced.isEmpty()) {
            return 0;
        }
        long synced = history.syncedSequence();
        int before = unsynced.size();
        unsynced.removeIf(passage -> {
            if (passage.sequence > synced) {
                return false;
            }
            passage.syncedNanos = wallClock.epochNanos();
            return true;
        });
        return before - unsynced.size();
    }

    @Override
    public long nextWakeNanos() {
        return unsynced.isEmpty() ? Long.MAX_VALUE : clock.nanos() + 10_000_000L;
    }
}
