package zonda.collector;

/// Slots of plain intervals: `k * interval + phase` on the schedule's time, which is nanoseconds
/// since the epoch, taken from the wall clock once at the start and followed on the monotonic
/// clock. So the slots are the same after a restart, and a step of the wall clock moves none. Pure.
///
/// The phase is a stable hash of the owner (the interface) and the interval: what is asked of one
/// interface at one interval travels together, and the interfaces are spread over the interval.
final class NextDue {
    static final long NEVER = Long.MAX_VALUE;
    private static final long MILLISECOND = 1_000_000L;

    private NextDue() {}

    /// The phase, 0 to below the interval, in whole milliseconds.
    static long phase(long ownerId, long intervalNanos) {
        long steps = Math.max(1, intervalNanos / MILLISECOND);
        return Long.remainderUnsigned(hash(ownerId, intervalNanos), steps) * MILLISECOND;
    }

    /// A stable hash of an owner and a number (the finaliser of SplitMix64).
    static long hash(long ownerId, long number) {
        long h = ownerId * 0x9E3779B97F4A7C15L + number;
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
        return h ^ (h >>> 31);
    }

    /// The first slot after a moment.
    static long slotAfter(long time, long interval, long phase) {
        return slotAtOrBefore(time, interval, phase) + interval;
    }

    /// The first slot at or after a moment.
    static long slotAtOrAfter(long time, long interval, long phase) {
        return slotAfter(time - 1, interval, phase);
    }

    /// The last slot at or before a moment.
    static long slotAtOrBefore(long time, long interval, long phase) {
        return time - Math.floorMod(time - phase, interval);
    }
}
