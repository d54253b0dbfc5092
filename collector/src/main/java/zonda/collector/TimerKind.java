package zonda.collector;

/// What a timer of the collector is for, packed with a number into its payload.
enum TimerKind {
    /// A group is due; the number is the group's.
    GROUP,
    /// A try was not answered; the number is the request id.
    REQUEST,
    /// An unavailable interface is probed; the number is the target's.
    PROBE,
    /// An interface has rested between two requests; the number is the target's.
    GAP,
    /// A name is resolved; the number is the target's.
    RESOLVE,
    /// The wall clock is looked at; no number.
    CLOCK;

    private static final TimerKind[] KINDS = values();

    long payload(int number) {
        return (long) ordinal() << 32 | number;
    }

    static TimerKind of(long payload) {
        return KINDS[(int) (payload >>> 32)];
    }

    static int number(long payload) {
        return (int) payload;
    }
}
