package zonda.history;

/// Whether an item gives values.
///
/// @param supported false when the last row says why there is no value
/// @param reason in words; empty while supported
/// @param epochNanos of the last row; 0 when there is none
public record ItemState(boolean supported, String reason, long epochNanos) {}
