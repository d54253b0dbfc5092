package zonda.runtime;

/// A clock that never steps: for intervals, timeouts and rates. Its zero means nothing.
public interface MonotonicClock {
    /// Nanoseconds, never decreasing. Any thread.
    long nanos();

    /// The machine's own.
    static MonotonicClock system() {
        return System::nanoTime;
    }
}
