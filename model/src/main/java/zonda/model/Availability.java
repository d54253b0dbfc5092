package zonda.model;

/// Whether an interface answers. `reason` is empty unless it does not.
///
/// @param interfaceId of the interface
/// @param hostId of its host
/// @param state now
/// @param sinceEpochNanos when it came into this state; 0 while unknown
/// @param reason in words, for people
public record Availability(long interfaceId, long hostId, State state, long sinceEpochNanos, String reason) {
    /// Codes are Zabbix's (`available`), and are the ordinals.
    public enum State {
        UNKNOWN,
        AVAILABLE,
        UNAVAILABLE
    }
}
