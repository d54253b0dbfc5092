package zonda.runtime;

import java.net.InetSocketAddress;

/// A TCP port that takes connections. Owned by its shard's thread.
public interface StreamListener extends AutoCloseable {
    /// Whether connections are taken; those that come meanwhile wait in the kernel's queue.
    void accepting(boolean isAccepting);

    InetSocketAddress localAddress();

    /// Takes no more; connections that were taken stay.
    @Override
    void close();
}
