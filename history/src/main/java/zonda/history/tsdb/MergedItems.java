package zonda.history.tsdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import zonda.model.ValueBatch;

/// Walks through several blocks at once, item by item: the rows of an item from all of them, as one
/// batch, oldest block first. Owned by one thread.
final class MergedItems {
    private final List<BlockCursor> cursors = new ArrayList<>();
    private final List<BlockCursor> alive = new ArrayList<>();
    private final ValueBatch rows = new ValueBatch(1024);
    private long itemId;
    private long bytes;
    private int settledRows;

    /// @param cursors of the blocks, oldest first, before their first item
    MergedItems(List<BlockCursor> cursors) throws IOException {
        this.cursors.addAll(cursors);
        for (BlockCursor cursor : cursors) {
            if (cursor.next()) {
                alive.add(cursor);
            }
        }
    }

    /// Goes on to the next item.
    ///
    /// @return false at the end
    boolean next() throws IOException {
        if (alive.isEmpty()) {
            return false;
        }
        itemId = Long.MAX_VALUE;
        for (int i = 0; i < alive.size(); i++) {
            itemId = Math.min(itemId, alive.get(i).itemId());
        }
        rows.clear();
        settledRows = 0;
        for (int i = 0; i < alive.size(); ) {
            BlockCursor cursor = alive.get(i);
            if (cursor.itemId() == itemId) {
                ValueBatch more = cursor.rows();
                for (int row = 0; row < more.size(); row++) {
                    rows.addRow(more, row, -1);
                }
                if (cursor.block().level() == 2) {
                    settledRows = rows.size();
                }
                bytes += cursor.chunkBytes();
                if (!cursor.next()) {
                    alive.remove(i);
                    continue;
                }
            }
            i++;
        }
        return true;
    }

    long itemId() {
        return itemId;
    }

    /// The item's rows, those of older blocks first; until the next step.
    ValueBatch rows() {
        return rows;
    }

    /// How many of the rows, from the first on, are of blocks that have all of a day.
    int settledRows() {
        return settledRows;
    }

    /// Bytes of chunks read so far.
    long bytes() {
        return bytes;
    }
}
