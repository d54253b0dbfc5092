package zonda.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A number with one writer and any readers: no lock, no fence that the writer pays for. A reader
/// sees a value
/// that was true a moment ago, never a torn one.
public final class Counter {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Counter.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through VALUE
    private long value;

    /// Adds; the one writer only.
    public void add(long amount) {
        VALUE.setOpaque(this, (long) VALUE.get(this) + amount);
    }

    public void increment() {
        add(1);
    }

    /// Sets; the one writer only.
    public void set(long newValue) {
        VALUE.setOpaque(this, newValue);
    }

    /// Reads; any thread.
    public long value() {
        return (long) VALUE.getOpaque(this);
    }
}
