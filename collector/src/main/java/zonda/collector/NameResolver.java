package zonda.collector;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// Finds the address of a name. Called by errands: it may block.
@FunctionalInterface
public interface NameResolver {
    /// @throws UnknownHostException when the name has no address now
    InetAddress resolve(String name) throws UnknownHostException;

    /// The machine's own.
    static NameResolver system() {
        return InetAddress::getByName;
    }
}
