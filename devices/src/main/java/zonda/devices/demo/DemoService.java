package zonda.devices.demo;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import zonda.devices.agent.Agent;
import zonda.runtime.Counter;
import zonda.runtime.DatagramPort;
import zonda.runtime.Datagrams;
import zonda.runtime.Duty;

/// Answers for the devices of a network: one UDP port on each one's loopback address. A duty of one
/// shard.
public final class DemoService implements Duty, AutoCloseable {
    private static final int REQUESTS_A_TURN = 16;

    private record Late(long dueNanos, long number, DatagramPort port, InetSocketAddress target, byte[] answer)
            implements Comparable<Late> {
        @Override
        public int compareTo(Late other) {
            int order = Long.compare(dueNanos, other.dueNanos);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    private final List<Device> devices;
    private final List<DatagramPort> ports = new ArrayList<>();
    private final byte[] community;
    private final long startNanos;
    private final Agent agent = new Agent(Agent.DEFAULT_LARGEST_ANSWER_BYTES);
    private final PriorityQueue<Late> late = new PriorityQueue<>();
    private final Counter requests = new Counter();
    private final Counter answers = new Counter();
    private long now;

    private DemoService(DemoNetwork network, String community, long startNanos) {
        this.devices = network.devices();
        this.community = community.getBytes(StandardCharsets.UTF_8);
        this.startNanos = startNanos;
        this.now = startNanos;
    }

    /// Opens the ports.
    ///
    /// @param port of all of them; 0 takes one that is free
    /// @param community the only one that gets answers
    /// @param startNanos monotonic time of the network's start
    /// @throws IOException when a port cannot be had, with what to do about it; then none is open
    public static DemoService open(
            DemoNetwork network, Datagrams datagrams, int port, String community, long startNanos) throws IOException {
        DemoService service = new DemoService(network, community, startNanos);
        int wanted = port;
        for (Device device : network.devices()) {
            InetSocketAddress local = new InetSocketAddress(InetAddress.ofLiteral(device.address()), wanted);
            try {
                service.ports.add(datagrams.open(local));
            } catch (BindException e) {
                service.close();
                throw taken(local, e);
            } catch (IOException e) {
                service.close();
                throw e;
            }
            wanted = service.port();
        }
        return service;
    }

    private static IOException taken(InetSocketAddress local, BindException cause) {
        String where = local.getAddress().getHostAddress() + ", port " + local.getPort();
        return new IOException(
                "cannot listen on UDP " + where + " (" + cause.getMessage()
                        + "). Another program may have it: 'ss -lunp"
                        + " sport = :" + local.getPort() + "' shows which. Stop that one, or choose another port"
                        + " with --port.",
                cause);
    }

    /// The port of all devices.
    public int port() {
        return ports.getFirst().localAddress().getPort();
    }

    /// Requests that arrived. Any thread.
    public long requests() {
        return requests.value();
    }

    /// Answers that were sent. Any thread.
    public long answers() {
        return answers.value();
    }

    @Override
    public String name() {
        return "demo devices";
    }

    @Override
    public int turn(long nowNanos) {
        now = nowNanos;
        int done = sendLate();
        for (int i = 0; i < ports.size(); i++) {
            Device device = devices.get(i);
            DatagramPort port = ports.get(i);
            done += port.receive((payload, source) -> received(device, port, payload, source), REQUESTS_A_TURN);
        }
        return done;
    }

    @Override
    public long nextWakeNanos() {
        Late first = late.peek();
        return first == null ? Long.MAX_VALUE : first.dueNanos();
    }

    private void received(Device device, DatagramPort port, ByteBuffer payload, InetSocketAddress source) {
        requests.increment();
        long millis = (now - startNanos) / 1_000_000;
        if (device.silent().isOn(millis)) {
            return;
        }
        int length = agent.respond(
                payload.array(),
                payload.arrayOffset() + payload.position(),
                payload.remaining(),
                device.tree().moveTo(millis),
                community);
        if (length == 0) {
            return;
        }
        long number = requests.value();
        long latency = device.latencyMillis(number);
        if (latency == 0) {
            send(port, source, ByteBuffer.wrap(agent.answer(), agent.answerOffset(), length));
            return;
        }
        byte[] answer = new byte[length];
        System.arraycopy(agent.answer(), agent.answerOffset(), answer, 0, length);
        late.add(new Late(now + latency * 1_000_000, number, port, source, answer));
    }

    private int sendLate() {
        int done = 0;
        Late first = late.peek();
        while (first != null && first.dueNanos() <= now) {
            late.remove();
            send(first.port(), first.target(), ByteBuffer.wrap(first.answer()));
            done++;
            first = late.peek();
        }
        return done;
    }

    /// An answer that cannot leave is lost, as on a real network: who asked asks again.
    private void send(DatagramPort port, InetSocketAddress target, ByteBuffer answer) {
        try {
            if (port.send(answer, target)) {
                answers.increment();
            }
        } catch (IOException e) {
            // The asker's port is gone, or its address has no route from here: nobody waits.
            return;
        }
    }

    @Override
    public void close() {
        ports.forEach(DatagramPort::close);
    }
}
