package zonda.runtime.simulation;

import java.net.InetSocketAddress;

/// The sending side of a scripted peer.
public final class SimulatedPeer {
    private final Simulation simulation;
    private final SimulatedNetwork network;
    private final InetSocketAddress address;

    SimulatedPeer(Simulation simulation, SimulatedNetwork network, InetSocketAddress address) {
        this.simulation = simulation;
        this.network = network;
        this.address = address;
    }

    public InetSocketAddress address() {
        return address;
    }

    /// Sends a datagram after a while.
    ///
    /// @param payload not changed by the caller afterwards
    public void send(byte[] payload, InetSocketAddress target, long delayNanos) {
        if (delayNanos <= 0) {
            network.send(address, target, payload);
            return;
        }
        simulation.after(delayNanos, () -> network.send(address, target, payload));
    }

    /// Leaves its address.
    public void detach() {
        network.release(address);
    }
}
