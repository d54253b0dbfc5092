package zonda.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/// TCP over the JDK's channels.
public final class NioStreams implements Streams {
    /// Connections that wait to be taken; more are refused by the kernel, and come again.
    private static final int BACKLOG = 1_024;

    /// Connections taken in one poll, so that a flood of them does not hold up those that are
    /// there.
    private static final int ACCEPTS_A_POLL = 64;

    /// Read and written at once: the JDK copies through a buffer of this size that each thread
    /// keeps.
    private static final int PIECE_BYTES = 64 << 10;

    private final NioWaiter waiter;
    private final Consumer<SelectionKey> serve = NioStreams::serve;

    public NioStreams(NioWaiter waiter) {
        this.waiter = waiter;
    }

    /// What a key of the selector stands for.
    private interface Served {
        void serve();
    }

    private static void serve(SelectionKey key) {
        if (key.attachment() instanceof Served served) {
            served.serve();
        }
    }

    @Override
    public StreamListener listen(InetSocketAddress local, Consumer<Stream> taker) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.configureBlocking(false);
            channel.bind(local, BACKLOG);
            return new Listener(channel, waiter, taker);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public int poll() {
        try {
            return waiter.selector().selectNow(serve);
        } catch (IOException e) {
            throw new UncheckedIOException("the selector of a shard", e);
        }
    }

    private static final class Listener implements StreamListener, Served {
        private final ServerSocketChannel channel;
        private final NioWaiter waiter;
        private final Consumer<Stream> taker;
        private final SelectionKey key;

        Listener(ServerSocketChannel channel, NioWaiter waiter, Consumer<Stream> taker) throws IOException {
            this.channel = channel;
            this.waiter = waiter;
            this.taker = taker;
            this.key = channel.register(waiter.selector(), SelectionKey.OP_ACCEPT, this);
        }

        @Override
        public void serve() {
            for (int i = 0; i < ACCEPTS_A_POLL && key.isValid() && key.interestOps() != 0; i++) {
                SocketChannel taken;
                try {
                    taken = channel.accept();
                } catch (IOException e) {
                    // A connection that ended while it waited, or no file descriptor is left just
                    // now: those that wait still do.
                    return;
                }
                if (taken == null) {
                    return;
                }
                take(taken);
            }
        }

        private void take(SocketChannel taken) {
            try {
                taken.configureBlocking(false);
                taken.setOption(StandardSocketOptions.TCP_NODELAY, true);
                taker.accept(new Connection(taken, waiter));
            } catch (IOException e) {
                // It ended before it was taken: nobody is there to be told.
                closeQuietly(taken);
            }
        }

        @Override
        public void accepting(boolean isAccepting) {
            key.interestOps(isAccepting ? SelectionKey.OP_ACCEPT : 0);
        }

        @Override
        public InetSocketAddress localAddress() {
            try {
                return (InetSocketAddress) channel.getLocalAddress();
            } catch (IOException e) {
                throw new IllegalStateException("the port is closed", e);
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new IllegalStateException("a TCP port that cannot be closed", e);
            }
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Broken before; the descriptor is given back all the same.
        }
    }

    private static final class Connection implements Stream, Served {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final InetSocketAddress peer;
        private Runnable ready = () -> {};

        Connection(SocketChannel channel, NioWaiter waiter) throws IOException {
            this.channel = channel;
            this.peer = (InetSocketAddress) channel.getRemoteAddress();
            this.key = channel.register(waiter.selector(), 0, this);
        }

        @Override
        public void serve() {
            ready.run();
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int limit = target.limit();
            target.limit(Math.min(limit, target.position() + PIECE_BYTES));
            try {
                return channel.read(target);
            } finally {
                target.limit(limit);
            }
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int limit = source.limit();
            source.limit(Math.min(limit, source.position() + PIECE_BYTES));
            try {
                return channel.write(source);
            } finally {
                source.limit(limit);
            }
        }

        @Override
        public void want(boolean reading, boolean writing, Runnable ready) {
            this.ready = ready;
            if (key.isValid()) {
                int wanted = (reading ? SelectionKey.OP_READ : 0) | (writing ? SelectionKey.OP_WRITE : 0);
                if (key.interestOps() != wanted) {
                    key.interestOps(wanted);
                }
            }
        }

        @Override
        public void endOutput() {
            try {
                channel.shutdownOutput();
            } catch (IOException e) {
                // The peer is gone: reading will tell.
            }
        }

        @Override
        public InetSocketAddress peer() {
            return peer;
        }

        @Override
        public void close() {
            closeQuietly(channel);
        }
    }
}
