package zonda.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what other threads and processes do. The patience is far more than a busy machine
/// needs: it ends tests that would never end, and judges nothing.
final class Waiting {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long LOOK_NANOS = 20_000_000L;

    private Waiting() {}

    /// Asks again and again until the answer fits.
    ///
    /// @param what is waited for, in words: "not within 90 s: ..." is what the failure says
    static <T> T until(String what, Supplier<T> question, Predicate<T> fits) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        T answer = question.get();
        while (!fits.test(answer)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "not within " + PATIENCE.toSeconds() + " s: " + what + "; the last answer was: " + answer);
            }
            LockSupport.parkNanos(LOOK_NANOS);
            answer = question.get();
        }
        return answer;
    }

    /// Asks again and again until it is so.
    static void until(String what, Supplier<Boolean> question) {
        until(what, question, answer -> answer);
    }
}
