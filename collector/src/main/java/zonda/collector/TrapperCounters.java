package zonda.collector;

import zonda.runtime.Counter;

/// What the trapper has done since its start. Any thread may read.
///
/// @param connections open now
/// @param accepted connections taken
/// @param requests that arrived whole, of any kind
/// @param refused of them, those that are not understood, or ask for what is not there
/// @param processed values that were taken, and synced
/// @param failed values that were not taken: no such item, not from there, or no value at all
/// @param malformed connections that sent something else than frames, and were closed
/// @param timeouts connections closed since their request did not arrive whole, or their answer
///     was not taken, in time
/// @param evicted connections without a whole request that made room for others
/// @param broken connections that ended within a request or before their answer
/// @param held requests that had to wait for others, since all buffers were full
/// @param waiting values handed to shards and not yet synced
public record TrapperCounters(
        Counter connections,
        Counter accepted,
        Counter requests,
        Counter refused,
        Counter processed,
        Counter failed,
        Counter malformed,
        Counter timeouts,
        Counter evicted,
        Counter broken,
        Counter held,
        Counter waiting) {
    TrapperCounters() {
        this(
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter());
    }
}
