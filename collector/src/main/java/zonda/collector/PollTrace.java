package zonda.collector;

/// The last poll of one item. Times are on the monotonic clock, in nanoseconds; 0 where it has not
/// happened.
///
/// @param itemId of the item
/// @param address asked, as text; empty for internal items
/// @param dueNanos when it was due
/// @param askedNanos when the request left that was answered
/// @param answeredNanos when the answer came
/// @param nextDueNanos when it is due next
public record PollTrace(
        long itemId, String address, long dueNanos, long askedNanos, long answeredNanos, long nextDueNanos) {}
