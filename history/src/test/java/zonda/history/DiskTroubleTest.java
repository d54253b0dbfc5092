package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.Shard;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.Simulation;

/// A disk that is full, fails, or has gone bad in places.
class DiskTroubleTest {
    private static final long CAPACITY = 16L << 20;
    private static final long RESERVE = 1L << 20;

    private final Simulation simulation = new Simulation(5);
    private final SimulatedDisk disk = new SimulatedDisk(simulation, "data", CAPACITY);
    private long time = 1;
    private ItemSlots slots = new ItemSlots();
    private HandMachine machine = new HandMachine(disk);

    private History open() {
        machine = new HandMachine(disk);
        slots = new ItemSlots();
        Shard log = machine.newShard(-1, "log", 64);
        Shard shard = machine.newShard(0, "shard-0", 64);
        HistorySettings settings = new HistorySettings(
                Duration.ofMillis(200),
                100_000,
                4L << 20,
                Duration.ofHours(2),
                200_000,
                RESERVE,
                Duration.ofDays(36_500));
        History history = History.open(
                machine, settings, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {});
        shard.add(history.writer(0));
        return history;
    }

    private int put(History history, int rows) {
        ValueBatch batch = new ValueBatch();
        for (int i = 0; i < rows; i++) {
            batch.addText(1, slots.assign(1), time++, ValueKind.TEXT, "a line of some length, number " + time);
        }
        history.writer(0).accept(batch);
        return rows;
    }

    @Test
    void stopsBeforeTheDiskIsFullSaysSoAndGoesOnWhenThereIsRoom() {
        History history = open();
        int rows = put(history, 100);
        machine.settle();
        assertThat(history.statistics().log().isWriting()).isTrue();
        disk.capacity(disk.usedBytes() + RESERVE - 1);
        while (history.writer(0).accepting()) {
            rows += put(history, 100);
            machine.settle();
        }
        LogState state = history.statistics().log();
        assertThat(state.condition()).isEqualTo(LogState.Condition.FULL);
        assertThat(state.words()).contains("0 MB left, wanted at least 1 MB", "nothing is collected");
        assertThat(disk.usableBytes()).isGreaterThan(RESERVE / 2);
        machine.settle();
        assertThat(history.writer(0).accepting()).isFalse();
        assertThat(history.reader().rows(1, 0, Long.MAX_VALUE).size()).isEqualTo(rows);
        disk.capacity(CAPACITY);
        machine.settle();
        machine.settle();
        assertThat(history.statistics().log()).isEqualTo(new LogState(LogState.Condition.WRITING, ""));
        assertThat(history.writer(0).accepting()).isTrue();
        assertThat(history.writer(0).syncedSequence())
                .isEqualTo(history.writer(0).lastSequence());
        assertThat(History.count(disk).values()).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDiskThatRefusesIsNotBelievedAndUsedAgainWhenItTakesWrites(boolean syncs) {
        History history = open();
        int rows = put(history, 10);
        machine.settle();
        long synced = history.writer(0).syncedSequence();
        if (syncs) {
            disk.failSyncs(1);
        } else {
            disk.failWrites(1);
        }
        rows += put(history, 10);
        machine.settle();
        assertThat(history.statistics().log().condition()).isEqualTo(LogState.Condition.FAILING);
        assertThat(history.statistics().log().words()).contains("refuses to write", "input/output error");
        assertThat(history.statistics().logFailures()).isPositive();
        assertThat(history.writer(0).accepting()).isFalse();
        assertThat(history.writer(0).syncedSequence()).isEqualTo(synced);
        rows += put(history, 10);
        assertThat(history.reader().rows(1, 0, Long.MAX_VALUE).size()).isEqualTo(rows);
        disk.failSyncs(0);
        disk.failWrites(0);
        machine.settle();
        machine.settle();
        assertThat(history.writer(0).accepting()).isTrue();
        assertThat(history.writer(0).syncedSequence()).isEqualTo(synced + 2);
        assertThat(open().reader().rows(1, 0, Long.MAX_VALUE).size()).isEqualTo(rows);
    }

    @Test
    void tellsThoseWhoWaitWithoutTheCommitIntervalAndNotBeforeTheDiskHasIt() {
        History history = open();
        List<Integer> told = new ArrayList<>();
        put(history, 1);
        history.writer(0).awaitSynced(() -> told.add(1));
        put(history, 1);
        history.writer(0).awaitSynced(() -> told.add(2));
        long commits = history.statistics().commits();
        machine.turnWithoutTime();
        assertThat(told).containsExactly(1, 2);
        assertThat(history.statistics().commits()).as("one for both").isEqualTo(commits + 1);
        disk.failSyncs(1);
        int rows = put(history, 5);
        history.writer(0).awaitSynced(() -> told.add(3));
        machine.settle();
        assertThat(told).hasSize(2);
        disk.failSyncs(0);
        machine.settle();
        assertThat(told).containsExactly(1, 2, 3);
        assertThat(open().reader().rows(1, 0, Long.MAX_VALUE).size()).isEqualTo(rows + 2);
    }

    @Test
    void aBlockThatCannotBeWrittenIsWrittenLaterAndNothingIsLostMeanwhile() {
        History history = open();
        int rows = put(history, 100);
        machine.settle();
        history.seal();
        disk.capacity(disk.usedBytes() + 200);
        machine.settle();
        rows += put(history, 10);
        assertThat(history.statistics().seals()).isZero();
        disk.capacity(CAPACITY);
        for (int i = 0; i < 10; i++) {
            machine.settle();
        }
        assertThat(history.statistics().seals()).isPositive();
        assertThat(history.reader().rows(1, 0, Long.MAX_VALUE).size()).isEqualTo(rows);
        assertThat(History.count(disk).values()).isEqualTo(rows);
    }

    /// Flips a bit anywhere at rest: what is damaged is told, what is read was once written, and a
    /// loss is never silent.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aFlippedBitIsToldAndSpoilsOnlyWhatItHit(long seed) {
        SeededRandom random = new SeededRandom(seed);
        History history = open();
        List<String> written = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            ValueBatch batch = new ValueBatch();
            for (int i = 0; i < 30; i++) {
                long item = 1L + random.below(5);
                RandomRows.add(batch, item, slots.assign(item), time++, random);
                written.add(item + " " + RandomRows.text(batch, batch.size() - 1));
            }
            history.writer(0).accept(batch);
            machine.settle();
            if (round % 4 == 2) {
                history.seal();
                machine.settle();
            }
        }
        history.close();
        for (int flip = 0; flip < 60; flip++) {
            Simulation again = new Simulation(seed * 1000 + flip);
            SimulatedDisk copy = copy(again);
            String name = copy.flipAtRest();
            History reopened;
            try {
                reopened = openOn(copy);
            } catch (HistoryException e) {
                assertThat(e.getMessage()).as(name).contains("state/");
                continue;
            }
            List<String> read = new ArrayList<>();
            for (long item = 1; item <= 5; item++) {
                for (String row : RandomRows.texts(reopened.reader().rows(item, 0, Long.MAX_VALUE))) {
                    read.add(item + " " + row);
                }
            }
            assertThat(written).as("%s, seed %d, flip %d", name, seed, flip).containsAll(read);
            if (read.size() < written.size()) {
                assertThat(reopened.faults())
                        .as("%s, seed %d, flip %d", name, seed, flip)
                        .isNotEmpty();
            }
        }
    }

    private SimulatedDisk copy(Simulation of) {
        SimulatedDisk copy = new SimulatedDisk(of, "copy", CAPACITY);
        try {
            for (String folder : List.of("log", "blocks", "state")) {
                copy.createFolder(folder);
                for (String name : disk.list(folder)) {
                    try (var from = disk.open(folder + "/" + name);
                            var to = copy.create(folder + "/" + name)) {
                        java.nio.ByteBuffer content = java.nio.ByteBuffer.allocate((int) from.size());
                        from.read(content, 0);
                        to.write(content.flip(), 0);
                        to.sync();
                    }
                }
                copy.syncFolder(folder);
            }
            copy.syncFolder("");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return copy;
    }

    private static History openOn(SimulatedDisk other) {
        HandMachine anew = new HandMachine(other);
        return History.open(
                anew,
                HistorySettings.standard(),
                anew.newShard(-1, "log", 64),
                List.of(new History.Writer(anew.newShard(0, "shard-0", 64), new ItemSlots())),
                _ -> 0,
                (read, all) -> {});
    }

    @Test
    void doesNotStartOnAManifestOfWhichBothCopiesAreDamaged() throws Exception {
        History history = open();
        put(history, 10);
        history.seal();
        machine.settle();
        for (String name : disk.list("state")) {
            try (var file = disk.open("state/" + name)) {
                file.write(java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3}), 20);
            }
        }
        assertThatThrownBy(this::open)
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("its checksum is wrong")
                .hasMessageContaining("move the data folder away");
    }

    @Test
    void usesTheCopyOfADamagedManifestAndSaysSo() throws Exception {
        History history = open();
        int rows = put(history, 10);
        history.seal();
        machine.settle();
        try (var file = disk.open("state/000000000001.manifest")) {
            file.write(java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3}), 20);
        }
        History again = open();
        assertThat(again.faults()).hasSize(1);
        assertThat(again.faults().getFirst()).contains("000000000001.manifest is damaged");
        assertThat(again.reader().rows(1, 0, Long.MAX_VALUE).size()).isEqualTo(rows);
    }
}
