package zonda.runtime;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/// A UDP port over IPv4 that moves many datagrams with one call of the kernel (sendmmsg(2),
/// recvmmsg(2)) and allocates for none. The channel has the socket, so that selectors watch it;
/// what is sent and received goes through [LinuxSockets] past it. Owned by one thread.
///
/// Structures are laid out as 64-bit Linux has them, little end first.
final class BatchedPort implements DatagramPort {
    /// Datagrams a call.
    private static final int BATCH = 64;

    private static final int LARGEST_DATAGRAM_BYTES = 65_536;

    /// Each incoming datagram has a place of its own. The places begin at different lines of the
    /// processor's cache.
    private static final int PLACE_BYTES = LARGEST_DATAGRAM_BYTES + 320;

    private static final int OUTGOING_BYTES = 4 * LARGEST_DATAGRAM_BYTES;

    // struct mmsghdr: struct msghdr of 56 bytes, unsigned int msg_len, padding.
    private static final int MESSAGE_BYTES = 64;
    private static final int MESSAGE_NAME_LENGTH = 8;
    private static final int MESSAGE_VECTOR = 16;
    private static final int MESSAGE_VECTOR_LENGTH = 24;
    private static final int MESSAGE_RECEIVED = 56;
    private static final int VECTOR_BYTES = 16;

    // struct sockaddr_in: family in two bytes, port and address with their big end first.
    private static final int PEER_BYTES = 16;
    private static final int FAMILY_INET = 2;

    /// Senders whose address objects are remembered; a power of two.
    private static final int REMEMBERED = 1 << 14;

    private final DatagramChannel channel;
    private final LinuxSockets sockets;
    private final int descriptor;

    private final MemorySegment incoming;
    private final MemorySegment incomingPeers;
    private final MemorySegment incomingBytes;
    private final ByteBuffer copied = ByteBuffer.allocate(LARGEST_DATAGRAM_BYTES);
    private final @Nullable InetSocketAddress[] senders = new InetSocketAddress[REMEMBERED];
    private final long[] senderKeys = new long[REMEMBERED];

    private final MemorySegment outgoing;
    private final MemorySegment outgoingPeers;
    private final MemorySegment outgoingVectors;
    private final MemorySegment outgoingBytes;
    private final int[] tags = new int[BATCH];

    /// Datagrams from `sendFrom` to `sendTo` wait for [#flush].
    private int sendFrom;

    private int sendTo;
    private int outgoingUsed;

    /// @param descriptor of the channel's socket
    BatchedPort(DatagramChannel channel, LinuxSockets sockets, int descriptor) {
        this.channel = channel;
        this.sockets = sockets;
        this.descriptor = descriptor;
        Arena arena = Arena.ofAuto();
        incoming = arena.allocate((long) BATCH * MESSAGE_BYTES, 64);
        incomingPeers = arena.allocate((long) BATCH * PEER_BYTES, 64);
        incomingBytes = arena.allocate((long) BATCH * PLACE_BYTES, 64);
        MemorySegment incomingVectors = arena.allocate((long) BATCH * VECTOR_BYTES, 64);
        outgoing = arena.allocate((long) BATCH * MESSAGE_BYTES, 64);
        outgoingPeers = arena.allocate((long) BATCH * PEER_BYTES, 64);
        outgoingVectors = arena.allocate((long) BATCH * VECTOR_BYTES, 64);
        outgoingBytes = arena.allocate(OUTGOING_BYTES, 64);
        layOut(incoming, incomingPeers, incomingVectors);
        layOut(outgoing, outgoingPeers, outgoingVectors);
        for (int i = 0; i < BATCH; i++) {
            long vector = (long) i * VECTOR_BYTES;
            incomingVectors.set(ValueLayout.ADDRESS, vector, incomingBytes.asSlice((long) i * PLACE_BYTES));
            incomingVectors.set(ValueLayout.JAVA_LONG, vector + 8, LARGEST_DATAGRAM_BYTES);
            outgoingPeers.set(ValueLayout.JAVA_SHORT, (long) i * PEER_BYTES, (short) FAMILY_INET);
        }
    }

    private static void layOut(MemorySegment messages, MemorySegment peers, MemorySegment vectors) {
        for (int i = 0; i < BATCH; i++) {
            long at = (long) i * MESSAGE_BYTES;
            messages.set(ValueLayout.ADDRESS, at, peers.asSlice((long) i * PEER_BYTES));
            messages.set(ValueLayout.JAVA_INT, at + MESSAGE_NAME_LENGTH, PEER_BYTES);
            messages.set(ValueLayout.ADDRESS, at + MESSAGE_VECTOR, vectors.asSlice((long) i * VECTOR_BYTES));
            messages.set(ValueLayout.JAVA_LONG, at + MESSAGE_VECTOR_LENGTH, 1);
        }
    }

    // ---------------------------------------------------------------- sending

    @Override
    public boolean send(ByteBuffer payload, InetSocketAddress target) throws IOException {
        if (sendFrom < sendTo || !queue(payload, target, 0)) {
            return false;
        }
        int sent = sockets.sendMany(descriptor, outgoing, 1);
        empty();
        if (sent != LinuxSockets.AGAIN && sent < 0) {
            throw new IOException(sockets.words(-sent));
        }
        return sent > 0;
    }

    @Override
    public boolean queue(ByteBuffer payload, InetSocketAddress target, int tag) throws IOException {
        int bytes = payload.remaining();
        if (bytes > LARGEST_DATAGRAM_BYTES) {
            throw new IOException("datagram of " + bytes + " bytes, wanted at most " + LARGEST_DATAGRAM_BYTES);
        }
        if (!(target.getAddress() instanceof Inet4Address to)) {
            throw new IOException("the address " + target + " is not of IPv4, as this port is");
        }
        if (sendTo == BATCH || outgoingUsed + bytes > OUTGOING_BYTES) {
            return false;
        }
        MemorySegment.copy(
                payload.array(),
                payload.arrayOffset() + payload.position(),
                outgoingBytes,
                ValueLayout.JAVA_BYTE,
                outgoingUsed,
                bytes);
        long vector = (long) sendTo * VECTOR_BYTES;
        outgoingVectors.set(ValueLayout.JAVA_LONG, vector, outgoingBytes.address() + outgoingUsed);
        outgoingVectors.set(ValueLayout.JAVA_LONG, vector + 8, bytes);
        outgoingUsed += bytes + 7 & -8;
        byte[] address = to.getAddress();
        long peer = (long) sendTo * PEER_BYTES;
        int port = target.getPort();
        outgoingPeers.set(ValueLayout.JAVA_BYTE, peer + 2, (byte) (port >> 8));
        outgoingPeers.set(ValueLayout.JAVA_BYTE, peer + 3, (byte) port);
        outgoingPeers.set(ValueLayout.JAVA_BYTE, peer + 4, address[0]);
        outgoingPeers.set(ValueLayout.JAVA_BYTE, peer + 5, address[1]);
        outgoingPeers.set(ValueLayout.JAVA_BYTE, peer + 6, address[2]);
        outgoingPeers.set(ValueLayout.JAVA_BYTE, peer + 7, address[3]);
        tags[sendTo] = tag;
        sendTo++;
        // Its answer will be told to come from this very object.
        long key = outgoingPeers.get(ValueLayout.JAVA_LONG, peer);
        int place = place(key);
        senders[place] = target;
        senderKeys[place] = key;
        return true;
    }

    @Override
    public boolean flush(SendFault faults) {
        while (sendFrom < sendTo) {
            int sent =
                    sockets.sendMany(descriptor, outgoing.asSlice((long) sendFrom * MESSAGE_BYTES), sendTo - sendFrom);
            if (sent > 0) {
                sendFrom += sent;
            } else if (sent == LinuxSockets.AGAIN) {
                return false;
            } else {
                int tag = tags[sendFrom++];
                faults.notSent(tag, new IOException(sockets.words(-sent)));
            }
        }
        empty();
        return true;
    }

    private void empty() {
        sendFrom = 0;
        sendTo = 0;
        outgoingUsed = 0;
    }

    // ---------------------------------------------------------------- receiving

    @Override
    public int receive(DatagramReceiver receiver, int most) {
        int count = 0;
        while (count < most) {
            int wanted = Math.min(BATCH, most - count);
            for (int i = 0; i < wanted; i++) {
                incoming.set(ValueLayout.JAVA_INT, (long) i * MESSAGE_BYTES + MESSAGE_NAME_LENGTH, PEER_BYTES);
            }
            int received = sockets.receiveMany(descriptor, incoming, wanted);
            if (received == LinuxSockets.AGAIN) {
                break;
            }
            if (received < 0) {
                // An earlier send's ICMP error, reported here: that request's time-out tells the
                // rest.
                count++;
                continue;
            }
            for (int i = 0; i < received; i++) {
                hand(receiver, i);
            }
            count += received;
            if (received < wanted) {
                break;
            }
        }
        return count;
    }

    private void hand(DatagramReceiver receiver, int i) {
        int bytes = Math.min(
                LARGEST_DATAGRAM_BYTES,
                incoming.get(ValueLayout.JAVA_INT, (long) i * MESSAGE_BYTES + MESSAGE_RECEIVED));
        MemorySegment.copy(incomingBytes, ValueLayout.JAVA_BYTE, (long) i * PLACE_BYTES, copied.array(), 0, bytes);
        copied.clear().limit(bytes);
        receiver.received(copied, sender(incomingPeers.get(ValueLayout.JAVA_LONG, (long) i * PEER_BYTES)));
    }

    /// @param peer family, port and address as the kernel has them
    private InetSocketAddress sender(long peer) {
        int place = place(peer);
        InetSocketAddress known = senders[place];
        if (known != null && senderKeys[place] == peer) {
            return known;
        }
        byte[] address = {(byte) (peer >>> 32), (byte) (peer >>> 40), (byte) (peer >>> 48), (byte) (peer >>> 56)};
        int port = (int) (peer >>> 16 & 0xff) << 8 | (int) (peer >>> 24 & 0xff);
        InetSocketAddress made;
        try {
            made = new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four octets are an address", e);
        }
        senders[place] = made;
        senderKeys[place] = peer;
        return made;
    }

    private static int place(long peer) {
        return (int) ((peer * 0x9E3779B97F4A7C15L) >>> 50);
    }

    @Override
    public int receiveBufferBytes() {
        return sockets.receiveBufferBytes(descriptor);
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
