package zonda.runtime.simulation;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import zonda.runtime.Datagrams;
import zonda.runtime.Disk;
import zonda.runtime.Errands;
import zonda.runtime.FaultHandler;
import zonda.runtime.Machine;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Shard;
import zonda.runtime.Streams;
import zonda.runtime.WallClock;

/// A machine in a [Simulation], from its boot until it loses its power. Its disk, its clock and the
/// network outlive it: [#losePower] leaves the disk as a power loss does, and another machine boots
/// on [SimulatedDisk#afterPowerLoss].
public final class SimulatedMachine implements Machine {
    /// What a machine is like.
    ///
    /// @param address of its network card
    /// @param leastTurnNanos what a turn that does something takes at least, above 0
    /// @param mostTurnNanos and at most
    /// @param wakeLatenessNanos a sleeping shard wakes up to so much after the time it asked for
    /// @param errandNanos an errand ends up to so much after it was started
    /// @param receiveBufferBytes of a UDP port; what does not fit is lost
    /// @param sendBufferBytes of a UDP port; what does not fit is refused
    /// @param sendBytesPerSecond what the card sends
    public record Hardware(
            InetAddress address,
            long leastTurnNanos,
            long mostTurnNanos,
            long wakeLatenessNanos,
            long errandNanos,
            int receiveBufferBytes,
            int sendBufferBytes,
            long sendBytesPerSecond) {
        public Hardware {
            if (leastTurnNanos < 1 || mostTurnNanos < leastTurnNanos) {
                throw new IllegalArgumentException(
                        "turns of " + leastTurnNanos + " to " + mostTurnNanos + " ns, wanted 1 or more, in order");
            }
        }

        /// Turns of 5 to 50 us, a millisecond's lateness, errands of up to 50 ms, a gigabit.
        public static Hardware standard(InetAddress address) {
            return new Hardware(address, 5_000, 50_000, 1_000_000, 50_000_000, 16 << 20, 4 << 20, 125_000_000);
        }
    }

    private final Simulation simulation;
    private final Hardware hardware;
    private final SimulatedDisk disk;
    private final SimulatedWallClock wallClock;
    private final SeededRandom random;
    private final MonotonicClock monotonicClock;
    private final SimulatedErrands errands;
    private final FaultHandler faults = SimulatedMachine::broken;
    private final List<Runner> runners = new ArrayList<>();
    private final List<SimulatedPort> ports = new ArrayList<>();
    private final List<SimulatedStreams> streams = new ArrayList<>();
    private final long bootNanos;
    private final long zeroNanos;
    private boolean power = true;

    /// Boots.
    ///
    /// @param disk one that no machine with power uses
    public SimulatedMachine(
            Simulation simulation, Hardware hardware, SimulatedDisk disk, SimulatedWallClock wallClock) {
        this.simulation = simulation;
        this.hardware = hardware;
        this.disk = disk;
        this.wallClock = wallClock;
        this.random = simulation.random("machine " + hardware.address().getHostAddress() + " at " + simulation.nanos());
        this.bootNanos = simulation.nanos();
        // The zero of a monotonic clock means nothing; what thinks otherwise is to be found here.
        this.zeroNanos = random.between(-1_000_000_000_000_000L, 1_000_000_000_000_000L);
        this.monotonicClock = () -> zeroNanos + simulation.nanos() - bootNanos;
        this.errands = new SimulatedErrands(simulation, this, random.split("errands"), hardware.errandNanos());
    }

    private static void broken(String where, Throwable fault) {
        if (fault instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException("fault in " + where, fault);
    }

    @Override
    public MonotonicClock monotonicClock() {
        return monotonicClock;
    }

    @Override
    public WallClock wallClock() {
        return wallClock;
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public Errands errands() {
        return errands;
    }

    @Override
    public FaultHandler faults() {
        return faults;
    }

    @Override
    public Shard newShard(int index, String name, int mailboxCapacity) {
        Runner runner = new Runner(this, index, mailboxCapacity);
        runners.add(runner);
        return runner.shard;
    }

    @Override
    public Datagrams datagrams(Shard shard) {
        Runner runner = runnerOf(shard);
        return local -> {
            SimulatedPort port = simulation.network().open(local, hardware, runner);
            ports.add(port);
            return port;
        };
    }

    @Override
    public Streams streams(Shard shard) {
        SimulatedStreams opened = new SimulatedStreams(simulation, hardware, runnerOf(shard));
        streams.add(opened);
        return opened;
    }

    @Override
    public Running run(Shard shard) {
        Runner runner = runnerOf(shard);
        runner.wakeNanos = simulation.nanos();
        simulation.add(runner);
        return new Running() {
            @Override
            public long cpuNanos() {
                return 0;
            }

            @Override
            public long allocatedBytes() {
                return 0;
            }

            @Override
            public void close() {
                simulation.remove(runner);
            }
        };
    }

    /// Lets a shard do nothing for a while, as one that blocks.
    public void stall(Shard shard, long stallNanos) {
        Runner runner = runnerOf(shard);
        runner.busyUntilNanos = Math.max(runner.busyUntilNanos, simulation.nanos() + stallNanos);
    }

    /// Lets all shards that run do nothing for a while, as a pause of the whole process.
    public void pause(long pauseNanos) {
        for (Runner runner : runners) {
            runner.busyUntilNanos = Math.max(runner.busyUntilNanos, simulation.nanos() + pauseNanos);
        }
    }

    /// Runs something of this machine that is neither turn nor errand (its start), which may end
    /// with
    /// the power.
    ///
    /// @return whether the machine still has power
    public boolean during(Runnable action) {
        return simulation.on(this, action);
    }

    /// Takes the power away: shards, errands and ports are gone, the disk refuses everything.
    public void losePower() {
        if (!power) {
            return;
        }
        power = false;
        disk.cutPower();
        runners.forEach(simulation::remove);
        ports.forEach(SimulatedPort::close);
        streams.forEach(SimulatedStreams::losePower);
        simulation.trace().add(simulation.nanos());
        simulation.powerWasLost();
    }

    public boolean hasPower() {
        return power;
    }

    SimulatedDisk simulatedDisk() {
        return disk;
    }

    long turnCost() {
        return random.between(hardware.leastTurnNanos(), hardware.mostTurnNanos());
    }

    /// At least a microsecond, so that a shard that is woken in vain does not stop time.
    long wakeLateness() {
        return 1_000 + random.below(Math.max(1, hardware.wakeLatenessNanos()));
    }

    /// Virtual time of a time on this machine's monotonic clock.
    long fromMachineNanos(long machineNanos) {
        return machineNanos == Long.MAX_VALUE ? machineNanos : machineNanos - zeroNanos + bootNanos;
    }

    private Runner runnerOf(Shard shard) {
        for (Runner runner : runners) {
            if (runner.shard == shard) {
                return runner;
            }
        }
        throw new IllegalArgumentException("shard " + shard.index() + " is not of this machine");
    }
}
