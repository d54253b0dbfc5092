package zonda.testing.soak;

import java.util.Locale;

/// A fault built in on purpose, from outside the rooms: the soak must find it.
enum Plant {
    /// Nothing is built in.
    NONE,
    /// A sync of a file does nothing and says that it did.
    NO_FSYNC,
    /// While the log takes nothing new, values that come all the same are dropped.
    DROP_WHEN_FULL,
    /// Any answer of a device passes for the answer to the newest request.
    LATE_ANSWER_TO_NEXT_REQUEST,
    /// After a counter stepped back, rates are taken from the value before.
    BASE_NOT_RESEEDED,
    /// One timer in some hundred never expires.
    LOST_TIMER,
    /// Every other end of a problem gets lost on its way to the events.
    SKIPPED_RECOVERY,
    /// A shard now and then does nothing for half a minute.
    BLOCKED_SHARD,
    /// Those who push values are answered before these are on disk.
    ANSWERED_BEFORE_SYNC,
    /// After a restart ids of events are given anew.
    ID_REUSED;

    /// As on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return word();
    }
}
