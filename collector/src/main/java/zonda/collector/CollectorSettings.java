package zonda.collector;

import java.time.Duration;

/// How a shard's collector goes about it.
///
/// @param maxInFlight requests that may wait for an answer at once, 1 to 65,536: what the socket's
///     receive buffer must be able to take
/// @param sendsPerTurn requests sent in one turn of the shard; answers are read in between
/// @param receivesPerTurn datagrams read in one turn
/// @param timersPerTurn due groups, time-outs and probes handled in one turn
/// @param unavailableDelayLeast the least time between probes of an interface that does not answer
/// @param unavailableDelay the most time between them; in between it is the shortest of its
///     intervals
/// @param nameRefresh how often the name of an interface is resolved again
public record CollectorSettings(
        int maxInFlight,
        int sendsPerTurn,
        int receivesPerTurn,
        int timersPerTurn,
        Duration unavailableDelayLeast,
        Duration unavailableDelay,
        Duration nameRefresh) {
    public CollectorSettings {
        if (maxInFlight < 1 || maxInFlight > 65_536) {
            throw new IllegalArgumentException("max_in_flight " + maxInFlight + ", wanted 1 to 65536");
        }
        if (sendsPerTurn < 1 || receivesPerTurn < 1 || timersPerTurn < 1) {
            throw new IllegalArgumentException("sends, receives and timers per turn are " + sendsPerTurn + ", "
                    + receivesPerTurn + ", " + timersPerTurn + ", wanted 1 or more of each");
        }
        if (unavailableDelayLeast.isNegative()
                || unavailableDelayLeast.isZero()
                || unavailableDelay.compareTo(unavailableDelayLeast) < 0) {
            throw new IllegalArgumentException("unavailable_delay " + unavailableDelayLeast + " to " + unavailableDelay
                    + ", wanted above zero and in order");
        }
        if (nameRefresh.isNegative() || nameRefresh.isZero()) {
            throw new IllegalArgumentException("name_refresh " + nameRefresh + ", wanted above zero");
        }
    }

    public static CollectorSettings defaults() {
        return new CollectorSettings(
                8192, 64, 512, 512, Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(60));
    }
}
