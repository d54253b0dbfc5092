package zonda.server;

import zonda.history.HistoryReader;
import zonda.history.ShardHistory;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.trigger.PastValues;

/// What history knows of a shard's items, for the triggers' windows. On the shard's thread; the
/// newest value comes from
/// memory, more from history's reader.
final class StoredPast implements PastValues {
    private final HistoryReader reader;
    private final ShardHistory history;
    private final ItemSlots slots;
    private final ValueBatch newest = new ValueBatch(1);

    StoredPast(HistoryReader reader, ShardHistory history, ItemSlots slots) {
        this.reader = reader;
        this.history = history;
        this.slots = slots;
    }

    @Override
    public void read(long itemId, int least, long afterNanos, ValueBatch into) {
        if (least == 1 && afterNanos == Long.MAX_VALUE && newest(itemId) && newest.kind(0) != ValueKind.NOT_SUPPORTED) {
            into.addRow(newest, 0, -1);
            return;
        }
        ValueBatch last = reader.lastN(itemId, least, Long.MAX_VALUE);
        boolean enough = last.size() < least
                || afterNanos == Long.MAX_VALUE
                || (!last.isEmpty() && last.epochNanos[last.size() - 1] <= afterNanos);
        if (enough) {
            for (int row = last.size() - 1; row >= 0; row--) {
                into.addRow(last, row, -1);
            }
            return;
        }
        ValueBatch since = reader.range(itemId, afterNanos + 1, Long.MAX_VALUE, Integer.MAX_VALUE, false);
        for (int row = 0; row < since.size(); row++) {
            into.addRow(since, row, -1);
        }
    }

    @Override
    public String notSupportedReason(long itemId) {
        if (newest(itemId)) {
            return newest.kind(0) == ValueKind.NOT_SUPPORTED ? newest.text(0) : "";
        }
        return reader.state(itemId).reason();
    }

    private boolean newest(long itemId) {
        newest.clear();
        return history.newest(slots.slotOf(itemId), itemId, newest);
    }
}
