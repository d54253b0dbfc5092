package zonda.trigger;

import java.time.ZoneId;
import zonda.language.Expression;

/// A window over an item's values that moves forward: values from sequence [#from] up to before
/// [#to]. Values that enter
/// and leave are told to the subclass, which keeps its figure up to date. Owned by the shard's
/// thread.
///
/// It can always be counted anew from the values that are kept, since no window ever needs what
/// lies before its start.
class Span {
    final ItemValues item;
    final Expression.Period period;
    private final ZoneId zone;
    private final long lengthNanos;

    /// How many functions use it.
    int users;

    /// Whether values have come in between, so that it must be counted anew.
    boolean isStale;

    private long from;
    private long to;
    private long endNanos = Long.MIN_VALUE;

    Span(ItemValues item, Expression.Period period, ZoneId zone) {
        this.item = item;
        this.period = period;
        this.zone = zone;
        this.lengthNanos = period.byCount() ? 0 : period.amount() * Calendar.NANOS;
        this.from = item.firstSequence();
        this.to = from;
    }

    final long from() {
        return from;
    }

    final long to() {
        return to;
    }

    final long size() {
        return to - from;
    }

    final int leastValues() {
        return period.byCount() && period.shift().isEmpty() ? (int) period.amount() : 1;
    }

    /// How many values it needs before a time shift.
    final int leastBeforeShift() {
        return period.byCount() && !period.shift().isEmpty() ? (int) period.amount() : 0;
    }

    /// How far back it reaches from the newest value, nanoseconds; windows by count with a shift
    /// reach back over time
    /// and then count.
    final long reachNanos() {
        return lengthNanos + Calendar.reachSeconds(period.shift()) * Calendar.NANOS;
    }

    /// Moves the window to where it lies at time T.
    final void advance(long timeNanos) {
        long end = period.shift().isEmpty() ? timeNanos : Calendar.shifted(timeNanos, period.shift(), zone);
        endNanos = Math.max(endNanos, end);
        if (isStale) {
            isStale = false;
            from = item.firstSequence();
            to = from;
            cleared();
        }
        long next = item.nextSequence();
        while (to < next && item.timeOf(to) <= endNanos) {
            entered(to);
            to++;
        }
        if (period.byCount()) {
            while (to - from > period.amount()) {
                left(from);
                from++;
            }
            return;
        }
        long start = endNanos - lengthNanos;
        while (from < to && item.timeOf(from) <= start) {
            left(from);
            from++;
        }
    }

    /// Starts anew over values that were replaced.
    final void restart() {
        isStale = false;
        from = 0;
        to = 0;
        cleared();
    }

    /// A value entered the window: the newest of it.
    void entered(long sequence) {}

    /// The oldest value left the window.
    void left(long sequence) {}

    /// The window is empty and starts anew.
    void cleared() {}
}
