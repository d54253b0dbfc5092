package zonda.alerting;

import zonda.model.Acknowledgement;

/// What became of a wish to acknowledge or close a problem.
public sealed interface AcknowledgeOutcome {
    /// It is in the log.
    record Done(Acknowledgement acknowledgement) implements AcknowledgeOutcome {}

    /// It was refused, and why.
    record Refused(String reason) implements AcknowledgeOutcome {}
}
