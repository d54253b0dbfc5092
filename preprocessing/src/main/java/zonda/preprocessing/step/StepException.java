package zonda.preprocessing.step;

/// A step, or the final conversion, cannot take a value. The message is for people.
public final class StepException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 120;

    private final boolean isWholeReason;

    public StepException(String message) {
        this(message, false);
    }

    private StepException(String message, boolean isWholeReason) {
        // A device may fail at every value: the trace would cost more than it tells.
        super(message, null, false, false);
        this.isWholeReason = isWholeReason;
    }

    /// A failure that shows the value which a step saw.
    public static StepException at(String value, String reason) {
        return new StepException("value \"" + shortened(value) + "\": " + reason);
    }

    /// What the value itself says is wrong: the item's reason is this and nothing around it.
    public static StepException toldByValue(String reason) {
        return new StepException(reason, true);
    }

    /// Whether the message is the item's whole reason, to be shown without the step's name.
    public boolean isWholeReason() {
        return isWholeReason;
    }

    /// The start of a text, as messages show it.
    public static String shortened(String text) {
        if (text.length() <= SHOWN) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
        return text.substring(0, end) + "...";
    }
}
