package zonda.history;

/// How the log is doing.
///
/// @param condition now
/// @param words for people; empty while it writes
public record LogState(Condition condition, String words) {
    /// What the log is doing.
    public enum Condition {
        WRITING,
        /// There is no room, or less than the reserve.
        FULL,
        /// The disk refuses to write or to sync.
        FAILING
    }

    public boolean isWriting() {
        return condition == Condition.WRITING;
    }
}
