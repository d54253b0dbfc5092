package zonda.runtime;

/// Where a stage of the path hands on what it made. The stages know this door and not one another;
/// `server` joins them.
///
/// @param <T> what is handed on. A batch belongs to the sink only during the call: it copies what
///     it keeps.
@FunctionalInterface
public interface Sink<T> {
    void accept(T value);
}
