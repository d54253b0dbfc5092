package zonda.runtime.simulation;

import zonda.runtime.Shard;
import zonda.runtime.Waiter;

/// A shard as the scheduler sees it: when it wants its next turn.
final class Runner implements Waiter {
    final SimulatedMachine machine;
    final Shard shard;
    final Runnable step = this::step;
    boolean woken;
    boolean wasBusy;
    long wakeNanos;
    long busyUntilNanos;
    int idleTurns;

    Runner(SimulatedMachine machine, int index, int mailboxCapacity) {
        this.machine = machine;
        this.shard = new Shard(index, machine.monotonicClock(), this, mailboxCapacity, machine.faults());
    }

    private void step() {
        wasBusy = shard.turn();
    }

    long readyNanos() {
        return Math.max(busyUntilNanos, woken ? Long.MIN_VALUE : wakeNanos);
    }

    @Override
    public void await(long nanos) {
        throw new IllegalStateException("a simulated shard sleeps by itself");
    }

    @Override
    public void wake() {
        woken = true;
    }
}
