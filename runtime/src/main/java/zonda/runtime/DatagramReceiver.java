package zonda.runtime;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// Takes one datagram.
@FunctionalInterface
public interface DatagramReceiver {
    /// @param payload from position to limit; backed by an array; valid during the call only
    /// @param source who sent it
    void received(ByteBuffer payload, InetSocketAddress source);
}
