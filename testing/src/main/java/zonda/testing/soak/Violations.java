package zonda.testing.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import zonda.runtime.simulation.Simulation;

/// What was found wrong in one trial.
final class Violations {
    /// A broken server breaks many rules; the first ones tell.
    private static final int MOST = 20;

    private final Simulation simulation;
    private final List<String> found = new ArrayList<>();

    Violations(Simulation simulation) {
        this.simulation = simulation;
    }

    /// Notes a broken rule.
    ///
    /// @param rule in a word or two
    /// @param what was seen and what was wanted
    void add(String rule, String what) {
        if (found.size() < MOST) {
            Duration at = Duration.ofNanos(simulation.nanos());
            found.add(rule + ": " + what + " (at " + at + ")");
        }
    }

    boolean isFull() {
        return found.size() >= MOST;
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<String> all() {
        return List.copyOf(found);
    }
}
