package zonda.trigger;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import zonda.language.Expression.Shift;

/// Time shifts such as `now-1d/d`, and the parts of a date, in one time zone.
final class Calendar {
    static final long NANOS = 1_000_000_000L;
    private static final long DAY = 86_400;

    private Calendar() {}

    /// Moves a time by a shift's steps, in order.
    static long shifted(long nanos, List<Shift> steps, ZoneId zone) {
        long moved = nanos;
        for (Shift step : steps) {
            moved = switch (step) {
                case Shift.Offset offset -> moved + offset.seconds() * NANOS;
                case Shift.StartOf start -> startOf(moved, start.unit(), zone);
            };
        }
        return moved;
    }

    private static long startOf(long nanos, char unit, ZoneId zone) {
        ZonedDateTime local = at(nanos, zone);
        LocalDate date = local.toLocalDate();
        ZonedDateTime start = switch (unit) {
            case 'm' -> local.truncatedTo(ChronoUnit.MINUTES);
            case 'h' -> local.truncatedTo(ChronoUnit.HOURS);
            case 'd' -> date.atStartOfDay(zone);
            case 'w' -> date.minusDays(date.getDayOfWeek().getValue() - 1L).atStartOfDay(zone);
            case 'M' -> date.withDayOfMonth(1).atStartOfDay(zone);
            case 'y' -> date.withDayOfYear(1).atStartOfDay(zone);
            default -> throw new IllegalArgumentException("unit '" + unit + "', wanted m, h, d, w, M or y");
        };
        return start.toEpochSecond() * NANOS;
    }

    /// The most seconds by which a shift's steps can lie before the time that they start from; 0
    /// where they never do.
    static long reachSeconds(List<Shift> steps) {
        long reach = 0;
        for (Shift step : steps) {
            reach += switch (step) {
                case Shift.Offset offset -> -offset.seconds();
                case Shift.StartOf start ->
                    switch (start.unit()) {
                        case 'm' -> 60;
                        case 'h' -> 2 * 3_600;
                        case 'd' -> 2 * DAY;
                        case 'w' -> 8 * DAY;
                        case 'M' -> 32 * DAY;
                        default -> 367 * DAY;
                    };
            };
        }
        return Math.max(0, reach);
    }

    static ZonedDateTime at(long nanos, ZoneId zone) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS))
                .atZone(zone);
    }

    /// The value of `now`, `time`, `date`, `dayofweek` or `dayofmonth`.
    static double part(String function, long nanos, ZoneId zone) {
        if (function.equals("now")) {
            return Math.floorDiv(nanos, NANOS);
        }
        ZonedDateTime local = at(nanos, zone);
        LocalTime time = local.toLocalTime();
        return switch (function) {
            case "time" -> time.getHour() * 10_000 + time.getMinute() * 100 + time.getSecond();
            case "date" -> local.getYear() * 10_000 + local.getMonthValue() * 100 + local.getDayOfMonth();
            case "dayofweek" -> local.getDayOfWeek().getValue();
            default -> local.getDayOfMonth();
        };
    }
}
