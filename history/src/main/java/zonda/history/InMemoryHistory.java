package zonda.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// History in plain lists, for tests and for programs that need no past: the simple twin of the
/// engine. What it takes counts as synced at once; nothing survives it. Any thread.
public final class InMemoryHistory implements HistoryStore {
    /// One value; of a number the bits, of anything else the bytes count.
    private record Row(long epochNanos, byte kind, long bits, byte[] bytes) {
        boolean isSame(Row other) {
            return epochNanos == other.epochNanos
                    && kind == other.kind
                    && bits == other.bits
                    && Arrays.equals(bytes, other.bytes);
        }
    }

    private static final long HOUR = 3_600_000_000_000L;

    private final Map<Long, List<Row>> items = new TreeMap<>();
    private final Map<String, byte[]> states = new TreeMap<>();
    private final List<ShardHistory> writers = new ArrayList<>();
    private long refused;

    /// @param writerCount how many writers there are
    public InMemoryHistory(int writerCount) {
        for (int i = 0; i < writerCount; i++) {
            writers.add(new Writer());
        }
    }

    @Override
    public ShardHistory writer(int number) {
        return writers.get(number);
    }

    @Override
    public HistoryReader reader() {
        return new Reader();
    }

    /// The newest value of each key, sorted by key.
    public synchronized Map<String, byte[]> states() {
        return new TreeMap<>(states);
    }

    /// Doubles that were no numbers.
    public synchronized long refusedValues() {
        return refused;
    }

    private synchronized void take(ValueBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            byte kind = batch.kinds[i];
            if (kind == ValueKind.DOUBLE.code() && !Double.isFinite(Double.longBitsToDouble(batch.bits[i]))) {
                refused++;
                continue;
            }
            boolean isSlice = ValueKind.of(kind).isSlice();
            int from = isSlice ? Slices.offset(batch.bits[i]) : 0;
            int length = isSlice ? Slices.length(batch.bits[i]) : 0;
            byte[] bytes = isSlice ? Arrays.copyOfRange(batch.arena, from, from + length) : new byte[0];
            Row row = new Row(batch.epochNanos[i], kind, isSlice ? 0 : batch.bits[i], bytes);
            List<Row> rows = items.computeIfAbsent(batch.itemIds[i], _ -> new ArrayList<>());
            if (rows.stream().noneMatch(row::isSame)) {
                rows.add(row);
                // Stable: arrival decides among equals.
                rows.sort(Comparator.comparingLong(Row::epochNanos));
            }
        }
    }

    private synchronized List<Row> rowsOf(long itemId) {
        return List.copyOf(items.getOrDefault(itemId, List.of()));
    }

    private static void add(ValueBatch out, long itemId, Row row) {
        if (ValueKind.of(row.kind()).isSlice()) {
            out.addBytes(itemId, -1, row.epochNanos(), row.kind(), row.bytes(), 0, row.bytes().length);
        } else {
            out.addNumber(itemId, -1, row.epochNanos(), row.kind(), row.bits());
        }
    }

    private final class Writer implements ShardHistory {
        private long sequence;

        @Override
        public void accept(ValueBatch batch) {
            take(batch);
            sequence++;
        }

        @Override
        public boolean accepting() {
            return true;
        }

        @Override
        public long putStates(List<StateEntry> entries) {
            synchronized (InMemoryHistory.this) {
                for (StateEntry entry : entries) {
                    if (entry.value().length == 0) {
                        states.remove(entry.key());
                    } else {
                        states.put(entry.key(), entry.value());
                    }
                }
            }
            return ++sequence;
        }

        @Override
        public long lastSequence() {
            return sequence;
        }

        @Override
        public long syncedSequence() {
            return sequence;
        }

        @Override
        public void commitSoon() {
            // all is as durable as it gets
        }

        @Override
        public void awaitSynced(Runnable whenSynced) {
            whenSynced.run();
        }

        @Override
        public boolean newest(int slot, long itemId, ValueBatch out) {
            List<Row> rows = rowsOf(itemId);
            if (!rows.isEmpty()) {
                add(out, itemId, rows.getLast());
            }
            return !rows.isEmpty();
        }

        @Override
        public boolean isSealed(int slot) {
            return true;
        }

        @Override
        public void forget(int slot) {
            // nothing is kept by slot
        }

        @Override
        public String name() {
            return "history in memory";
        }

        @Override
        public int turn(long nowNanos) {
            return 0;
        }

        @Override
        public long nextWakeNanos() {
            return Long.MAX_VALUE;
        }
    }

    private final class Reader implements HistoryReader {
        private static boolean isValue(Row row) {
            return row.kind() != ValueKind.NOT_SUPPORTED.code();
        }

        @Override
        public ValueBatch last(long[] itemIds) {
            ValueBatch out = new ValueBatch();
            for (long itemId : itemIds) {
                ValueBatch one = lastN(itemId, 1, Long.MAX_VALUE);
                if (!one.isEmpty()) {
                    out.addRow(one, 0, -1);
                }
            }
            return out;
        }

        @Override
        public ValueBatch lastN(long itemId, int count, long untilNanos) {
            return range(itemId, Long.MIN_VALUE, untilNanos, count, true);
        }

        @Override
        public ValueBatch range(long itemId, long fromNanos, long toNanos, int limit, boolean descending) {
            List<Row> rows = new ArrayList<>(rowsOf(itemId));
            rows.removeIf(row -> !isValue(row) || row.epochNanos() < fromNanos || row.epochNanos() > toNanos);
            List<Row> inOrder = descending ? rows.reversed() : rows;
            ValueBatch out = new ValueBatch();
            inOrder.stream().limit(limit).forEach(row -> add(out, itemId, row));
            return out;
        }

        @Override
        public ValueBatch rows(long itemId, long fromNanos, long toNanos) {
            ValueBatch out = new ValueBatch();
            for (Row row : rowsOf(itemId)) {
                if (row.epochNanos() >= fromNanos && row.epochNanos() <= toNanos) {
                    add(out, itemId, row);
                }
            }
            return out;
        }

        @Override
        public Buckets buckets(long itemId, long fromNanos, long toNanos, int count) {
            return Buckets.of(rows(itemId, fromNanos, toNanos), fromNanos, toNanos, count);
        }

        @Override
        public TextSearch search(
                long itemId, long fromNanos, long toNanos, Predicate<String> wanted, int limit, Duration patience) {
            ValueBatch rows = rows(itemId, fromNanos, toNanos);
            ValueBatch found = new ValueBatch();
            for (int row = rows.size() - 1; row >= 0; row--) {
                if (!TextSearch.isSought(rows, row, wanted)) {
                    continue;
                }
                if (found.size() == limit) {
                    return new TextSearch(found, found.epochNanos[limit - 1], false);
                }
                found.addRow(rows, row, -1);
            }
            return new TextSearch(found, fromNanos, true);
        }

        @Override
        public HourlyTrends trends(long itemId, long fromNanos, long toNanos) {
            long from = fromNanos < Long.MIN_VALUE + HOUR ? fromNanos : Math.floorDiv(fromNanos, HOUR) * HOUR;
            long to = toNanos > Long.MAX_VALUE - HOUR ? toNanos : Math.floorDiv(toNanos, HOUR) * HOUR + HOUR - 1;
            ValueBatch rows = rows(itemId, from, to);
            TreeMap<Long, Buckets> hours = new TreeMap<>();
            for (int row = 0; row < rows.size(); row++) {
                long hour = Math.floorDiv(rows.epochNanos[row], HOUR) * HOUR;
                if (rows.kinds[row] <= 2 && !hours.containsKey(hour)) {
                    hours.put(hour, Buckets.of(rows, hour, hour + HOUR, 1));
                }
            }
            return new HourlyTrends(
                    hours.keySet().stream().mapToLong(hour -> hour).toArray(),
                    hours.values().stream().mapToDouble(hour -> hour.min()[0]).toArray(),
                    hours.values().stream().mapToDouble(hour -> hour.avg()[0]).toArray(),
                    hours.values().stream().mapToDouble(hour -> hour.max()[0]).toArray(),
                    hours.values().stream().mapToLong(hour -> hour.count()[0]).toArray());
        }

        @Override
        public ItemState state(long itemId) {
            List<Row> rows = rowsOf(itemId);
            if (rows.isEmpty()) {
                return new ItemState(true, "", 0);
            }
            Row newest = rows.getLast();
            String reason = isValue(newest) ? "" : new String(newest.bytes(), java.nio.charset.StandardCharsets.UTF_8);
            return new ItemState(isValue(newest), reason, newest.epochNanos());
        }
    }
}
