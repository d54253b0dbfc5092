package zonda.preprocessing.step;

/// A text on its way through steps. What one step parses of it is kept for the next that reads the
/// same text: a master item's value is handed to all its dependents as one object. Any thread.
public final class SharedText {
    private final String text;

    public SharedText(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
