package zonda.history.tsdb;

import java.util.TreeMap;
import zonda.history.Buckets;
import zonda.history.HourlyTrends;
import zonda.model.Slices;
import zonda.model.ValueBatch;

/// Gathers hours from trends and from values. Owned by one thread.
final class HourSums {
    /// Buckets from this length on are made of whole hours.
    static final long LONG_BUCKET = 6 * Trend.HOUR;

    /// Of unsigned integers and of doubles.
    private final TreeMap<Long, Trend[]> hours = new TreeMap<>();

    private Trend trend(long nanos, boolean isUnsigned) {
        Trend[] pair = hours.computeIfAbsent(Trend.hourOf(nanos), _ -> new Trend[] {new Trend(), new Trend()});
        return pair[isUnsigned ? 0 : 1];
    }

    void addTrend(ValueBatch rows, int row) {
        trend(rows.epochNanos[row], Trend.kindOf(rows, row) == 1).addRow(rows.arena, Slices.offset(rows.bits[row]));
    }

    void addNumber(ValueBatch rows, int row) {
        trend(rows.epochNanos[row], rows.kinds[row] == 1).add(rows.kinds[row], rows.bits[row]);
    }

    HourlyTrends toTrends() {
        int size = hours.size();
        HourlyTrends all =
                new HourlyTrends(new long[size], new double[size], new double[size], new double[size], new long[size]);
        int at = 0;
        for (var hour : hours.entrySet()) {
            Trend a = hour.getValue()[0];
            Trend b = hour.getValue()[1];
            all.epochNanos()[at] = hour.getKey();
            all.count()[at] = a.count() + b.count();
            all.min()[at] = a.isEmpty() ? b.least() : b.isEmpty() ? a.least() : Math.min(a.least(), b.least());
            all.max()[at] =
                    a.isEmpty() ? b.greatest() : b.isEmpty() ? a.greatest() : Math.max(a.greatest(), b.greatest());
            all.avg()[at++] = Trend.mean(a, b);
        }
        return all;
    }

    /// Hours as equal stretches, each counted for the one in which it begins; the first also for
    /// what begins before.
    static Buckets buckets(HourlyTrends hours, long fromNanos, long toNanos, int count) {
        long stretch = toNanos - fromNanos;
        long step = stretch / count + (stretch % count == 0 ? 0 : 1);
        Buckets buckets =
                new Buckets(fromNanos, step, new double[count], new double[count], new double[count], new long[count]);
        java.util.Arrays.fill(buckets.min(), Double.NaN);
        java.util.Arrays.fill(buckets.avg(), Double.NaN);
        java.util.Arrays.fill(buckets.max(), Double.NaN);
        for (int i = 0; i < hours.size(); i++) {
            int at = (int) (Math.max(0, hours.epochNanos()[i] - fromNanos) / step);
            long before = buckets.count()[at];
            long after = before + hours.count()[i];
            boolean isFirst = before == 0;
            buckets.count()[at] = after;
            buckets.min()[at] = isFirst ? hours.min()[i] : Math.min(buckets.min()[at], hours.min()[i]);
            buckets.max()[at] = isFirst ? hours.max()[i] : Math.max(buckets.max()[at], hours.max()[i]);
            double share = (double) hours.count()[i] / after;
            buckets.avg()[at] = isFirst ? hours.avg()[i] : buckets.avg()[at] * (1 - share) + hours.avg()[i] * share;
        }
        return buckets;
    }
}
