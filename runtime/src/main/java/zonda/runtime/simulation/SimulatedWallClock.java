package zonda.runtime.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import zonda.runtime.WallClock;

/// A time of day that goes with virtual time and steps when told to. It outlives the machine that
/// reads it, as a battery-backed clock does.
public final class SimulatedWallClock implements WallClock {
    private final Simulation simulation;
    private final ZoneId zone;
    private long offsetNanos;
    private long steps;

    /// @param start the time of day at the simulation's zero
    public SimulatedWallClock(Simulation simulation, Instant start, ZoneId zone) {
        this.simulation = simulation;
        this.zone = zone;
        this.offsetNanos = start.getEpochSecond() * 1_000_000_000L + start.getNano();
    }

    @Override
    public long epochNanos() {
        return offsetNanos + simulation.nanos();
    }

    @Override
    public ZoneId zone() {
        return zone;
    }

    /// Steps forward, or back when negative.
    public void step(Duration by) {
        offsetNanos += by.toNanos();
        steps++;
        simulation.trace().add(by.toNanos());
    }

    /// How often it has stepped.
    public long steps() {
        return steps;
    }
}
