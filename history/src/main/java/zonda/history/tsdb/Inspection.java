package zonda.history.tsdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import zonda.history.History;
import zonda.history.HistoryException;
import zonda.history.Retention;
import zonda.history.StoreReport;
import zonda.history.StoreShares;
import zonda.history.StoreTools;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// Looks into a data folder whose server does not run; see [zonda.history.StoreTools].
public final class Inspection {
    private static final long PART_BYTES = 4L << 20;

    private Inspection() {}

    /// See [zonda.history.StoreTools#check].
    public static StoreReport check(Disk disk, History.Progress progress) {
        try {
            return checked(disk, progress);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /// See [zonda.history.StoreTools#shares].
    public static StoreShares shares(Disk disk, int mostItems, History.Progress progress) {
        try {
            return new Shares().of(disk, mostItems, progress);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /// See [zonda.history.StoreTools#dump].
    public static void dump(
            Disk disk,
            LongPredicate items,
            long fromNanos,
            long toNanos,
            Consumer<ValueBatch> visitor,
            Consumer<String> faults,
            History.Progress progress) {
        try {
            dumped(disk, items, fromNanos, toNanos, visitor, faults, progress);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /// See [zonda.history.StoreTools#compact].
    public static StoreTools.Compacted compact(
            Disk disk, long nowNanos, Consumer<String> faults, History.Progress progress) {
        try {
            return compacted(disk, nowNanos, faults, progress);
        } catch (IOException e) {
            throw new HistoryException("the blocks cannot be merged: " + e.getMessage(), e);
        }
    }

    private static StoreTools.Compacted compacted(
            Disk disk, long nowNanos, Consumer<String> faults, History.Progress progress) throws IOException {
        List<String> told = new ArrayList<>();
        Manifest manifest = Manifest.read(disk, told);
        told.forEach(faults);
        int countBefore = manifest.blocks().size();
        long bytesBefore = blockBytes(disk, manifest);
        List<Block> live = new ArrayList<>(Engine.openBlocks(disk, manifest, faults));
        try {
            long highest = manifest.number();
            for (String name : disk.list(Block.FOLDER)) {
                highest = Math.max(highest, Block.numberOf(name));
            }
            AtomicLong number = new AtomicLong(highest);
            Retention all = Retention.of(Long.MAX_VALUE, Long.MAX_VALUE);
            long done = 0;
            Optional<MergePlan> plan = MergePlan.next(live, nowNanos, true);
            while (plan.isPresent()) {
                List<Block> inputs = plan.get().inputs();
                long bytes = inputs.stream().mapToLong(Block::bytes).sum();
                List<String> damage = new ArrayList<>();
                try (Merge merge = new Merge(disk, plan.get(), number::incrementAndGet, all, nowNanos, damage::add)) {
                    while (!merge.step(PART_BYTES)) {
                        progress.read(done, Math.max(done + bytes, bytesBefore));
                    }
                    manifest = manifest.withBlocks(merge.namesAfter(manifest.blocks()));
                }
                manifest.write(disk);
                damage.forEach(faults);
                for (Block block : inputs) {
                    block.close();
                    Engine.remove(
                            disk,
                            block,
                            damage.stream()
                                    .filter(words -> words.contains(block.name()))
                                    .toList());
                }
                done += bytes;
                for (Block block : live) {
                    block.close();
                }
                live = new ArrayList<>(Engine.openBlocks(disk, manifest, _ -> {}));
                plan = MergePlan.next(live, nowNanos, true);
            }
            progress.read(done, done);
        } finally {
            for (Block block : live) {
                block.close();
            }
        }
        return new StoreTools.Compacted(
                countBefore, bytesBefore, manifest.blocks().size(), blockBytes(disk, manifest));
    }

    private static HistoryException unreadable(IOException e) {
        return new HistoryException("the data folder cannot be read: " + e.getMessage(), e);
    }

    private static long blockBytes(Disk disk, Manifest manifest) throws IOException {
        long all = 0;
        for (String name : manifest.blocks()) {
            all += size(disk, name);
        }
        return all;
    }

    private static long size(Disk disk, String name) throws IOException {
        if (!disk.exists(Block.FOLDER + "/" + name)) {
            return 0;
        }
        try (DiskFile file = disk.open(Block.FOLDER + "/" + name)) {
            return file.size();
        }
    }

    private static StoreReport checked(Disk disk, History.Progress progress) throws IOException {
        List<String> faults = new ArrayList<>();
        Manifest manifest = Manifest.read(disk, faults);
        long all = blockBytes(disk, manifest);
        long done = 0;
        List<StoreReport.BlockReport> blocks = new ArrayList<>();
        try (Columns columns = new Columns()) {
            for (String name : manifest.blocks()) {
                long bytes = size(disk, name);
                blocks.add(checkedBlock(disk, name, bytes, columns));
                done += bytes;
                progress.read(done, all);
            }
        }
        long[] rows = {0};
        Segments.Replay replay =
                Segments.replay(disk, manifest, rowVisitor(batch -> rows[0] += batch.size()), (r, a) -> {});
        faults.addAll(replay.faults);
        return new StoreReport(
                blocks,
                Segments.numbers(disk).size(),
                replay.bytes,
                rows[0],
                manifest.states().size(),
                faults);
    }

    private static StoreReport.BlockReport checkedBlock(Disk disk, String name, long bytes, Columns columns)
            throws IOException {
        List<String> faults = new ArrayList<>();
        try (Block block = Block.open(disk, name)) {
            long items = 0;
            long rows = 0;
            BlockCursor cursor = new BlockCursor(block, columns, faults::add);
            while (cursor.next()) {
                items++;
                rows += cursor.rows().size();
            }
            Block.Summary summary = block.summary();
            if (faults.isEmpty() && (items != summary.entries() || rows != summary.rows())) {
                faults.add("block " + name + ": " + rows + " rows of " + items + " items, its footer tells "
                        + summary.rows() + " of " + summary.entries());
            }
            return new StoreReport.BlockReport(
                    name,
                    true,
                    summary.content() == Block.TRENDS,
                    summary.level(),
                    bytes,
                    summary.entries(),
                    summary.rows(),
                    rows,
                    summary.firstNanos(),
                    summary.lastNanos(),
                    faults);
        } catch (DamagedException e) {
            faults.add("block " + name + ": " + e.getMessage());
        } catch (IOException e) {
            faults.add("block " + name + " cannot be read: " + e.getMessage());
        }
        return new StoreReport.BlockReport(name, false, false, 0, bytes, 0, 0, 0, 0, 0, faults);
    }

    private static LogRecords.Visitor rowVisitor(Consumer<ValueBatch> visitor) {
        return new LogRecords.Visitor() {
            @Override
            public void values(ValueBatch batch) {
                visitor.accept(batch);
            }

            @Override
            public void state(String key, byte[] value) {
                // states are no rows
            }
        };
    }

    private static void dumped(
            Disk disk,
            LongPredicate items,
            long fromNanos,
            long toNanos,
            Consumer<ValueBatch> visitor,
            Consumer<String> faults,
            History.Progress progress)
            throws IOException {
        List<String> told = new ArrayList<>();
        Manifest manifest = Manifest.read(disk, told);
        Map<Long, ValueBatch> inLog = new TreeMap<>();
        Segments.Replay replay = Segments.replay(
                disk,
                manifest,
                rowVisitor(batch -> {
                    for (int row = 0; row < batch.size(); row++) {
                        if (items.test(batch.itemIds[row])) {
                            inLog.computeIfAbsent(batch.itemIds[row], _ -> new ValueBatch(8))
                                    .addRow(batch, row, -1);
                        }
                    }
                }),
                (read, all) -> {});
        told.addAll(replay.faults);
        told.forEach(faults);
        List<Block> blocks = new ArrayList<>();
        try (Columns columns = new Columns()) {
            for (Block block : Engine.openBlocks(disk, manifest, faults)) {
                blocks.add(block);
            }
            List<BlockCursor> cursors = new ArrayList<>();
            long all = 0;
            for (Block block : blocks) {
                if (block.summary().content() == Block.VALUES && block.overlaps(fromNanos, toNanos)) {
                    cursors.add(new BlockCursor(block, columns, faults));
                    all += block.bytes();
                }
            }
            MergedItems merged = new MergedItems(cursors);
            TreeMap<Long, ValueBatch> left = new TreeMap<>(inLog);
            while (merged.next()) {
                while (!left.isEmpty() && left.firstKey() < merged.itemId()) {
                    visit(left.pollFirstEntry().getValue(), fromNanos, toNanos, visitor);
                }
                ValueBatch rows = merged.rows();
                ValueBatch newer = left.remove(merged.itemId());
                for (int row = 0; newer != null && row < newer.size(); row++) {
                    rows.addRow(newer, row, -1);
                }
                if (items.test(merged.itemId())) {
                    visit(rows, fromNanos, toNanos, visitor);
                }
                progress.read(merged.bytes(), all);
            }
            for (ValueBatch rows : left.values()) {
                visit(rows, fromNanos, toNanos, visitor);
            }
            progress.read(all, all);
        } finally {
            for (Block block : blocks) {
                block.close();
            }
        }
    }

    private static void visit(ValueBatch rows, long fromNanos, long toNanos, Consumer<ValueBatch> visitor) {
        int[] order = RowOrder.of(rows);
        ValueBatch out = new ValueBatch(order.length);
        for (int row : order) {
            if (rows.epochNanos[row] >= fromNanos && rows.epochNanos[row] <= toNanos) {
                out.addRow(rows, row, -1);
            }
        }
        if (!out.isEmpty()) {
            visitor.accept(out);
        }
    }

    /// Sums up what takes how much.
    private static final class Shares implements Columns.Measure {
        private final Map<String, long[]> encodings = new TreeMap<>();
        private final Map<Long, long[]> items = new HashMap<>();
        private long values;
        private long valueBytes;
        private long trends;
        private long trendBytes;

        @Override
        public void part(String encoding, long count, long bytes) {
            long[] share = encodings.computeIfAbsent(encoding, _ -> new long[3]);
            share[0]++;
            share[1] += count;
            share[2] += bytes;
        }

        StoreShares of(Disk disk, int mostItems, History.Progress progress) throws IOException {
            List<String> faults = new ArrayList<>();
            Manifest manifest = Manifest.read(disk, faults);
            long all = blockBytes(disk, manifest);
            long done = 0;
            try (Columns columns = new Columns()) {
                for (Block block : Engine.openBlocks(disk, manifest, faults::add)) {
                    try (block) {
                        add(block, columns, faults);
                        done += block.bytes();
                        progress.read(done, all);
                    }
                }
            }
            long logBytes = 0;
            for (long number : Segments.numbers(disk)) {
                try (DiskFile file = disk.open(Segments.name(number))) {
                    logBytes += file.size();
                }
            }
            List<StoreShares.ItemShare> greatest = items.entrySet().stream()
                    .map(entry -> new StoreShares.ItemShare(entry.getKey(), entry.getValue()[0], entry.getValue()[1]))
                    .sorted(Comparator.comparingLong(StoreShares.ItemShare::bytes)
                            .reversed()
                            .thenComparingLong(StoreShares.ItemShare::itemId))
                    .limit(mostItems)
                    .toList();
            List<StoreShares.EncodingShare> ways = encodings.entrySet().stream()
                    .map(entry -> new StoreShares.EncodingShare(
                            entry.getKey(), entry.getValue()[0], entry.getValue()[1], entry.getValue()[2]))
                    .sorted(Comparator.comparingLong(StoreShares.EncodingShare::bytes)
                            .reversed())
                    .toList();
            return new StoreShares(ways, greatest, values, valueBytes, trends, trendBytes, logBytes);
        }

        private void add(Block block, Columns columns, List<String> faults) throws IOException {
            if (block.summary().content() == Block.TRENDS) {
                trends += block.rows();
                trendBytes += block.bytes();
                return;
            }
            values += block.rows();
            valueBytes += block.bytes();
            long inChunks = 0;
            BlockCursor cursor = new BlockCursor(block, columns, faults::add);
            while (cursor.next()) {
                int count = cursor.rows().size();
                int bytes = cursor.measure(this);
                inChunks += bytes;
                long[] share = items.computeIfAbsent(cursor.itemId(), _ -> new long[2]);
                share[0] += count;
                share[1] += bytes;
            }
            part("index, dictionary, header, footer", block.rows(), block.bytes() - inChunks);
        }
    }
}
