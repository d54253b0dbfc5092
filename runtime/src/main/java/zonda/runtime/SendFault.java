package zonda.runtime;

import java.io.IOException;

/// Is told of queued datagrams that could not be sent.
@FunctionalInterface
public interface SendFault {
    /// @param tag that the datagram was queued with
    /// @param fault no route, refused: the target's
    void notSent(int tag, IOException fault);
}
