package zonda.preprocessing;

/// A step, or the final conversion, cannot take a value. The message is for people.
final class StepException extends Exception {
    private static final long serialVersionUID = 1L;

    StepException(String message) {
        // A device may fail at every value: the trace would cost more than it tells.
        super(message, null, false, false);
    }
}
