package zonda.runtime.simulation;

import java.net.InetSocketAddress;

/// Sees what happens on the simulated network. The payload is not to be changed or kept.
public interface NetworkObserver {
    /// A datagram has left its source.
    default void sent(InetSocketAddress source, InetSocketAddress target, byte[] payload) {}

    /// A datagram has come to its target; once more for a duplicate.
    default void arrived(InetSocketAddress source, InetSocketAddress target, byte[] payload) {}

    /// A datagram was lost: on the way, at a partition, at a closed port or for want of room.
    default void lost(InetSocketAddress source, InetSocketAddress target, byte[] payload) {}
}
