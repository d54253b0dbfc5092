package zonda.history;

/// Numbers summed up over equal stretches of time. Bucket `i` covers `fromNanos + i * stepNanos` up
/// to the next.
///
/// @param fromNanos start of the first bucket
/// @param stepNanos length of each
/// @param min least value; NaN where a bucket is empty
/// @param avg mean value
/// @param max greatest value
/// @param count values in it
public record Buckets(long fromNanos, long stepNanos, double[] min, double[] avg, double[] max, long[] count) {}
