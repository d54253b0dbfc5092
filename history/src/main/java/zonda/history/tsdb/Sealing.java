package zonda.history.tsdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;

/// Writes the frozen chunks of all shards as one block. For an errand.
final class Sealing {
    private static final int BUFFER_BYTES = 1 << 20;

    /// Rows of one item: of a slot, or (slot -1) of none.
    private record Part(long itemId, Chunks.Frozen frozen, int slot) {
        byte[] bytes() {
            return slot < 0 ? frozen.detachedBytes(itemId) : frozen.bytes(slot);
        }
    }

    private Sealing() {}

    /// Writes the block, durably.
    static void write(Disk disk, String name, long number, List<Chunks.Frozen> shards)
            throws IOException, DamagedException {
        List<Part> parts = new ArrayList<>();
        for (Chunks.Frozen frozen : shards) {
            for (long itemId : frozen.detachedItems()) {
                parts.add(new Part(itemId, frozen, -1));
            }
            for (int slot = 0; slot < frozen.slots(); slot++) {
                if (frozen.has(slot)) {
                    parts.add(new Part(frozen.itemId(slot), frozen, slot));
                }
            }
        }
        // Stable: what has lost its slot comes before what came later.
        parts.sort(Comparator.comparingLong(Part::itemId));
        try (Columns columns = new Columns()) {
            try (BlockWriter writer = BlockWriter.begin(disk, name, number, Block.VALUES, 0, columns, BUFFER_BYTES)) {
                write(writer, parts);
                writer.finish();
            }
        }
    }

    private static void write(BlockWriter writer, List<Part> parts) throws IOException, DamagedException {
        ValueBatch rows = new ValueBatch(1024);
        for (int i = 0; i < parts.size(); ) {
            long itemId = parts.get(i).itemId();
            rows.clear();
            for (; i < parts.size() && parts.get(i).itemId() == itemId; i++) {
                Rows.decode(parts.get(i).bytes(), itemId, rows);
            }
            if (!rows.isEmpty()) {
                int[] order = RowOrder.of(rows);
                writer.add(itemId, rows, order, order.length);
            }
        }
    }
}
