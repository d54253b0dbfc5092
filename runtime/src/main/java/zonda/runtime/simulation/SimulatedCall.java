package zonda.runtime.simulation;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A connection of a scripted peer to a machine. What is sent is cut into pieces at random; a piece
/// that the network loses is sent again, later, and those behind it wait.
public final class SimulatedCall {
    private static final int MOST_PIECE_BYTES = 1_460;
    private static final long RETRY_NANOS = 200_000_000L;
    private static final int MOST_RETRIES = 60;

    /// One direction: what was sent arrives in order.
    private final class Direction {
        private final InetSocketAddress source;
        private final InetSocketAddress target;
        private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
        private long lastArrivalNanos;
        private int retries;

        Direction(InetSocketAddress source, InetSocketAddress target) {
            this.source = source;
            this.target = target;
        }

        /// Lets something happen on the other side, after all that was sent before.
        void carry(Runnable arrival) {
            queue.add(arrival);
            if (queue.size() == 1) {
                sendOn();
            }
        }

        private void sendOn() {
            while (!queue.isEmpty() && !broken) {
                long segment = network.segmentNanos(source, target);
                if (segment < 0) {
                    if (++retries > MOST_RETRIES) {
                        breakDown();
                    } else {
                        simulation.after(RETRY_NANOS, this::sendOn);
                    }
                    return;
                }
                retries = 0;
                Runnable arrival = queue.removeFirst();
                lastArrivalNanos = Math.max(lastArrivalNanos, simulation.nanos() + segment);
                simulation.at(lastArrivalNanos, () -> {
                    if (!broken) {
                        arrival.run();
                    }
                });
            }
        }
    }

    private final Simulation simulation;
    private final SimulatedNetwork network;
    private final SeededRandom random;
    private final InetSocketAddress address;
    private final InetSocketAddress target;
    private final StreamScript script;
    private final Direction there;
    private final Direction back;
    private SimulatedStreams.@Nullable Connection far;
    private boolean broken;

    SimulatedCall(
            Simulation simulation,
            SimulatedNetwork network,
            SeededRandom random,
            InetSocketAddress address,
            InetSocketAddress target,
            StreamScript script) {
        this.simulation = simulation;
        this.network = network;
        this.random = random;
        this.address = address;
        this.target = target;
        this.script = script;
        this.there = new Direction(address, target);
        this.back = new Direction(target, address);
    }

    void connect() {
        there.carry(() -> {
            SimulatedStreams.Listener listener = network.listener(target);
            if (listener == null) {
                back.carry(this::breakDown);
                return;
            }
            far = listener.arrived(this);
            back.carry(() -> script.connected(this));
        });
    }

    public InetSocketAddress address() {
        return address;
    }

    public boolean isBroken() {
        return broken;
    }

    /// Bytes that have arrived at the machine and that it has not read.
    public int unreadBytes() {
        SimulatedStreams.Connection connection = far;
        return connection == null ? 0 : connection.unreadBytes();
    }

    /// Sends bytes, in pieces.
    ///
    /// @param bytes not changed by the caller afterwards
    public void send(byte[] bytes) {
        for (int at = 0; at < bytes.length; ) {
            int most = random.chance(0.1) ? 1 + random.below(16) : MOST_PIECE_BYTES;
            byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + most));
            at += piece.length;
            simulation.trace().add(piece, 0, piece.length);
            there.carry(() -> far().arrived(piece));
        }
    }

    /// Sends no more.
    public void end() {
        there.carry(() -> far().ended());
    }

    /// Breaks the connection off.
    public void reset() {
        there.carry(() -> {
            broken = true;
            far().reset();
        });
    }

    private SimulatedStreams.Connection far() {
        return java.util.Objects.requireNonNull(far, "nothing is carried before the connection stands");
    }

    // ---- what the machine's side does

    void sendBack(byte[] bytes, Runnable arrived) {
        simulation.trace().add(simulation.nanos());
        simulation.trace().add(bytes, 0, bytes.length);
        back.carry(() -> {
            arrived.run();
            script.received(this, bytes);
        });
    }

    void endBack() {
        back.carry(() -> script.ended(this));
    }

    void resetBack() {
        back.carry(this::breakDown);
    }

    /// The machine lost its power: the peer learns it some time later.
    void vanish() {
        simulation.after(random.between(100_000_000L, 5_000_000_000L), this::breakDown);
    }

    private void breakDown() {
        if (!broken) {
            broken = true;
            SimulatedStreams.Connection connection = far;
            if (connection != null) {
                connection.reset();
            }
            script.broken(this);
        }
    }
}
