package zonda.devices.farm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// A UDP socket on all loopback addresses that tells which of them a datagram was sent to, and
/// sends
/// answers from there (IP_PKTINFO, ip(7)); many datagrams a system call (recvmmsg(2), sendmmsg(2)).
/// Owned by one thread.
///
/// This is the one place that opens a socket without the doors of room `runtime`: NIO tells no
/// local
/// address, and the farm is a tool of benchmarks that no simulation runs. The socket is bound to
/// 0.0.0.0, since 127.0.0.0/8 as a whole cannot be bound; whoever reads must drop what
/// [#localAddress] says was not sent to 127.0.0.0/8.
///
/// Structures are laid out as 64-bit Linux has them.
final class PacketInfoSocket implements AutoCloseable {
    /// Datagrams a system call.
    static final int BATCH = 128;

    /// A longer request is cut, and then refused by the decoder.
    static final int LARGEST_REQUEST_BYTES = 4096;

    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;
    private static final int IPPROTO_IP = 0;
    private static final int IP_PKTINFO = 8;
    private static final int IP_MTU_DISCOVER = 10;
    private static final int IP_PMTUDISC_DO = 2;
    private static final int SOL_SOCKET = 1;
    private static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUF = 8;
    private static final int SO_SNDBUFFORCE = 32;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int POLLIN = 1;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int BUFFER_BYTES = 64 << 20;

    // struct mmsghdr: struct msghdr of 56 bytes, unsigned int msg_len, padding.
    private static final int MESSAGE_BYTES = 64;
    private static final int MESSAGE_NAME = 0;
    private static final int MESSAGE_NAME_LENGTH = 8;
    private static final int MESSAGE_VECTOR = 16;
    private static final int MESSAGE_VECTOR_LENGTH = 24;
    private static final int MESSAGE_CONTROL = 32;
    private static final int MESSAGE_CONTROL_LENGTH = 40;
    private static final int MESSAGE_RECEIVED = 56;

    private static final int PEER_BYTES = 16;
    private static final int VECTOR_BYTES = 16;

    // struct cmsghdr: size_t len, int level, int type; then struct in_pktinfo: int ifindex,
    // in_addr spec_dst, in_addr addr.
    private static final int CONTROL_BYTES = 32;
    private static final int CONTROL_LENGTH = 28;
    private static final int CONTROL_TYPE = 12;
    private static final int CONTROL_SOURCE = 20;
    private static final int CONTROL_DESTINATION = 24;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment errors;
    private final VarHandle errorNumber;
    private final MethodHandle receive;
    private final MethodHandle send;
    private final MethodHandle poll;
    private final MethodHandle close;
    private final int descriptor;

    private final MemorySegment requests;
    private final MemorySegment incoming;
    private final MemorySegment incomingPeers;
    private final MemorySegment incomingControl;
    private final MemorySegment outgoing;
    private final MemorySegment outgoingPeers;
    private final MemorySegment outgoingVectors;
    private final MemorySegment outgoingControl;
    private final MemorySegment pollSet;

    /// @param port 0 takes a free one
    /// @throws IOException when it cannot be had; the message says why and what to do
    PacketInfoSocket(int port) throws IOException {
        Linker linker = Linker.nativeLinker();
        Linker.Option capture = Linker.Option.captureCallState("errno");
        MemoryLayout errorLayout = Linker.Option.captureStateLayout();
        errors = arena.allocate(errorLayout);
        errorNumber = errorLayout.varHandle(MemoryLayout.PathElement.groupElement("errno"));
        FunctionDescriptor many = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
        receive = handle(linker, "recvmmsg", many, capture);
        send = handle(
                linker, "sendmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), capture);
        poll = handle(linker, "poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT), capture);
        close = handle(linker, "close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), capture);
        requests = arena.allocate((long) BATCH * LARGEST_REQUEST_BYTES, 64);
        incoming = arena.allocate((long) BATCH * MESSAGE_BYTES, 64);
        incomingPeers = arena.allocate((long) BATCH * PEER_BYTES, 64);
        incomingControl = arena.allocate((long) BATCH * CONTROL_BYTES, 64);
        MemorySegment incomingVectors = arena.allocate((long) BATCH * VECTOR_BYTES, 64);
        outgoing = arena.allocate((long) BATCH * MESSAGE_BYTES, 64);
        outgoingPeers = arena.allocate((long) BATCH * PEER_BYTES, 64);
        outgoingVectors = arena.allocate((long) BATCH * VECTOR_BYTES, 64);
        outgoingControl = arena.allocate((long) BATCH * CONTROL_BYTES, 64);
        pollSet = arena.allocate(8, 8);
        layOut(incoming, incomingPeers, incomingVectors, incomingControl);
        layOut(outgoing, outgoingPeers, outgoingVectors, outgoingControl);
        for (int i = 0; i < BATCH; i++) {
            incomingVectors.set(ADDRESS, (long) i * VECTOR_BYTES, requests.asSlice((long) i * LARGEST_REQUEST_BYTES));
            incomingVectors.set(JAVA_LONG, (long) i * VECTOR_BYTES + 8, LARGEST_REQUEST_BYTES);
            long control = (long) i * CONTROL_BYTES;
            outgoingControl.set(JAVA_LONG, control, CONTROL_LENGTH);
            outgoingControl.set(JAVA_INT, control + 8, IPPROTO_IP);
            outgoingControl.set(JAVA_INT, control + CONTROL_TYPE, IP_PKTINFO);
        }
        descriptor = open(linker, capture, port);
        pollSet.set(JAVA_INT, 0, descriptor);
        pollSet.set(JAVA_SHORT, 4, (short) POLLIN);
    }

    private static MethodHandle handle(
            Linker linker, String name, FunctionDescriptor function, Linker.Option... options) throws IOException {
        MemorySegment symbol = linker.defaultLookup()
                .find(name)
                .orElseThrow(() -> new IOException("the C library has no '" + name + "': the farm needs 64-bit Linux"));
        return linker.downcallHandle(symbol, function, options);
    }

    private static void layOut(
            MemorySegment messages, MemorySegment peers, MemorySegment vectors, MemorySegment control) {
        for (int i = 0; i < BATCH; i++) {
            long at = (long) i * MESSAGE_BYTES;
            messages.set(ADDRESS, at + MESSAGE_NAME, peers.asSlice((long) i * PEER_BYTES));
            messages.set(JAVA_INT, at + MESSAGE_NAME_LENGTH, PEER_BYTES);
            messages.set(ADDRESS, at + MESSAGE_VECTOR, vectors.asSlice((long) i * VECTOR_BYTES));
            messages.set(JAVA_LONG, at + MESSAGE_VECTOR_LENGTH, 1);
            messages.set(ADDRESS, at + MESSAGE_CONTROL, control.asSlice((long) i * CONTROL_BYTES));
            messages.set(JAVA_LONG, at + MESSAGE_CONTROL_LENGTH, CONTROL_BYTES);
        }
    }

    private int open(Linker linker, Linker.Option capture, int port) throws IOException {
        MethodHandle socket =
                handle(linker, "socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), capture);
        MethodHandle bind =
                handle(linker, "bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT), capture);
        MethodHandle option = handle(
                linker,
                "setsockopt",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT),
                capture);
        int opened = call(() -> (int) socket.invokeExact(errors, AF_INET, SOCK_DGRAM, 0));
        if (opened < 0) {
            throw new IOException("no UDP socket to be had (errno " + errno() + ")");
        }
        MemorySegment number = arena.allocate(JAVA_INT);
        number.set(JAVA_INT, 0, 1);
        call(() -> (int) option.invokeExact(errors, opened, IPPROTO_IP, IP_PKTINFO, number, 4));
        number.set(JAVA_INT, 0, IP_PMTUDISC_DO);
        // Datagrams that are never cut need no number of their own, which costs 3 % of all.
        call(() -> (int) option.invokeExact(errors, opened, IPPROTO_IP, IP_MTU_DISCOVER, number, 4));
        number.set(JAVA_INT, 0, BUFFER_BYTES);
        // Larger than the system's limit where this process may; up to the limit elsewhere.
        if (call(() -> (int) option.invokeExact(errors, opened, SOL_SOCKET, SO_RCVBUFFORCE, number, 4)) < 0) {
            call(() -> (int) option.invokeExact(errors, opened, SOL_SOCKET, SO_RCVBUF, number, 4));
        }
        if (call(() -> (int) option.invokeExact(errors, opened, SOL_SOCKET, SO_SNDBUFFORCE, number, 4)) < 0) {
            call(() -> (int) option.invokeExact(errors, opened, SOL_SOCKET, SO_SNDBUF, number, 4));
        }
        MemorySegment local = arena.allocate(PEER_BYTES, 8);
        local.set(JAVA_SHORT, 0, (short) AF_INET);
        local.set(JAVA_BYTE, 2, (byte) (port >> 8));
        local.set(JAVA_BYTE, 3, (byte) port);
        if (call(() -> (int) bind.invokeExact(errors, opened, local, PEER_BYTES)) < 0) {
            int number2 = errno();
            closeQuietly(opened);
            arena.close();
            throw new IOException("cannot listen on UDP port " + port + " (errno " + number2
                    + "). Another program may have it: 'ss -lunp sport = :" + port + "' shows which. Stop that one, or"
                    + " choose another port with --port.");
        }
        return opened;
    }

    /// The port that it is bound to.
    int port() throws IOException {
        MethodHandle name = handle(
                Linker.nativeLinker(),
                "getsockname",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS),
                Linker.Option.captureCallState("errno"));
        MemorySegment local = arena.allocate(PEER_BYTES, 8);
        MemorySegment length = arena.allocate(JAVA_INT);
        length.set(JAVA_INT, 0, PEER_BYTES);
        if (call(() -> (int) name.invokeExact(errors, descriptor, local, length)) < 0) {
            throw new IOException("the socket does not tell its port (errno " + errno() + ")");
        }
        return (local.get(JAVA_BYTE, 2) & 0xFF) << 8 | (local.get(JAVA_BYTE, 3) & 0xFF);
    }

    /// Takes datagrams that are there; does not wait.
    ///
    /// @param most 1 to [#BATCH]
    /// @return how many
    int receive(int most) throws IOException {
        for (int i = 0; i < most; i++) {
            long at = (long) i * MESSAGE_BYTES;
            incoming.set(JAVA_INT, at + MESSAGE_NAME_LENGTH, PEER_BYTES);
            incoming.set(JAVA_LONG, at + MESSAGE_CONTROL_LENGTH, CONTROL_BYTES);
        }
        int count = receiveNow(most);
        if (count >= 0) {
            return count;
        }
        int error = errno();
        if (error == EAGAIN || error == EINTR) {
            return 0;
        }
        throw new IOException("the socket gives no datagrams (errno " + error + ")");
    }

    private int receiveNow(int most) {
        try {
            return (int) receive.invokeExact(errors, descriptor, incoming, most, MSG_DONTWAIT, MemorySegment.NULL);
        } catch (Throwable e) {
            throw new IllegalStateException("recvmmsg cannot be called", e);
        }
    }

    /// Waits until a datagram is there, at most so long.
    void await(int millis) {
        try {
            int _ = (int) poll.invokeExact(errors, pollSet, 1L, millis);
        } catch (Throwable e) {
            throw new IllegalStateException("poll cannot be called", e);
        }
    }

    int receivedBytes(int index) {
        return Math.min(LARGEST_REQUEST_BYTES, incoming.get(JAVA_INT, (long) index * MESSAGE_BYTES + MESSAGE_RECEIVED));
    }

    /// Copies a datagram out.
    void copyReceived(int index, byte[] target, int bytes) {
        MemorySegment.copy(requests, JAVA_BYTE, (long) index * LARGEST_REQUEST_BYTES, target, 0, bytes);
    }

    /// The address that a datagram was sent to, the first of its numbers in the highest bits; 0
    /// when
    /// unknown.
    int localAddress(int index) {
        long at = (long) index * CONTROL_BYTES;
        boolean told = incoming.get(JAVA_LONG, (long) index * MESSAGE_BYTES + MESSAGE_CONTROL_LENGTH) >= CONTROL_LENGTH
                && incomingControl.get(JAVA_INT, at + CONTROL_TYPE) == IP_PKTINFO;
        return told ? Integer.reverseBytes(incomingControl.get(JAVA_INT, at + CONTROL_DESTINATION)) : 0;
    }

    /// Who sent a datagram: family, port and address as the kernel has them.
    long peer(int index) {
        return incomingPeers.get(JAVA_LONG, (long) index * PEER_BYTES);
    }

    /// Prepares a datagram for sending.
    ///
    /// @param index 0 and up, below [#BATCH]
    /// @param localAddress that it leaves from
    /// @param peer that it goes to, as [#peer] gave it
    void prepare(int index, MemorySegment payload, long offset, int bytes, int localAddress, long peer) {
        long vector = (long) index * VECTOR_BYTES;
        outgoingVectors.set(JAVA_LONG, vector, payload.address() + offset);
        outgoingVectors.set(JAVA_LONG, vector + 8, bytes);
        outgoingPeers.set(JAVA_LONG, (long) index * PEER_BYTES, peer);
        outgoingControl.set(
                JAVA_INT, (long) index * CONTROL_BYTES + CONTROL_SOURCE, Integer.reverseBytes(localAddress));
    }

    /// Sends what was prepared.
    ///
    /// @return how many left; fewer than `count` when the next one cannot leave
    int send(int count) {
        try {
            return (int) send.invokeExact(errors, descriptor, outgoing, count, 0);
        } catch (Throwable e) {
            throw new IllegalStateException("sendmmsg cannot be called", e);
        }
    }

    private int errno() {
        return (int) errorNumber.get(errors, 0L);
    }

    private void closeQuietly(int opened) {
        call(() -> (int) close.invokeExact(errors, opened));
    }

    @Override
    public void close() {
        closeQuietly(descriptor);
        arena.close();
    }

    private interface NativeCall {
        int run() throws Throwable;
    }

    private static int call(NativeCall nativeCall) {
        try {
            return nativeCall.run();
        } catch (Throwable e) {
            throw new IllegalStateException("a function of the C library cannot be called", e);
        }
    }
}
