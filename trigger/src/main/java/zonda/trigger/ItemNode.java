package zonda.trigger;

import org.jspecify.annotations.Nullable;
import zonda.language.Expression.Operator;
import zonda.model.ValueBatch;

/// Functions over an item's values, as parts of an expression. Owned by the shard's thread.
final class ItemNode {
    private ItemNode() {}

    /// `last()` of numbers: the newest value; no window is needed, since T is never before it.
    static final class Last extends Node {
        private final ItemValues item;
        private final String noValue;

        Last(ItemValues item, String call) {
            this.item = item;
            this.noValue = call + " has no value";
        }

        @Override
        double number(Evaluation evaluation) {
            if (!item.unsupported.isEmpty()) {
                return evaluation.unknown(item.unsupported);
            }
            return item.hasValue() ? evaluation.finite(item.lastNumber()) : evaluation.unknown(noValue);
        }
    }

    /// `last()` of numbers compared with a number: by far the most frequent expression, in one
    /// piece.
    static final class Threshold extends Node {
        private final ItemValues item;
        private final Operator operator;
        private final double bound;
        private final Last last;

        Threshold(Last last, Operator operator, double bound) {
            this.item = last.item;
            this.last = last;
            this.operator = operator;
            this.bound = bound;
        }

        @Override
        double number(Evaluation evaluation) {
            double value = item.lastNumber();
            if (!item.unsupported.isEmpty() || !item.hasValue() || !Double.isFinite(value)) {
                return last.number(evaluation);
            }
            return truth(compare(operator, value, bound));
        }
    }

    /// `last()` of text.
    static final class LastText extends Node.Text {
        private final ItemValues item;
        private final String noValue;

        LastText(ItemValues item, String call) {
            this.item = item;
            this.noValue = call + " has no value";
        }

        @Override
        @Nullable
        String text(Evaluation evaluation) {
            if (!item.unsupported.isEmpty()) {
                evaluation.unknown(item.unsupported);
                return null;
            }
            if (!item.hasValue()) {
                evaluation.unknown(noValue);
                return null;
            }
            return item.lastText();
        }
    }

    /// `last(#n)` or with a time shift, of numbers: the oldest value of a window by count that is
    /// full.
    static final class Nth extends Node {
        private final Span span;
        private final String noValue;

        Nth(Span span, String call) {
            this.span = span;
            this.noValue = call + " has no value";
        }

        @Override
        double number(Evaluation evaluation) {
            if (!span.item.unsupported.isEmpty()) {
                return evaluation.unknown(span.item.unsupported);
            }
            span.advance(evaluation.timeNanos);
            return span.size() < span.period.amount()
                    ? evaluation.unknown(noValue)
                    : evaluation.finite(span.item.numberOf(span.from()));
        }
    }

    /// The same of text.
    static final class NthText extends Node.Text {
        private final Span span;
        private final String noValue;

        NthText(Span span, String call) {
            this.span = span;
            this.noValue = call + " has no value";
        }

        @Override
        @Nullable
        String text(Evaluation evaluation) {
            if (!span.item.unsupported.isEmpty()) {
                evaluation.unknown(span.item.unsupported);
                return null;
            }
            span.advance(evaluation.timeNanos);
            if (span.size() < span.period.amount()) {
                evaluation.unknown(noValue);
                return null;
            }
            return span.item.textOf(span.from());
        }
    }

    /// `change`: over a window of the last two values.
    static final class Change extends Node {
        private final Span span;
        private final String noValue;

        Change(Span span, String call) {
            this.span = span;
            this.noValue = call + " has fewer than two values";
        }

        @Override
        double number(Evaluation evaluation) {
            ItemValues item = span.item;
            if (!item.unsupported.isEmpty()) {
                return evaluation.unknown(item.unsupported);
            }
            span.advance(evaluation.timeNanos);
            if (span.size() < 2) {
                return evaluation.unknown(noValue);
            }
            long before = span.from();
            long now = before + 1;
            return switch (item.form) {
                case TEXT -> truth(!item.textOf(now).equals(item.textOf(before)));
                case DOUBLE -> evaluation.finite(item.numberOf(now) - item.numberOf(before));
                case UNSIGNED -> difference(item.bitsOf(now), item.bitsOf(before));
            };
        }

        private static double difference(long now, long before) {
            return Long.compareUnsigned(now, before) >= 0
                    ? ValueBatch.unsignedToDouble(now - before)
                    : -ValueBatch.unsignedToDouble(before - now);
        }
    }

    /// `min` and `max`.
    static final class Extreme extends Node {
        private final ExtremeSpan span;
        private final String noValue;

        Extreme(ExtremeSpan span, String call) {
            this.span = span;
            this.noValue = call + " has no value";
        }

        @Override
        double number(Evaluation evaluation) {
            if (!span.item.unsupported.isEmpty()) {
                return evaluation.unknown(span.item.unsupported);
            }
            span.advance(evaluation.timeNanos);
            return span.size() == 0 ? evaluation.unknown(noValue) : evaluation.finite(span.extreme());
        }
    }

    /// `sum` and `avg`.
    static final class Sum extends Node {
        private final SumSpan span;
        private final boolean isMean;
        private final String noValue;

        Sum(SumSpan span, boolean isMean, String call) {
            this.span = span;
            this.isMean = isMean;
            this.noValue = call + " has no value";
        }

        @Override
        double number(Evaluation evaluation) {
            if (!span.item.unsupported.isEmpty()) {
                return evaluation.unknown(span.item.unsupported);
            }
            span.advance(evaluation.timeNanos);
            if (!isMean) {
                return evaluation.finite(span.sum(evaluation.scratch));
            }
            return span.size() == 0
                    ? evaluation.unknown(noValue)
                    : evaluation.finite(evaluation.finite(span.sum(evaluation.scratch)) / span.size());
        }
    }

    /// `count`.
    static final class Count extends Node {
        private final Span span;

        Count(Span span) {
            this.span = span;
        }

        @Override
        double number(Evaluation evaluation) {
            if (!span.item.unsupported.isEmpty()) {
                return evaluation.unknown(span.item.unsupported);
            }
            span.advance(evaluation.timeNanos);
            return span instanceof CountSpan counting ? counting.matches() : span.size();
        }
    }

    /// `nodata`.
    static final class Nodata extends Node {
        private final ItemValues item;
        private final long periodNanos;

        Nodata(ItemValues item, long periodNanos) {
            this.item = item;
            this.periodNanos = periodNanos;
        }

        @Override
        double number(Evaluation evaluation) {
            return truth(evaluation.monotonicNanos - item.arrivalNanos >= periodNanos);
        }
    }
}
