package zonda.runtime.simulation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import zonda.runtime.Stream;
import zonda.runtime.StreamListener;
import zonda.runtime.Streams;

/// TCP of one simulated shard.
final class SimulatedStreams implements Streams {
    private final Simulation simulation;
    private final SimulatedMachine.Hardware hardware;
    private final Runner owner;
    private final List<Listener> listeners = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();

    SimulatedStreams(Simulation simulation, SimulatedMachine.Hardware hardware, Runner owner) {
        this.simulation = simulation;
        this.hardware = hardware;
        this.owner = owner;
    }

    @Override
    public StreamListener listen(InetSocketAddress local, Consumer<Stream> taker) throws IOException {
        SimulatedNetwork network = simulation.network();
        InetAddress address = local.getAddress().isAnyLocalAddress() ? hardware.address() : local.getAddress();
        int port = local.getPort() == 0 ? network.freeListenerPort(address) : local.getPort();
        Listener listener = new Listener(new InetSocketAddress(address, port), taker);
        network.claim(listener.localAddress(), listener);
        listeners.add(listener);
        return listener;
    }

    @Override
    public int poll() {
        int done = 0;
        for (Listener listener : listeners) {
            done += listener.takeWaiting();
        }
        for (Connection connection : List.copyOf(connections)) {
            if (connection.isReady()) {
                connection.ready.run();
                done++;
            }
        }
        connections.removeIf(connection -> connection.closed);
        return done;
    }

    void losePower() {
        for (Listener listener : List.copyOf(listeners)) {
            listener.close();
            listener.waiting.forEach(connection -> connection.call.vanish());
        }
        connections.forEach(connection -> connection.call.vanish());
        connections.clear();
    }

    final class Listener implements StreamListener {
        private final InetSocketAddress address;
        private final Consumer<Stream> taker;
        private final ArrayDeque<Connection> waiting = new ArrayDeque<>();
        private boolean isAccepting = true;

        Listener(InetSocketAddress address, Consumer<Stream> taker) {
            this.address = address;
            this.taker = taker;
        }

        Connection arrived(SimulatedCall call) {
            Connection connection = new Connection(call);
            waiting.add(connection);
            owner.wake();
            return connection;
        }

        int takeWaiting() {
            int done = 0;
            while (isAccepting && !waiting.isEmpty()) {
                Connection next = waiting.removeFirst();
                connections.add(next);
                taker.accept(next);
                done++;
            }
            return done;
        }

        @Override
        public void accepting(boolean accepting) {
            isAccepting = accepting;
        }

        @Override
        public InetSocketAddress localAddress() {
            return address;
        }

        @Override
        public void close() {
            if (listeners.remove(this)) {
                simulation.network().releaseListener(address);
            }
        }
    }

    final class Connection implements Stream {
        private final SimulatedCall call;
        private final ArrayDeque<ByteBuffer> unread = new ArrayDeque<>();
        private Runnable ready = () -> {};
        private int unreadBytes;
        private int underwayBytes;
        private boolean wantsReading;
        private boolean wantsWriting;
        private boolean peerEnded;
        private boolean isReset;
        private boolean outputEnded;
        private boolean closed;

        Connection(SimulatedCall call) {
            this.call = call;
        }

        int unreadBytes() {
            return unreadBytes;
        }

        void arrived(byte[] bytes) {
            if (closed) {
                call.resetBack();
                return;
            }
            unread.add(ByteBuffer.wrap(bytes));
            unreadBytes += bytes.length;
            owner.wake();
        }

        void ended() {
            peerEnded = true;
            owner.wake();
        }

        void reset() {
            isReset = true;
            owner.wake();
        }

        boolean isReady() {
            return !closed
                    && ((wantsReading && (isReset || !unread.isEmpty() || peerEnded))
                            || (wantsWriting && (isReset || underwayBytes < hardware.sendBufferBytes())));
        }

        private void check() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
            if (isReset) {
                throw new IOException("Connection reset by peer");
            }
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            check();
            int count = 0;
            while (target.hasRemaining() && !unread.isEmpty()) {
                ByteBuffer first = unread.getFirst();
                int some = Math.min(target.remaining(), first.remaining());
                target.put(first.slice(first.position(), some));
                first.position(first.position() + some);
                count += some;
                if (!first.hasRemaining()) {
                    unread.removeFirst();
                }
            }
            unreadBytes -= count;
            return count == 0 && peerEnded && unread.isEmpty() ? -1 : count;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            check();
            if (outputEnded) {
                throw new ClosedChannelException();
            }
            int count = Math.min(source.remaining(), hardware.sendBufferBytes() - underwayBytes);
            if (count <= 0) {
                return 0;
            }
            byte[] bytes = new byte[count];
            source.get(bytes);
            underwayBytes += count;
            call.sendBack(bytes, () -> {
                underwayBytes -= count;
                owner.wake();
            });
            return count;
        }

        @Override
        public void want(boolean reading, boolean writing, Runnable whenReady) {
            wantsReading = reading;
            wantsWriting = writing;
            ready = whenReady;
            if (isReady()) {
                owner.wake();
            }
        }

        @Override
        public void endOutput() {
            if (!outputEnded && !closed) {
                outputEnded = true;
                call.endBack();
            }
        }

        @Override
        public InetSocketAddress peer() {
            return call.address();
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            if (isReset) {
                return;
            }
            if (!unread.isEmpty()) {
                call.resetBack();
            } else if (!outputEnded) {
                call.endBack();
            }
        }
    }
}
