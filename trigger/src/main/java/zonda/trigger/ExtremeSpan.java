package zonda.trigger;

import java.time.ZoneId;
import zonda.language.Expression;

/// A window that keeps its least or greatest number: a queue of the values that may yet become the
/// extreme, each one
/// beyond those after it (the ascending minima of a sliding window). A value enters and leaves it
/// once.
final class ExtremeSpan extends Span {
    private final boolean wantsGreatest;
    private long[] candidates = new long[4];
    private int head;
    private int size;

    ExtremeSpan(ItemValues item, Expression.Period period, ZoneId zone, boolean wantsGreatest) {
        super(item, period, zone);
        this.wantsGreatest = wantsGreatest;
    }

    @Override
    void entered(long sequence) {
        while (size > 0 && !isBeyond(candidates[(head + size - 1) & (candidates.length - 1)], sequence)) {
            size--;
        }
        if (size == candidates.length) {
            grow();
        }
        candidates[(head + size) & (candidates.length - 1)] = sequence;
        size++;
    }

    @Override
    void left(long sequence) {
        if (size > 0 && candidates[head] == sequence) {
            head = (head + 1) & (candidates.length - 1);
            size--;
        }
    }

    @Override
    void cleared() {
        head = 0;
        size = 0;
    }

    /// The extreme; the window must not be empty.
    double extreme() {
        return item.numberOf(candidates[head]);
    }

    private boolean isBeyond(long one, long other) {
        int order = item.form == ItemValues.Form.UNSIGNED
                ? Long.compareUnsigned(item.bitsOf(one), item.bitsOf(other))
                : Double.compare(item.numberOf(one), item.numberOf(other));
        return wantsGreatest ? order > 0 : order < 0;
    }

    private void grow() {
        long[] larger = new long[candidates.length * 2];
        for (int i = 0; i < size; i++) {
            larger[i] = candidates[(head + i) & (candidates.length - 1)];
        }
        candidates = larger;
        head = 0;
    }
}
