package zonda.history.tsdb;

import java.util.Arrays;
import zonda.history.Buckets;
import zonda.history.HourlyTrends;
import zonda.model.Slices;
import zonda.model.ValueBatch;

/// Gathers hours from trends and from values. Owned by one thread.
final class HourSums {
    /// Buckets from this length on are made of whole hours.
    static final long LONG_BUCKET = 6 * Trend.HOUR;

    private final ValueBatch trends;
    private final long from;
    private final long to;
    private final ValueBatch numbers = new ValueBatch(64);

    /// @param trends rows of blocks; those before `from` and after `to` do not count
    HourSums(ValueBatch trends, long from, long to) {
        this.trends = trends;
        this.from = from;
        this.to = to;
    }

    void addNumber(ValueBatch rows, int row) {
        numbers.addRow(rows, row, -1);
    }

    HourlyTrends toTrends() {
        int summed = trends.size();
        long[] hours = new long[summed + numbers.size()];
        for (int i = 0; i < hours.length; i++) {
            hours[i] = i < summed ? trends.epochNanos[i] : Trend.hourOf(numbers.epochNanos[i - summed]);
        }
        int[] order = within(RowOrder.by(hours, hours.length), hours);
        int size = 0;
        for (int i = 0; i < order.length; i++) {
            size += i == 0 || hours[order[i]] != hours[order[i - 1]] ? 1 : 0;
        }
        HourlyTrends all =
                new HourlyTrends(new long[size], new double[size], new double[size], new double[size], new long[size]);
        Trend unsigned = new Trend();
        Trend floating = new Trend();
        int at = 0;
        for (int i = 0; i < order.length; i++) {
            int row = order[i];
            if (row < summed) {
                Trend own = Trend.kindOf(trends, row) == 1 ? unsigned : floating;
                own.addRow(trends.arena, Slices.offset(trends.bits[row]));
            } else {
                byte kind = numbers.kinds[row - summed];
                (kind == 1 ? unsigned : floating).add(kind, numbers.bits[row - summed]);
            }
            if (i + 1 == order.length || hours[order[i + 1]] != hours[row]) {
                put(all, at++, hours[row], unsigned, floating);
                unsigned.clear();
                floating.clear();
            }
        }
        return all;
    }

    private int[] within(int[] order, long[] hours) {
        int first = 0;
        while (first < order.length && hours[order[first]] < from) {
            first++;
        }
        int end = order.length;
        while (end > first && hours[order[end - 1]] > to) {
            end--;
        }
        return end - first == order.length ? order : Arrays.copyOfRange(order, first, end);
    }

    private static void put(HourlyTrends all, int at, long hour, Trend a, Trend b) {
        all.epochNanos()[at] = hour;
        all.count()[at] = a.count() + b.count();
        all.min()[at] = a.isEmpty() ? b.least() : b.isEmpty() ? a.least() : Math.min(a.least(), b.least());
        all.max()[at] = a.isEmpty() ? b.greatest() : b.isEmpty() ? a.greatest() : Math.max(a.greatest(), b.greatest());
        all.avg()[at] = Trend.mean(a, b);
    }

    /// Hours as equal stretches, each counted for the one in which it begins; the first also for
    /// what begins before.
    static Buckets buckets(HourlyTrends hours, long fromNanos, long toNanos, int count) {
        long stretch = toNanos - fromNanos;
        long step = stretch / count + (stretch % count == 0 ? 0 : 1);
        Buckets buckets =
                new Buckets(fromNanos, step, new double[count], new double[count], new double[count], new long[count]);
        Arrays.fill(buckets.min(), Double.NaN);
        Arrays.fill(buckets.avg(), Double.NaN);
        Arrays.fill(buckets.max(), Double.NaN);
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
