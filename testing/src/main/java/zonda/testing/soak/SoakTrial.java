package zonda.testing.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import zonda.collector.CollectorSettings;
import zonda.collector.TrapperSettings;
import zonda.history.HistoryException;
import zonda.history.HistorySettings;
import zonda.model.ConfigurationDelta;
import zonda.model.Host;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.SimulatedMachine;
import zonda.runtime.simulation.SimulatedWallClock;
import zonda.runtime.simulation.Simulation;
import zonda.server.Core;
import zonda.server.CoreSettings;
import zonda.server.Joints;

/// One seed: a world, a server in it, what goes wrong, and what was found.
final class SoakTrial {
    static final long DISK_BYTES = 1L << 30;

    private static final long SECOND = 1_000_000_000L;
    private static final long SWEEP_NANOS = 10 * SECOND;

    /// After the faults have ended, so long everything may take to come right.
    private static final long QUIET_NANOS = 180 * SECOND;

    private static final long LONGEST_QUIET_NANOS = 900 * SECOND;

    /// Rows that may be on their way to the disk on one shard, and bytes of recent values.
    private static final int MOST_WAITING_ROWS = 200_000;

    private static final long MOST_HEAD_BYTES = 512L << 20;

    private static final int TRAPPER_PORT = 10_051;

    /// Between an answer to one who pushes and the next batch; longer in long trials.
    private static final long MEAN_PUSH_NANOS = 4 * SECOND;

    private static final int LANE_BYTES = 1 << 20;

    /// What a shard may have on its way to the log, and the turn that reached it.
    private static final long MOST_BYTES_UNDERWAY = LANE_BYTES + (512L << 10);

    private static final List<String> ZONES =
            List.of("Europe/Riga", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "UTC");

    /// Days that end with a change of the clocks somewhere, and ordinary ones.
    private static final List<String> DAYS = List.of(
            "2025-03-29T21:30:00Z",
            "2025-10-25T22:10:00Z",
            "2025-03-09T05:40:00Z",
            "2025-11-02T04:20:00Z",
            "2025-04-05T13:50:00Z",
            "2026-06-30T23:00:00Z");

    /// What a trial came to.
    record Outcome(
            long seed,
            List<String> violations,
            double simulatedHours,
            long valuesAcknowledged,
            long crashes,
            long tornWrites,
            long datagramsLost,
            long bitsFlipped,
            long clockSteps,
            long problemsChecked,
            long acknowledgementsChecked,
            long traceHash) {}

    private final long seed;
    private final long durationNanos;
    private final Simulation simulation;
    private final SeededRandom random;
    private final Violations violations;
    private final MonitoredWorld world;
    private final StoredTruth truth;
    private final PollWatch polls;
    private final Operators operators;
    private final Pushers pushers;
    private final ServerWatch watch;
    private final PlantedFaults plants;
    private final SimulatedWallClock wallClock;
    private final FaultSchedule faults;
    private final InetAddress address;
    private SimulatedDisk disk;
    private @Nullable SimulatedMachine machine;
    private @Nullable Core server;
    private long bootAtNanos = Long.MAX_VALUE;
    private long crashes;
    private long looks;

    SoakTrial(long seed, Duration duration, MonitoredWorld.@Nullable Size size, Plant plant) {
        this.seed = seed;
        this.durationNanos = duration.toNanos();
        this.simulation = new Simulation(seed);
        this.random = simulation.random("trial");
        this.violations = new Violations(simulation);
        AnswerLedger ledger = new AnswerLedger(simulation);
        simulation.network().observe(ledger);
        int shards = random.between(1, 3);
        this.world = new MonitoredWorld(
                simulation,
                ledger,
                size == null ? new MonitoredWorld.Size(random.between(2, 8), random.between(3, 14), false) : size,
                shards);
        this.truth = new StoredTruth(violations, shards);
        this.polls = new PollWatch(violations, world);
        this.operators = new Operators(violations, simulation.random("operators"));
        this.wallClock =
                new SimulatedWallClock(simulation, Instant.parse(random.pick(DAYS)), ZoneId.of(random.pick(ZONES)));
        this.address = InetAddress.ofLiteral("10.0.0.1");
        this.pushers = new Pushers(
                simulation,
                violations,
                new InetSocketAddress(address, TRAPPER_PORT),
                wallClock.epochNanos(),
                Math.max(MEAN_PUSH_NANOS, durationNanos / 2_000));
        this.watch = new ServerWatch(simulation, violations, world, ledger, truth, polls, operators, pushers);
        this.plants = new PlantedFaults(plant, simulation);
        this.disk = new SimulatedDisk(simulation, "data", DISK_BYTES);
        this.faults = new FaultSchedule(this, simulation, durationNanos);
    }

    MonitoredWorld world() {
        return world;
    }

    SimulatedDisk disk() {
        return disk;
    }

    /// Runs the trial.
    Outcome run() {
        try {
            boot();
            faults.start();
            pushers.start();
            advance(durationNanos);
            faults.end();
            pushers.end();
            excuseServer(simulation.nanos() + 30 * SECOND);
            advance(simulation.nanos() + QUIET_NANOS);
            settle();
            if (violations.isEmpty()) {
                damage();
            }
        } catch (RuntimeException | Error fault) {
            violations.add("no fault", words(fault));
        }
        return new Outcome(
                seed,
                violations.all(),
                simulation.nanos() / 3.6e12,
                truth.acknowledgedValues() + pushers.acknowledged(),
                crashes,
                disk.tornFiles(),
                simulation.network().lostDatagrams(),
                disk.flippedBits(),
                wallClock.steps(),
                watch.problemsChecked(),
                operators.answered(),
                simulation.trace().value());
    }

    private static String words(Throwable fault) {
        StringBuilder words = new StringBuilder(fault.toString());
        for (Throwable cause = fault.getCause(); cause != null; cause = cause.getCause()) {
            words.append(", caused by ").append(cause);
            fault = cause;
        }
        StackTraceElement[] trace = fault.getStackTrace();
        for (int i = 0; i < Math.min(6, trace.length); i++) {
            words.append(i == 0 ? " in " : " < ").append(trace[i]);
        }
        return words.toString();
    }

    /// Moves virtual time on, with looks at the whole from time to time.
    private void advance(long untilNanos) {
        while (simulation.nanos() < untilNanos && !violations.isFull()) {
            if (machine == null && simulation.nanos() >= bootAtNanos) {
                boot();
            }
            long next = Math.min(untilNanos, simulation.nanos() + SWEEP_NANOS);
            if (machine == null) {
                next = Math.min(next, bootAtNanos);
            }
            simulation.runUntil(next);
            SimulatedMachine running = machine;
            if (running != null && !running.hasPower()) {
                crashed();
            } else if (running != null) {
                look();
            }
        }
    }

    private void boot() {
        SimulatedMachine booted =
                new SimulatedMachine(simulation, SimulatedMachine.Hardware.standard(address), disk, wallClock);
        machine = booted;
        watch.starting(booted);
        Joints joints = new JoinedJoints(watch, plants);
        boolean up = booted.during(() -> start(booted, joints));
        if (!up) {
            crashed();
        }
    }

    private void start(SimulatedMachine booted, Joints joints) {
        try {
            Core core = new Core(plants.machine(booted), settings(), hosts(), world.epoch(), joints, (read, all) -> {});
            core.listen(new InetSocketAddress(address, TRAPPER_PORT), TrapperSettings.defaults());
            server = core;
            core.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (HistoryException e) {
            if (!faults.isDiskFaulty()) {
                throw e;
            }
            // A server does not start on a disk that fails; whoever watches over it tries again.
            booted.losePower();
        }
    }

    private List<Host> hosts() {
        List<Host> hosts = new ArrayList<>(world.images());
        hosts.addAll(pushers.images());
        return hosts;
    }

    /// Small segments and blocks, so that much is begun and ended; in a long trial not so small
    /// that
    /// there are thousands of them.
    private CoreSettings settings() {
        Duration block = Duration.ofMinutes(Math.clamp(durationNanos / (100 * 60 * SECOND), 20, 240));
        HistorySettings history = new HistorySettings(
                Duration.ofMillis(200), 64L << 10, 256L << 10, block, LANE_BYTES, 100L << 10, Duration.ofDays(400));
        return new CoreSettings(world.shards(), 4_096, history, CollectorSettings.defaults(), Duration.ofDays(30));
    }

    private void crashed() {
        crashes++;
        watch.noteSynced();
        machine = null;
        server = null;
        disk.flipUnsynced(random.chance(0.5) ? 1 : 0);
        disk = disk.afterPowerLoss();
        bootAtNanos = simulation.nanos() + random.between(SECOND, 180 * SECOND);
    }

    private void look() {
        polls.sweep(simulation.nanos());
        Core running = server;
        if (running == null || ++looks % 10 != 0) {
            return;
        }
        for (int shard = 0; shard < world.shards(); shard++) {
            if (truth.waitingRows(shard) > MOST_WAITING_ROWS) {
                violations.add(
                        "memory",
                        truth.waitingRows(shard) + " rows wait for the disk on shard " + shard + ", wanted "
                                + MOST_WAITING_ROWS + " at most");
            }
        }
        long underway = running.historyStatistics().logBytesUnderway();
        if (underway > MOST_BYTES_UNDERWAY * (world.shards() + 1)) {
            violations.add(
                    "memory",
                    underway + " bytes are on their way to the log, wanted " + MOST_BYTES_UNDERWAY
                            + " at most for each of " + (world.shards() + 1) + " shards");
        }
        long head = running.historyStatistics().headBytes();
        if (head > MOST_HEAD_BYTES) {
            violations.add("memory", "recent values take " + head + " bytes, wanted " + MOST_HEAD_BYTES + " at most");
        }
    }

    /// Waits until all is on disk, and compares.
    private void settle() {
        long patience = simulation.nanos() + LONGEST_QUIET_NANOS;
        while (!(machine != null && watch.isSettled() && pushers.isDone())
                && simulation.nanos() < patience
                && !violations.isFull()) {
            advance(simulation.nanos() + SECOND / 7);
        }
        Core running = server;
        if (running == null || !watch.isSettled() || !pushers.isDone()) {
            violations.add(
                    "settles", "values, events or pushes still wait for the disk long after the faults have ended");
            return;
        }
        truth.compare(running.reader(), world.items().keySet(), false);
        pushers.compare(running.reader(), false);
        operators.settled(running.problems(), wallClock.epochNanos());
    }

    /// A bit of what is on disk goes bad while the server is away: nothing that was never taken is
    /// read, and where something is missing it is told.
    private void damage() {
        losePower();
        crashed();
        String damaged = disk.flipAtRest();
        SimulatedMachine reading =
                new SimulatedMachine(simulation, SimulatedMachine.Hardware.standard(address), disk, wallClock);
        List<String> faults = new ArrayList<>();
        long missing = 0;
        try {
            Core core = new Core(reading, settings(), hosts(), world.epoch(), Joints.plain(), (read, all) -> {});
            pushers.compare(core.reader(), true);
            missing = truth.missing(core.reader(), world.items().keySet());
            faults.addAll(core.faults());
        } catch (HistoryException refusal) {
            faults.add(String.valueOf(refusal.getMessage()));
        }
        if (missing > 0 && faults.isEmpty()) {
            violations.add(
                    "damage is told",
                    missing + " values are missing after a bit of " + damaged
                            + " was flipped, and nothing is said of it");
        }
    }

    // ---- what the schedule does

    void excuseServer(long untilNanos) {
        polls.excuse(untilNanos);
    }

    void stepClock(Duration by) {
        wallClock.step(by);
        polls.clockStepped(simulation.nanos());
    }

    void losePower() {
        SimulatedMachine running = machine;
        if (running != null) {
            running.losePower();
        }
    }

    void pause(long nanos) {
        SimulatedMachine running = machine;
        if (running != null) {
            running.pause(nanos);
        }
    }

    /// Somebody does something about a problem.
    void operate() {
        SimulatedMachine machineNow = machine;
        Core running = server;
        if (machineNow != null && running != null) {
            machineNow.during(() -> operators.act(running, wallClock.epochNanos()));
        }
    }

    void changeConfiguration() {
        ConfigurationDelta delta = world.change();
        polls.configured(simulation.nanos());
        Core running = server;
        if (running != null) {
            running.apply(delta);
        }
    }
}
