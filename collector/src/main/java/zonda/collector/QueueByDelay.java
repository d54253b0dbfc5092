package zonda.collector;

/// Values that are due and not answered yet, by how long they have been due, in the steps of
/// Zabbix's queue. Items of interfaces that are unavailable are not in it.
///
/// @param fiveSeconds 5 s to below 10 s
/// @param tenSeconds 10 s to below 30 s
/// @param thirtySeconds 30 s to below a minute
/// @param oneMinute a minute to below five
/// @param fiveMinutes five minutes to below ten
/// @param tenMinutes ten minutes and more
public record QueueByDelay(
        long fiveSeconds, long tenSeconds, long thirtySeconds, long oneMinute, long fiveMinutes, long tenMinutes) {
    public static final QueueByDelay EMPTY = new QueueByDelay(0, 0, 0, 0, 0, 0);

    /// This one with so many values more that have been due for so long.
    QueueByDelay plus(long delayNanos, int values) {
        long seconds = delayNanos / 1_000_000_000L;
        if (seconds < 5) {
            return this;
        }
        return new QueueByDelay(
                fiveSeconds + (seconds < 10 ? values : 0),
                tenSeconds + (seconds >= 10 && seconds < 30 ? values : 0),
                thirtySeconds + (seconds >= 30 && seconds < 60 ? values : 0),
                oneMinute + (seconds >= 60 && seconds < 300 ? values : 0),
                fiveMinutes + (seconds >= 300 && seconds < 600 ? values : 0),
                tenMinutes + (seconds >= 600 ? values : 0));
    }

    /// The two together, for several shards.
    public QueueByDelay plus(QueueByDelay other) {
        return new QueueByDelay(
                fiveSeconds + other.fiveSeconds,
                tenSeconds + other.tenSeconds,
                thirtySeconds + other.thirtySeconds,
                oneMinute + other.oneMinute,
                fiveMinutes + other.fiveMinutes,
                tenMinutes + other.tenMinutes);
    }

    /// Values due for at least so many seconds: 5, 10, 30, 60, 300 or 600, or any number in
    /// between, which counts as the next step.
    public long atLeast(long seconds) {
        return (seconds <= 5 ? fiveSeconds : 0)
                + (seconds <= 10 ? tenSeconds : 0)
                + (seconds <= 30 ? thirtySeconds : 0)
                + (seconds <= 60 ? oneMinute : 0)
                + (seconds <= 300 ? fiveMinutes : 0)
                + tenMinutes;
    }
}
