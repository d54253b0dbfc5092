package zonda.history;

/// How long what is known of an item is kept. Asked by errands: any thread, quick.
public interface Retention {
    /// How long an item's values are kept; 0 for not at all: then they are there until their day
    /// has been merged, for triggers and trends. What is dropped is dropped by whole days.
    long historyNanos(long itemId);

    /// How long an item's hourly trends are kept; 0 for not at all. What is dropped is dropped by
    /// whole months.
    long trendNanos(long itemId);

    /// The same for all items.
    static Retention of(long historyNanos, long trendNanos) {
        return new Retention() {
            @Override
            public long historyNanos(long itemId) {
                return historyNanos;
            }

            @Override
            public long trendNanos(long itemId) {
                return trendNanos;
            }
        };
    }
}
