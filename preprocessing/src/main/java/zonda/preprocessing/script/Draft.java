package zonda.preprocessing.script;

/// A text that grows under a [Gauge]. Owned by the run.
final class Draft {
    /// A text of n characters takes up to so many bytes for each while it is put together: the
    /// builder before and after it grows, and the finished text, two bytes a character each.
    private static final int BYTES_EACH = 8;

    private static final int UNASKED = 4096;

    private final Gauge gauge;
    private final StringBuilder text = new StringBuilder();

    Draft(Gauge gauge) {
        this.gauge = gauge;
    }

    Draft add(CharSequence part) {
        String flat = part.toString();
        makeRoom(flat.length());
        text.append(flat);
        return this;
    }

    Draft add(char character) {
        makeRoom(1);
        text.append(character);
        return this;
    }

    private void makeRoom(int more) {
        long wanted = (long) text.length() + more;
        if (wanted > text.capacity() && wanted > UNASKED) {
            gauge.reserve(BYTES_EACH * wanted);
        }
    }

    /// Takes back what came after the first `length` characters.
    void cut(int length) {
        text.setLength(length);
    }

    int length() {
        return text.length();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
