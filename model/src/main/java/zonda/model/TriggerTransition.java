package zonda.model;

/// A trigger's value changed: what evaluation tells and events are made of.
///
/// @param triggerId of the trigger
/// @param problem true: OK to PROBLEM; false: PROBLEM to OK
/// @param epochNanos the time of the value or timer that changed it
/// @param cause what changed it
public record TriggerTransition(long triggerId, boolean problem, long epochNanos, Cause cause) {
    /// What changed a trigger's value.
    public enum Cause {
        /// A value arrived.
        VALUE,
        /// Time passed (nodata, now).
        TIMER,
        /// A person closed the problem.
        MANUAL_CLOSE,
        /// The trigger was removed or its expression changed while in problem.
        CONFIGURATION
    }
}
