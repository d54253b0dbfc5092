package zonda.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// A UDP port, owned by one shard. Never blocks.
public interface DatagramPort extends AutoCloseable {
    /// Sends what remains in `payload`.
    ///
    /// @return false when the kernel's buffer is full: nothing was sent, try again later
    /// @throws IOException when this datagram cannot be sent there (no route, refused): the
    ///     target's fault
    boolean send(ByteBuffer payload, InetSocketAddress target) throws IOException;

    /// Hands over datagrams that have arrived.
    ///
    /// @param most at most so many
    /// @return how many
    int receive(DatagramReceiver receiver, int most);

    InetSocketAddress localAddress();

    @Override
    void close();
}
