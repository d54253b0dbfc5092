package zonda.history.tsdb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import zonda.history.Buckets;
import zonda.history.HistoryException;
import zonda.history.HistoryReader;
import zonda.history.HourlyTrends;
import zonda.history.ItemState;
import zonda.history.TextSearch;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Joins what a shard has in memory with the blocks. Any thread that may block. What is damaged in
/// a block is told and left out; the rest is answered.
final class Reader implements HistoryReader {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /// Items asked of a shard in one turn.
    private static final int ITEMS_A_QUESTION = 8_192;

    private static final byte NOT_SUPPORTED = ValueKind.NOT_SUPPORTED.code();

    private final Engine engine;
    private final LongToIntFunction writerOf;

    Reader(Engine engine, LongToIntFunction writerOf) {
        this.engine = engine;
        this.writerOf = writerOf;
    }

    private <T> T ask(ShardEngine shard, Supplier<T> question) {
        return shard.shard().ask(question, PATIENCE);
    }

    private ShardEngine shardOf(long itemId) {
        return engine.shards().get(writerOf.applyAsInt(itemId));
    }

    private ShardEngine.View view(long itemId) {
        ShardEngine shard = shardOf(itemId);
        return ask(shard, () -> shard.view(itemId));
    }

    @Override
    public ValueBatch rows(long itemId, long fromNanos, long toNanos) {
        ShardEngine.View view = view(itemId);
        ValueBatch found = new ValueBatch(256);
        for (Block block : view.blocks()) {
            if (block.hasValues() && block.overlaps(fromNanos, toNanos)) {
                read(block, itemId, fromNanos, toNanos, found);
            }
        }
        decode(view, itemId, found);
        return sorted(found, fromNanos, toNanos);
    }

    private void read(Block block, long itemId, long fromNanos, long toNanos, ValueBatch out) {
        Columns columns = engine.columns().take();
        try {
            // Rows are added when all of the chunk could be read.
            block.read(itemId, fromNanos, toNanos, columns, out);
            engine.columns().giveBack(columns);
        } catch (IOException | DamagedException e) {
            engine.damaged(block, "block " + block.name() + ", item " + itemId + ": " + e.getMessage());
        }
    }

    private static void addAll(ValueBatch from, ValueBatch to) {
        for (int row = 0; row < from.size(); row++) {
            to.addRow(from, row, -1);
        }
    }

    private static void decode(ShardEngine.View view, long itemId, ValueBatch out) {
        try {
            for (byte[] chunk : view.chunks()) {
                Rows.decode(chunk, itemId, out);
            }
        } catch (DamagedException e) {
            throw new HistoryException("item " + itemId + " in memory: " + e.getMessage(), e);
        }
    }

    /// Rows in order of time, exact repetitions once, those outside the stretch left out.
    private static ValueBatch sorted(ValueBatch all, long fromNanos, long toNanos) {
        int[] order = RowOrder.of(all);
        int size = all.size();
        if (size == 0
                || (RowOrder.isAsItStands(order, size)
                        && all.epochNanos[0] >= fromNanos
                        && all.epochNanos[size - 1] <= toNanos)) {
            return all;
        }
        ValueBatch out = new ValueBatch(Math.max(16, order.length));
        for (int row : order) {
            long time = all.epochNanos[row];
            if (time >= fromNanos && time <= toNanos) {
                out.addRow(all, row, -1);
            }
        }
        return out;
    }

    @Override
    public ValueBatch range(long itemId, long fromNanos, long toNanos, int limit, boolean descending) {
        ValueBatch rows = rows(itemId, fromNanos, toNanos);
        if (!descending && rows.size() <= limit && hasOnlyValues(rows)) {
            return rows;
        }
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
    public TextSearch search(
            long itemId, long fromNanos, long toNanos, Predicate<String> wanted, int limit, Duration patience) {
        long until = engine.nanos() + patience.toNanos();
        long oldest = Long.MAX_VALUE;
        long newest = Long.MIN_VALUE;
        ShardEngine.View view = view(itemId);
        ValueBatch head = new ValueBatch(64);
        decode(view, itemId, head);
        for (int row = 0; row < head.size(); row++) {
            oldest = Math.min(oldest, head.epochNanos[row]);
            newest = Math.max(newest, head.epochNanos[row]);
        }
        for (Block block : view.blocks()) {
            if (block.hasValues()) {
                oldest = Math.min(oldest, block.firstNanos());
                newest = Math.max(newest, block.lastNanos());
            }
        }
        ValueBatch found = new ValueBatch(16);
        long first = Math.max(fromNanos, oldest);
        long end = Math.min(toNanos, newest);
        while (end >= first) {
            if (found.size() >= limit || engine.nanos() - until > 0) {
                return new TextSearch(found, end + 1, false);
            }
            long start = Math.max(first, MergePlan.dayOf(end));
            ValueBatch rows = rows(itemId, start, end);
            for (int row = rows.size() - 1; row >= 0; row--) {
                if (!TextSearch.isSought(rows, row, wanted)) {
                    continue;
                }
                if (found.size() == limit) {
                    return new TextSearch(found, found.epochNanos[limit - 1], false);
                }
                found.addRow(rows, row, -1);
            }
            end = previousEnd(view, head, start);
        }
        return new TextSearch(found, fromNanos, true);
    }

    /// The newest time before a day's start at which the item may have rows; `Long.MIN_VALUE` where
    /// there is none.
    private static long previousEnd(ShardEngine.View view, ValueBatch head, long start) {
        long end = Long.MIN_VALUE;
        for (int row = 0; row < head.size(); row++) {
            end = head.epochNanos[row] < start ? Math.max(end, head.epochNanos[row]) : end;
        }
        for (Block block : view.blocks()) {
            if (block.hasValues() && block.firstNanos() < start) {
                end = Math.max(end, Math.min(block.lastNanos(), start - 1));
            }
        }
        return end;
    }

    private static boolean hasOnlyValues(ValueBatch rows) {
        boolean has = true;
        for (int row = 0; row < rows.size(); row++) {
            has &= rows.kinds[row] != NOT_SUPPORTED;
        }
        return has;
    }

    @Override
    public ValueBatch lastN(long itemId, int count, long untilNanos) {
        return newestFirst(itemId, count, untilNanos, false);
    }

    /// The newest rows at or before a time, newest first. Blocks are read from the newest on, and
    /// only as far as they may still add something.
    ///
    /// @param anyKind NOT_SUPPORTED rows count as well
    private ValueBatch newestFirst(long itemId, int count, long untilNanos, boolean anyKind) {
        ShardEngine.View view = view(itemId);
        ValueBatch head = new ValueBatch(64);
        decode(view, itemId, head);
        List<ValueBatch> parts = new ArrayList<>();
        parts.add(head);
        long oldestTaken = oldest(head, Long.MAX_VALUE);
        int have = counted(head, untilNanos, anyKind);
        List<Block> blocks = view.blocks();
        for (int i = blocks.size() - 1; i >= 0; i--) {
            Block block = blocks.get(i);
            if (!block.hasValues()) {
                continue;
            }
            // A block whose newest row is older than all that was taken cannot add to a full
            // answer.
            if ((have >= count && block.lastNanos() < oldestTaken) || block.firstNanos() > untilNanos) {
                continue;
            }
            ValueBatch part = new ValueBatch(64);
            read(block, itemId, Long.MIN_VALUE, untilNanos, part);
            parts.add(part);
            oldestTaken = oldest(part, oldestTaken);
            have += counted(part, untilNanos, anyKind);
        }
        ValueBatch all = new ValueBatch(256);
        for (int i = parts.size() - 1; i >= 0; i--) {
            addAll(parts.get(i), all);
        }
        ValueBatch rows = sorted(all, Long.MIN_VALUE, untilNanos);
        ValueBatch out = new ValueBatch(Math.max(1, Math.min(count, rows.size())));
        for (int row = rows.size() - 1; row >= 0 && out.size() < count; row--) {
            if (anyKind || rows.kinds[row] != NOT_SUPPORTED) {
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

    private static int counted(ValueBatch rows, long untilNanos, boolean anyKind) {
        int count = 0;
        for (int row = 0; row < rows.size(); row++) {
            if ((anyKind || rows.kinds[row] != NOT_SUPPORTED) && rows.epochNanos[row] <= untilNanos) {
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
        ValueBatch[] found = new ValueBatch[itemIds.length];
        int[] rowOf = new int[itemIds.length];
        int[] mine = new int[itemIds.length];
        for (ShardEngine shard : engine.shards()) {
            int count = 0;
            for (int i = 0; i < itemIds.length; i++) {
                if (writer[i] == shard.lane().number()) {
                    mine[count++] = i;
                }
            }
            for (int from = 0; from < count; from += ITEMS_A_QUESTION) {
                newest(shard, itemIds, mine, from, Math.min(count, from + ITEMS_A_QUESTION), found, rowOf);
            }
        }
        ValueBatch out = new ValueBatch(Math.max(1, itemIds.length));
        for (int i = 0; i < itemIds.length; i++) {
            if (found[i] != null) {
                out.addRow(found[i], rowOf[i], -1);
                continue;
            }
            ValueBatch one = lastN(itemIds[i], 1, Long.MAX_VALUE);
            if (!one.isEmpty()) {
                out.addRow(one, 0, -1);
            }
        }
        return out;
    }

    /// Asks a shard for the newest rows of some of its items, and notes where the values among them
    /// stand.
    private void newest(
            ShardEngine shard, long[] itemIds, int[] mine, int from, int to, ValueBatch[] found, int[] rowOf) {
        long[] asked = new long[to - from];
        for (int i = from; i < to; i++) {
            asked[i - from] = itemIds[mine[i]];
        }
        ValueBatch answer = ask(shard, () -> shard.newest(asked, 0, asked.length));
        int row = 0;
        for (int i = from; i < to && row < answer.size(); i++) {
            if (answer.itemIds[row] == itemIds[mine[i]]) {
                if (answer.kinds[row] != NOT_SUPPORTED) {
                    found[mine[i]] = answer;
                    rowOf[mine[i]] = row;
                }
                row++;
            }
        }
    }

    @Override
    public ItemState state(long itemId) {
        ShardEngine shard = shardOf(itemId);
        long[] asked = {itemId};
        ValueBatch newest = ask(shard, () -> shard.newest(asked, 0, 1));
        if (newest.isEmpty()) {
            newest = newestFirst(itemId, 1, Long.MAX_VALUE, true);
        }
        if (newest.isEmpty()) {
            return new ItemState(true, "", 0);
        }
        boolean supported = newest.kinds[0] != NOT_SUPPORTED;
        return new ItemState(supported, supported ? "" : newest.text(0), newest.epochNanos[0]);
    }

    @Override
    public HourlyTrends trends(long itemId, long fromNanos, long toNanos) {
        long from = Trend.hourOf(fromNanos);
        long to = toNanos > Long.MAX_VALUE - Trend.HOUR ? toNanos : Trend.hourOf(toNanos) + Trend.HOUR - 1;
        ShardEngine.View view = view(itemId);
        ValueBatch sums = new ValueBatch(64);
        ValueBatch unsummed = new ValueBatch(256);
        List<Block> settled = new ArrayList<>();
        for (Block block : view.blocks()) {
            if (!block.overlaps(from, to)) {
                continue;
            }
            if (!block.hasValues()) {
                read(block, itemId, from, to, sums);
            } else if (block.level() == 2) {
                settled.add(block);
            } else {
                read(block, itemId, from, to, unsummed);
            }
        }
        decode(view, itemId, unsummed);
        HourSums hours = new HourSums(sums, from, to);
        addUnsummed(unsummed, settled, itemId, from, to, hours);
        return hours.toTrends();
    }

    /// Adds rows that are in no trend yet. Those that repeat one of a day that is summed up are
    /// left out, as they will be when they are merged into it.
    private void addUnsummed(
            ValueBatch unsummed, List<Block> settled, long itemId, long from, long to, HourSums hours) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < unsummed.size(); row++) {
            if (unsummed.epochNanos[row] >= from && unsummed.epochNanos[row] <= to) {
                first = Math.min(first, unsummed.epochNanos[row]);
                last = Math.max(last, unsummed.epochNanos[row]);
            }
        }
        if (first > last) {
            return;
        }
        ValueBatch all = new ValueBatch(256);
        for (Block block : settled) {
            if (block.overlaps(first, last)) {
                read(block, itemId, first, last, all);
            }
        }
        int known = all.size();
        addAll(unsummed, all);
        for (int row : RowOrder.of(all)) {
            if (row >= known && all.epochNanos[row] >= from && all.epochNanos[row] <= to && all.kinds[row] <= 2) {
                hours.addNumber(all, row);
            }
        }
    }

    @Override
    public Buckets buckets(long itemId, long fromNanos, long toNanos, int count) {
        if (count > 0 && toNanos > fromNanos && (toNanos - fromNanos) / count >= HourSums.LONG_BUCKET) {
            return HourSums.buckets(trends(itemId, fromNanos, toNanos - 1), fromNanos, toNanos, count);
        }
        return Buckets.of(rows(itemId, fromNanos, toNanos - 1), fromNanos, toNanos, count);
    }
}
