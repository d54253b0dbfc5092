package zonda.trigger;

/// How a trigger stands.
///
/// @param triggerId of the trigger
/// @param problem true: PROBLEM; false: OK
/// @param unknown whether its last evaluation gave no answer; the state is then that of the last
///     one that did
/// @param reason why it gave none, in words; empty where `unknown` is false
/// @param sinceNanos when `problem` last changed, nanoseconds since the epoch; 0 where it has not
///     since the start
public record TriggerState(long triggerId, boolean problem, boolean unknown, String reason, long sinceNanos) {}
