package zonda.model;

/// What a person did to a problem.
///
/// @param id unique over all acknowledgements (from the event id allocator)
/// @param eventId of the problem
/// @param user who did it
/// @param epochNanos when
/// @param action a sum of [#CLOSE], [#ACKNOWLEDGE], [#MESSAGE], [#SEVERITY], [#UNACKNOWLEDGE]
///     (Zabbix's numbers)
/// @param message empty where there is none
/// @param severity the new one where the action has [#SEVERITY], else the problem's
public record Acknowledgement(
        long id, long eventId, String user, long epochNanos, int action, String message, Severity severity) {
    public static final int CLOSE = 1;
    public static final int ACKNOWLEDGE = 2;
    public static final int MESSAGE = 4;
    public static final int SEVERITY = 8;
    public static final int UNACKNOWLEDGE = 16;
}
