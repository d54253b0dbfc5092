package zonda.runtime.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Virtual time and all that happens in it. One thread calls [#runUntil], which lets what is due
/// happen, gives turns to the shards of the machines in the order of the seed, and moves time on to
/// the next thing when nothing is left to do. Time never moves while something runs: what a turn or
/// an errand takes is charged to it afterwards, as time in which its shard does nothing else.
public final class Simulation {
    /// A shard that asks for its next turn at once, without doing anything, so many times in a row,
    /// will never stop.
    private static final int MOST_IDLE_TURNS = 100_000;

    private final SeededRandom random;
    private final SeededRandom order;
    private final TraceHash trace = new TraceHash();
    private final Agenda agenda = new Agenda();
    private final SimulatedNetwork network;
    private final List<Runner> runners = new ArrayList<>();
    private Runner[] ready = new Runner[8];
    private long nanos;
    private long turns;
    private long charged;
    private boolean powerLost;

    public Simulation(long seed) {
        this.random = new SeededRandom(seed);
        this.order = random.split("order");
        this.network = new SimulatedNetwork(this, random.split("network"));
    }

    /// Virtual time, from 0, in nanoseconds. Machines see it with another zero.
    public long nanos() {
        return nanos;
    }

    /// A generator of its own for a named part.
    public SeededRandom random(String name) {
        return random.split(name);
    }

    public TraceHash trace() {
        return trace;
    }

    public SimulatedNetwork network() {
        return network;
    }

    /// Turns of shards given so far.
    public long turns() {
        return turns;
    }

    /// Lets something happen later.
    ///
    /// @param delayNanos from now, 0 or more
    public void after(long delayNanos, Runnable action) {
        agenda.add(nanos + Math.max(0, delayNanos), action);
    }

    /// Lets something happen at a time; at once when it is past.
    public void at(long atNanos, Runnable action) {
        agenda.add(Math.max(nanos, atNanos), action);
    }

    /// Charges time to the shard or errand that runs: it does nothing else until it is over.
    public void charge(long costNanos) {
        charged += costNanos;
    }

    /// Runs until a time, or until a machine has lost its power.
    ///
    /// @return whether the time was reached
    public boolean runUntil(long untilNanos) {
        powerLost = false;
        while (true) {
            while (agenda.nextNanos() <= nanos) {
                agenda.take().run();
                if (powerLost) {
                    return false;
                }
            }
            Runner next = pickReady();
            if (next != null) {
                turn(next);
                if (powerLost) {
                    return false;
                }
                continue;
            }
            long then = Math.min(agenda.nextNanos(), nextReadyNanos());
            if (then > untilNanos) {
                nanos = Math.max(nanos, untilNanos);
                return true;
            }
            nanos = then;
        }
    }

    private @Nullable Runner pickReady() {
        int count = 0;
        for (int i = 0; i < runners.size(); i++) {
            Runner runner = runners.get(i);
            if (runner.readyNanos() <= nanos) {
                if (count == ready.length) {
                    ready = java.util.Arrays.copyOf(ready, count * 2);
                }
                ready[count++] = runner;
            }
        }
        if (count == 0) {
            return null;
        }
        return count == 1 ? ready[0] : ready[order.below(count)];
    }

    private long nextReadyNanos() {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < runners.size(); i++) {
            next = Math.min(next, runners.get(i).readyNanos());
        }
        return next;
    }

    private void turn(Runner runner) {
        turns++;
        charged = 0;
        runner.woken = false;
        if (!on(runner.machine, runner.step)) {
            return;
        }
        runner.busyUntilNanos = Math.max(runner.busyUntilNanos, nanos + charged);
        if (runner.wasBusy) {
            runner.idleTurns = 0;
            runner.busyUntilNanos += runner.machine.turnCost();
            runner.wakeNanos = runner.busyUntilNanos;
            return;
        }
        long wake = runner.machine.fromMachineNanos(runner.shard.nextWakeNanos());
        if (wake > nanos) {
            runner.idleTurns = 0;
        } else if (++runner.idleTurns > MOST_IDLE_TURNS) {
            throw new IllegalStateException("shard " + runner.shard.index() + " spins: " + runner.idleTurns
                    + " turns in a row did nothing and asked for another at once");
        }
        runner.wakeNanos = wake == Long.MAX_VALUE ? wake : Math.max(wake, nanos) + runner.machine.wakeLateness();
    }

    /// Runs something of a machine; its power may go meanwhile.
    ///
    /// @return whether the machine still has power
    boolean on(SimulatedMachine machine, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error fault) {
            // Whatever it was wrapped into: a machine without power does nothing more.
            if (!machine.simulatedDisk().isWithoutPower()) {
                throw fault;
            }
            machine.losePower();
        }
        return machine.hasPower();
    }

    void powerWasLost() {
        powerLost = true;
    }

    void add(Runner runner) {
        runners.add(runner);
    }

    void remove(Runner runner) {
        runners.remove(runner);
    }

    /// What a turn or errand has been charged since the last call.
    long takeCharged() {
        long taken = charged;
        charged = 0;
        return taken;
    }
}
