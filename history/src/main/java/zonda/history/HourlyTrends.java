package zonda.history;

/// Numbers of an item summed up by hours; hours without a number are left out.
///
/// @param epochNanos the hours' starts, oldest first
/// @param min least value
/// @param avg mean value; of unsigned integers the exact sum, divided and rounded once
/// @param max greatest value
/// @param count values in it
public record HourlyTrends(long[] epochNanos, double[] min, double[] avg, double[] max, long[] count) {
    /// How many hours.
    public int size() {
        return epochNanos.length;
    }
}
