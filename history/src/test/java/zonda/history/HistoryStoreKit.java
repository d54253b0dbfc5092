package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.LogValue;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.simulation.SeededRandom;

/// What every [HistoryStore] must keep to. A store's own test extends it.
abstract class HistoryStoreKit {
    private static final long MILLISECOND = 1_000_000L;

    /// The store under test, with one writer, empty at the start of a test.
    abstract HistoryStore store();

    /// The slot of an item in the one writer's shard.
    abstract int slot(long itemId);

    /// Lets the store move what it has to wherever it keeps older rows.
    abstract void settle();

    private void put(ValueBatch batch) {
        store().writer(0).accept(batch);
    }

    private ValueBatch number(long item, long time, double value) {
        ValueBatch batch = new ValueBatch();
        batch.addNumber(item, slot(item), time, ValueKind.DOUBLE, Double.doubleToRawLongBits(value));
        return batch;
    }

    private ValueBatch unsigned(long item, long time, long value) {
        ValueBatch batch = new ValueBatch();
        batch.addNumber(item, slot(item), time, ValueKind.UNSIGNED, value);
        return batch;
    }

    private List<String> all(long item) {
        return RandomRows.texts(store().reader().rows(item, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    @Test
    void givesEveryKindBackAsItWas() {
        ValueBatch batch = new ValueBatch();
        byte[] log = new LogValue("line", "source", 4, 17, 1_700_000_000L).encoded();
        batch.addNumber(5, slot(5), 1, ValueKind.UNSIGNED, -1L);
        batch.addNumber(5, slot(5), 2, ValueKind.DOUBLE, Double.doubleToRawLongBits(-0.0));
        batch.addNumber(5, slot(5), 3, ValueKind.DOUBLE, Double.doubleToRawLongBits(Double.MIN_VALUE));
        batch.addText(5, slot(5), 4, ValueKind.TEXT, "größer");
        batch.addBytes(5, slot(5), 5, ValueKind.LOG, log, 0, log.length);
        batch.addBytes(5, slot(5), 6, ValueKind.BINARY, new byte[] {0, -1}, 0, 2);
        batch.addText(5, slot(5), 7, ValueKind.TEXT, "");
        List<String> wanted = RandomRows.texts(batch);
        put(batch);
        assertThat(all(5)).isEqualTo(wanted);
        settle();
        assertThat(all(5)).isEqualTo(wanted);
    }

    @Test
    void keepsDifferentValuesOfOneTimeInOrderOfArrivalAndARepetitionOnce() {
        put(number(2, 5, 1));
        put(number(2, 5, 1));
        put(number(2, 5, 3));
        put(number(2, 5, 2));
        settle();
        put(number(2, 5, 3));
        ValueBatch rows = store().reader().range(2, 0, Long.MAX_VALUE, 10, false);
        assertThat(RandomRows.texts(rows)).hasSize(3);
        assertThat(new double[] {rows.asDouble(0), rows.asDouble(1), rows.asDouble(2)})
                .containsExactly(1, 3, 2);
        assertThat(store().reader().last(new long[] {2}).asDouble(0)).isEqualTo(2);
    }

    @Test
    void putsLateRowsWhereTheyBelong() {
        put(number(2, 10 * MILLISECOND, 10));
        put(number(2, 30 * MILLISECOND, 30));
        put(number(2, 20 * MILLISECOND + 1, 20));
        assertThat(store().reader().last(new long[] {2}).asDouble(0)).isEqualTo(30);
        settle();
        put(number(2, 5, 5));
        ValueBatch rows = store().reader().range(2, Long.MIN_VALUE, Long.MAX_VALUE, 10, false);
        assertThat(new double[] {rows.asDouble(0), rows.asDouble(1), rows.asDouble(2), rows.asDouble(3)})
                .containsExactly(5, 10, 20, 30);
        assertThat(store().reader().last(new long[] {2}).asDouble(0)).isEqualTo(30);
        assertThat(store().reader().lastN(2, 2, 29 * MILLISECOND).asDouble(1)).isEqualTo(10);
    }

    @Test
    void readsBothEndsOfAStretchEitherWayUpToALimit() {
        for (int i = 1; i <= 9; i++) {
            put(unsigned(3, i, i));
            if (i == 4) {
                settle();
            }
        }
        HistoryReader reader = store().reader();
        assertThat(reader.range(3, 2, 8, 100, false).size()).isEqualTo(7);
        ValueBatch oldest = reader.range(3, 2, 8, 2, false);
        assertThat(new long[] {oldest.bits[0], oldest.bits[1]}).containsExactly(2, 3);
        ValueBatch newest = reader.range(3, 2, 8, 2, true);
        assertThat(new long[] {newest.bits[0], newest.bits[1]}).containsExactly(8, 7);
        ValueBatch before = reader.lastN(3, 3, 5);
        assertThat(new long[] {before.bits[0], before.bits[1], before.bits[2]}).containsExactly(5, 4, 3);
        assertThat(reader.range(3, 10, 20, 5, true).isEmpty()).isTrue();
        assertThat(reader.range(99, 0, 20, 5, true).isEmpty()).isTrue();
    }

    @Test
    void givesTheLastValuesOfManyInTheOrderAskedWithoutThoseThatHaveNone() {
        put(unsigned(1, 1, 11));
        put(unsigned(2, 1, 22));
        settle();
        put(unsigned(3, 1, 33));
        ValueBatch last = store().reader().last(new long[] {3, 9, 1, 2});
        assertThat(last.size()).isEqualTo(3);
        assertThat(new long[] {last.bits[0], last.bits[1], last.bits[2]}).containsExactly(33, 11, 22);
        assertThat(new long[] {last.itemIds[0], last.itemIds[1], last.itemIds[2]})
                .containsExactly(3, 1, 2);
    }

    @Test
    void tellsWhyAnItemGivesNoValueAndStepsOverThatInValues() {
        put(number(4, 5, 1));
        ValueBatch reason = new ValueBatch();
        reason.addText(4, slot(4), 6, ValueKind.NOT_SUPPORTED, "no such object");
        put(reason);
        for (int round = 0; round < 2; round++) {
            assertThat(store().reader().state(4)).isEqualTo(new ItemState(false, "no such object", 6));
            assertThat(store().reader().last(new long[] {4}).asDouble(0)).isEqualTo(1);
            assertThat(store().reader().range(4, 0, 100, 9, false).size()).isEqualTo(1);
            assertThat(store().reader().rows(4, 0, 100).size()).isEqualTo(2);
            settle();
        }
        put(number(4, 7, 2));
        assertThat(store().reader().state(4)).isEqualTo(new ItemState(true, "", 7));
        assertThat(store().reader().state(55)).isEqualTo(new ItemState(true, "", 0));
    }

    @Test
    void refusesWhatIsNoNumberAndKeepsTheRest() {
        ValueBatch batch = number(6, 1, 1);
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            batch.addNumber(6, slot(6), 2, ValueKind.DOUBLE, Double.doubleToRawLongBits(bad));
        }
        batch.addText(6, slot(6), 3, ValueKind.TEXT, "kept");
        put(batch);
        assertThat(all(6)).containsExactly("1 DOUBLE 3ff0000000000000", "3 TEXT kept");
    }

    @Test
    void sumsUnsignedIntegersUpExactlyAndDoublesWithoutLosingSmallOnes() {
        put(unsigned(7, 0, -1L));
        put(unsigned(7, 1, -1L));
        put(unsigned(7, 2, -1L));
        put(unsigned(7, 10, 4));
        put(number(7, 20, 1e100));
        put(number(7, 21, 1));
        put(number(7, 22, -1e100));
        put(number(7, 30, Double.MAX_VALUE));
        put(number(7, 31, Double.MAX_VALUE));
        ValueBatch text = new ValueBatch();
        text.addText(7, slot(7), 12, ValueKind.TEXT, "does not count");
        put(text);
        settle();
        Buckets buckets = store().reader().buckets(7, 0, 50, 5);
        assertThat(buckets.stepNanos()).isEqualTo(10);
        assertThat(buckets.count()).containsExactly(3, 1, 3, 2, 0);
        assertThat(buckets.avg()).containsExactly(0x1p64, 4, 1 / 3.0, Double.MAX_VALUE, Double.NaN);
        assertThat(buckets.min()).containsExactly(0x1p64, 4, -1e100, Double.MAX_VALUE, Double.NaN);
        assertThat(buckets.max()).containsExactly(0x1p64, 4, 1e100, Double.MAX_VALUE, Double.NaN);
        assertThatThrownBy(() -> store().reader().buckets(7, 50, 50, 5)).hasMessageContaining("wanted at least one");
    }

    @Test
    void givesSequencesThatGrowAndAreSyncedInTheEnd() {
        ShardHistory writer = store().writer(0);
        put(unsigned(1, 1, 1));
        long first = writer.lastSequence();
        long second = writer.putStates(List.of(new StateEntry("key", new byte[] {1})));
        assertThat(second).isGreaterThan(first);
        writer.commitSoon();
        settle();
        assertThat(writer.syncedSequence()).isEqualTo(second);
        assertThat(writer.accepting()).isTrue();
    }

    @Test
    void sumsUpByHoursExactlyWhateverComesLateOrTwice() {
        long hour = 3_600_000_000_000L;
        for (int round = 0; round < 3; round++) {
            // Unsigned integers beyond 2^53, whose sum is beyond 2^64.
            put(unsigned(1, 5 * hour + round, -1L));
            put(unsigned(1, 5 * hour + round, -1L));
            put(number(1, 30 * hour + round, 0.5 + round));
            put(number(1, 5 * hour - 1, -3));
            ValueBatch text = new ValueBatch();
            text.addText(1, slot(1), 7 * hour, ValueKind.TEXT, "no number");
            put(text);
            settle();
        }
        put(unsigned(1, 5 * hour + 1, -1L));
        HourlyTrends trends = store().reader().trends(1, Long.MIN_VALUE, Long.MAX_VALUE);
        assertThat(trends.epochNanos()).containsExactly(4 * hour, 5 * hour, 30 * hour);
        assertThat(trends.count()).containsExactly(1, 3, 3);
        assertThat(trends.min()).containsExactly(-3, 0x1p64, 0.5);
        assertThat(trends.avg()).containsExactly(-3, 0x1p64, 1.5);
        assertThat(trends.max()).containsExactly(-3, 0x1p64, 2.5);
        assertThat(store().reader().trends(1, 5 * hour + 7, 6 * hour).epochNanos())
                .containsExactly(5 * hour);
        assertThat(store().reader().trends(99, 0, 6 * hour).size()).isZero();
        Buckets days = store().reader().buckets(1, 0, 48 * hour, 2);
        assertThat(days.count()).containsExactly(4, 3);
        assertThat(days.min()).containsExactly(-3, 0.5);
        assertThat(days.max()).containsExactly(0x1p64, 2.5);
    }

    @Test
    void findsTextsAndLogLinesNewestFirstUpToALimit() {
        long day = 86_400_000_000_000L;
        for (int i = 0; i < 30; i++) {
            ValueBatch batch = new ValueBatch();
            String text = "port " + i % 5 + (i % 2 == 0 ? " up" : " down");
            byte[] line = new LogValue(text, "source down", 4, 17, 1).encoded();
            if (i % 3 == 0) {
                batch.addBytes(3, slot(3), i * day / 4, ValueKind.LOG, line, 0, line.length);
            } else {
                batch.addText(3, slot(3), i * day / 4, ValueKind.TEXT, text);
            }
            batch.addNumber(3, slot(3), i * day / 4 + 1, ValueKind.UNSIGNED, 2);
            put(batch);
            if (i % 7 == 0) {
                settle();
            }
        }
        TextSearch all = search("port 1 down", 0, Long.MAX_VALUE, 100);
        assertThat(Arrays.copyOf(all.rows().epochNanos, all.rows().size()))
                .containsExactly(21 * day / 4, 11 * day / 4, day / 4);
        assertThat(all.isWhole()).isTrue();
        TextSearch some = search("port 1 down", 0, Long.MAX_VALUE, 2);
        assertThat(some.rows().size()).isEqualTo(2);
        assertThat(some.isWhole()).isFalse();
        assertThat(some.searchedFromNanos()).isBetween(day / 4 + 1, 11 * day / 4);
        assertThat(search("down", 2 * day, 3 * day, 100).rows().size()).isEqualTo(2);
        assertThat(search("down", 20 * day, 30 * day, 100).isWhole()).isTrue();
    }

    private TextSearch search(String text, long from, long to, int limit) {
        return store().reader().search(3, from, to, each -> each.contains(text), limit, Duration.ofSeconds(60));
    }

    @Test
    void tellsThoseWhoWaitOnceWhenWhatWasTakenIsSynced() {
        ShardHistory writer = store().writer(0);
        List<Long> told = new ArrayList<>();
        writer.awaitSynced(() -> told.add(0L));
        assertThat(told).as("nothing to wait for").containsExactly(0L);
        for (long i = 1; i <= 3; i++) {
            put(unsigned(1, i, i));
            long number = i;
            long sequence = writer.lastSequence();
            writer.awaitSynced(() -> {
                assertThat(writer.syncedSequence()).isGreaterThanOrEqualTo(sequence);
                told.add(number);
            });
        }
        settle();
        assertThat(told).containsExactly(0L, 1L, 2L, 3L);
        settle();
        assertThat(told).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithPlainLists(long seed) {
        SeededRandom random = new SeededRandom(seed);
        Map<Long, List<String>> wanted = new TreeMap<>();
        long[] time = new long[10];
        for (int step = 0; step < 300; step++) {
            ValueBatch batch = new ValueBatch();
            for (int row = random.between(1, 20); row > 0; row--) {
                long item = 1L + random.below(9);
                boolean late = random.chance(0.1);
                long at = late
                        ? time[(int) item] - random.below(10_000 * MILLISECOND)
                        : time[(int) item] + random.between(1, 3000) * (random.chance(0.8) ? MILLISECOND : 1);
                time[(int) item] = Math.max(at, time[(int) item]);
                RandomRows.add(batch, item, slot(item), at, random);
                wanted.computeIfAbsent(item, _ -> new ArrayList<>()).add(RandomRows.text(batch, batch.size() - 1));
            }
            put(batch);
            if (random.chance(0.03)) {
                settle();
            }
        }
        wanted.forEach((item, rows) -> {
            rows.sort(Comparator.comparingLong(RandomRows::timeOf));
            assertThat(all(item)).as("item %d, seed %d", item, seed).isEqualTo(rows);
            List<String> values =
                    rows.stream().filter(row -> !row.contains("NOT_SUPPORTED")).toList();
            int count = Math.min(7, values.size());
            assertThat(RandomRows.texts(store().reader().lastN(item, count, Long.MAX_VALUE))
                            .reversed())
                    .as("last of item %d, seed %d", item, seed)
                    .isEqualTo(values.subList(values.size() - count, values.size()));
            long middle = RandomRows.timeOf(values.get(values.size() / 2));
            assertThat(RandomRows.texts(store().reader().range(item, middle, Long.MAX_VALUE, 1_000_000, false)))
                    .as("range of item %d, seed %d", item, seed)
                    .isEqualTo(values.stream()
                            .filter(row -> RandomRows.timeOf(row) >= middle)
                            .toList());
        });
    }
}
