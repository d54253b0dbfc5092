package zonda.trigger;

import org.jspecify.annotations.Nullable;

/// What a timer stands for: a `nodata` function that may turn to 1, or the regular evaluation of a
/// trigger that reads
/// the clock. Owned by the shard's thread.
final class Watch {
    static final int NOT_ARMED = -1;

    /// Triggers that read the clock are evaluated so often (Zabbix's interval), each at a moment of
    /// its own within it.
    static final long REGULAR_NANOS = 30_000_000_000L;

    final LiveTrigger trigger;

    /// The item whose silence counts; null for the regular evaluation.
    final @Nullable ItemValues item;

    /// The `nodata` period, or the offset of the regular evaluation within its 30 s.
    final long nanos;

    /// Its place in the evaluator's table: the payload of its timers.
    int index;

    int timer = NOT_ARMED;

    Watch(LiveTrigger trigger, @Nullable ItemValues item, long nanos) {
        this.trigger = trigger;
        this.item = item;
        this.nanos = nanos;
    }

    /// When in each 30 s a trigger that reads the clock is evaluated.
    static long phase(long triggerId) {
        long h = triggerId * 0x9E3779B97F4A7C15L;
        h ^= h >>> 32;
        return Long.remainderUnsigned(h, REGULAR_NANOS);
    }

    /// When the timer is due next, monotonic, given that it is now.
    long dueNanos(long nowNanos) {
        ItemValues silent = item;
        if (silent != null) {
            return silent.arrivalNanos + nanos;
        }
        long behind = Math.floorMod(nowNanos - nanos, REGULAR_NANOS);
        return nowNanos - behind + REGULAR_NANOS;
    }
}
