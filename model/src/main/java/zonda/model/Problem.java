package zonda.model;

import java.util.List;

/// A problem as people see it now: its event, what ended it, and what was done to it.
///
/// @param event that began it
/// @param severity now (people may change it)
/// @param recoveryEventId of the event that ended it, 0 while it lasts
/// @param recoveryEpochNanos when it ended, 0 while it lasts
/// @param acknowledged whether somebody has taken note
/// @param acknowledgements in order
public record Problem(
        Event event,
        Severity severity,
        long recoveryEventId,
        long recoveryEpochNanos,
        boolean acknowledged,
        List<Acknowledgement> acknowledgements) {
    public Problem {
        acknowledgements = List.copyOf(acknowledgements);
    }

    public boolean isOpen() {
        return recoveryEventId == 0;
    }
}
