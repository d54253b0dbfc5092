package zonda.history.tsdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import zonda.history.Retention;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;

/// A merge at work: reads its blocks item by item and writes those that take their place, some
/// megabytes at a time. What it has written counts once a manifest names it. For errands, one at a
/// time.
///
/// Trends are sums of rows that add up: when a day's blocks become one, the rows that were not yet
/// in it (exact repetitions left out) are summed up by hours into a block of trends. So each row
/// counts once, however late it came.
final class Merge implements AutoCloseable {
    /// More days than these are not written at once; the rest is left for the next merge.
    private static final int MOST_DAYS = 64;
    private static final int BUFFER_BYTES = 64 << 10;
    /// A block is written anew when so much of it is too old: half.
    private static final int EXPIRED_PART = 2;

    private final Disk disk;
    private final MergePlan plan;
    private final LongSupplier numbers;
    private final Retention retention;
    private final long nowNanos;
    private final Columns columns = new Columns();
    private final MergedItems items;
    private final boolean isOfSeveralDays;
    private final long firstDay;
    private final Map<Long, BlockWriter> writers = new TreeMap<>();
    private @Nullable BlockWriter rest;
    private @Nullable BlockWriter trends;
    private final Trend unsigned = new Trend();
    private final Trend floating = new Trend();
    private final ValueBatch trendRows = new ValueBatch(64);
    private final byte[] scratch = new byte[Trend.BYTES];
    private final List<String> values = new ArrayList<>();
    private final List<String> summaries = new ArrayList<>();

    /// @param nowNanos wall time
    /// @param numbers for new blocks
    /// @param faults gets damage in words: what is damaged is left out, as it would be when reading
    Merge(Disk disk, MergePlan plan, LongSupplier numbers, Retention retention, long nowNanos, Consumer<String> faults)
            throws IOException {
        this.disk = disk;
        this.plan = plan;
        this.numbers = numbers;
        this.retention = retention;
        this.nowNanos = nowNanos;
        this.isOfSeveralDays = plan.isOfSeveralDays();
        long newest = Long.MIN_VALUE;
        List<BlockCursor> cursors = new ArrayList<>();
        for (Block block : plan.inputs()) {
            cursors.add(new BlockCursor(block, columns, faults));
            newest = Math.max(newest, block.lastNanos());
        }
        this.items = new MergedItems(cursors);
        this.firstDay = Math.max(Long.MIN_VALUE + MergePlan.DAY, newest) < Long.MIN_VALUE + MOST_DAYS * MergePlan.DAY
                ? Long.MIN_VALUE
                : MergePlan.dayOf(newest) - (MOST_DAYS - 1) * MergePlan.DAY;
    }

    MergePlan plan() {
        return plan;
    }

    /// Goes on for some bytes of chunks.
    ///
    /// @return whether all is done and on disk
    boolean step(long mostBytes) throws IOException {
        long until = items.bytes() + mostBytes;
        while (items.bytes() < until) {
            if (!items.next()) {
                finish();
                return true;
            }
            if (plan.kind() == MergePlan.Kind.TRENDS) {
                trends();
            } else {
                values();
            }
        }
        return false;
    }

    private void values() throws IOException {
        ValueBatch rows = items.rows();
        int[] order = RowOrder.of(rows);
        if (isOfSeveralDays) {
            severalDays(rows, order);
            return;
        }
        int early = 0;
        if (plan.kind() == MergePlan.Kind.SPLIT) {
            while (early < order.length && rows.epochNanos[order[early]] < firstDay) {
                early++;
            }
        }
        if (early > 0) {
            rest().add(items.itemId(), rows, order, early);
        }
        for (int from = early; from < order.length; ) {
            long day = MergePlan.dayOf(rows.epochNanos[order[from]]);
            int to = from + 1;
            while (to < order.length && rows.epochNanos[order[to]] - day < MergePlan.DAY) {
                to++;
            }
            dayOfItem(day, rows, Arrays.copyOfRange(order, from, to));
            from = to;
        }
    }

    private void severalDays(ValueBatch rows, int[] order) throws IOException {
        long itemId = items.itemId();
        sumUp(itemId, rows, order);
        long kept = retention.historyNanos(itemId);
        int first = 0;
        while (first < order.length && isTooOld(MergePlan.dayOf(rows.epochNanos[order[first]]) + MergePlan.DAY, kept)) {
            first++;
        }
        if (first < order.length) {
            int[] young = Arrays.copyOfRange(order, first, order.length);
            writerOf(firstDay).add(itemId, rows, young, young.length);
        }
    }

    private void dayOfItem(long day, ValueBatch rows, int[] order) throws IOException {
        long itemId = items.itemId();
        if (plan.kind() == MergePlan.Kind.SPLIT) {
            writerOf(day).add(itemId, rows, order, order.length);
            return;
        }
        sumUp(itemId, rows, order);
        if (!isTooOld(day + MergePlan.DAY, retention.historyNanos(itemId))) {
            writerOf(day).add(itemId, rows, order, order.length);
        }
    }

    private boolean isTooOld(long endNanos, long keptNanos) {
        return keptNanos <= 0 || nowNanos - endNanos > keptNanos;
    }

    private BlockWriter writerOf(long window) throws IOException {
        BlockWriter own = writers.get(window);
        if (own == null) {
            boolean isSplit = plan.kind() == MergePlan.Kind.SPLIT;
            boolean isTrends = plan.kind() == MergePlan.Kind.TRENDS;
            own = begin(isTrends ? Block.TRENDS : Block.VALUES, isTrends || isSplit ? 1 : 2);
            writers.put(window, own);
        }
        return own;
    }

    /// For what is of earlier days than are written now.
    private BlockWriter rest() throws IOException {
        BlockWriter own = rest;
        if (own == null) {
            own = begin(Block.VALUES, 0);
            rest = own;
        }
        return own;
    }

    private BlockWriter begin(int content, int level) throws IOException {
        long number = numbers.getAsLong();
        return BlockWriter.begin(disk, Block.nameOf(number), number, content, level, columns, BUFFER_BYTES);
    }

    /// Sums up the rows of a day that are new in it.
    private void sumUp(long itemId, ValueBatch rows, int[] order) throws IOException {
        int settled = items.settledRows();
        trendRows.clear();
        long hour = Long.MIN_VALUE;
        for (int row : order) {
            byte kind = rows.kinds[row];
            if (row < settled || kind > 2) {
                continue;
            }
            long own = Trend.hourOf(rows.epochNanos[row]);
            if (own != hour) {
                endHour(itemId, hour);
                hour = own;
            }
            (kind == 1 ? unsigned : floating).add(kind, rows.bits[row]);
        }
        endHour(itemId, hour);
        if (trendRows.isEmpty() || isTooOld(trendRows.epochNanos[trendRows.size() - 1], retention.trendNanos(itemId))) {
            return;
        }
        BlockWriter own = trends;
        if (own == null) {
            own = begin(Block.TRENDS, 0);
            trends = own;
        }
        own.add(itemId, trendRows, RowOrder.byTime(trendRows), trendRows.size());
    }

    private void endHour(long itemId, long hour) {
        for (Trend trend : new Trend[] {unsigned, floating}) {
            if (!trend.isEmpty()) {
                trend.toRow(itemId, hour, scratch, trendRows);
                trend.clear();
            }
        }
    }

    private void trends() throws IOException {
        ValueBatch rows = items.rows();
        int[] order = RowOrder.byTime(rows);
        trendRows.clear();
        long month = Long.MIN_VALUE;
        long hour = Long.MIN_VALUE;
        for (int row : order) {
            long own = rows.epochNanos[row];
            if (own != hour) {
                endHour(items.itemId(), hour);
                hour = own;
            }
            long ownMonth = MergePlan.monthOf(own);
            if (ownMonth != month) {
                endMonth(month);
                month = ownMonth;
            }
            boolean isUnsigned = Trend.kindOf(rows, row) == 1;
            (isUnsigned ? unsigned : floating).addRow(rows.arena, Slices.offset(rows.bits[row]));
        }
        endHour(items.itemId(), hour);
        endMonth(month);
    }

    private void endMonth(long month) throws IOException {
        if (trendRows.isEmpty()) {
            return;
        }
        long itemId = items.itemId();
        long last = trendRows.epochNanos[trendRows.size() - 1];
        if (!isTooOld(last + Trend.HOUR, retention.trendNanos(itemId))) {
            writerOf(month).add(itemId, trendRows, RowOrder.byTime(trendRows), trendRows.size());
        }
        trendRows.clear();
    }

    private void finish() throws IOException {
        BlockWriter left = rest;
        if (left != null) {
            left.finish();
            values.add(left.name());
        }
        for (BlockWriter writer : writers.values()) {
            writer.finish();
            (plan.kind() == MergePlan.Kind.TRENDS ? summaries : values).add(writer.name());
        }
        BlockWriter hourly = trends;
        if (hourly != null) {
            hourly.finish();
            summaries.add(hourly.name());
        }
    }

    /// The names of all blocks once this merge counts.
    List<String> namesAfter(List<String> before) {
        List<String> gone = plan.inputs().stream().map(Block::name).toList();
        List<String> after = new ArrayList<>(before);
        int at = after.indexOf(gone.getFirst());
        after.removeAll(gone);
        after.addAll(Math.clamp(at, 0, after.size()), values);
        after.addAll(summaries);
        return List.copyOf(after);
    }

    /// Whether so much of a block is too old that it pays to write it anew. Reads its index.
    static boolean pays(Block block, Retention retention, long nowNanos) throws IOException {
        boolean isTrends = block.summary().content() == Block.TRENDS;
        long all = 0;
        double old = 0;
        Block.Page page = new Block.Page();
        for (int number = 0; number < block.pages(); number++) {
            try {
                block.page(number, page);
            } catch (DamagedException e) {
                return false;
            }
            for (int i = 0; i < page.count; i++) {
                long item = page.item[i];
                double part = isTrends
                        ? nowNanos - page.last[i] - Trend.HOUR > Math.max(0, retention.trendNanos(item)) ? 1 : 0
                        : oldPart(page.first[i], page.last[i], retention.historyNanos(item), nowNanos);
                all += page.length[i];
                old += page.length[i] * part;
            }
        }
        return old > 0 && old >= (double) all / EXPIRED_PART;
    }

    /// How much of a chunk is of days that are too old, as if all its days were alike.
    private static double oldPart(long firstNanos, long lastNanos, long keptNanos, long nowNanos) {
        long from = MergePlan.dayOf(firstNanos);
        long end = MergePlan.dayOf(lastNanos) + MergePlan.DAY;
        double cut = keptNanos <= 0 ? end : MergePlan.dayOf(nowNanos - keptNanos - 1);
        return Math.clamp((cut - from) / ((double) end - from), 0.0, 1.0);
    }

    @Override
    public void close() throws IOException {
        for (BlockWriter writer : writers.values()) {
            writer.close();
        }
        if (rest != null) {
            rest.close();
        }
        if (trends != null) {
            trends.close();
        }
        columns.close();
    }
}
