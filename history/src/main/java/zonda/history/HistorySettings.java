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
public record HistorySettings(
        Duration commitInterval,
        long segmentBytes,
        long sealLogBytes,
        Duration sealInterval,
        int laneBytes,
        long reserveBytes,
        Duration retention) {
    public static HistorySettings standard() {
        return new HistorySettings(
                Duration.ofMillis(200),
                64L << 20,
                768L << 20,
                Duration.ofHours(2),
                32 << 20,
                64L << 20,
                Duration.ofDays(366));
    }
}
