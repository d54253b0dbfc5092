package zonda.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;

/// Opens UDP ports whose arrivals wake the shard they were opened for.
public interface Datagrams {
    /// @param local the address to bind; port 0 takes a free one
    DatagramPort open(InetSocketAddress local) throws IOException;
}
