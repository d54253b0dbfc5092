package zonda.trigger;

/// What the parts of an expression know and tell while it is evaluated: one object, reused. Owned
/// by the shard's thread.
final class Evaluation {
    /// Room for reading sums.
    final long[] scratch = new long[ExactSum.LIMBS];

    /// T, nanoseconds since the epoch.
    long timeNanos;

    /// The monotonic time, for `nodata`.
    long monotonicNanos;

    /// Why an operand is Unknown: the first reason met; empty while there is none.
    String unknown = "";

    /// Why the whole expression is Unknown; empty while there is no fault.
    String fault = "";

    void begin(long time) {
        timeNanos = time;
        unknown = "";
        fault = "";
    }

    /// Notes an Unknown operand. NaN stands for Unknown everywhere: results that are not finite are
    /// faults.
    double unknown(String reason) {
        if (unknown.isEmpty()) {
            unknown = reason;
        }
        return Double.NaN;
    }

    double fault(String reason) {
        if (fault.isEmpty()) {
            fault = reason;
        }
        return Double.NaN;
    }

    /// A result that must be finite.
    double finite(double result) {
        return Double.isFinite(result) ? result : fault("a result is not finite");
    }
}
