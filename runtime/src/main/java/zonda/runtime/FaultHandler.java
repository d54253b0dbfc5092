package zonda.runtime;

/// Told of a fault of ours: a broken invariant, an exception that no one expected. In production it
/// stops the
/// server with a clear last word; in tests and in simulation it throws.
@FunctionalInterface
public interface FaultHandler {
    /// @param where the duty, errand or part that broke
    /// @param fault what was thrown
    void broken(String where, Throwable fault);

    /// Throws the fault on, wrapped where it must be.
    static FaultHandler throwing() {
        return (where, fault) -> {
            throw new IllegalStateException("fault in " + where, fault);
        };
    }
}
