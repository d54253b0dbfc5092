package zonda.model;

import java.time.Duration;
import java.util.List;

/// When an item is asked: an update interval, flexible intervals that replace it in stretches of
/// the week, and
/// scheduling
/// intervals that name moments (Zabbix's `50s;10s/1-5,09:00-18:00;wd1-5h9-18/10m0`). Text is read
/// by room `language`.
///
/// @param interval the plain interval; zero means that only flexible and scheduling intervals apply
/// @param flexible other intervals; the shortest one whose stretch holds the moment counts; a zero
///     interval means
///     "do not ask in this stretch"
/// @param scheduled moments at which the item is asked besides
public record UpdateInterval(Duration interval, List<Flexible> flexible, List<Scheduled> scheduled) {
    public UpdateInterval {
        flexible = List.copyOf(flexible);
        scheduled = List.copyOf(scheduled);
        if (interval.isNegative()) {
            throw new IllegalArgumentException("update interval " + interval + ", wanted zero or more");
        }
    }

    /// A plain interval and nothing else.
    public static UpdateInterval every(Duration interval) {
        return new UpdateInterval(interval, List.of(), List.of());
    }

    /// An interval that counts in a stretch of the week.
    public record Flexible(Duration interval, TimeOfWeek stretch) {}

    /// Moments in local time: each one whose day of month, day of week, hour, minute and second are
    /// in
    /// the given sets. A set is a bit mask: bit `n` stands for the value `n` (days of month 1-31,
    /// days of
    /// week 1-7, hours 0-23, minutes and seconds 0-59).
    public record Scheduled(int monthDays, int weekDays, int hours, long minutes, long seconds) {}
}
