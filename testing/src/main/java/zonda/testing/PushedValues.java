package zonda.testing;

import java.util.Arrays;
import java.util.BitSet;

/// The values of one who pushes, by number: which have been sent, which acknowledged, which are
/// stored. Value `n` is the number `n`, of item `n mod items`, with a time of its own that grows
/// with
/// `n`. Used by one thread at a time.
public final class PushedValues {
    private final int items;
    private final BitSet acknowledged = new BitSet();
    private final BitSet stored = new BitSet();
    private long[] nanos = new long[1_024];
    private int sent;
    private long invented;
    private long doubled;

    /// @param items how many items share the values
    public PushedValues(int items) {
        this.items = items;
    }

    public int item(int number) {
        return number % items;
    }

    /// The time of a value that has been sent.
    public long nanos(int number) {
        return nanos[number];
    }

    /// Values are about to be sent for the first time.
    ///
    /// @param from the first that was never sent
    /// @param firstNanos its time, later than all before
    /// @param stepNanos from one to the next, above 0
    public void sending(int from, int count, long firstNanos, long stepNanos) {
        if (from != sent || (from > 0 && nanos[from - 1] >= firstNanos)) {
            throw new IllegalArgumentException("values from " + from + " at " + firstNanos + ", wanted " + sent
                    + " and a later time than any before");
        }
        sent = from + count;
        if (sent > nanos.length) {
            nanos = Arrays.copyOf(nanos, Math.max(sent, nanos.length * 2));
        }
        for (int i = 0; i < count; i++) {
            nanos[from + i] = firstNanos + i * stepNanos;
        }
    }

    public void acknowledge(int from, int count) {
        acknowledged.set(from, from + count);
    }

    /// Forgets what was found stored, before all is read again.
    public void startReading() {
        stored.clear();
        invented = 0;
        doubled = 0;
    }

    /// Whether such a value was sent.
    public boolean isSent(int item, long epochNanos, String value) {
        int number = Arrays.binarySearch(nanos, 0, sent, epochNanos);
        return number >= 0 && item(number) == item && Integer.toString(number).equals(value);
    }

    /// A row that is stored.
    public void found(int item, long epochNanos, long value) {
        int number = Arrays.binarySearch(nanos, 0, sent, epochNanos);
        if (number < 0 || item(number) != item || value != number) {
            invented++;
        } else if (stored.get(number)) {
            doubled++;
        } else {
            stored.set(number);
        }
    }

    public int acknowledged() {
        return acknowledged.cardinality();
    }

    public int stored() {
        return stored.cardinality();
    }

    /// Acknowledged and not stored.
    public int lost() {
        BitSet missing = (BitSet) acknowledged.clone();
        missing.andNot(stored);
        return missing.cardinality();
    }

    /// Stored and never sent.
    public long invented() {
        return invented;
    }

    /// Stored more than once.
    public long doubled() {
        return doubled;
    }
}
