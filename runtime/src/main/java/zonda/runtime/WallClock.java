package zonda.runtime;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/// The time of day, which may step either way at any moment. Never measure with it.
public interface WallClock {
    /// Nanoseconds since the epoch, UTC. Any thread.
    long epochNanos();

    /// The time zone of scheduling, maintenance and `now/d`.
    ZoneId zone();

    /// The machine's clock, with a time zone.
    static WallClock system(ZoneId zone) {
        Clock clock = Clock.systemUTC();
        return new WallClock() {
            @Override
            public long epochNanos() {
                Instant now = clock.instant();
                return now.getEpochSecond() * 1_000_000_000L + now.getNano();
            }

            @Override
            public ZoneId zone() {
                return zone;
            }
        };
    }
}
