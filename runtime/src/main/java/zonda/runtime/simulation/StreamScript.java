package zonda.runtime.simulation;

/// What a scripted peer does with its connection.
public interface StreamScript {
    /// It stands: bytes may be sent.
    void connected(SimulatedCall call);

    /// Bytes have arrived.
    void received(SimulatedCall call, byte[] bytes);

    /// The other side sends no more.
    default void ended(SimulatedCall call) {}

    /// It is refused, reset, or the other side is not reached any more. Nothing follows.
    default void broken(SimulatedCall call) {}
}
