package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.LocalDisk;
import zonda.runtime.Shard;

/// Blocks are merged by days, kept as long as each item wants, and summed up by hours.
class MergeTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    /// 14 November 2023, 22:13 UTC, is the machine's time.
    private static final long TODAY = 1_700_000_000_000_000_000L / DAY * DAY;

    @TempDir
    private Path folder;

    private HandMachine machine;
    private ItemSlots slots;
    private History history;

    @BeforeEach
    void open() {
        machine = new HandMachine(folder);
        slots = new ItemSlots();
        Shard log = machine.newShard(-1, "log", 64);
        Shard shard = machine.newShard(0, "shard-0", 64);
        HistorySettings settings = new HistorySettings(
                Duration.ofMillis(200), 1 << 20, 64 << 20, Duration.ofHours(2), 1 << 24, 0, Duration.ofDays(400));
        history = History.open(
                machine, settings, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {});
        shard.add(history.writer(0));
    }

    @AfterEach
    void close() {
        assertThat(history.faults()).isEmpty();
        history.close();
    }

    private void put(long item, long time, long value) {
        ValueBatch batch = new ValueBatch();
        batch.addNumber(item, slots.assign(item), time, ValueKind.UNSIGNED, value);
        history.writer(0).accept(batch);
    }

    private void seal() {
        history.seal();
        machine.settle();
    }

    private void merge() {
        seal();
        history.merge();
        machine.settle();
        machine.settle();
    }

    private int values(long item) {
        return history.reader().rows(item, Long.MIN_VALUE, Long.MAX_VALUE).size();
    }

    private long counted(long item) {
        long count = 0;
        for (long each : history.reader().trends(item, 0, Long.MAX_VALUE).count()) {
            count += each;
        }
        return count;
    }

    @Test
    void manySealedBlocksBecomeOneADayAndAMonthOfTrends() {
        for (int minute = 0; minute < 4 * 24 * 60; minute += 10) {
            put(1, TODAY - 3 * DAY + minute * MINUTE, minute);
            put(2, TODAY - 3 * DAY + minute * MINUTE, 7);
            if (minute % 120 == 0) {
                seal();
            }
        }
        assertThat(history.statistics().blocks()).isLessThan(40);
        merge();
        // Three days of few values in one, today, and the trends of the three.
        assertThat(history.statistics().blocks()).isEqualTo(1 + 1 + 1);
        assertThat(history.statistics().blockValues()).isEqualTo(2 * 4 * 24 * 6);
        assertThat(values(1)).isEqualTo(4 * 24 * 6);
        assertThat(counted(1)).isEqualTo(4 * 24 * 6);
        close();
        open();
        assertThat(history.statistics().blocks()).isEqualTo(3);
        assertThat(values(2)).isEqualTo(4 * 24 * 6);
        assertThat(history.reader()
                        .trends(1, TODAY - 3 * DAY, TODAY - 2 * DAY - 1)
                        .size())
                .isEqualTo(24);
        assertThat(StoreTools.check(new LocalDisk(folder), (read, all) -> {}).isSound())
                .isTrue();
    }

    @Test
    void valuesGoWhenTheirItemWantsAndTrendsStay() {
        history.retention(new Retention() {
            @Override
            public long historyNanos(long itemId) {
                return itemId == 1 ? 0 : itemId == 2 ? 2 * DAY : 300 * DAY;
            }

            @Override
            public long trendNanos(long itemId) {
                return itemId == 3 ? 0 : 300 * DAY;
            }
        });
        for (long item = 1; item <= 3; item++) {
            for (int i = 0; i < 20; i++) {
                put(item, TODAY - 5 * DAY + i * MINUTE, i);
                put(item, TODAY - DAY + i * MINUTE, i);
                put(item, TODAY + i * MINUTE, i);
            }
        }
        merge();
        assertThat(new int[] {values(1), values(2), values(3)})
                .as("of today, always there")
                .containsExactly(20, 40, 60);
        assertThat(new long[] {counted(1), counted(2), counted(3)}).containsExactly(60, 60, 20);
    }

    @Test
    void aBlockIsWrittenAnewOrDroppedWhenMostOfItIsTooOld() {
        long[] kept = {300 * DAY};
        history.retention(new Retention() {
            @Override
            public long historyNanos(long itemId) {
                return itemId <= 8 ? kept[0] : 300 * DAY;
            }

            @Override
            public long trendNanos(long itemId) {
                return 300 * DAY;
            }
        });
        for (long item = 1; item <= 9; item++) {
            put(item, TODAY - 6 * DAY, item);
            put(item, TODAY - 3 * DAY, item);
            if (item == 8) {
                merge();
            }
        }
        merge();
        assertThat(values(1)).isEqualTo(2);
        kept[0] = 4 * DAY;
        machine.nanos += 2 * HOUR;
        for (int i = 0; i < 10; i++) {
            machine.settle();
            machine.nanos += MINUTE;
        }
        assertThat(new int[] {values(1), values(8), values(9)}).containsExactly(1, 1, 2);
        assertThat(counted(1)).isEqualTo(2);
        kept[0] = 0;
        machine.nanos += 2 * HOUR;
        for (int i = 0; i < 10; i++) {
            machine.settle();
            machine.nanos += MINUTE;
        }
        assertThat(new int[] {values(1), values(8), values(9)}).containsExactly(0, 0, 2);
        assertThat(counted(1)).isEqualTo(2);
    }

    @Test
    void rowsOfManyDaysAgoAreTakenAndMergedIntoTheirDays() {
        for (int day = 0; day < 90; day++) {
            put(1, TODAY - day * DAY + HOUR, day);
            put(1, TODAY - day * DAY + HOUR, day);
        }
        merge();
        assertThat(values(1)).isEqualTo(90);
        assertThat(counted(1)).isEqualTo(90);
        for (int day = 89; day >= 0; day -= 10) {
            put(1, TODAY - day * DAY + HOUR, day);
            put(1, TODAY - day * DAY + HOUR + 1, day);
        }
        assertThat(values(1)).isEqualTo(99);
        assertThat(counted(1)).isEqualTo(99);
        merge();
        assertThat(values(1)).isEqualTo(99);
        assertThat(counted(1)).isEqualTo(99);
        assertThat(history.reader().last(new long[] {1}).epochNanos[0]).isEqualTo(TODAY + HOUR);
    }

    @Test
    void daysOfManyValuesStayApart() {
        for (int minute = 0; minute < 4 * 24 * 60; minute++) {
            put(1, TODAY - 3 * DAY + minute * MINUTE, minute * 7919L % 1000);
        }
        merge();
        assertThat(history.statistics().blocks()).isEqualTo(3 + 1 + 1);
        assertThat(counted(1)).isEqualTo(4 * 24 * 60);
    }

    @Test
    void daysOfManyValuesThatTakeNothingAreJoined() {
        for (int minute = 0; minute < 4 * 24 * 60; minute++) {
            put(1, TODAY - 3 * DAY + minute * MINUTE, 7);
        }
        merge();
        assertThat(history.statistics().blocks()).isEqualTo(1 + 1 + 1);
        assertThat(values(1)).isEqualTo(4 * 24 * 60);
    }

    @Test
    void lateRowsFindTheBlockOfSeveralDaysAndCountOnce() {
        for (int day = 1; day <= 9; day++) {
            for (int hour = 0; hour < 24; hour++) {
                if (day != 5) {
                    put(1, TODAY - day * DAY + hour * HOUR, hour);
                    put(2, TODAY - day * DAY + hour * HOUR, hour);
                }
            }
        }
        merge();
        assertThat(history.statistics().blocks()).isEqualTo(2);
        put(1, TODAY - 5 * DAY + HOUR, 77);
        put(1, TODAY - 4 * DAY + HOUR, 1);
        put(1, TODAY - 4 * DAY + HOUR, 5);
        put(3, TODAY - 10 * DAY, 5);
        merge();
        assertThat(history.statistics().blocks()).isEqualTo(2);
        assertThat(new int[] {values(1), values(2), values(3)}).containsExactly(8 * 24 + 2, 8 * 24, 1);
        assertThat(new long[] {counted(1), counted(2), counted(3)}).containsExactly(8 * 24 + 2, 8 * 24, 1);
        assertThat(history.reader().range(1, TODAY - 5 * DAY, TODAY - 4 * DAY - 1, 10, false).bits[0])
                .isEqualTo(77);
        assertThat(StoreTools.check(new LocalDisk(folder), (read, all) -> {}).isSound())
                .isTrue();
    }

    @Test
    void ofABlockOfSeveralDaysTheOldGoWhenItPays() {
        long[] kept = {300 * DAY};
        history.retention(new Retention() {
            @Override
            public long historyNanos(long itemId) {
                return kept[0];
            }

            @Override
            public long trendNanos(long itemId) {
                return 300 * DAY;
            }
        });
        for (int day = 1; day <= 9; day++) {
            put(1, TODAY - day * DAY, day);
        }
        put(2, TODAY - 9 * DAY, 1);
        put(3, TODAY - 9 * DAY, 1);
        merge();
        kept[0] = 4 * DAY;
        machine.nanos += 2 * HOUR;
        for (int i = 0; i < 10; i++) {
            machine.settle();
            machine.nanos += MINUTE;
        }
        assertThat(new int[] {values(1), values(2), values(3)}).containsExactly(3, 0, 0);
        assertThat(new long[] {counted(1), counted(2), counted(3)}).containsExactly(9, 1, 1);
    }
}
