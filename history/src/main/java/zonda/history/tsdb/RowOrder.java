package zonda.history.tsdb;

import java.util.Arrays;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// The order of an item's rows: by time, arrival among equals, an exact repetition once.
final class RowOrder {
    private RowOrder() {}

    /// Rows of one item that stand in order of arrival, in their order.
    ///
    /// @return the row numbers; fewer than the rows where some repeat others
    static int[] of(ValueBatch rows) {
        int size = rows.size();
        int[] order = new int[size];
        boolean inOrder = true;
        boolean distinct = true;
        for (int row = 0; row < size; row++) {
            order[row] = row;
            if (row > 0) {
                inOrder &= rows.epochNanos[row - 1] <= rows.epochNanos[row];
                distinct &= rows.epochNanos[row - 1] != rows.epochNanos[row];
            }
        }
        if (!inOrder) {
            order = sorted(order, rows.epochNanos);
            distinct = false;
        }
        return distinct ? order : withoutRepetitions(order, rows);
    }

    /// Rows in order of time, all of them; those of one time in their order.
    static int[] byTime(ValueBatch rows) {
        return by(rows.epochNanos, rows.size());
    }

    /// The order of some keys; equal ones in their order.
    static int[] by(long[] keys, int count) {
        int[] order = new int[count];
        boolean inOrder = true;
        for (int i = 0; i < count; i++) {
            order[i] = i;
            inOrder &= i == 0 || keys[i - 1] <= keys[i];
        }
        return inOrder ? order : sorted(order, keys);
    }

    /// Whether an order leaves all rows as they stand.
    static boolean isAsItStands(int[] order, int size) {
        if (order.length != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (order[i] != i) {
                return false;
            }
        }
        return true;
    }

    /// A stable merge sort over the runs that stand there already: blocks are in order, each by
    /// itself.
    private static int[] sorted(int[] order, long[] times) {
        int size = order.length;
        int[] starts = new int[16];
        int runs = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || times[order[i - 1]] > times[order[i]]) {
                if (runs + 1 >= starts.length) {
                    starts = Arrays.copyOf(starts, starts.length * 2);
                }
                starts[runs++] = i;
            }
        }
        starts[runs] = size;
        int[] from = order;
        int[] to = new int[size];
        while (runs > 1) {
            int merged = 0;
            for (int run = 0; run < runs; run += 2) {
                int start = starts[run];
                int middle = starts[run + 1];
                int end = run + 2 <= runs ? starts[run + 2] : middle;
                merge(from, to, times, start, middle, end);
                starts[merged++] = start;
            }
            runs = merged;
            starts[runs] = size;
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(int[] from, int[] to, long[] times, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeLeft = left < middle && (right >= end || times[from[left]] <= times[from[right]]);
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }

    private static int[] withoutRepetitions(int[] order, ValueBatch rows) {
        int kept = 0;
        for (int i = 0; i < order.length; i++) {
            int row = order[i];
            boolean repeated = false;
            for (int k = kept - 1; k >= 0 && rows.epochNanos[order[k]] == rows.epochNanos[row] && !repeated; k--) {
                repeated = isSame(rows, order[k], row);
            }
            if (!repeated) {
                order[kept++] = row;
            }
        }
        return kept == order.length ? order : Arrays.copyOf(order, kept);
    }

    private static boolean isSame(ValueBatch rows, int a, int b) {
        if (rows.kinds[a] != rows.kinds[b]) {
            return false;
        }
        if (!ValueKind.of(rows.kinds[a]).isSlice()) {
            return rows.bits[a] == rows.bits[b];
        }
        int fromA = Slices.offset(rows.bits[a]);
        int fromB = Slices.offset(rows.bits[b]);
        return Arrays.equals(
                rows.arena,
                fromA,
                fromA + Slices.length(rows.bits[a]),
                rows.arena,
                fromB,
                fromB + Slices.length(rows.bits[b]));
    }
}
