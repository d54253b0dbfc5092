package zonda.runtime.simulation;

import zonda.runtime.Errands;

/// Runs errands one at a time, each a random while after its start, in the order that this gives.
final class SimulatedErrands implements Errands {
    private final Simulation simulation;
    private final SimulatedMachine machine;
    private final SeededRandom random;
    private final long mostNanos;
    private long busyUntilNanos;

    SimulatedErrands(Simulation simulation, SimulatedMachine machine, SeededRandom random, long mostNanos) {
        this.simulation = simulation;
        this.machine = machine;
        this.random = random;
        this.mostNanos = mostNanos;
    }

    @Override
    public void start(String name, Runnable errand) {
        simulation.after(random.between(1_000, Math.max(1_000, mostNanos)), () -> run(name, errand));
    }

    private void run(String name, Runnable errand) {
        if (!machine.hasPower()) {
            return;
        }
        if (busyUntilNanos > simulation.nanos()) {
            simulation.at(busyUntilNanos, () -> run(name, errand));
            return;
        }
        simulation.takeCharged();
        simulation.on(machine, () -> {
            try {
                errand.run();
            } catch (RuntimeException | Error fault) {
                machine.faults().broken("errand " + name, fault);
            }
        });
        busyUntilNanos = simulation.nanos() + simulation.takeCharged();
    }
}
