package zonda.runtime.simulation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import zonda.runtime.DatagramPort;
import zonda.runtime.DatagramReceiver;

/// A UDP port of a simulated machine, with bounded buffers.
final class SimulatedPort implements DatagramPort, SimulatedNetwork.Endpoint {
    /// What the kernel charges for each datagram besides its payload.
    private static final int OVERHEAD_BYTES = 500;

    private record Arrival(InetSocketAddress source, byte[] payload) {}

    private final Simulation simulation;
    private final SimulatedNetwork network;
    private final InetSocketAddress address;
    private final SimulatedMachine.Hardware hardware;
    private final Runner owner;
    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private int arrivedBytes;
    private long sentByNanos;
    private boolean open = true;

    SimulatedPort(
            Simulation simulation,
            SimulatedNetwork network,
            InetSocketAddress address,
            SimulatedMachine.Hardware hardware,
            Runner owner) {
        this.simulation = simulation;
        this.network = network;
        this.address = address;
        this.hardware = hardware;
        this.owner = owner;
    }

    @Override
    public boolean send(ByteBuffer payload, InetSocketAddress target) throws IOException {
        if (!open) {
            throw new java.nio.channels.ClosedChannelException();
        }
        network.checkRoute(target);
        int bytes = payload.remaining() + OVERHEAD_BYTES;
        long now = simulation.nanos();
        long queued = Math.max(0, sentByNanos - now);
        double queuedBytes = queued * 1e-9 * hardware.sendBytesPerSecond();
        if (queuedBytes + bytes > hardware.sendBufferBytes()) {
            return false;
        }
        sentByNanos = now + queued + (long) (bytes * 1e9 / hardware.sendBytesPerSecond());
        byte[] copy = new byte[payload.remaining()];
        payload.get(payload.position(), copy);
        network.send(address, target, copy);
        return true;
    }

    @Override
    public int receiveBufferBytes() {
        return hardware.receiveBufferBytes();
    }

    @Override
    public int receive(DatagramReceiver receiver, int most) {
        int count = 0;
        while (count < most) {
            Arrival next = arrivals.poll();
            if (next == null) {
                break;
            }
            arrivedBytes -= next.payload().length + OVERHEAD_BYTES;
            count++;
            receiver.received(ByteBuffer.wrap(next.payload()), next.source());
        }
        return count;
    }

    @Override
    public boolean arrived(InetSocketAddress source, byte[] payload) {
        int bytes = payload.length + OVERHEAD_BYTES;
        if (arrivedBytes + bytes > hardware.receiveBufferBytes()) {
            return false;
        }
        arrivedBytes += bytes;
        arrivals.add(new Arrival(source, payload));
        owner.wake();
        return true;
    }

    @Override
    public InetSocketAddress localAddress() {
        return address;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            network.release(address);
        }
    }
}
