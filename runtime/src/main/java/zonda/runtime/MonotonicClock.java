package zonda.runtime;

/// A clock that never steps: for intervals, timeouts and rates. Its zero means nothing.
public interface MonotonicClock {
    /// Nanoseconds, never decreasing. Any thread.
    long nanos();

    /// Makes a timer wheel that goes by this clock.
    ///
    /// @param tickNanos the wheel's resolution
    /// @param startNanos time of its tick 0
    default TimerWheel timers(long tickNanos, long startNanos) {
        return new TimerWheel(tickNanos, startNanos);
    }

    /// The machine's own.
    static MonotonicClock system() {
        return System::nanoTime;
    }
}
