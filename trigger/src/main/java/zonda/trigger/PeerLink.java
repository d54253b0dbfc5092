package zonda.trigger;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import zonda.model.ValueBatch;
import zonda.runtime.ShardDoor;

/// The way to another shard's evaluator: rows that it subscribed to, and subscriptions, in order.
/// Where its mailbox is
/// full they wait here and are offered again each turn; nothing is dropped. Owned by the sending
/// shard's thread.
final class PeerLink {
    private record Parcel(Runnable message, int rows) {}

    private final ShardDoor door;
    private final TriggerEvaluator peer;
    private final Deque<Parcel> waiting = new ArrayDeque<>();
    private ValueBatch open = new ValueBatch(64);
    private long waitingRows;

    PeerLink(ShardDoor door, TriggerEvaluator peer) {
        this.door = door;
        this.peer = peer;
    }

    TriggerEvaluator peer() {
        return peer;
    }

    /// Rows not yet handed over.
    long backlogRows() {
        return waitingRows + open.size();
    }

    boolean isIdle() {
        return waiting.isEmpty() && open.isEmpty();
    }

    void addRow(ValueBatch batch, int row) {
        open.addRow(batch, row, -1);
    }

    /// Sends a message after all rows added so far.
    void send(Runnable message, int rows) {
        close();
        waiting.add(new Parcel(message, rows));
        waitingRows += rows;
    }

    /// Hands over what the other shard takes.
    ///
    /// @return messages handed over
    int flush() {
        close();
        int sent = 0;
        while (!waiting.isEmpty()) {
            Parcel parcel = waiting.element();
            if (!door.offer(parcel.message())) {
                return sent;
            }
            waiting.remove();
            waitingRows -= parcel.rows();
            sent++;
        }
        return sent;
    }

    private void close() {
        if (open.isEmpty()) {
            return;
        }
        ValueBatch full = ordered(open);
        open = new ValueBatch(64);
        waiting.add(new Parcel(() -> peer.acceptForeign(full), full.size()));
        waitingRows += full.size();
    }

    /// The same rows by (time, item, arrival).
    private static ValueBatch ordered(ValueBatch batch) {
        int size = batch.size();
        boolean isOrdered = true;
        for (int i = 1; i < size && isOrdered; i++) {
            isOrdered = compare(batch, i - 1, i) <= 0;
        }
        if (isOrdered) {
            return batch;
        }
        Integer[] rows = new Integer[size];
        Arrays.setAll(rows, i -> i);
        Arrays.sort(rows, (a, b) -> compare(batch, a, b));
        ValueBatch sorted = new ValueBatch(size);
        for (int row : rows) {
            sorted.addRow(batch, row, -1);
        }
        return sorted;
    }

    private static int compare(ValueBatch batch, int a, int b) {
        int order = Long.compare(batch.epochNanos[a], batch.epochNanos[b]);
        return order != 0 ? order : Long.compare(batch.itemIds[a], batch.itemIds[b]);
    }
}
