package zonda.history.tsdb;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;

/// Writes the frozen chunks of all shards as one block. For an errand.
final class Sealing {
    private static final int BUFFER_BYTES = 1 << 20;

    private Sealing() {}

    /// Writes the block, durably.
    static void write(Disk disk, String name, long number, List<Chunks.Frozen> shards)
            throws IOException, DamagedException {
        Parts parts = new Parts(shards);
        try (Columns columns = new Columns()) {
            try (BlockWriter writer = BlockWriter.begin(disk, name, number, Block.VALUES, 0, columns, BUFFER_BYTES)) {
                write(writer, parts);
                writer.finish();
            }
        }
    }

    private static void write(BlockWriter writer, Parts parts) throws IOException, DamagedException {
        ValueBatch rows = new ValueBatch(1024);
        for (int i = 0; i < parts.count; ) {
            long itemId = parts.itemId(i);
            rows.clear();
            for (; i < parts.count && parts.itemId(i) == itemId; i++) {
                Rows.decode(parts.bytes(i), itemId, rows);
            }
            if (!rows.isEmpty()) {
                int[] order = RowOrder.of(rows);
                writer.add(itemId, rows, order, order.length);
            }
        }
    }

    /// The frozen chunks in the order of their items; those of one item that have lost their slot
    /// before what came later. In arrays: a million objects would hold up the collector, and the
    /// shards with it.
    private static final class Parts {
        private final List<Chunks.Frozen> shards;
        private long[] itemIds = new long[1024];
        private int[] shardOf = new int[1024];
        private int[] slotOf = new int[1024];
        private final int[] order;
        private int count;

        Parts(List<Chunks.Frozen> shards) {
            this.shards = shards;
            for (int shard = 0; shard < shards.size(); shard++) {
                Chunks.Frozen frozen = shards.get(shard);
                for (long itemId : frozen.detachedItems()) {
                    add(itemId, shard, -1);
                }
                for (int slot = 0; slot < frozen.slots(); slot++) {
                    if (frozen.has(slot)) {
                        add(frozen.itemId(slot), shard, slot);
                    }
                }
            }
            order = RowOrder.by(itemIds, count);
        }

        private void add(long itemId, int shard, int slot) {
            if (count == itemIds.length) {
                itemIds = Arrays.copyOf(itemIds, count * 2);
                shardOf = Arrays.copyOf(shardOf, count * 2);
                slotOf = Arrays.copyOf(slotOf, count * 2);
            }
            itemIds[count] = itemId;
            shardOf[count] = shard;
            slotOf[count++] = slot;
        }

        long itemId(int at) {
            return itemIds[order[at]];
        }

        byte[] bytes(int at) {
            Chunks.Frozen frozen = shards.get(shardOf[order[at]]);
            int slot = slotOf[order[at]];
            return slot < 0 ? frozen.detachedBytes(itemId(at)) : frozen.bytes(slot);
        }
    }
}
