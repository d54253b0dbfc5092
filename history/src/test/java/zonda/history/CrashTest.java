package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.runtime.Datagrams;
import zonda.runtime.Disk;
import zonda.runtime.Duty;
import zonda.runtime.Errands;
import zonda.runtime.FaultHandler;
import zonda.runtime.Machine;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Shard;
import zonda.runtime.Streams;
import zonda.runtime.WallClock;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.SimulatedMachine;
import zonda.runtime.simulation.SimulatedWallClock;
import zonda.runtime.simulation.Simulation;

/// The power goes at any write, sync or change of names, again and again, on a disk that also fails
/// and fills up. After each start: what was acknowledged is there, nothing is invented, nothing is
/// there twice, and of what was not acknowledged a lane's first records up to some one, whole.
class CrashTest {
    private static final int WRITERS = 2;
    private static final int ITEMS = 12;
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;
    private static final long CAPACITY = 64L << 20;

    /// What one record did to rows and states.
    private record Written(long sequence, List<String> rows, List<Long> items, Map<String, String> states) {}

    /// A writer that writes at random for as long as it may.
    private static final class Scribe implements Duty {
        private final int number;
        private final History whole;
        private final ShardHistory history;
        private final ItemSlots slots;
        private final SeededRandom random;
        private final long[] lastTime;
        private final List<Written> written = new ArrayList<>();
        private long next;
        private boolean started;

        Scribe(int number, History whole, ItemSlots slots, SeededRandom random, long[] lastTime) {
            this.number = number;
            this.whole = whole;
            this.history = whole.writer(number);
            this.slots = slots;
            this.random = random;
            this.lastTime = lastTime;
        }

        @Override
        public String name() {
            return "scribe";
        }

        @Override
        public int turn(long nowNanos) {
            if ((started && nowNanos < next) || !history.accepting()) {
                return 0;
            }
            started = true;
            next = nowNanos + random.between(1, 40) * MILLISECOND;
            if (random.chance(0.2)) {
                putStates();
            } else {
                putValues();
            }
            if (random.chance(0.1)) {
                history.commitSoon();
            }
            if (random.chance(0.1)) {
                long sequence = history.lastSequence();
                history.awaitSynced(() -> assertThat(history.syncedSequence()).isGreaterThanOrEqualTo(sequence));
            }
            if (random.chance(0.01)) {
                whole.seal();
            }
            if (random.chance(0.01)) {
                whole.merge();
            }
            return 1;
        }

        private void putStates() {
            List<StateEntry> entries = new ArrayList<>();
            Map<String, String> told = new TreeMap<>();
            for (int i = random.between(1, 3); i > 0; i--) {
                told.put(
                        "lane " + number + " key " + random.below(6), random.chance(0.2) ? "" : "v" + random.below(99));
            }
            // Tells which record was the last.
            told.put("lane " + number, random.seed() + " " + written.size());
            told.forEach((key, value) -> entries.add(new StateEntry(key, value.getBytes(StandardCharsets.UTF_8))));
            written.add(new Written(history.putStates(entries), List.of(), List.of(), told));
        }

        private void putValues() {
            ValueBatch batch = new ValueBatch();
            List<String> rows = new ArrayList<>();
            List<Long> items = new ArrayList<>();
            for (int i = random.between(1, 10); i > 0; i--) {
                long item = 1 + (long) random.below(ITEMS / WRITERS) * WRITERS + number;
                long time = lastTime[(int) item] - random.between(1, 5 * SECOND);
                if (random.chance(0.95)) {
                    time = lastTime[(int) item]
                            + random.between(1, 2000) * (random.chance(0.9) ? MILLISECOND : 777_777);
                    lastTime[(int) item] = time;
                }
                RandomRows.add(batch, item, slots.assign(item), time, random);
                rows.add(RandomRows.text(batch, batch.size() - 1));
                items.add(item);
            }
            history.accept(batch);
            written.add(new Written(history.lastSequence(), rows, items, Map.of()));
        }

        @Override
        public long nextWakeNanos() {
            return history.accepting() ? next : Long.MAX_VALUE;
        }
    }

    /// A machine whose server can be killed while the power stays: its shards stop, its errands do
    /// not go on, and what it wrote and did not sync is still in the page cache.
    private static final class Mortal implements Machine {
        private final SimulatedMachine machine;
        private final List<Running> running = new ArrayList<>();
        private boolean killed;

        Mortal(SimulatedMachine machine) {
            this.machine = machine;
        }

        void kill() {
            killed = true;
            running.forEach(Running::close);
        }

        @Override
        public MonotonicClock monotonicClock() {
            return machine.monotonicClock();
        }

        @Override
        public WallClock wallClock() {
            return machine.wallClock();
        }

        @Override
        public Disk disk() {
            return machine.disk();
        }

        @Override
        public Errands errands() {
            return (name, errand) -> machine.errands().start(name, () -> {
                if (!killed) {
                    errand.run();
                }
            });
        }

        @Override
        public FaultHandler faults() {
            return machine.faults();
        }

        @Override
        public Shard newShard(int index, String name, int mailboxCapacity) {
            return machine.newShard(index, name, mailboxCapacity);
        }

        @Override
        public Datagrams datagrams(Shard shard) {
            return machine.datagrams(shard);
        }

        @Override
        public Streams streams(Shard shard) {
            return machine.streams(shard);
        }

        @Override
        public Running run(Shard shard) {
            Running run = machine.run(shard);
            running.add(run);
            return run;
        }
    }

    /// One run of the server, from its start to the loss of power.
    private static final class Run {
        private final List<Scribe> scribes = new ArrayList<>();
        private final List<Shard> shards = new ArrayList<>();
        private @Nullable History history;
    }

    private final Map<Long, List<String>> rows = new TreeMap<>();
    private final Map<String, String> states = new TreeMap<>();
    private final long[] lastTime = new long[ITEMS + 1];
    private long acknowledged;
    private long blocksSeen;

    private static HistorySettings settings(SeededRandom random) {
        return new HistorySettings(
                Duration.ofMillis(20),
                random.between(600, 20_000),
                random.between(2_000, 40_000),
                Duration.ofSeconds(random.between(2, 20)),
                64 << 10,
                0,
                Duration.ofDays(36_500),
                4 << 20);
    }

    private Run open(Mortal mortal, SeededRandom random, @Nullable Run before, String where) {
        Run run = new Run();
        mortal.machine.during(() -> {
            Shard log = mortal.newShard(-1, "log", 64);
            List<History.Writer> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                run.shards.add(mortal.newShard(i, "shard-" + i, 64));
                writers.add(new History.Writer(run.shards.get(i), new ItemSlots()));
            }
            run.shards.add(log);
            History history = History.open(
                    mortal, settings(random), log, writers, id -> (int) ((id - 1) % WRITERS), (read, all) -> {});
            check(before, history, where);
            blocksSeen += history.statistics().blocks();
            for (int i = 0; i < WRITERS; i++) {
                Scribe scribe = new Scribe(i, history, writers.get(i).slots(), random.split("scribe", i), lastTime);
                run.shards.get(i).add(history.writer(i));
                run.shards.get(i).add(scribe);
                run.scribes.add(scribe);
            }
            run.history = history;
        });
        return run;
    }

    /// Checks what is there after a start, and takes it as the new truth.
    private void check(@Nullable Run before, History found, String where) {
        Map<Long, List<String>> read = new TreeMap<>();
        for (long item = 1; item <= ITEMS; item++) {
            read.put(item, RandomRows.texts(found.reader().rows(item, Long.MIN_VALUE, Long.MAX_VALUE)));
        }
        Map<String, String> readStates = new TreeMap<>();
        found.states().forEach((key, value) -> readStates.put(key, new String(value, StandardCharsets.UTF_8)));
        if (before != null) {
            for (Scribe scribe : before.scribes) {
                apply(scribe, read, readStates, where);
            }
        }
        Map<Long, List<String>> wanted = new TreeMap<>();
        for (long item = 1; item <= ITEMS; item++) {
            List<String> sorted = new ArrayList<>(rows.getOrDefault(item, List.of()));
            sorted.sort(Comparator.comparingLong(RandomRows::timeOf));
            wanted.put(item, sorted);
        }
        assertThat(read).as("rows, %s", where).isEqualTo(wanted);
        assertThat(readStates).as("states, %s", where).isEqualTo(states);
        assertThat(found.faults()).as("faults, %s", where).isEmpty();
    }

    /// Brings the model up to the last record of a lane that has survived: one, acknowledged or
    /// later, up to which all rows and states that are there come to be.
    private void apply(Scribe scribe, Map<Long, List<String>> read, Map<String, String> readStates, String where) {
        long synced = scribe.history.syncedSequence();
        long there = 0;
        for (long item = 1; item <= ITEMS; item++) {
            if ((item - 1) % WRITERS == scribe.number) {
                there += read.getOrDefault(item, List.of()).size()
                        - rows.getOrDefault(item, List.of()).size();
            }
        }
        String lastThere = readStates.getOrDefault("lane " + scribe.number, "");
        String last = states.getOrDefault("lane " + scribe.number, "");
        long taken = 0;
        int survived = 0;
        while (survived < scribe.written.size()) {
            Written record = scribe.written.get(survived);
            if (record.sequence() > synced && taken == there && last.equals(lastThere)) {
                break;
            }
            acknowledged += record.sequence() <= synced ? record.rows().size() : 0;
            taken += record.rows().size();
            last = record.states().getOrDefault("lane " + scribe.number, last);
            for (int i = 0; i < record.rows().size(); i++) {
                rows.computeIfAbsent(record.items().get(i), _ -> new ArrayList<>())
                        .add(record.rows().get(i));
            }
            record.states().forEach((key, value) -> {
                if (value.isEmpty()) {
                    states.remove(key);
                } else {
                    states.put(key, value);
                }
            });
            survived++;
        }
        assertThat(taken)
                .as("rows of lane %d there, acknowledged up to record %d, %s", scribe.number, synced, where)
                .isEqualTo(there);
    }

    private static void plant(Simulation simulation, SimulatedDisk disk, SeededRandom random) {
        switch (random.below(4)) {
            case 0 -> disk.failSyncs(0.15);
            case 1 -> disk.failWrites(0.1);
            case 2 ->
                simulation.after(random.between(0, 5 * SECOND), () -> {
                    if (!disk.isWithoutPower()) {
                        disk.capacity(disk.usedBytes() + random.below(5_000));
                        simulation.after(random.between(0, 20 * SECOND), () -> disk.capacity(CAPACITY));
                    }
                });
            default -> {
                // a disk that only loses its power
            }
        }
    }

    /// @param boots how often the power goes
    private void crashAgainAndAgain(long seed, int boots, int mostOperations) throws Exception {
        Simulation simulation = new Simulation(seed);
        SeededRandom random = simulation.random("crashes");
        SimulatedWallClock clock =
                new SimulatedWallClock(simulation, Instant.parse("2026-03-01T00:00:00Z"), ZoneOffset.UTC);
        SimulatedMachine.Hardware hardware =
                SimulatedMachine.Hardware.standard(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}));
        SimulatedDisk disk = new SimulatedDisk(simulation, "data", CAPACITY);
        Run before = null;
        for (int boot = 0; boot < boots; boot++) {
            String where = "seed " + seed + ", boot " + boot;
            disk.losePowerAfter(random.between(1, mostOperations));
            Mortal machine = new Mortal(new SimulatedMachine(simulation, hardware, disk, clock));
            Run run = open(machine, random.split("boot", boot), before, where);
            if (run.history != null) {
                before = run;
                plant(simulation, disk, random);
                run.shards.forEach(machine::run);
                boolean isKilled = random.chance(0.4);
                long lifetime = isKilled ? random.between(0, 3 * SECOND) : 60 * SECOND;
                boolean survived = simulation.runUntil(simulation.nanos() + lifetime);
                if (survived && isKilled) {
                    machine.kill();
                    disk.failSyncs(0);
                    disk.failWrites(0);
                    disk.capacity(CAPACITY);
                    continue;
                }
                machine.machine.losePower();
            }
            disk = disk.afterPowerLoss();
            disk.capacity(CAPACITY);
        }
        disk.losePowerAfter(Long.MAX_VALUE);
        Mortal end = new Mortal(new SimulatedMachine(simulation, hardware, disk, clock));
        Run last = open(end, random, before, "seed " + seed + ", end");
        StoredCount count = History.count(disk);
        assertThat(count.values() + count.notSupported())
                .as("counted, seed %d", seed)
                .isEqualTo(rows.values().stream().mapToLong(List::size).sum());
        assertThat(last.history).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void losesNothingAcknowledgedAndInventsNothing(int part) throws Exception {
        int seeds = Integer.getInteger("zonda.crash.seeds", 15);
        for (int i = 0; i < seeds; i++) {
            CrashTest fresh = new CrashTest();
            fresh.crashAgainAndAgain(part * 1_000_003L + i, 12, part < 2 ? 60 : 1500);
            acknowledged += fresh.acknowledged;
            blocksSeen += fresh.blocksSeen;
        }
        assertThat(acknowledged).isPositive();
        assertThat(blocksSeen).isPositive();
    }

    /// The first operations, one after the other: no moment is left out.
    @Test
    void survivesALossOfPowerAtEveryOperation() throws Exception {
        for (int operation = 1; operation <= 250; operation++) {
            CrashTest fresh = new CrashTest();
            fresh.crashAt(operation);
            acknowledged += fresh.acknowledged;
        }
        assertThat(acknowledged).isPositive();
    }

    private void crashAt(int operation) throws Exception {
        Simulation simulation = new Simulation(77);
        SimulatedWallClock clock =
                new SimulatedWallClock(simulation, Instant.parse("2026-03-01T00:00:00Z"), ZoneOffset.UTC);
        SimulatedMachine.Hardware hardware =
                SimulatedMachine.Hardware.standard(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}));
        SimulatedDisk disk = new SimulatedDisk(simulation, "data", CAPACITY);
        disk.losePowerAfter(operation);
        Mortal machine = new Mortal(new SimulatedMachine(simulation, hardware, disk, clock));
        Run run = open(machine, simulation.random("first"), null, "operation " + operation);
        Run before = null;
        if (run.history != null) {
            before = run;
            run.shards.forEach(machine::run);
            simulation.runUntil(simulation.nanos() + 60 * SECOND);
            machine.machine.losePower();
        }
        SimulatedDisk after = disk.afterPowerLoss();
        open(
                new Mortal(new SimulatedMachine(simulation, hardware, after, clock)),
                simulation.random("second"),
                before,
                "operation " + operation);
    }
}
