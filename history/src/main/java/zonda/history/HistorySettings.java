package zonda.history;

import java.time.Duration;

/// How history keeps what it gets.
///
/// @param commitInterval at least so often what was taken is made durable
/// @param segmentBytes a log segment is closed when it is larger
/// @param sealLogBytes recent values are sealed into a block when the log has grown so much since
///     the last time
/// @param sealInterval and at least so often
/// @param laneBytes what one shard may have on the way to the log before it stops taking new work
/// @param reserveBytes writing stops while the disk has less room than this
/// @param retention blocks whose newest value is older are deleted
/// @param headBytes what recent values may take in memory: at half of it they are sealed, at all of
///     it no new work is taken until they are
public record HistorySettings(
        Duration commitInterval,
        long segmentBytes,
        long sealLogBytes,
        Duration sealInterval,
        int laneBytes,
        long reserveBytes,
        Duration retention,
        long headBytes) {
    private static final long STANDARD_HEAD_BYTES = 2L << 30;

    public HistorySettings {
        atLeast("commit interval in nanoseconds", commitInterval.toNanos(), 1);
        atLeast("segment bytes", segmentBytes, 1);
        atLeast("seal log bytes", sealLogBytes, 1);
        atLeast("seal interval in nanoseconds", sealInterval.toNanos(), 1);
        atLeast("lane bytes", laneBytes, 1);
        atLeast("reserve bytes", reserveBytes, 0);
        atLeast("retention in nanoseconds", retention.toNanos(), 1);
        atLeast("head bytes", headBytes, 1);
    }

    /// With the standard memory for recent values.
    public HistorySettings(
            Duration commitInterval,
            long segmentBytes,
            long sealLogBytes,
            Duration sealInterval,
            int laneBytes,
            long reserveBytes,
            Duration retention) {
        this(
                commitInterval,
                segmentBytes,
                sealLogBytes,
                sealInterval,
                laneBytes,
                reserveBytes,
                retention,
                STANDARD_HEAD_BYTES);
    }

    private static void atLeast(String what, long seen, long least) {
        if (seen < least) {
            throw new IllegalArgumentException(what + " " + seen + ", wanted at least " + least);
        }
    }

    public static HistorySettings standard() {
        return new HistorySettings(
                Duration.ofMillis(200),
                64L << 20,
                768L << 20,
                Duration.ofMinutes(5),
                32 << 20,
                64L << 20,
                Duration.ofDays(366));
    }
}
