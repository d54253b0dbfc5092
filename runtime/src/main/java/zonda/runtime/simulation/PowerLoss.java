package zonda.runtime.simulation;

/// The simulated machine has lost its power in the middle of what it was doing: unwinds its stack.
/// An error, so that no handling of disk faults takes it for one.
public final class PowerLoss extends Error {
    private static final long serialVersionUID = 1L;

    PowerLoss() {
        super("power lost", null, false, false);
    }
}
