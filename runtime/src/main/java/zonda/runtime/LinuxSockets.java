package zonda.runtime;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the JDK's channels lack, asked of the C library of 64-bit Linux: many datagrams with one
/// call, and receive buffers larger than `net.core.rmem_max` where the process has
/// `CAP_NET_ADMIN`. Owned by one thread.
final class LinuxSockets {
    /// Nothing to be had, or no room, at the moment.
    static final int AGAIN = Integer.MIN_VALUE;

    private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVBUF = 8;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int ENOBUFS = 105;
    private static final int PEER_BYTES = 16;
    private static final int FAMILY_INET = 2;

    private final MethodHandle receive;
    private final MethodHandle send;
    private final MethodHandle option;
    private final MethodHandle askOption;
    private final MethodHandle name;
    private final MethodHandle words;
    private final MemorySegment errors;
    private final VarHandle errorNumber;
    private final MemorySegment number;
    private final MemorySegment length;
    private final MemorySegment local;

    private LinuxSockets(Linker linker, SymbolLookup library) {
        Linker.Option capture = Linker.Option.captureCallState("errno");
        FunctionDescriptor many = FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ADDRESS);
        FunctionDescriptor manyOut = FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ADDRESS, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        FunctionDescriptor set = FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ADDRESS,
                ValueLayout.JAVA_INT);
        FunctionDescriptor ask = FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ADDRESS,
                ADDRESS);
        FunctionDescriptor named = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ADDRESS, ADDRESS);
        receive = linker.downcallHandle(library.findOrThrow("recvmmsg"), many, capture);
        send = linker.downcallHandle(library.findOrThrow("sendmmsg"), manyOut, capture);
        option = linker.downcallHandle(library.findOrThrow("setsockopt"), set, capture);
        askOption = linker.downcallHandle(library.findOrThrow("getsockopt"), ask, capture);
        name = linker.downcallHandle(library.findOrThrow("getsockname"), named, capture);
        words = linker.downcallHandle(
                library.findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, ValueLayout.JAVA_INT));
        Arena arena = Arena.ofAuto();
        MemoryLayout errorLayout = Linker.Option.captureStateLayout();
        errors = arena.allocate(errorLayout);
        errorNumber = errorLayout.varHandle(MemoryLayout.PathElement.groupElement("errno"));
        number = arena.allocate(ValueLayout.JAVA_INT);
        length = arena.allocate(ValueLayout.JAVA_INT);
        local = arena.allocate(PEER_BYTES, 8);
    }

    /// Empty on other systems than 64-bit Linux with its little end first.
    static Optional<LinuxSockets> open() {
        if (!"Linux".equals(System.getProperty("os.name"))
                || ADDRESS.byteSize() != 8
                || ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        for (String function : new String[] {"recvmmsg", "sendmmsg", "setsockopt", "getsockopt", "getsockname"}) {
            if (library.find(function).isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of(new LinuxSockets(linker, library));
    }

    /// The descriptor of a channel's socket, found among those of this process by the port that it
    /// is bound to; empty when it is not found, or more than one might be meant.
    ///
    /// @param channel of IPv4, bound
    Optional<Integer> descriptor(DatagramChannel channel) throws IOException {
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        Integer found = null;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : all) {
                int candidate = Integer.parseInt(String.valueOf(each.getFileName()));
                if (isSocket(each) && portOf(candidate) == port && isDatagram(candidate)) {
                    if (found != null) {
                        return Optional.empty();
                    }
                    found = candidate;
                }
            }
        }
        return Optional.ofNullable(found);
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            // Closed meanwhile.
            return false;
        }
    }

    /// The local port of a socket of IPv4; -1 of anything else.
    private int portOf(int descriptor) {
        length.set(ValueLayout.JAVA_INT, 0, PEER_BYTES);
        int result = call(() -> (int) name.invokeExact(errors, descriptor, local, length));
        if (result < 0 || local.get(ValueLayout.JAVA_SHORT, 0) != FAMILY_INET) {
            return -1;
        }
        return (local.get(ValueLayout.JAVA_BYTE, 2) & 0xff) << 8 | local.get(ValueLayout.JAVA_BYTE, 3) & 0xff;
    }

    private boolean isDatagram(int descriptor) {
        int soType = 3;
        int datagram = 2;
        return ask(descriptor, soType) == datagram;
    }

    private int ask(int descriptor, int what) {
        length.set(ValueLayout.JAVA_INT, 0, 4);
        int result = call(() -> (int) askOption.invokeExact(errors, descriptor, SOL_SOCKET, what, number, length));
        return result < 0 ? -1 : number.get(ValueLayout.JAVA_INT, 0);
    }

    /// Wants a receive buffer of so many bytes, whatever the system's limit, and does without where
    /// that is not allowed.
    void forceReceiveBuffer(int descriptor, int bytes) {
        number.set(ValueLayout.JAVA_INT, 0, bytes);
        int _ = call(() -> (int) option.invokeExact(errors, descriptor, SOL_SOCKET, SO_RCVBUFFORCE, number, 4));
    }

    /// What the kernel charges arrived datagrams against: with its own overhead for each.
    int receiveBufferBytes(int descriptor) {
        return ask(descriptor, SO_RCVBUF);
    }

    /// @return how many were sent, 1 or more; [#AGAIN]; or the first one's error number, negative
    int sendMany(int descriptor, MemorySegment messages, int count) {
        int sent;
        try {
            sent = (int) send.invokeExact(errors, descriptor, messages, count, MSG_DONTWAIT);
        } catch (Throwable e) {
            throw broken(e);
        }
        return sent > 0 ? sent : failure();
    }

    /// @return how many were received, 1 or more; [#AGAIN]; or an error number, negative
    int receiveMany(int descriptor, MemorySegment messages, int count) {
        int received;
        try {
            received = (int) receive.invokeExact(errors, descriptor, messages, count, MSG_DONTWAIT, MemorySegment.NULL);
        } catch (Throwable e) {
            throw broken(e);
        }
        return received > 0 ? received : failure();
    }

    private int failure() {
        int error = (int) errorNumber.get(errors, 0L);
        return error == EAGAIN || error == EINTR || error == ENOBUFS ? AGAIN : -error;
    }

    /// The C library's words for an error number.
    String words(int error) {
        try {
            MemorySegment text = (MemorySegment) words.invokeExact(error);
            return text.reinterpret(1_024).getString(0);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private interface NativeCall {
        int run() throws Throwable;
    }

    private static int call(NativeCall nativeCall) {
        try {
            return nativeCall.run();
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static IllegalStateException broken(@Nullable Throwable cause) {
        return new IllegalStateException("a function of the C library cannot be called", cause);
    }
}
