package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.Shard;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.Simulation;

/// The same small history again and again: in the n-th run the n-th write, or sync, of whatever
/// file fails, log, block, manifest and merge alike. Nothing that was acknowledged is lost then,
/// also when the power goes afterwards.
class EveryOperationTest {
    private static final long CAPACITY = 64L << 20;
    private static final long MINUTE = 60_000_000_000L;
    private static final long START = 1_700_000_000_000_000_000L - 2 * 1440 * MINUTE;
    private static final int ITEMS = 4;
    /// More than the scenario has of either kind.
    private static final int MOST = 400;

    /// What is wrong with the disk.
    enum Trouble {
        FULL_AT_A_WRITE,
        FAILING_WRITE,
        FAILING_SYNC
    }

    /// Lets one operation fail.
    private static final class Picky implements Disk {
        private final SimulatedDisk disk;
        private final Trouble trouble;
        private int until;

        Picky(SimulatedDisk disk, Trouble trouble, int which) {
            this.disk = disk;
            this.trouble = trouble;
            this.until = which;
        }

        boolean hasFailed() {
            return until <= 0;
        }

        private interface Operation {
            void run() throws IOException;
        }

        private void write(Operation operation) throws IOException {
            if (trouble == Trouble.FAILING_SYNC || --until != 0) {
                operation.run();
                return;
            }
            if (trouble == Trouble.FULL_AT_A_WRITE) {
                disk.capacity(disk.usedBytes());
            } else {
                disk.failWrites(1);
            }
            try {
                operation.run();
            } finally {
                disk.capacity(CAPACITY);
                disk.failWrites(0);
            }
        }

        private void sync(Operation operation) throws IOException {
            if (trouble != Trouble.FAILING_SYNC || --until != 0) {
                operation.run();
                return;
            }
            disk.failSyncs(1);
            try {
                operation.run();
            } finally {
                disk.failSyncs(0);
            }
        }

        private DiskFile picky(DiskFile file) {
            return new DiskFile() {
                @Override
                public void write(ByteBuffer source, long position) throws IOException {
                    Picky.this.write(() -> file.write(source, position));
                }

                @Override
                public int read(ByteBuffer target, long position) throws IOException {
                    return file.read(target, position);
                }

                @Override
                public long size() throws IOException {
                    return file.size();
                }

                @Override
                public void truncate(long bytes) throws IOException {
                    file.truncate(bytes);
                }

                @Override
                public void sync() throws IOException {
                    Picky.this.sync(file::sync);
                }

                @Override
                public void close() throws IOException {
                    file.close();
                }
            };
        }

        @Override
        public DiskFile create(String name) throws IOException {
            return picky(disk.create(name));
        }

        @Override
        public DiskFile open(String name) throws IOException {
            return picky(disk.open(name));
        }

        @Override
        public boolean exists(String name) {
            return disk.exists(name);
        }

        @Override
        public List<String> list(String folder) throws IOException {
            return disk.list(folder);
        }

        @Override
        public void createFolder(String name) throws IOException {
            disk.createFolder(name);
        }

        @Override
        public void rename(String from, String to) throws IOException {
            disk.rename(from, to);
        }

        @Override
        public void delete(String name) throws IOException {
            disk.delete(name);
        }

        @Override
        public void syncFolder(String folder) throws IOException {
            disk.syncFolder(folder);
        }

        @Override
        public long usableBytes() {
            return disk.usableBytes();
        }
    }

    private HandMachine machine = new HandMachine(new SimulatedDisk(new Simulation(1), "none", 1));
    private ItemSlots slots = new ItemSlots();

    private History open(Disk disk) {
        machine = new HandMachine(disk);
        slots = new ItemSlots();
        Shard log = machine.newShard(-1, "log", 64);
        Shard shard = machine.newShard(0, "shard-0", 64);
        HistorySettings settings = new HistorySettings(
                Duration.ofMillis(200), 20_000, 4L << 20, Duration.ofHours(2), 200_000, 0, Duration.ofDays(400));
        History history = History.open(
                machine, settings, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {});
        shard.add(history.writer(0));
        return history;
    }

    /// Rows of some days, sealed and merged on the way.
    private void live(History history, Map<Long, List<String>> rows) {
        SeededRandom random = new SeededRandom(7);
        for (int step = 0; step < 24; step++) {
            ValueBatch batch = new ValueBatch();
            for (long item = 1; item <= ITEMS; item++) {
                long time = START + step * 100L * MINUTE + item;
                RandomRows.add(batch, item, slots.assign(item), time, random);
                rows.computeIfAbsent(item, _ -> new ArrayList<>()).add(RandomRows.text(batch, batch.size() - 1));
            }
            history.writer(0).accept(batch);
            history.writer(0).putStates(List.of(new StateEntry("step", new byte[] {(byte) step})));
            machine.settle();
            if (step % 6 == 5) {
                history.seal();
                machine.settle();
            }
            if (step == 17) {
                history.merge();
                machine.settle();
            }
        }
        for (int i = 0; i < 8; i++) {
            machine.nanos += MINUTE / 6;
            machine.settle();
        }
    }

    private static Map<Long, List<String>> read(History history) {
        Map<Long, List<String>> read = new TreeMap<>();
        for (long item = 1; item <= ITEMS; item++) {
            read.put(item, RandomRows.texts(history.reader().rows(item, Long.MIN_VALUE, Long.MAX_VALUE)));
        }
        return read;
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void nothingIsLostWhicheverOperationFails(Trouble trouble) {
        int failed = 0;
        for (int which = 1; which < MOST; which++) {
            String where = trouble + " " + which;
            SimulatedDisk disk = new SimulatedDisk(new Simulation(which), "data", CAPACITY);
            Picky picky = new Picky(disk, trouble, which);
            History history;
            try {
                history = open(picky);
            } catch (HistoryException e) {
                assertThat(picky.hasFailed()).as(where).isTrue();
                history = open(picky);
            }
            Map<Long, List<String>> rows = new TreeMap<>();
            live(history, rows);
            assertThat(read(history)).as(where).isEqualTo(rows);
            assertThat(history.statistics().log().isWriting()).as(where).isTrue();
            assertThat(history.writer(0).syncedSequence())
                    .as(where)
                    .isEqualTo(history.writer(0).lastSequence());
            History again = open(disk.afterPowerLoss());
            assertThat(read(again)).as(where + ", after a loss of power").isEqualTo(rows);
            assertThat(again.states().get("step")).as(where).containsExactly(23);
            assertThat(again.faults()).as(where).isEmpty();
            if (!picky.hasFailed()) {
                assertThat(failed).isGreaterThan(40);
                return;
            }
            failed++;
        }
        throw new AssertionError("more than " + MOST + " operations");
    }
}
