package zonda.history.tsdb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToIntFunction;
import zonda.history.Buckets;
import zonda.history.HistoryException;
import zonda.history.HistoryReader;
import zonda.history.ItemState;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Joins what a shard has in memory with the blocks. Any thread that may block.
final class Reader implements HistoryReader {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final byte NOT_SUPPORTED = ValueKind.NOT_SUPPORTED.code();

    private final Engine engine;
    private final LongToIntFunction writerOf;

    Reader(Engine engine, LongToIntFunction writerOf) {
        this.engine = engine;
        this.writerOf = writerOf;
    }

    private ShardEngine.View view(long itemId) {
        ShardEngine shard = engine.shards().get(writerOf.applyAsInt(itemId));
        return shard.shard().ask(() -> shard.view(itemId), PATIENCE);
    }

    /// All rows of an item in a stretch of time, sorted by time, arrival kept among equals, exact
    /// duplicates once.
    @Override
    public ValueBatch rows(long itemId, long fromNanos, long toNanos) {
        ShardEngine.View view = view(itemId);
        ValueBatch found = new ValueBatch(256);
        for (Block block : view.blocks()) {
            if (block.overlaps(fromNanos, toNanos)) {
                read(block, itemId, fromNanos, toNanos, found);
            }
        }
        decode(view, itemId, found);
        return sorted(found, fromNanos, toNanos);
    }

    private static void read(Block block, long itemId, long fromNanos, long toNanos, ValueBatch out) {
        try {
            block.read(itemId, fromNanos, toNanos, out);
        } catch (IOException | DamagedException e) {
            throw new HistoryException("item " + itemId + " in block " + block.name() + ": " + e.getMessage(), e);
        }
    }

    private static void decode(ShardEngine.View view, long itemId, ValueBatch out) {
        try {
            for (byte[] chunk : view.chunks()) {
                if (chunk != null) {
                    Chunks.decode(chunk, itemId, out);
                }
            }
        } catch (DamagedException e) {
            throw new HistoryException("item " + itemId + " in memory: " + e.getMessage(), e);
        }
    }

    private static ValueBatch sorted(ValueBatch all, long fromNanos, long toNanos) {
        Integer[] order = new Integer[all.size()];
        boolean inOrder = true;
        for (int row = 0; row < order.length; row++) {
            order[row] = row;
            inOrder &= row == 0 || all.epochNanos[row - 1] <= all.epochNanos[row];
        }
        if (!inOrder) {
            Arrays.sort(order, (a, b) -> Long.compare(all.epochNanos[a], all.epochNanos[b]));
        }
        ValueBatch out = new ValueBatch(Math.max(16, order.length));
        for (int i = 0; i < order.length; i++) {
            int row = order[i];
            long time = all.epochNanos[row];
            if (time >= fromNanos && time <= toNanos && !isRepeated(all, order, i)) {
                out.addRow(all, row, -1);
            }
        }
        return out;
    }

    private static boolean isRepeated(ValueBatch all, Integer[] order, int at) {
        int row = order[at];
        for (int i = at - 1; i >= 0 && all.epochNanos[order[i]] == all.epochNanos[row]; i--) {
            if (isSame(all, order[i], row)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(ValueBatch all, int a, int b) {
        if (all.kinds[a] != all.kinds[b]) {
            return false;
        }
        return all.kinds[a] <= 2 ? all.bits[a] == all.bits[b] : all.text(a).equals(all.text(b));
    }

    @Override
    public ValueBatch range(long itemId, long fromNanos, long toNanos, int limit, boolean descending) {
        ValueBatch rows = rows(itemId, fromNanos, toNanos);
        ValueBatch out = new ValueBatch(Math.max(1, Math.min(limit, rows.size())));
        for (int i = 0; i < rows.size() && out.size() < limit; i++) {
            int row = descending ? rows.size() - 1 - i : i;
            if (rows.kinds[row] != NOT_SUPPORTED) {
                out.addRow(rows, row, -1);
            }
        }
        return out;
    }

    @Override
    public ValueBatch lastN(long itemId, int count, long untilNanos) {
        ShardEngine.View view = view(itemId);
        ValueBatch head = new ValueBatch(64);
        decode(view, itemId, head);
        List<ValueBatch> newestFirst = new ArrayList<>();
        newestFirst.add(head);
        long oldestTaken = oldest(head, Long.MAX_VALUE);
        int have = values(head, untilNanos);
        List<Block> blocks = view.blocks();
        for (int i = blocks.size() - 1; i >= 0; i--) {
            Block block = blocks.get(i);
            // A block whose newest value is older than all that was taken cannot add to a full
            // answer.
            if ((have >= count && block.lastNanos() < oldestTaken) || block.firstNanos() > untilNanos) {
                continue;
            }
            ValueBatch part = new ValueBatch(64);
            read(block, itemId, Long.MIN_VALUE, untilNanos, part);
            newestFirst.add(part);
            oldestTaken = oldest(part, oldestTaken);
            have += values(part, untilNanos);
        }
        ValueBatch all = new ValueBatch(256);
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            ValueBatch part = newestFirst.get(i);
            for (int row = 0; row < part.size(); row++) {
                all.addRow(part, row, -1);
            }
        }
        ValueBatch rows = sorted(all, Long.MIN_VALUE, untilNanos);
        ValueBatch out = new ValueBatch(Math.max(1, Math.min(count, rows.size())));
        for (int row = rows.size() - 1; row >= 0 && out.size() < count; row--) {
            if (rows.kinds[row] != NOT_SUPPORTED) {
                out.addRow(rows, row, -1);
            }
        }
        return out;
    }

    private static long oldest(ValueBatch rows, long atMost) {
        long oldest = atMost;
        for (int row = 0; row < rows.size(); row++) {
            oldest = Math.min(oldest, rows.epochNanos[row]);
        }
        return oldest;
    }

    private static int values(ValueBatch rows, long untilNanos) {
        int count = 0;
        for (int row = 0; row < rows.size(); row++) {
            if (rows.kinds[row] != NOT_SUPPORTED && rows.epochNanos[row] <= untilNanos) {
                count++;
            }
        }
        return count;
    }

    @Override
    public ValueBatch last(long[] itemIds) {
        int[] writer = new int[itemIds.length];
        for (int i = 0; i < itemIds.length; i++) {
            writer[i] = writerOf.applyAsInt(itemIds[i]);
        }
        ValueBatch[] newest = new ValueBatch[itemIds.length];
        for (ShardEngine shard : engine.shards()) {
            boolean[] mine = new boolean[itemIds.length];
            boolean any = false;
            for (int i = 0; i < itemIds.length; i++) {
                mine[i] = writer[i] == shard.lane().number();
                any |= mine[i];
            }
            if (!any) {
                continue;
            }
            ValueBatch found = shard.shard()
                    .ask(
                            () -> {
                                ValueBatch batch = new ValueBatch(itemIds.length);
                                shard.newest(itemIds, mine, batch);
                                return batch;
                            },
                            PATIENCE);
            int row = 0;
            for (int i = 0; i < itemIds.length && row < found.size(); i++) {
                if (mine[i] && found.itemIds[row] == itemIds[i]) {
                    if (found.kinds[row] != NOT_SUPPORTED) {
                        newest[i] = one(found, row);
                    }
                    row++;
                }
            }
        }
        ValueBatch out = new ValueBatch(Math.max(1, itemIds.length));
        for (int i = 0; i < itemIds.length; i++) {
            ValueBatch value = newest[i] == null ? lastN(itemIds[i], 1, Long.MAX_VALUE) : newest[i];
            if (!value.isEmpty()) {
                out.addRow(value, 0, -1);
            }
        }
        return out;
    }

    private static ValueBatch one(ValueBatch from, int row) {
        ValueBatch one = new ValueBatch(1);
        one.addRow(from, row, -1);
        return one;
    }

    @Override
    public ItemState state(long itemId) {
        ShardEngine shard = engine.shards().get(writerOf.applyAsInt(itemId));
        ValueBatch newest = shard.shard()
                .ask(
                        () -> {
                            ValueBatch batch = new ValueBatch(1);
                            shard.newest(new long[] {itemId}, new boolean[] {true}, batch);
                            return batch;
                        },
                        PATIENCE);
        if (newest.isEmpty()) {
            ValueBatch rows = rows(itemId, Long.MIN_VALUE, Long.MAX_VALUE);
            if (rows.isEmpty()) {
                return new ItemState(true, "", 0);
            }
            newest = one(rows, rows.size() - 1);
        }
        boolean supported = newest.kinds[0] != NOT_SUPPORTED;
        return new ItemState(supported, supported ? "" : newest.text(0), newest.epochNanos[0]);
    }

    @Override
    public Buckets buckets(long itemId, long fromNanos, long toNanos, int count) {
        if (count < 1 || toNanos <= fromNanos) {
            throw new IllegalArgumentException(
                    count + " buckets from " + fromNanos + " to " + toNanos + ", wanted at least one and a stretch");
        }
        long step = Math.max(1, (toNanos - fromNanos + count - 1) / count);
        double[] min = new double[count];
        double[] max = new double[count];
        double[] avg = new double[count];
        long[] counts = new long[count];
        Arrays.fill(min, Double.NaN);
        Arrays.fill(max, Double.NaN);
        Arrays.fill(avg, Double.NaN);
        double[] sums = new double[count];
        double[] lost = new double[count];
        ValueBatch rows = rows(itemId, fromNanos, toNanos - 1);
        for (int row = 0; row < rows.size(); row++) {
            if (rows.kinds[row] > 2) {
                continue;
            }
            int bucket = (int) ((rows.epochNanos[row] - fromNanos) / step);
            double value = rows.asDouble(row);
            min[bucket] = counts[bucket] == 0 ? value : Math.min(min[bucket], value);
            max[bucket] = counts[bucket] == 0 ? value : Math.max(max[bucket], value);
            // Neumaier's sum: what rounding takes away is kept and added at the end.
            double sum = sums[bucket] + value;
            lost[bucket] += Math.abs(sums[bucket]) >= Math.abs(value)
                    ? (sums[bucket] - sum) + value
                    : (value - sum) + sums[bucket];
            sums[bucket] = sum;
            counts[bucket]++;
        }
        for (int i = 0; i < count; i++) {
            if (counts[i] > 0) {
                avg[i] = (sums[i] + lost[i]) / counts[i];
            }
        }
        return new Buckets(fromNanos, step, min, avg, max, counts);
    }
}
