package zonda.testing.soak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import zonda.history.HistoryReader;
import zonda.model.ValueBatch;

/// What the server took and what of it the log has told to be on disk. After a crash all of the
/// latter must be there, and of the rest the beginning, with nothing left out and nothing added.
final class StoredTruth {
    private record Waiting(ItemRows item, int count, long sequence) {}

    private final Violations violations;
    private final TreeMap<Long, ItemRows> items = new TreeMap<>();
    private final List<ArrayDeque<Waiting>> waiting = new ArrayList<>();
    private long acknowledgedValues;
    private long takenRows;
    private long newestNanos = Long.MIN_VALUE / 2;

    StoredTruth(Violations violations, int shards) {
        this.violations = violations;
        for (int i = 0; i < shards; i++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    /// The raw list of an item.
    ItemRows rows(long itemId) {
        return items.computeIfAbsent(itemId, ItemRows::new);
    }

    long acknowledgedValues() {
        return acknowledgedValues;
    }

    /// The newest time of all rows ever taken.
    long newestNanos() {
        return newestNanos;
    }

    long takenRows() {
        return takenRows;
    }

    /// A shard's history is handed a batch.
    void taking(ValueBatch batch) {
        takenRows += batch.size();
        for (int row = 0; row < batch.size(); row++) {
            ItemRows item = rows(batch.itemIds[row]);
            if (item.size() > 0 && item.nanos(item.size() - 1) >= batch.epochNanos[row]) {
                violations.add(
                        "times increase",
                        "item " + batch.itemIds[row] + " has a value at " + batch.epochNanos[row] + " after one at "
                                + item.nanos(item.size() - 1));
            }
            item.add(batch, row);
            newestNanos = Math.max(newestNanos, batch.epochNanos[row]);
        }
    }

    /// It has taken it, as part of a record of the log.
    void taken(int shard, ValueBatch batch, long sequence) {
        for (int row = 0; row < batch.size(); row++) {
            ItemRows item = rows(batch.itemIds[row]);
            waiting.get(shard).add(new Waiting(item, item.size(), sequence));
        }
    }

    /// A shard's log has told what is on disk.
    void synced(int shard, long sequence) {
        ArrayDeque<Waiting> queue = waiting.get(shard);
        while (!queue.isEmpty() && queue.peekFirst().sequence() <= sequence) {
            Waiting next = queue.removeFirst();
            acknowledgedValues += next.item().acknowledge(next.count());
        }
    }

    /// Rows that wait for the disk.
    int waitingRows(int shard) {
        return waiting.get(shard).size();
    }

    /// Compares with what is stored.
    ///
    /// @param monitored items that are configured; what was stored of others is nobody's any more
    /// @param afterCrash whether what was not told to be on disk may be gone; it is forgotten then
    void compare(HistoryReader reader, Set<Long> monitored, boolean afterCrash) {
        items.keySet().retainAll(monitored);
        for (ItemRows item : items.values()) {
            ValueBatch stored = reader.rows(item.itemId(), Long.MIN_VALUE, Long.MAX_VALUE);
            compare(item, stored, afterCrash);
            if (afterCrash) {
                item.truncate(Math.min(item.size(), Math.max(stored.size(), item.acknowledged())));
                acknowledgedValues += item.acknowledge(item.size());
            }
        }
        if (afterCrash) {
            waiting.forEach(ArrayDeque::clear);
        }
    }

    /// Compares with what is left of what is stored: each row must be one that was taken, in order.
    ///
    /// @return acknowledged rows that are not there
    long missing(HistoryReader reader, Set<Long> monitored) {
        long missing = 0;
        for (ItemRows item : items.values()) {
            if (!monitored.contains(item.itemId())) {
                continue;
            }
            ValueBatch stored = reader.rows(item.itemId(), Long.MIN_VALUE, Long.MAX_VALUE);
            int row = 0;
            int acknowledged = 0;
            for (int at = 0; at < stored.size(); at++) {
                while (row < item.size() && !item.isSame(row, stored, at)) {
                    row++;
                }
                if (row == item.size()) {
                    violations.add(
                            "stored is what was taken",
                            "item " + item.itemId() + " has a row at " + stored.epochNanos[at]
                                    + " after damage to the disk, which was never taken");
                    break;
                }
                acknowledged += row < item.acknowledged() ? 1 : 0;
                row++;
            }
            missing += item.acknowledged() - acknowledged;
        }
        return missing;
    }

    private void compare(ItemRows item, ValueBatch stored, boolean afterCrash) {
        int least = afterCrash ? item.acknowledged() : item.size();
        if (stored.size() < least || stored.size() > item.size()) {
            violations.add(
                    afterCrash ? "acknowledged is kept" : "taken is kept",
                    "item " + item.itemId() + " has " + stored.size() + " rows stored, taken " + item.size()
                            + ", of them acknowledged " + item.acknowledged());
        }
        for (int row = 0; row < Math.min(item.size(), stored.size()); row++) {
            if (!item.isSame(row, stored, row)) {
                violations.add(
                        "stored is what was taken",
                        "item " + item.itemId() + ", row " + row + " is stored as " + stored.kind(row) + " at "
                                + stored.epochNanos[row] + ", taken was " + item.describe(row));
                return;
            }
        }
    }
}
