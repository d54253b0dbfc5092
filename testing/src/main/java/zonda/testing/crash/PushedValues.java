package zonda.testing.crash;

import java.util.BitSet;

/// The values of one pusher, by number: which have been sent, which acknowledged, which are stored.
/// Value `n` has the item `n mod items`, the time `start + n * step`, and is the number `n`. Used
/// by one
/// thread at a time: the pusher's while it runs, then the trial's.
final class PushedValues {
    /// Between the times of two values.
    static final long STEP_NANOS = 1_003;

    private final int items;
    private final long startNanos;
    private final BitSet sent = new BitSet();
    private final BitSet acknowledged = new BitSet();
    private final BitSet stored = new BitSet();
    private long invented;
    private long doubled;

    PushedValues(int items, long startNanos) {
        this.items = items;
        this.startNanos = startNanos;
    }

    int item(int number) {
        return number % items;
    }

    long nanos(int number) {
        return startNanos + number * STEP_NANOS;
    }

    void sending(int from, int count) {
        sent.set(from, from + count);
    }

    void acknowledge(int from, int count) {
        acknowledged.set(from, from + count);
    }

    /// Forgets what was found stored, before the folder is read again.
    void startReading() {
        stored.clear();
        invented = 0;
        doubled = 0;
    }

    /// A row that is stored.
    void found(int item, long epochNanos, long value) {
        long number = (epochNanos - startNanos) / STEP_NANOS;
        boolean isOurs = number >= 0
                && number < Integer.MAX_VALUE
                && nanos((int) number) == epochNanos
                && value == number
                && item((int) number) == item
                && sent.get((int) number);
        if (!isOurs) {
            invented++;
        } else if (stored.get((int) number)) {
            doubled++;
        } else {
            stored.set((int) number);
        }
    }

    int acknowledged() {
        return acknowledged.cardinality();
    }

    int stored() {
        return stored.cardinality();
    }

    /// Acknowledged and not stored.
    int lost() {
        BitSet missing = (BitSet) acknowledged.clone();
        missing.andNot(stored);
        return missing.cardinality();
    }

    long invented() {
        return invented;
    }

    long doubled() {
        return doubled;
    }
}
