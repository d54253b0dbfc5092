package zonda.runtime;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.Optional;

/// UDP over the JDK's channels; over IPv4 on 64-bit Linux many datagrams a call ([BatchedPort]).
public final class NioDatagrams implements Datagrams {
    /// Room for the answers to a burst of requests while the shard is busy elsewhere; the kernel
    /// caps it.
    private static final int RECEIVE_BUFFER_BYTES = 16 << 20;

    private static final int SEND_BUFFER_BYTES = 4 << 20;
    private static final int LARGEST_DATAGRAM_BYTES = 65_536;

    private final NioWaiter waiter;

    public NioDatagrams(NioWaiter waiter) {
        this.waiter = waiter;
    }

    @Override
    public DatagramPort open(InetSocketAddress local) throws IOException {
        boolean ipv6 = local.getAddress() instanceof Inet6Address;
        DatagramChannel channel;
        try {
            channel = DatagramChannel.open(ipv6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
        } catch (UnsupportedOperationException e) {
            throw new IOException("this machine has no " + (ipv6 ? "IPv6" : "IPv4"), e);
        }
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
            channel.configureBlocking(false);
            channel.bind(local);
            channel.register(waiter.selector(), SelectionKey.OP_READ);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        return ipv6 ? new Port(channel) : batched(channel);
    }

    /// Many datagrams a call where the system can.
    private static DatagramPort batched(DatagramChannel channel) throws IOException {
        Optional<LinuxSockets> found = LinuxSockets.open();
        if (found.isPresent()) {
            LinuxSockets sockets = found.get();
            Optional<Integer> descriptor = sockets.descriptor(channel);
            if (descriptor.isPresent()) {
                sockets.forceReceiveBuffer(descriptor.get(), RECEIVE_BUFFER_BYTES);
                return new BatchedPort(channel, sockets, descriptor.get());
            }
        }
        return new Port(channel);
    }

    static InetSocketAddress localAddress(DatagramChannel channel) {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException e) {
            throw new IllegalStateException("the port is closed", e);
        }
    }

    static void close(DatagramChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("a UDP port that cannot be closed", e);
        }
    }

    private static final class Port implements DatagramPort {
        private final DatagramChannel channel;
        private final ByteBuffer incoming = ByteBuffer.allocateDirect(LARGEST_DATAGRAM_BYTES);
        private final ByteBuffer copied = ByteBuffer.allocate(LARGEST_DATAGRAM_BYTES);
        private final ByteBuffer outgoing = ByteBuffer.allocateDirect(LARGEST_DATAGRAM_BYTES);

        Port(DatagramChannel channel) {
            this.channel = channel;
        }

        @Override
        public boolean send(ByteBuffer payload, InetSocketAddress target) throws IOException {
            if (payload.remaining() > LARGEST_DATAGRAM_BYTES) {
                throw new IOException(
                        "datagram of " + payload.remaining() + " bytes, wanted at most " + LARGEST_DATAGRAM_BYTES);
            }
            outgoing.clear();
            outgoing.put(payload.duplicate());
            outgoing.flip();
            return channel.send(outgoing, target) > 0;
        }

        @Override
        public int receiveBufferBytes() {
            try {
                return channel.getOption(StandardSocketOptions.SO_RCVBUF);
            } catch (IOException e) {
                throw new IllegalStateException("the port is closed", e);
            }
        }

        @Override
        public int receive(DatagramReceiver receiver, int most) {
            int count = 0;
            while (count < most) {
                incoming.clear();
                InetSocketAddress source;
                try {
                    source = (InetSocketAddress) channel.receive(incoming);
                } catch (IOException e) {
                    // An earlier send's ICMP error, reported here: that request's timeout tells the
                    // rest.
                    count++;
                    continue;
                }
                if (source == null) {
                    break;
                }
                incoming.flip();
                copied.clear();
                copied.put(incoming);
                copied.flip();
                receiver.received(copied, source);
                count++;
            }
            return count;
        }

        @Override
        public InetSocketAddress localAddress() {
            return NioDatagrams.localAddress(channel);
        }

        @Override
        public void close() {
            NioDatagrams.close(channel);
        }
    }
}
