package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.TimeOfWeek;
import zonda.model.UpdateInterval;

class CustomIntervalTest {
    private static final int ALL_DAYS = -2;
    private static final int ALL_WEEK = 0b1111_1110;
    private static final int ALL_HOURS = 0xFFFFFF;
    private static final long ALL_MINUTES = (1L << 60) - 1;
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final long SECOND = 1_000_000_000L;

    private static CustomInterval scheduled(ZoneId zone, int hours, long minutes) {
        return new CustomInterval(
                new UpdateInterval(
                        Duration.ZERO,
                        List.of(),
                        List.of(new UpdateInterval.Scheduled(ALL_DAYS, ALL_WEEK, hours, minutes, 1L))),
                1,
                zone);
    }

    private static long nanos(String instant) {
        return Instant.parse(instant).getEpochSecond() * SECOND;
    }

    private static List<String> moments(CustomInterval interval, ZoneId zone, String from, String to) {
        List<String> moments = new ArrayList<>();
        long at = interval.momentAfter(nanos(from) - 1);
        while (at < nanos(to)) {
            moments.add(Instant.ofEpochSecond(at / SECOND)
                    .atZone(zone)
                    .toOffsetDateTime()
                    .toString());
            at = interval.momentAfter(at);
        }
        return moments;
    }

    @Test
    void aMomentInTheSkippedHourRunsOnceAnHourLater() {
        assertThat(moments(scheduled(BERLIN, 1 << 2, 1L << 30), BERLIN, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z"))
                .containsExactly("2026-03-28T02:30+01:00", "2026-03-29T03:30+02:00", "2026-03-30T02:30+02:00");
        assertThat(moments(
                        scheduled(NEW_YORK, 1 << 2, 1L << 30),
                        NEW_YORK,
                        "2026-03-07T06:00:00Z",
                        "2026-03-10T00:00:00Z"))
                .containsExactly("2026-03-07T02:30-05:00", "2026-03-08T03:30-04:00", "2026-03-09T02:30-04:00");
    }

    @Test
    void aMomentInTheRepeatedHourRunsOnce() {
        assertThat(moments(scheduled(BERLIN, 1 << 2, 1L << 30), BERLIN, "2026-10-24T00:00:00Z", "2026-10-27T00:00:00Z"))
                .containsExactly("2026-10-24T02:30+02:00", "2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
        assertThat(moments(
                        scheduled(NEW_YORK, 1 << 1, 1L << 30),
                        NEW_YORK,
                        "2026-10-31T05:00:00Z",
                        "2026-11-03T00:00:00Z"))
                .containsExactly("2026-10-31T01:30-04:00", "2026-11-01T01:30-04:00", "2026-11-02T01:30-05:00");
    }

    @Test
    void aScheduleWithoutHoursGoesOnThroughBothNights() {
        CustomInterval halfHourly = scheduled(BERLIN, ALL_HOURS, 1L | 1L << 30);
        assertThat(moments(halfHourly, BERLIN, "2026-10-24T23:30:00Z", "2026-10-25T02:00:00Z"))
                .containsExactly(
                        "2026-10-25T01:30+02:00",
                        "2026-10-25T02:00+02:00",
                        "2026-10-25T02:30+02:00",
                        "2026-10-25T02:00+01:00",
                        "2026-10-25T02:30+01:00");
        assertThat(moments(halfHourly, BERLIN, "2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z"))
                .containsExactly(
                        "2026-03-29T01:00+01:00",
                        "2026-03-29T01:30+01:00",
                        "2026-03-29T03:00+02:00",
                        "2026-03-29T03:30+02:00");
    }

    @Test
    void aMomentOfTheSkippedHourAndOneOfTheNextAreOneRun() {
        int twoAndThree = 1 << 2 | 1 << 3;
        assertThat(moments(
                        scheduled(BERLIN, twoAndThree, 1L << 30),
                        BERLIN,
                        "2026-03-29T00:00:00Z",
                        "2026-03-29T12:00:00Z"))
                .containsExactly("2026-03-29T03:30+02:00");
    }

    @Test
    void daysOfTheMonthAndOfTheWeekMustBothFit() {
        CustomInterval fridayThe13th = new CustomInterval(
                new UpdateInterval(
                        Duration.ZERO,
                        List.of(),
                        List.of(new UpdateInterval.Scheduled(1 << 13, 1 << 5, 1 << 12, 1L, 1L))),
                1,
                BERLIN);
        assertThat(moments(fridayThe13th, BERLIN, "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z"))
                .containsExactly("2026-02-13T12:00+01:00", "2026-03-13T12:00+01:00", "2026-11-13T12:00+01:00");
    }

    @Test
    void aScheduleThatNamesNothingNeverRuns() {
        CustomInterval none = new CustomInterval(
                new UpdateInterval(
                        Duration.ZERO, List.of(), List.of(new UpdateInterval.Scheduled(0, ALL_WEEK, 1, 1L, 1L))),
                1,
                BERLIN);
        assertThat(none.momentAfter(nanos("2026-01-01T00:00:00Z"))).isEqualTo(NextDue.NEVER);
        assertThat(none.slotAfter(nanos("2026-01-01T00:00:00Z"), 0)).isEqualTo(NextDue.NEVER);
    }

    /// The slow, clear version: every second of the night is looked at.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void momentsAreThoseThatASecondBySecondLookFinds(long seed) {
        Random random = new Random(seed);
        ZoneId zone = List.of(BERLIN, NEW_YORK, ZoneId.of("Australia/Lord_Howe"), ZoneId.of("UTC"))
                .get(random.nextInt(4));
        int hours = random.nextInt(3) == 0 ? ALL_HOURS : random.nextInt(ALL_HOURS);
        long minutes = random.nextLong() & ALL_MINUTES & random.nextLong();
        UpdateInterval.Scheduled scheduled = new UpdateInterval.Scheduled(ALL_DAYS, ALL_WEEK, hours, minutes, 1L);
        CustomInterval interval =
                new CustomInterval(new UpdateInterval(Duration.ZERO, List.of(), List.of(scheduled)), 1, zone);
        for (LocalDate day : List.of(
                LocalDate.of(2026, 3, 29),
                LocalDate.of(2026, 10, 25),
                LocalDate.of(2026, 4, 5),
                LocalDate.of(2026, 3, 8),
                LocalDate.of(2026, 11, 1),
                LocalDate.of(2026, 10, 4))) {
            long from = day.minusDays(1).atStartOfDay(zone).toEpochSecond();
            long to = day.plusDays(1).atStartOfDay(zone).toEpochSecond();
            assertThat(found(interval, from, to))
                    .as("seed %d, %s, %s", seed, zone, day)
                    .isEqualTo(clear(scheduled, zone, from, to));
        }
    }

    private static List<Long> found(CustomInterval interval, long from, long to) {
        List<Long> seconds = new ArrayList<>();
        long at = interval.momentAfter((from - 1) * SECOND);
        while (at < to * SECOND) {
            seconds.add(at / SECOND);
            at = interval.momentAfter(at);
        }
        return seconds;
    }

    private static List<Long> clear(UpdateInterval.Scheduled scheduled, ZoneId zone, long from, long to) {
        boolean allHours = scheduled.hours() == ALL_HOURS;
        java.util.TreeSet<Long> seconds = new java.util.TreeSet<>();
        LocalDate first = Instant.ofEpochSecond(from).atZone(zone).toLocalDate().minusDays(1);
        for (int minute = 0; minute < 4 * 1440; minute++) {
            java.time.LocalDateTime local = first.atStartOfDay().plusMinutes(minute);
            boolean named = (scheduled.hours() >>> local.getHour() & 1) != 0
                    && (scheduled.minutes() >>> local.getMinute() & 1) != 0;
            if (!named) {
                continue;
            }
            ZonedDateTime once = local.atZone(zone);
            seconds.add(once.withEarlierOffsetAtOverlap().toEpochSecond());
            if (allHours) {
                seconds.add(once.withLaterOffsetAtOverlap().toEpochSecond());
            }
        }
        return seconds.stream().filter(s -> s >= from && s < to).toList();
    }

    private static CustomInterval flexible(ZoneId zone, long plainSeconds, UpdateInterval.Flexible... flexible) {
        return new CustomInterval(
                new UpdateInterval(Duration.ofSeconds(plainSeconds), List.of(flexible), List.of()), 1, zone);
    }

    private static UpdateInterval.Flexible in(long seconds, int fromDay, int toDay, int fromHour, int toHour) {
        return new UpdateInterval.Flexible(
                Duration.ofSeconds(seconds), new TimeOfWeek(fromDay, toDay, fromHour * 3600, toHour * 3600));
    }

    private static List<Long> slots(CustomInterval interval, String from, String to) {
        List<Long> slots = new ArrayList<>();
        long at = interval.slotAfter(nanos(from) - 1, 0);
        while (at < nanos(to)) {
            slots.add(at / SECOND);
            at = interval.slotAfter(at, 0);
        }
        return slots;
    }

    @Test
    void theShortestIntervalWhoseStretchHoldsTheMomentCounts() {
        CustomInterval interval = flexible(BERLIN, 600, in(60, 1, 5, 9, 18), in(10, 3, 3, 12, 13));
        // A Wednesday; Berlin is an hour ahead of UTC.
        assertThat(slots(interval, "2026-02-04T00:00:00Z", "2026-02-04T08:00:00Z"))
                .hasSize(48);
        assertThat(slots(interval, "2026-02-04T08:00:00Z", "2026-02-04T11:00:00Z"))
                .hasSize(180);
        assertThat(slots(interval, "2026-02-04T11:00:00Z", "2026-02-04T12:00:00Z"))
                .hasSize(360);
        assertThat(slots(interval, "2026-02-04T17:00:00Z", "2026-02-04T23:00:00Z"))
                .hasSize(36);
    }

    @Test
    void aZeroIntervalAsksNothingInItsStretch() {
        CustomInterval interval = flexible(BERLIN, 60, in(0, 6, 7, 0, 24));
        List<Long> weekend = slots(interval, "2026-02-06T22:00:00Z", "2026-02-09T00:00:00Z");
        assertThat(weekend).hasSize(120);
    }

    @Test
    void aStretchFollowsDaylightSaving() {
        // Nothing but 02:00 to 04:00: two hours as a rule, one on the short night, three on the
        // long one.
        CustomInterval interval = flexible(BERLIN, 0, in(60, 1, 7, 2, 4));
        assertThat(slots(interval, "2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z"))
                .hasSize(120);
        assertThat(slots(interval, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"))
                .hasSize(60);
        assertThat(slots(interval, "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"))
                .hasSize(180);
    }

    @ParameterizedTest
    @CsvSource({"-7200", "0", "3600", "90"})
    void slotsStayWhereTheyAreWhenTheWallClockIsElsewhere(long shiftSeconds) {
        CustomInterval interval = flexible(ZoneId.of("UTC"), 60, in(30, 1, 7, 9, 18));
        long phase = NextDue.phase(1, 60 * SECOND);
        long at = nanos("2026-02-04T00:00:00Z");
        for (int i = 0; i < 100; i++) {
            at = interval.slotAfter(at, shiftSeconds * SECOND);
            assertThat(Math.floorMod(at - phase, 60 * SECOND)).isZero();
        }
    }

    @Test
    void anIntervalLongerThanItsStretchMayFindNoSlotAndIsAskedNextTime() {
        CustomInterval interval = flexible(ZoneId.of("UTC"), 0, in(5 * 3600, 1, 7, 9, 10));
        List<Long> slots = slots(interval, "2026-02-02T00:00:00Z", "2026-02-09T00:00:00Z");
        for (long slot : slots) {
            assertThat(Instant.ofEpochSecond(slot).atZone(ZoneId.of("UTC")).getHour())
                    .isEqualTo(9);
        }
    }
}
