package zonda.history;

import java.util.Arrays;
import zonda.model.ValueBatch;

/// Numbers summed up over equal stretches of time. Bucket `i` covers `fromNanos + i * stepNanos` up
/// to before the next.
///
/// @param fromNanos start of the first bucket
/// @param stepNanos length of each, rounded up where the stretch does not divide
/// @param min least value; NaN where a bucket is empty
/// @param avg mean value; NaN where a bucket is empty
/// @param max greatest value; NaN where a bucket is empty
/// @param count values in it
public record Buckets(long fromNanos, long stepNanos, double[] min, double[] avg, double[] max, long[] count) {

    /// Sums up the numbers among the rows of one item; other rows, and those outside the stretch,
    /// do
    /// not count. Unsigned integers are compared and summed exactly (128 bits) and rounded once at
    /// the end; doubles are summed with what rounding takes away kept (Neumaier's sum).
    ///
    /// @param toNanos end of the stretch, not included
    /// @throws IllegalArgumentException when there is no bucket or no stretch
    public static Buckets of(ValueBatch rows, long fromNanos, long toNanos, int count) {
        if (count < 1 || toNanos <= fromNanos || toNanos - fromNanos < 0) {
            throw new IllegalArgumentException(
                    count + " buckets from " + fromNanos + " to " + toNanos + ", wanted at least one and a stretch");
        }
        long stretch = toNanos - fromNanos;
        long step = stretch / count + (stretch % count == 0 ? 0 : 1);
        Sums sums = new Sums(count);
        for (int row = 0; row < rows.size(); row++) {
            long time = rows.epochNanos[row];
            if (rows.kinds[row] <= 2 && time >= fromNanos && time < toNanos) {
                sums.add((int) ((time - fromNanos) / step), rows.kinds[row] == 1, rows.bits[row], rows.asDouble(row));
            }
        }
        for (int i = 0; i < count; i++) {
            sums.finish(i);
        }
        return new Buckets(fromNanos, step, sums.min, sums.avg, sums.max, sums.counts);
    }

    private static final class Sums {
        private static final double SMALL = 0x1p-64;

        private final double[] min;
        private final double[] avg;
        private final double[] max;
        private final long[] counts;
        private final double[] sum;
        private final double[] lost;
        /// The sum of the values times [#SMALL], which cannot overflow.
        private final double[] small;
        private final long[] high;
        private final long[] low;

        Sums(int count) {
            min = new double[count];
            avg = new double[count];
            max = new double[count];
            Arrays.fill(min, Double.NaN);
            Arrays.fill(avg, Double.NaN);
            Arrays.fill(max, Double.NaN);
            counts = new long[count];
            sum = new double[count];
            lost = new double[count];
            small = new double[count];
            high = new long[count];
            low = new long[count];
        }

        void add(int bucket, boolean unsigned, long bits, double value) {
            boolean isFirst = counts[bucket] == 0;
            min[bucket] = isFirst ? value : Math.min(min[bucket], value);
            max[bucket] = isFirst ? value : Math.max(max[bucket], value);
            counts[bucket]++;
            if (unsigned) {
                low[bucket] += bits;
                high[bucket] += Long.compareUnsigned(low[bucket], bits) < 0 ? 1 : 0;
            } else {
                addDouble(bucket, value);
            }
        }

        private void addDouble(int bucket, double value) {
            double before = sum[bucket];
            double after = before + value;
            lost[bucket] += Math.abs(before) >= Math.abs(value) ? (before - after) + value : (value - after) + before;
            sum[bucket] = after;
            small[bucket] += value * SMALL;
        }

        void finish(int bucket) {
            if (counts[bucket] == 0) {
                return;
            }
            double integers = high[bucket] * 0x1p64 + ValueBatch.unsignedToDouble(low[bucket]);
            double total = integers + (sum[bucket] + lost[bucket]);
            avg[bucket] = Double.isFinite(total)
                    ? total / counts[bucket]
                    // Finite values whose sum is not.
                    : (integers * SMALL + small[bucket]) / counts[bucket] / SMALL;
        }
    }
}
