package zonda.runtime;

/// A part of a shard's work. Called on the shard's thread only; it never blocks, and does a bounded
/// amount of
/// work a turn, so that its neighbours on the shard get theirs.
public interface Duty {
    /// For `/diag` and faults: short, lower case.
    String name();

    /// Does what is there to do, within bounds.
    ///
    /// @param nowNanos monotonic time at the start of the shard's turn
    /// @return how much was done; 0 lets the shard sleep until [#nextWakeNanos] or a wake-up
    int turn(long nowNanos);

    /// The monotonic time at which a turn is wanted even if nothing arrives; `Long.MAX_VALUE` for
    /// none.
    long nextWakeNanos();
}
