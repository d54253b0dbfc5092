package zonda.devices.demo;

/// A thing that is on at times: a link that is down, a device that is silent, mains that are lost.
/// On and off alternate in random lengths that repeat after a while. Immutable.
final class Episodes {
    private static final int PAIRS = 16;
    private static final Episodes NEVER = new Episodes(Long.MAX_VALUE, new long[] {1}, new long[] {1});

    private final long firstAt;

    /// Where each pair starts within the round; the last one is the round's length.
    private final long[] starts;

    private final long[] lengths;
    private final long[] onBefore;

    private Episodes(long firstAt, long[] on, long[] off) {
        this.firstAt = firstAt;
        this.lengths = on.clone();
        this.starts = new long[on.length + 1];
        this.onBefore = new long[on.length + 1];
        for (int i = 0; i < on.length; i++) {
            starts[i + 1] = starts[i] + on[i] + off[i];
            onBefore[i + 1] = onBefore[i] + on[i];
        }
    }

    /// Never on.
    static Episodes never() {
        return NEVER;
    }

    /// @param key what the lengths depend on
    /// @param firstAt when it is on for the first time, in milliseconds since the start
    /// @param onLeast the shortest time that it is on, milliseconds
    /// @param offLeast the shortest time between
    static Episodes of(long key, long firstAt, long onLeast, long onMost, long offLeast, long offMost) {
        long[] on = new long[PAIRS];
        long[] off = new long[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            on[i] = Chance.between(key + i * 2L, onLeast, onMost);
            off[i] = Chance.between(key + i * 2L + 1, offLeast, offMost);
        }
        return new Episodes(firstAt, on, off);
    }

    boolean isOn(long millis) {
        if (millis < firstAt) {
            return false;
        }
        long within = withinRound(millis);
        int pair = pair(within);
        return within < starts[pair] + lengths[pair];
    }

    /// Milliseconds that it has been on in all.
    long onMillis(long millis) {
        if (millis < firstAt) {
            return 0;
        }
        long round = (millis - firstAt) / starts[lengths.length];
        long within = withinRound(millis);
        int pair = pair(within);
        return round * onBefore[lengths.length] + onBefore[pair] + Math.min(within - starts[pair], lengths[pair]);
    }

    /// When the last episode started that has started; before the first one, a time long before
    /// the start.
    long lastStart(long millis, long longBefore) {
        if (millis < firstAt) {
            return longBefore;
        }
        long within = withinRound(millis);
        return millis - within + starts[pair(within)];
    }

    /// When it was last turned on or off.
    long lastChange(long millis, long longBefore) {
        if (millis < firstAt) {
            return longBefore;
        }
        long within = withinRound(millis);
        int pair = pair(within);
        long end = starts[pair] + lengths[pair];
        return millis - within + (within < end ? starts[pair] : end);
    }

    private long withinRound(long millis) {
        return (millis - firstAt) % starts[lengths.length];
    }

    private int pair(long within) {
        int pair = 0;
        while (starts[pair + 1] <= within) {
            pair++;
        }
        return pair;
    }
}
