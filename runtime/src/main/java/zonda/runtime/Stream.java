package zonda.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// A TCP connection. Owned by its shard's thread; never blocks.
public interface Stream extends AutoCloseable {
    /// Reads what is there, as far as there is room.
    ///
    /// @return bytes read; 0 where none are there now; -1 where the peer sends no more
    /// @throws IOException when the connection is broken
    int read(ByteBuffer target) throws IOException;

    /// Writes as much as the kernel takes now.
    ///
    /// @return bytes written
    /// @throws IOException when the connection is broken
    int write(ByteBuffer source) throws IOException;

    /// Says what is to be called when there is something to do, and for what. Nothing is called
    /// for what is not wanted; what the peer sends then waits in the kernel, and slows the peer.
    ///
    /// @param reading called when there is something to read, or the peer has ended
    /// @param writing called when there is room to write
    void want(boolean reading, boolean writing, Runnable ready);

    /// Tells the peer that nothing more will be sent.
    void endOutput();

    InetSocketAddress peer();

    @Override
    void close();
}
