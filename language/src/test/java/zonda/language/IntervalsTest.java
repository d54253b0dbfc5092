package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.TimeOfWeek;
import zonda.model.UpdateInterval;

class IntervalsTest {
    private static final int ALL_MONTH_DAYS = 0xffff_fffe;
    private static final int ALL_WEEK_DAYS = 0xfe;
    private static final int ALL_HOURS = 0xff_ffff;
    private static final long ALL_SIXTY = (1L << 60) - 1;

    @Test
    void readsPlainFlexibleAndSchedulingIntervals() throws LanguageException {
        UpdateInterval read = Intervals.parse("50s;10s/1-5,09:00-18:00;0/6,0:00-24:00;wd1-5h9-18/3m10");

        assertThat(read.interval()).isEqualTo(Duration.ofSeconds(50));
        assertThat(read.flexible())
                .containsExactly(
                        new UpdateInterval.Flexible(Duration.ofSeconds(10), new TimeOfWeek(1, 5, 32_400, 64_800)),
                        new UpdateInterval.Flexible(Duration.ZERO, new TimeOfWeek(6, 6, 0, 86_400)));
        assertThat(read.scheduled())
                .containsExactly(
                        new UpdateInterval.Scheduled(ALL_MONTH_DAYS, 0b11_1110, set(9, 12, 15, 18), 1L << 10, 1));
    }

    @Test
    void coarserUnitsLeftOutMeanAllAndFinerOnesTheFirst() throws LanguageException {
        assertThat(scheduled("md1")).isEqualTo(new UpdateInterval.Scheduled(2, ALL_WEEK_DAYS, 1, 1, 1));
        assertThat(scheduled("wd7")).isEqualTo(new UpdateInterval.Scheduled(ALL_MONTH_DAYS, 1 << 7, 1, 1, 1));
        assertThat(scheduled("h0,12"))
                .isEqualTo(new UpdateInterval.Scheduled(ALL_MONTH_DAYS, ALL_WEEK_DAYS, set(0, 12), 1, 1));
        assertThat(scheduled("m/15"))
                .isEqualTo(new UpdateInterval.Scheduled(
                        ALL_MONTH_DAYS, ALL_WEEK_DAYS, ALL_HOURS, set(0, 15, 30) | 1L << 45, 1));
        assertThat(scheduled("s30"))
                .isEqualTo(new UpdateInterval.Scheduled(ALL_MONTH_DAYS, ALL_WEEK_DAYS, ALL_HOURS, ALL_SIXTY, 1L << 30));
        assertThat(scheduled("md31wd1-3,5h23m59s0-59"))
                .isEqualTo(new UpdateInterval.Scheduled(1 << 31, 0b10_1110, 1 << 23, 1L << 59, ALL_SIXTY));
        assertThat(scheduled("h9m10-40/30"))
                .isEqualTo(new UpdateInterval.Scheduled(ALL_MONTH_DAYS, ALL_WEEK_DAYS, 1 << 9, 1L << 10 | 1L << 40, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | '' is no length of time",
                "5x | '5x' is no length of time",
                "1.5s | '1.5s' is no length of time",
                "99999999999999999999s | '99999999999999999999s' is too long",
                "2d | update interval '2d', wanted 0 to 1d",
                "0 | update interval '0' is 0",
                "1m; | update interval '1m;', wanted a custom interval after each ';'",
                "1m;5s | flexible interval '5s', wanted interval/stretch such as 10s/1-5,09:00-18:00",
                "1m;5s/8,00:00-24:00 | stretch of the week '8,00:00-24:00', wanted d-d,hh:mm-hh:mm",
                "1m;5s/5-1,00:00-24:00 | stretch of the week '5-1,00:00-24:00': days 5-1",
                "1m;5s/1,10:00-09:00 | stretch of the week '1,10:00-09:00': seconds 36000-32400",
                "1m;5s/1,10:60-11:00 | minute 60, wanted 00 to 59",
                "1m;x | column 1: scheduling interval 'x' has 'x', wanted md, wd, h, m or s",
                "1m;h24 | column 2: scheduling interval 'h24' has '24', wanted values of h from 0 to 23",
                "1m;m30h9 | column 4: scheduling interval 'm30h9' has 'h9', wanted md, wd, h, m, s in this order",
                "1m;h9-8 | column 2: scheduling interval 'h9-8' has '9-8', wanted values of h",
                "1m;h/0 | column 2: scheduling interval 'h/0' has '/0', wanted values of h from 0 to 23 in order",
                "1m;h | column 2: scheduling interval 'h' has the end, wanted a number from 0 to 23",
                "1m;h9, | column 4: scheduling interval 'h9,' has the end, wanted a number",
            })
    void tellsWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> Intervals.parse(text))
                .isInstanceOf(LanguageException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAnyTextWithAnIntervalOrAFault(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = Mutations.mutated(dice, "50s;10s/1-5,09:00-18:00;md1-31/2wd1-5h9,18-20m/10s0");
            assertThatCode(() -> parse(text)).as("seed %d, text %s", seed, text).doesNotThrowAnyException();
        }
    }

    private static void parse(String text) {
        try {
            assertThat(Intervals.parse(text).interval()).isBetween(Duration.ZERO, Duration.ofDays(1));
        } catch (LanguageException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    private static UpdateInterval.Scheduled scheduled(String text) throws LanguageException {
        List<UpdateInterval.Scheduled> scheduled = Intervals.parse("0;" + text).scheduled();
        assertThat(scheduled).hasSize(1);
        return scheduled.getFirst();
    }

    private static int set(int... values) {
        int set = 0;
        for (int value : values) {
            set |= 1 << value;
        }
        return set;
    }

    @Test
    void takesAStepWithItsUnitBehindIt() throws LanguageException {
        assertThat(Intervals.parse("50s;wd1-5h9-18/10m")).isEqualTo(Intervals.parse("50s;wd1-5h9-18m/10"));
    }
}
