package zonda.runtime.simulation;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.runtime.DatagramReceiver;

/// Carries datagrams between addresses: late, twice, out of order, or not at all; and connections,
/// whose bytes come late and in pieces, but in order, until they break. Conditions and faults are
/// set by address and hold for what goes there and what comes from there.
public final class SimulatedNetwork {
    private static final int FIRST_FREE_PORT = 32_768;

    /// Where datagrams arrive.
    interface Endpoint {
        /// @return false when there is no room
        boolean arrived(InetSocketAddress source, byte[] payload);
    }

    /// The stretch of network to one address.
    private static final class Link {
        private @Nullable NetworkConditions conditions;
        private boolean cut;
        private boolean unreachable;
        private long lastThereNanos;
        private long lastBackNanos;
    }

    private final Simulation simulation;
    private final SeededRandom random;
    private final Map<InetSocketAddress, Endpoint> endpoints = new HashMap<>();
    private final Map<InetAddress, Link> links = new HashMap<>();
    private final Map<InetSocketAddress, SimulatedStreams.Listener> listeners = new HashMap<>();
    private final List<NetworkObserver> observers = new ArrayList<>();
    private final Link otherwise = new Link();
    private NetworkConditions usual = NetworkConditions.good();
    private int nextPort = FIRST_FREE_PORT;
    private long sentDatagrams;
    private long lostDatagrams;
    private long duplicatedDatagrams;
    private long reorderedDatagrams;

    SimulatedNetwork(Simulation simulation, SeededRandom random) {
        this.simulation = simulation;
        this.random = random;
    }

    /// How the network is where nothing else is said.
    public void conditions(NetworkConditions conditions) {
        usual = conditions;
    }

    /// How the network to one address is.
    public void conditions(InetAddress address, NetworkConditions conditions) {
        link(address).conditions = conditions;
    }

    /// Parts an address from all others, or joins it again. What is on the way when it is parted is
    /// lost.
    public void cut(InetAddress address, boolean isCut) {
        link(address).cut = isCut;
    }

    /// Lets every sending to an address fail at once, as without a route.
    public void unreachable(InetAddress address, boolean isUnreachable) {
        link(address).unreachable = isUnreachable;
    }

    /// Is told of everything from now on.
    public void observe(NetworkObserver observer) {
        observers.add(observer);
    }

    /// Puts a scripted peer at an address.
    ///
    /// @param receiver is called with each datagram at the time of its arrival
    public SimulatedPeer attach(InetSocketAddress address, DatagramReceiver receiver) {
        claim(address, (source, payload) -> {
            receiver.received(ByteBuffer.wrap(payload), source);
            return true;
        });
        return new SimulatedPeer(simulation, this, address);
    }

    SimulatedPort open(InetSocketAddress local, SimulatedMachine.Hardware hardware, Runner owner) {
        InetAddress address = local.getAddress() == null || local.getAddress().isAnyLocalAddress()
                ? hardware.address()
                : local.getAddress();
        int port = local.getPort() == 0 ? freePort(address) : local.getPort();
        SimulatedPort opened =
                new SimulatedPort(simulation, this, new InetSocketAddress(address, port), hardware, owner);
        claim(opened.localAddress(), opened);
        return opened;
    }

    private int freePort(InetAddress address) {
        while (true) {
            int port = nextPort;
            nextPort = port == 65_535 ? FIRST_FREE_PORT : port + 1;
            if (!endpoints.containsKey(new InetSocketAddress(address, port))) {
                return port;
            }
        }
    }

    private void claim(InetSocketAddress address, Endpoint endpoint) {
        if (endpoints.putIfAbsent(address, endpoint) != null) {
            throw new IllegalStateException("address " + address + " is taken already");
        }
    }

    void release(InetSocketAddress address) {
        endpoints.remove(address);
    }

    /// Lets a scripted peer call a listener of a machine. Nobody there, or nobody reached: the
    /// script is told that it is broken.
    public SimulatedCall call(InetSocketAddress from, InetSocketAddress to, StreamScript script) {
        SimulatedCall made = new SimulatedCall(simulation, this, random, from, to, script);
        made.connect();
        return made;
    }

    void claim(InetSocketAddress address, SimulatedStreams.Listener listener) throws BindException {
        if (listeners.putIfAbsent(address, listener) != null) {
            throw new BindException("Address already in use: " + address);
        }
    }

    void releaseListener(InetSocketAddress address) {
        listeners.remove(address);
    }

    SimulatedStreams.@Nullable Listener listener(InetSocketAddress address) {
        return listeners.get(address);
    }

    int freeListenerPort(InetAddress address) {
        int port = FIRST_FREE_PORT;
        while (listeners.containsKey(new InetSocketAddress(address, port))) {
            port++;
        }
        return port;
    }

    /// How long a segment of a connection takes now, or -1 when it does not come through.
    long segmentNanos(InetSocketAddress source, InetSocketAddress target) {
        Link there = links.get(target.getAddress());
        Link link = there != null ? there : links.getOrDefault(source.getAddress(), otherwise);
        NetworkConditions conditions = link.conditions == null ? usual : link.conditions;
        if (isCut(source, target) || link.unreachable || random.chance(conditions.loss())) {
            return -1;
        }
        long jitter = (long) random.exponential((double) conditions.jitter().toNanos());
        return conditions.latency().toNanos() + jitter;
    }

    void checkRoute(InetSocketAddress target) throws NoRouteToHostException {
        Link link = links.get(target.getAddress());
        if (link != null && link.unreachable) {
            throw new NoRouteToHostException("no route to " + target);
        }
    }

    /// Takes a datagram on its way. The payload is not changed any more.
    void send(InetSocketAddress source, InetSocketAddress target, byte[] payload) {
        sentDatagrams++;
        TraceHash trace = simulation.trace();
        trace.add(simulation.nanos());
        trace.add(target.getPort());
        trace.add(payload, 0, payload.length);
        for (int i = 0; i < observers.size(); i++) {
            observers.get(i).sent(source, target, payload);
        }
        Link there = links.get(target.getAddress());
        Link link = there != null ? there : links.getOrDefault(source.getAddress(), otherwise);
        NetworkConditions conditions = link.conditions == null ? usual : link.conditions;
        if (isCut(source, target) || random.chance(conditions.loss())) {
            lose(source, target, payload);
            return;
        }
        carry(source, target, payload, link, link == there, conditions);
        if (random.chance(conditions.duplication())) {
            duplicatedDatagrams++;
            carry(source, target, payload, link, link == there, conditions);
        }
    }

    private void carry(
            InetSocketAddress source,
            InetSocketAddress target,
            byte[] payload,
            Link link,
            boolean thither,
            NetworkConditions conditions) {
        long jitter = (long) random.exponential((double) conditions.jitter().toNanos());
        long arrival = simulation.nanos() + conditions.latency().toNanos() + jitter;
        if (random.chance(conditions.reordering())) {
            reorderedDatagrams++;
            arrival += (long)
                    random.exponential(4e6 + 2.0 * (double) conditions.latency().toNanos());
        } else if (thither) {
            arrival = Math.max(arrival, link.lastThereNanos);
            link.lastThereNanos = arrival;
        } else {
            arrival = Math.max(arrival, link.lastBackNanos);
            link.lastBackNanos = arrival;
        }
        simulation.at(arrival, () -> arrive(source, target, payload));
    }

    private void arrive(InetSocketAddress source, InetSocketAddress target, byte[] payload) {
        Endpoint endpoint = endpoints.get(target);
        if (endpoint == null || isCut(source, target)) {
            lose(source, target, payload);
            return;
        }
        simulation.trace().add(simulation.nanos());
        simulation.trace().add(source.getPort());
        if (!endpoint.arrived(source, payload)) {
            lose(source, target, payload);
            return;
        }
        for (int i = 0; i < observers.size(); i++) {
            observers.get(i).arrived(source, target, payload);
        }
    }

    private void lose(InetSocketAddress source, InetSocketAddress target, byte[] payload) {
        lostDatagrams++;
        for (int i = 0; i < observers.size(); i++) {
            observers.get(i).lost(source, target, payload);
        }
    }

    private boolean isCut(InetSocketAddress source, InetSocketAddress target) {
        Link from = links.get(source.getAddress());
        Link to = links.get(target.getAddress());
        return (from != null && from.cut) || (to != null && to.cut);
    }

    private Link link(InetAddress address) {
        return links.computeIfAbsent(address, _ -> new Link());
    }

    public long sentDatagrams() {
        return sentDatagrams;
    }

    public long lostDatagrams() {
        return lostDatagrams;
    }

    public long duplicatedDatagrams() {
        return duplicatedDatagrams;
    }

    public long reorderedDatagrams() {
        return reorderedDatagrams;
    }
}
