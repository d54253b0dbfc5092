package zonda.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/// TCP for one shard: opens listeners whose connections belong to the shard they were opened for
/// and wake it. Owned by that shard's thread; [#listen] may be called before the shard runs. Never
/// blocks.
public interface Streams {
    /// Listens. Connections wait in the kernel's queue until [#poll] takes them.
    ///
    /// @param local the address to bind; port 0 takes a free one
    /// @param taker gets each connection, called by [#poll]
    /// @throws IOException when the address is taken, or none of this machine's
    StreamListener listen(InetSocketAddress local, Consumer<Stream> taker) throws IOException;

    /// Takes connections that wait, and calls back the streams that can be read or written, each
    /// once.
    ///
    /// @return how many there were
    int poll();
}
