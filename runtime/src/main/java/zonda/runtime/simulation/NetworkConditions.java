package zonda.runtime.simulation;

import java.time.Duration;

/// How a stretch of network treats datagrams, in either direction.
///
/// @param latency the least that each takes
/// @param jitter the mean of what is added, exponentially distributed
/// @param loss share that never arrives, 0 to 1
/// @param duplication share that arrives twice, 0 to 1
/// @param reordering share that is held back long enough for later ones to overtake, 0 to 1
public record NetworkConditions(Duration latency, Duration jitter, double loss, double duplication, double reordering) {
    public NetworkConditions {
        if (latency.isNegative() || jitter.isNegative()) {
            throw new IllegalArgumentException("latency " + latency + ", jitter " + jitter + ", wanted zero or more");
        }
        checkShare("loss", loss);
        checkShare("duplication", duplication);
        checkShare("reordering", reordering);
    }

    /// A network without faults: 0.2 ms and a little jitter.
    public static NetworkConditions good() {
        return new NetworkConditions(Duration.ofNanos(200_000), Duration.ofNanos(50_000), 0, 0, 0);
    }

    private static void checkShare(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(name + " " + share + ", wanted 0 to 1");
        }
    }
}
