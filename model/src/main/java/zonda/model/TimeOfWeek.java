package zonda.model;

/// A recurring stretch of the week in local time: days `fromDay` to `toDay` (1 = Monday to 7 =
/// Sunday, inclusive), each
/// from `fromSecond` (inclusive) to `toSecond` (exclusive) of the day; 86,400 is midnight at the
/// end of the day.
public record TimeOfWeek(int fromDay, int toDay, int fromSecond, int toSecond) {
    public TimeOfWeek {
        if (fromDay < 1 || toDay > 7 || fromDay > toDay) {
            throw new IllegalArgumentException("days " + fromDay + "-" + toDay + ", wanted 1 to 7, in order");
        }
        if (fromSecond < 0 || toSecond > 86_400 || fromSecond >= toSecond) {
            throw new IllegalArgumentException(
                    "seconds " + fromSecond + "-" + toSecond + " of the day, wanted 0 to 86400, in order");
        }
    }

    /// Whether the stretch holds this moment.
    ///
    /// @param day 1 = Monday to 7 = Sunday
    /// @param second of the day
    public boolean contains(int day, int second) {
        return day >= fromDay && day <= toDay && second >= fromSecond && second < toSecond;
    }
}
