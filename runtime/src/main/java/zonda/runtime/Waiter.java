package zonda.runtime;

/// How a shard sleeps when it has nothing to do, and how others wake it.
public interface Waiter {
    /// Sleeps up to so many nanoseconds, or until woken or until a socket of the shard has
    /// something to read.
    /// Called by the owner only. May return early.
    void await(long nanos);

    /// Ends the owner's sleep, or its next one when it is awake. Any thread; cheap when already
    /// woken.
    void wake();
}
