package zonda.trigger;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import zonda.language.Expression;
import zonda.model.ValueBatch;

/// A window that keeps the exact sum of its numbers.
final class SumSpan extends Span {
    /// The sum of a float item's values; null for an unsigned item, whose sum is `high` x 2^64 +
    /// `low`.
    private final @Nullable ExactSum doubles;

    private long high;
    private long low;

    SumSpan(ItemValues item, Expression.Period period, ZoneId zone) {
        super(item, period, zone);
        doubles = item.form == ItemValues.Form.UNSIGNED ? null : new ExactSum();
    }

    @Override
    void entered(long sequence) {
        if (doubles != null) {
            doubles.add(item.numberOf(sequence));
            return;
        }
        long value = item.bitsOf(sequence);
        low += value;
        if (Long.compareUnsigned(low, value) < 0) {
            high++;
        }
    }

    @Override
    void left(long sequence) {
        if (doubles != null) {
            doubles.subtract(item.numberOf(sequence));
            return;
        }
        long value = item.bitsOf(sequence);
        if (Long.compareUnsigned(low, value) < 0) {
            high--;
        }
        low -= value;
    }

    @Override
    void cleared() {
        high = 0;
        low = 0;
        if (doubles != null) {
            doubles.clear();
        }
    }

    /// The sum, rounded once.
    ///
    /// @param scratch see [ExactSum#value]
    double sum(long[] scratch) {
        if (doubles != null) {
            return doubles.value(scratch);
        }
        if (high == 0) {
            return ValueBatch.unsignedToDouble(low);
        }
        int shift = Long.numberOfLeadingZeros(high);
        long top = shift == 0 ? high : (high << shift) | (low >>> (64 - shift));
        boolean rest = (low << shift) != 0;
        return Math.scalb(ValueBatch.unsignedToDouble(rest ? top | 1 : top), 64 - shift);
    }
}
