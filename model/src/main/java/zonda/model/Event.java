package zonda.model;

import java.util.List;

/// A problem began or ended. Immutable; written to the log before anyone sees it.
///
/// @param id unique over all events, never reused, below 2^53
/// @param triggerId of the trigger it is about
/// @param hostId of the trigger's first host
/// @param problem true: a problem began; false: it ended
/// @param epochNanos when
/// @param problemEventId for a recovery the id of the problem's event, else 0
/// @param severity of the problem
/// @param name of the problem, as people see it
/// @param cause what brought it about
/// @param tags of the problem
public record Event(
        long id,
        long triggerId,
        long hostId,
        boolean problem,
        long epochNanos,
        long problemEventId,
        Severity severity,
        String name,
        TriggerTransition.Cause cause,
        List<Tag> tags) {
    public Event {
        tags = List.copyOf(tags);
    }
}
