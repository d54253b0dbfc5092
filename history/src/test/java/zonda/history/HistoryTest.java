package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.LocalDisk;
import zonda.runtime.Shard;

class HistoryTest {
    private static final int WRITERS = 2;
    private static final long MILLISECOND = 1_000_000L;

    @TempDir
    private Path folder;

    /// A server's worth of history whose crank the test turns.
    private static final class Rig {
        final HandMachine machine;
        final History history;
        final List<ItemSlots> slots = new ArrayList<>();

        Rig(HandMachine machine) {
            this.machine = machine;
            Shard log = machine.newShard(-1, "log", 1024);
            List<History.Writer> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                slots.add(new ItemSlots());
                writers.add(new History.Writer(machine.newShard(i, "shard-" + i, 1024), slots.get(i)));
            }
            history = History.open(
                    machine, HistorySettings.standard(), log, writers, id -> (int) (id % WRITERS), (read, all) -> {});
            for (int i = 0; i < WRITERS; i++) {
                writers.get(i).shard().add(history.writer(i));
            }
        }

        Rig(Path folder) {
            this(new HandMachine(folder));
        }

        void put(ValueBatch batch) {
            for (int writer = 0; writer < WRITERS; writer++) {
                ValueBatch mine = new ValueBatch();
                for (int row = 0; row < batch.size(); row++) {
                    if (batch.itemIds[row] % WRITERS == writer) {
                        mine.addRow(batch, row, slots.get(writer).assign(batch.itemIds[row]));
                    }
                }
                if (!mine.isEmpty()) {
                    history.writer(writer).accept(mine);
                }
            }
        }
    }

    private static ValueBatch number(long item, long time, double value) {
        ValueBatch batch = new ValueBatch();
        batch.addNumber(item, 0, time, ValueKind.DOUBLE, Double.doubleToRawLongBits(value));
        return batch;
    }

    @Test
    void givesTheLastValueBackBeforeAndAfterARestart() {
        Rig rig = new Rig(folder);
        rig.put(number(7, 1_000 * MILLISECOND, 1.5));
        rig.put(number(7, 2_000 * MILLISECOND, 2.5));
        assertThat(rig.history.reader().last(new long[] {7}).asDouble(0)).isEqualTo(2.5);
        rig.machine.settle();
        Rig again = new Rig(folder);
        ValueBatch last = again.history.reader().last(new long[] {7, 8});
        assertThat(last.size()).isEqualTo(1);
        assertThat(last.asDouble(0)).isEqualTo(2.5);
        assertThat(again.history.reader().lastN(7, 10, Long.MAX_VALUE).size()).isEqualTo(2);
    }

    @Test
    void anExactDuplicateIsKeptOnceAndDifferentValuesAtOneTimeAllInOrder() {
        Rig rig = new Rig(folder);
        rig.put(number(2, 5 * MILLISECOND, 1));
        rig.put(number(2, 5 * MILLISECOND, 1));
        rig.put(number(2, 5 * MILLISECOND, 3));
        rig.put(number(2, 5 * MILLISECOND, 2));
        ValueBatch rows = rig.history.reader().range(2, 0, Long.MAX_VALUE, 10, false);
        assertThat(rows.size()).isEqualTo(3);
        assertThat(new double[] {rows.asDouble(0), rows.asDouble(1), rows.asDouble(2)})
                .containsExactly(1, 3, 2);
    }

    @Test
    void tellsWhyAnItemGivesNoValueAndKeepsThatOverASealAndARestart() {
        Rig rig = new Rig(folder);
        rig.put(number(4, 5 * MILLISECOND, 1));
        ValueBatch reason = new ValueBatch();
        reason.addText(4, 0, 6 * MILLISECOND, ValueKind.NOT_SUPPORTED, "no such object");
        rig.put(reason);
        assertThat(rig.history.reader().state(4)).isEqualTo(new ItemState(false, "no such object", 6 * MILLISECOND));
        rig.history.seal();
        rig.machine.settle();
        assertThat(rig.history.statistics().seals()).isEqualTo(1);
        assertThat(new Rig(folder).history.reader().state(4))
                .isEqualTo(new ItemState(false, "no such object", 6 * MILLISECOND));
        assertThat(new Rig(folder).history.reader().last(new long[] {4}).asDouble(0))
                .isEqualTo(1);
    }

    @Test
    void statesSurviveARestartWithTheirNewestValueAndDeletedOnesAreGone() {
        Rig rig = new Rig(folder);
        rig.history.writer(0).putStates(List.of(new StateEntry("a", new byte[] {1}), new StateEntry("b", new byte[] {2
        })));
        rig.history.writer(0).putStates(List.of(new StateEntry("a", new byte[] {3}), new StateEntry("b", new byte[0])));
        rig.machine.settle();
        assertThat(new Rig(folder).history.states()).containsOnlyKeys("a").containsEntry("a", new byte[] {3});
        rig.history.seal();
        rig.machine.settle();
        assertThat(new Rig(folder).history.states()).containsOnlyKeys("a").containsEntry("a", new byte[] {3});
    }

    /// Random rows of all kinds, seals at random moments, restarts: what is read equals a simple
    /// model.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithASimpleModelOverSealsAndRestarts(long seed) {
        Random random = new Random(seed);
        TreeMap<Long, List<String>> model = new TreeMap<>();
        Rig rig = new Rig(folder);
        long[] time = new long[20];
        java.util.Arrays.fill(time, 1_700_000_000_000L * MILLISECOND);
        long written = 0;
        for (int step = 0; step < 400; step++) {
            ValueBatch batch = new ValueBatch();
            int rows = 1 + random.nextInt(30);
            for (int row = 0; row < rows; row++) {
                long item = 1L + random.nextInt(19);
                int slot = (int) item;
                time[slot] += random.nextInt(8) == 0
                        ? 1 + random.nextInt(1_000_000_000)
                        : (1 + random.nextInt(3)) * 1_000L * MILLISECOND;
                addRandom(batch, item, time[slot], random);
                model.computeIfAbsent(item, key -> new ArrayList<>()).add(text(batch, batch.size() - 1));
                written++;
            }
            rig.put(batch);
            if (random.nextInt(60) == 0) {
                rig.history.seal();
            }
            if (random.nextInt(40) == 0) {
                rig.history.merge();
            }
            if (random.nextInt(10) == 0) {
                rig.machine.settle();
            }
            if (random.nextInt(80) == 0) {
                rig.machine.settle();
                rig = new Rig(folder);
            }
        }
        rig.machine.settle();
        check(model, rig, seed);
        assertThat(rig.history.statistics().blocks()).as("seed %d", seed).isPositive();
        rig = new Rig(folder);
        check(model, rig, seed);
        StoredCount count = History.count(new LocalDisk(folder));
        assertThat(count.values() + count.notSupported()).as("seed %d", seed).isEqualTo(written);
        assertThat(count.faults()).isEmpty();
    }

    private static void check(java.util.Map<Long, List<String>> model, Rig rig, long seed) {
        model.forEach((item, rows) -> {
            ValueBatch read = rig.history.reader().rows(item, Long.MIN_VALUE, Long.MAX_VALUE);
            List<String> texts = new ArrayList<>();
            for (int row = 0; row < read.size(); row++) {
                texts.add(text(read, row));
            }
            assertThat(texts).as("item %d, seed %d", item, seed).isEqualTo(rows);
        });
    }

    private static String text(ValueBatch batch, int row) {
        return batch.epochNanos[row] + " " + batch.kind(row) + " "
                + (batch.kind(row).isSlice() ? batch.text(row) : Long.toHexString(batch.bits[row]));
    }

    private static void addRandom(ValueBatch batch, long item, long time, Random random) {
        switch (random.nextInt(8)) {
            case 0, 1, 2 ->
                batch.addNumber(item, 0, time, ValueKind.UNSIGNED, random.nextLong() >>> random.nextInt(64));
            case 3, 4 ->
                batch.addNumber(
                        item, 0, time, ValueKind.DOUBLE, Double.doubleToRawLongBits(random.nextInt(10_000) / 100.0));
            case 5 ->
                batch.addNumber(
                        item,
                        0,
                        time,
                        ValueKind.DOUBLE,
                        Double.doubleToRawLongBits(
                                random.nextBoolean() ? -0.0 : Double.MIN_VALUE * random.nextInt(1000)));
            case 6 -> batch.addText(item, 0, time, ValueKind.TEXT, "x".repeat(random.nextInt(300)));
            default -> batch.addText(item, 0, time, ValueKind.NOT_SUPPORTED, "reason " + random.nextInt(5));
        }
    }

    @Test
    void aTornTailOfTheLogLosesOnlyWhatWasNeverSynced() throws Exception {
        Rig rig = new Rig(folder);
        for (int i = 1; i <= 10; i++) {
            rig.put(number(3, i * 1_000L * MILLISECOND, i));
            rig.machine.settle();
        }
        Path segment = folder.resolve("log/000000000001.log");
        byte[] bytes = Files.readAllBytes(segment);
        for (int cut = bytes.length; cut > 40; cut -= 7) {
            Files.write(segment, java.util.Arrays.copyOf(bytes, cut));
            StoredCount count = History.count(new LocalDisk(folder));
            assertThat(count.values()).isEqualTo((cut - 40) / ((bytes.length - 40) / 10));
        }
    }
}
