package zonda.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// A UDP port, owned by one shard. Never blocks.
public interface DatagramPort extends AutoCloseable {
    /// Sends what remains in `payload`, at once.
    ///
    /// @return false when the kernel's buffer is full: nothing was sent, try again later
    /// @throws IOException when this datagram cannot be sent there (no route, refused): the
    ///     target's fault
    boolean send(ByteBuffer payload, InetSocketAddress target) throws IOException;

    /// Sends what remains in `payload`, at once or with the next [#flush]: many may leave together.
    ///
    /// @param payload backed by an array
    /// @param tag that a fault is told with, should it show only at the flush
    /// @return false when there is no room: nothing was taken; flush, or try again later
    /// @throws IOException as [#send] does
    default boolean queue(ByteBuffer payload, InetSocketAddress target, int tag) throws IOException {
        return send(payload, target);
    }

    /// Sends what was queued and has not left. Whoever queues must flush before it waits for
    /// answers.
    ///
    /// @param faults is told of each datagram that cannot be sent to its target
    /// @return false when the kernel has no room: the rest stays, to be flushed again
    default boolean flush(SendFault faults) {
        return true;
    }

    /// What the kernel lets wait here for [#receive], in bytes, its own overhead for each datagram
    /// counted; what comes beyond that is lost.
    default int receiveBufferBytes() {
        return Integer.MAX_VALUE;
    }

    /// Hands over datagrams that have arrived.
    ///
    /// @param most at most so many
    /// @return how many
    int receive(DatagramReceiver receiver, int most);

    InetSocketAddress localAddress();

    @Override
    void close();
}
