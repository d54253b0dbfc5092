package zonda.preprocessing.script;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// At most one run at a time is beyond its free bytes: so the memory of all scripts together stays
/// under one full allowance plus the free bytes of each thread. Any thread.
final class BigRuns {
    /// A run that waits longer fails: those before it take their full time one after the other.
    private static final long PATIENCE_SECONDS = 60;

    private final Semaphore permit = new Semaphore(1, true);

    void enter() {
        try {
            if (!permit.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new ScriptLimit(
                        "waited " + PATIENCE_SECONDS + " s for memory that other scripts use, wanted less at a time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScriptLimit("interrupted");
        }
    }

    void leave() {
        permit.release();
    }
}
