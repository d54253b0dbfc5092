package zonda.history.tsdb;

import java.io.IOException;
import java.util.function.Consumer;
import zonda.model.ValueBatch;

/// Walks through a block item by item, reading ahead in large parts. What is damaged is told and
/// stepped over. Owned by one thread.
final class BlockCursor {
    private static final int PART = 1 << 20;

    private final Block block;
    private final Columns columns;
    private final Consumer<String> faults;
    private final Block.Page page = new Block.Page();
    private final Block.SharedTimes shared = new Block.SharedTimes();
    private final ValueBatch rows = new ValueBatch(256);
    private int nextPage;
    private int entry = -1;
    private byte[] part = new byte[0];
    private long partOffset;
    private long measuredTimes = -1;

    /// @param faults gets damage in words
    BlockCursor(Block block, Columns columns, Consumer<String> faults) {
        this.block = block;
        this.columns = columns;
        this.faults = faults;
    }

    /// Goes on to the next item that can be read.
    ///
    /// @return false at the end
    boolean next() throws IOException {
        while (true) {
            entry++;
            if (entry >= page.count) {
                if (nextPage == block.pages()) {
                    return false;
                }
                nextEntries();
                continue;
            }
            try {
                rows.clear();
                decode();
                return true;
            } catch (DamagedException e) {
                faults.accept("block " + block.name() + ": " + e.getMessage());
            }
        }
    }

    private void nextEntries() throws IOException {
        entry = -1;
        page.count = 0;
        try {
            block.page(nextPage++, page);
        } catch (DamagedException e) {
            page.count = 0;
            faults.accept("block " + block.name() + ": " + e.getMessage() + "; its items are missing");
        }
    }

    private void decode() throws IOException, DamagedException {
        long offset = page.offset[entry];
        int length = page.length[entry];
        if (offset < partOffset || offset + length > partOffset + part.length) {
            long from = Math.max(Block.HEADER_BYTES, offset - 2048);
            long room = block.summary().indexOffset() - from;
            part = block.bytes(from, (int) Math.min(room, Math.max(PART, offset - from + length)));
            partOffset = from;
        }
        block.decode(page, entry, part, (int) (offset - partOffset), shared, columns, rows);
    }

    long itemId() {
        return page.item[entry];
    }

    /// Bytes of the item's chunk, without times that it shares with others.
    int chunkBytes() {
        return page.length[entry];
    }

    /// Tells what its times and values take, and how they are written.
    ///
    /// @return bytes; times that an item before has already count nothing
    int measure(Columns.Measure measure) {
        int at = (int) (page.offset[entry] - partOffset);
        int length = page.length[entry];
        int count = page.rows[entry];
        try {
            ByteReader in = new ByteReader().open(part, at, length);
            long back = in.varint();
            int timesLength = (int) in.varint();
            int front = in.at - at;
            int timesBytes = 0;
            long timesOffset = page.offset[entry] - back;
            if (timesOffset > measuredTimes && back <= at) {
                measuredTimes = timesOffset;
                timesBytes = timesLength;
                measure.part("times: " + Integers.form(part[at - (int) back]), count, timesBytes);
            }
            measure.part(Columns.form(in, block.version()), count, length - front);
            measure.part("chunk heads", count, front);
            return timesBytes + length;
        } catch (DamagedException e) {
            throw new IllegalStateException("a chunk that was read before", e);
        }
    }

    /// Its rows; the cursor's own, until the next step.
    ValueBatch rows() {
        return rows;
    }

    Block block() {
        return block;
    }
}
