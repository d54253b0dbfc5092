package zonda.preprocessing.script;

import org.mozilla.javascript.ConsString;

/// The sum of two texts that is put together only when read, and asks for the memory then. Owned by
/// the run.
final class GuardedRope extends ConsString {
    private static final long serialVersionUID = 1;

    /// Sums shorter than this do not ask.
    static final int UNASKED = 4096;

    private final transient Gauge gauge;
    private boolean isAsked;

    GuardedRope(CharSequence left, CharSequence right, Gauge gauge) {
        super(left, right);
        this.gauge = gauge;
    }

    @Override
    public String toString() {
        if (!isAsked) {
            gauge.reserve(4L * length());
            isAsked = true;
        }
        return super.toString();
    }

    @Override
    public char charAt(int index) {
        return toString().charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().subSequence(start, end);
    }
}
