package zonda.collector;

import static zonda.collector.NextDue.NEVER;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import org.jspecify.annotations.Nullable;
import zonda.model.TimeOfWeek;
import zonda.model.UpdateInterval;

/// The slots and moments of an update interval with flexible or scheduling intervals. Immutable,
/// pure.
///
/// **Flexible intervals.** Which interval counts is read from the wall clock in local time: the
/// shortest one whose stretch holds the moment, otherwise the plain one; zero means that nothing is
/// asked. The slots of each interval lie as those of a plain one (see [NextDue]), on the schedule's
/// time; the first slot of a stretch may be its very start.
///
/// **Scheduling intervals** name moments in local time. Each runs once: a moment in the hour that
/// the start of daylight saving skips runs later by what is skipped (02:30 at 03:30), one in the
/// hour that its end repeats runs in the first pass only. A schedule that names no hours (all 24
/// count) is meant to go on and on: it runs in both passes. (Zabbix goes by the local time alone:
/// it leaves out the skipped moment and runs the repeated one twice.)
final class CustomInterval {
    private static final long SECOND = 1_000_000_000L;
    private static final int DAY_SECONDS = 86_400;

    /// How far to look for a slot: flexible stretches recur each week.
    private static final long SLOT_HORIZON = 15L * DAY_SECONDS * SECOND;

    /// How far to look for a moment. The rarest combination of a day of the month and a day of the
    /// week comes within two years.
    private static final long MOMENT_HORIZON_SECONDS = 3L * 366 * DAY_SECONDS;

    private static final int ALL_HOURS = 0xFFFFFF;

    private final long ownerId;
    private final long plainNanos;
    private final long[] flexibleNanos;
    private final TimeOfWeek[] stretches;
    private final List<UpdateInterval.Scheduled> scheduled;
    private final ZoneRules rules;

    /// @param ownerId whose phase the slots have
    CustomInterval(UpdateInterval interval, long ownerId, ZoneId zone) {
        this.ownerId = ownerId;
        this.plainNanos = interval.interval().toNanos();
        this.flexibleNanos = interval.flexible().stream()
                .mapToLong(flexible -> flexible.interval().toNanos())
                .toArray();
        this.stretches = interval.flexible().stream()
                .map(UpdateInterval.Flexible::stretch)
                .toArray(TimeOfWeek[]::new);
        this.scheduled = interval.scheduled();
        this.rules = zone.getRules();
    }

    /// The first slot after a moment.
    ///
    /// @param time of the schedule
    /// @param wallShift what the wall clock is ahead of the schedule's time now
    /// @return of the schedule; [NextDue#NEVER] when there is none
    long slotAfter(long time, long wallShift) {
        long at = time;
        boolean exclusive = true;
        while (at < time + SLOT_HORIZON) {
            long wallSecond = Math.floorDiv(at + wallShift, SECOND);
            long interval = intervalAt(wallSecond);
            long endSecond = endOfStretch(wallSecond);
            long end = endSecond == NEVER ? NEVER : endSecond * SECOND - wallShift;
            if (interval > 0) {
                long phase = NextDue.phase(ownerId, interval);
                long slot =
                        exclusive ? NextDue.slotAfter(at, interval, phase) : NextDue.slotAtOrAfter(at, interval, phase);
                if (slot < end) {
                    return slot;
                }
            }
            if (end == NEVER) {
                return NEVER;
            }
            at = end;
            exclusive = false;
        }
        return NEVER;
    }

    /// The first scheduled moment after a moment, both on the wall clock, in nanoseconds since the
    /// epoch; [NextDue#NEVER] when there is none.
    long momentAfter(long wallNanos) {
        long best = NEVER;
        for (UpdateInterval.Scheduled moments : scheduled) {
            best = Math.min(best, momentAfter(moments, Math.floorDiv(wallNanos, SECOND)));
        }
        return best == NEVER ? NEVER : best * SECOND;
    }

    /// The interval that counts, in nanoseconds; 0 for none.
    private long intervalAt(long wallSecond) {
        long local = wallSecond + offsetAt(wallSecond);
        int day = dayOfWeek(Math.floorDiv(local, DAY_SECONDS));
        int second = Math.floorMod(local, DAY_SECONDS);
        long shortest = -1;
        for (int i = 0; i < stretches.length; i++) {
            if (stretches[i].contains(day, second) && (shortest < 0 || flexibleNanos[i] < shortest)) {
                shortest = flexibleNanos[i];
            }
        }
        return shortest < 0 ? plainNanos : shortest;
    }

    /// A second after the given one, up to which the interval that counts stays the same;
    /// [NextDue#NEVER] where it always does.
    private long endOfStretch(long wallSecond) {
        if (stretches.length == 0) {
            return NEVER;
        }
        int offset = offsetAt(wallSecond);
        long local = wallSecond + offset;
        long day = Math.floorDiv(local, DAY_SECONDS);
        int second = Math.floorMod(local, DAY_SECONDS);
        long soonest = NEVER;
        for (TimeOfWeek stretch : stretches) {
            soonest = Math.min(soonest, day * DAY_SECONDS + boundaryAfter(stretch, day, second));
        }
        ZoneOffsetTransition transition = rules.nextTransition(Instant.ofEpochSecond(wallSecond));
        long end = soonest - offset;
        return transition == null ? end : Math.min(end, transition.toEpochSecond());
    }

    /// The first start or end of a stretch after a second of a day, in seconds from that day's
    /// midnight.
    private static long boundaryAfter(TimeOfWeek stretch, long day, int second) {
        for (int ahead = 0; ahead <= 7; ahead++) {
            int weekDay = dayOfWeek(day + ahead);
            if (weekDay < stretch.fromDay() || weekDay > stretch.toDay()) {
                continue;
            }
            if (ahead > 0 || stretch.fromSecond() > second) {
                return (long) ahead * DAY_SECONDS + stretch.fromSecond();
            }
            if (stretch.toSecond() > second) {
                return stretch.toSecond();
            }
        }
        return 8L * DAY_SECONDS;
    }

    /// Goes from one change of the zone's offset to the next; between two of them local time is
    /// plain.
    private long momentAfter(UpdateInterval.Scheduled moments, long afterSecond) {
        long at = afterSecond + 1;
        long horizon = afterSecond + MOMENT_HORIZON_SECONDS;
        while (at < horizon) {
            Instant here = Instant.ofEpochSecond(at);
            int offset = rules.getOffset(here).getTotalSeconds();
            ZoneOffsetTransition next = rules.nextTransition(here);
            long end = next == null ? horizon : next.toEpochSecond();
            ZoneOffsetTransition before = rules.previousTransition(Instant.ofEpochSecond(at + 1));
            long found = momentWithin(moments, at + offset, end + offset, before);
            if (found != NEVER) {
                return found - offset;
            }
            at = end;
        }
        return NEVER;
    }

    /// The first moment in a stretch of plain local time, `from` (inclusive) to `to` (exclusive),
    /// that began with the change `before`; in local seconds.
    private static long momentWithin(
            UpdateInterval.Scheduled moments, long from, long to, @Nullable ZoneOffsetTransition before) {
        if (before == null) {
            return firstLocal(moments, from, to);
        }
        long localBefore = before.getDateTimeBefore().toEpochSecond(ZoneOffset.UTC);
        if (before.isOverlap()) {
            boolean goesOn = (moments.hours() & ALL_HOURS) == ALL_HOURS;
            return firstLocal(moments, goesOn ? from : Math.max(from, localBefore), to);
        }
        long skipped = before.getDuration().toSeconds();
        long plain = firstLocal(moments, from, to);
        long late = firstLocal(
                moments, Math.max(from - skipped, localBefore), Math.min(to - skipped, localBefore + skipped));
        return late == NEVER ? plain : Math.min(plain, late + skipped);
    }

    private static long firstLocal(UpdateInterval.Scheduled moments, long from, long to) {
        long day = Math.floorDiv(from, DAY_SECONDS);
        int second = Math.floorMod(from, DAY_SECONDS);
        for (long midnight = day * DAY_SECONDS; midnight < to; midnight += DAY_SECONDS, day++, second = 0) {
            if (isDay(moments, day)) {
                int found = secondOfDay(moments, second);
                if (found >= 0) {
                    return midnight + found < to ? midnight + found : NEVER;
                }
            }
        }
        return NEVER;
    }

    private static boolean isDay(UpdateInterval.Scheduled moments, long epochDay) {
        return (moments.weekDays() >>> dayOfWeek(epochDay) & 1) != 0
                && (moments.monthDays() >>> LocalDate.ofEpochDay(epochDay).getDayOfMonth() & 1) != 0;
    }

    /// The first second of a day, at or after the given one, that is named; -1 when there is none.
    private static int secondOfDay(UpdateInterval.Scheduled moments, int from) {
        int hour = from / 3_600;
        int minute = from / 60 % 60;
        int second = from % 60;
        for (int h = next(moments.hours(), hour); h >= 0; h = next(moments.hours(), h + 1)) {
            int firstMinute = h == hour ? minute : 0;
            for (int m = next(moments.minutes(), firstMinute); m >= 0; m = next(moments.minutes(), m + 1)) {
                int s = next(moments.seconds(), h == hour && m == minute ? second : 0);
                if (s >= 0) {
                    return h * 3_600 + m * 60 + s;
                }
            }
        }
        return -1;
    }

    /// The first set bit from `from` on; -1 when there is none.
    private static int next(long bits, int from) {
        if (from > 63) {
            return -1;
        }
        long rest = bits & (-1L << from);
        return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
    }

    private static int dayOfWeek(long epochDay) {
        // Day 0 was a Thursday.
        return (int) Math.floorMod(epochDay + 3, 7L) + 1;
    }

    private int offsetAt(long wallSecond) {
        return rules.getOffset(Instant.ofEpochSecond(wallSecond)).getTotalSeconds();
    }
}
