package zonda.runtime;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Runs slow things away from the shards: plain blocking code, with a timeout on everything it
/// waits for.
public interface Errands {
    /// Starts an errand; it ends by sending a message to whoever wants its result. In simulation
    /// errands run one
    /// at a time, in the seed's order, so an errand never waits for another.
    ///
    /// @param name for faults and `/diag`
    void start(String name, Runnable errand);

    /// On a few platform threads, which end with the process; what an errand throws goes to the
    /// fault handler.
    ///
    /// @param name of the threads, with their numbers behind it
    static Errands onPlatformThreads(String name, int threads, FaultHandler faults) {
        ExecutorService pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().name(name + "-", 1).factory());
        return (errandName, errand) -> pool.execute(() -> {
            try {
                errand.run();
            } catch (RuntimeException | Error fault) {
                faults.broken("errand " + errandName, fault);
            }
        });
    }

    /// On virtual threads; what an errand throws goes to the fault handler.
    static Errands onVirtualThreads(FaultHandler faults) {
        return (name, errand) -> Thread.ofVirtual().name(name).start(() -> {
            try {
                errand.run();
            } catch (RuntimeException | Error fault) {
                faults.broken("errand " + name, fault);
            }
        });
    }
}
