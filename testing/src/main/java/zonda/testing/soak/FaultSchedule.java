package zonda.testing.soak;

import java.time.Duration;
import java.util.List;
import zonda.runtime.simulation.NetworkConditions;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.Simulation;

/// Draws what goes wrong and when: devices, network, clock, disk, power, and the people who change
/// the configuration.
final class FaultSchedule {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    /// The server is late for so long after its disk has become well again.
    private static final long DISK_RECOVERY_NANOS = 30 * SECOND;

    /// Some of them, one after the other, with their recovery.
    static final long LONGEST_DISK_FAULT_NANOS = 400 * SECOND;

    private final SoakTrial trial;
    private final Simulation simulation;
    private final SeededRandom random;
    private final long durationNanos;

    /// How much rarer the dear faults are in a long trial.
    private final double pace;

    private boolean over;
    private int diskFaults;

    FaultSchedule(SoakTrial trial, Simulation simulation, long durationNanos) {
        this.trial = trial;
        this.simulation = simulation;
        this.random = simulation.random("faults");
        this.durationNanos = durationNanos;
        this.pace = Math.max(1, durationNanos / (20.0 * 60 * MINUTE));
    }

    void start() {
        every(8 * MINUTE, this::deviceFault);
        every(15 * MINUTE, this::networkWeather);
        every(4 * MINUTE, this::pause);
        every((long) (25 * MINUTE * Math.min(4, pace)), this::clockStep);
        every((long) (30 * MINUTE * pace), this::diskFault);
        every((long) (25 * MINUTE * pace), trial::changeConfiguration);
        every((long) (35 * MINUTE * pace), this::crash);
        every(4 * MINUTE, trial::operate);
        // However short the trial is, these happen.
        once(0.1, 0.3, this::networkWeather);
        once(0.2, 0.4, this::clockStep);
        once(0.3, 0.6, this::diskFault);
        once(0.5, 0.7, this::crash);
        once(0.7, 0.8, this::crash);
    }

    /// Whether the disk fails now and then, or is full.
    boolean isDiskFaulty() {
        return diskFaults > 0;
    }

    /// From now on nothing new goes wrong; what is wrong is put right.
    void end() {
        over = true;
        NetworkConditions good = NetworkConditions.good();
        simulation.network().conditions(good);
        for (SimulatedDevice device : trial.world().devices()) {
            device.mood(SimulatedDevice.Mood.WELL);
            heal(device);
        }
        healDisk();
    }

    private void every(long meanNanos, Runnable fault) {
        simulation.after((long) random.exponential((double) meanNanos), () -> {
            if (!over) {
                fault.run();
                every(meanNanos, fault);
            }
        });
    }

    private void once(double from, double to, Runnable fault) {
        long at = (long) (durationNanos * (from + (to - from) * random.nextDouble()));
        simulation.after(at, () -> {
            if (!over) {
                fault.run();
            }
        });
    }

    private long between(long leastSeconds, long mostSeconds) {
        return random.between(leastSeconds * SECOND, mostSeconds * SECOND);
    }

    // ---- devices

    private void deviceFault() {
        List<SimulatedDevice> devices = List.copyOf(trial.world().devices());
        SimulatedDevice device = random.pick(devices);
        switch (random.below(10)) {
            case 0, 1, 2, 3 -> {
                List<SimulatedDevice.Mood> moods = List.of(SimulatedDevice.Mood.values());
                device.mood(random.pick(moods.subList(1, moods.size())));
                simulation.after(between(10, 400), () -> device.mood(SimulatedDevice.Mood.WELL));
            }
            case 4, 5 -> device.reboot();
            case 6 -> device.resetCounters();
            case 7 -> disturb(device, () -> simulation.network().cut(device.address.getAddress(), true));
            case 8 -> disturb(device, () -> simulation.network().unreachable(device.address.getAddress(), true));
            default -> {
                NetworkConditions bad = new NetworkConditions(
                        Duration.ofMillis(random.between(1L, 300L)),
                        Duration.ofMillis(random.between(1L, 100L)),
                        random.nextDouble() * 0.5,
                        random.nextDouble() * 0.2,
                        random.nextDouble() * 0.3);
                disturb(device, () -> simulation.network().conditions(device.address.getAddress(), bad));
            }
        }
    }

    private void disturb(SimulatedDevice device, Runnable disturbance) {
        device.disturbed(true);
        disturbance.run();
        simulation.after(between(5, 300), () -> {
            device.disturbed(false);
            heal(device);
        });
    }

    private void heal(SimulatedDevice device) {
        device.trouble();
        simulation.network().cut(device.address.getAddress(), false);
        simulation.network().unreachable(device.address.getAddress(), false);
        simulation.network().conditions(device.address.getAddress(), weather);
    }

    // ---- network

    private NetworkConditions weather = NetworkConditions.good();

    private void networkWeather() {
        weather = random.chance(0.3)
                ? NetworkConditions.good()
                : new NetworkConditions(
                        Duration.ofNanos(random.between(100_000L, 80_000_000L)),
                        Duration.ofNanos(random.between(10_000L, 20_000_000L)),
                        random.nextDouble() * 0.04,
                        random.nextDouble() * 0.04,
                        random.nextDouble() * 0.1);
        simulation.network().conditions(weather);
        for (SimulatedDevice device : trial.world().devices()) {
            simulation.network().conditions(device.address.getAddress(), weather);
        }
    }

    // ---- clock

    private void clockStep() {
        long step = switch (random.below(6)) {
            case 0, 1 -> random.between(-2_000_000_000L, 2_000_000_000L);
            case 2, 3 -> between(-120, 120);
            case 4 -> between(-3_700, 3_700);
            default -> between(1, 100_000);
        };
        trial.stepClock(Duration.ofNanos(step));
    }

    // ---- the machine

    private void pause() {
        trial.pause(random.between(1_000_000L, 400_000_000L));
    }

    private void diskFault() {
        SimulatedDisk disk = trial.disk();
        long length = between(5, 120);
        trial.excuseServer(simulation.nanos() + length + DISK_RECOVERY_NANOS);
        switch (random.below(5)) {
            case 0 -> disk.capacity(disk.usedBytes() + random.between(0L, 300_000L));
            case 1 -> disk.failSyncs(random.chance(0.5) ? 1 : 0.3);
            case 2 -> disk.failWrites(random.chance(0.5) ? 1 : 0.2);
            // Slower than what comes.
            case 3 -> disk.syncTime(SECOND, 4 * SECOND);
            default -> {
                disk.failSyncs(0.2);
                disk.failWrites(0.1);
            }
        }
        diskFaults++;
        simulation.after(length, () -> {
            diskFaults--;
            healDisk();
        });
    }

    private void healDisk() {
        SimulatedDisk disk = trial.disk();
        disk.capacity(SoakTrial.DISK_BYTES);
        disk.failSyncs(0);
        disk.failWrites(0);
        disk.failReads(0);
        disk.syncTime(100_000, 2_000_000);
    }

    private void crash() {
        if (random.chance(0.3)) {
            trial.losePower();
        } else {
            trial.disk().losePowerAfter(random.between(1L, 60L));
        }
    }
}
