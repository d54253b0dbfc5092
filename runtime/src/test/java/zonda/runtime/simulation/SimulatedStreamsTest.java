package zonda.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.runtime.Duty;
import zonda.runtime.Shard;
import zonda.runtime.Stream;
import zonda.runtime.StreamListener;
import zonda.runtime.Streams;

class SimulatedStreamsTest {
    private static final InetAddress SERVER = InetAddress.ofLiteral("10.0.0.1");
    private static final InetSocketAddress PORT = new InetSocketAddress(SERVER, 10_051);
    private static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.ofLiteral("10.0.0.2"), 40_000);

    private final List<String> told = new ArrayList<>();
    private final ByteArrayOutputStream answered = new ByteArrayOutputStream();

    /// Sends back what it gets, as an own duty of a shard; ends when the peer does.
    private final class Echo implements Duty {
        private final Streams streams;
        private final StreamListener listener;

        Echo(Streams streams) throws IOException {
            this.streams = streams;
            this.listener = streams.listen(PORT, this::take);
        }

        private void take(Stream stream) {
            ByteBuffer buffer = ByteBuffer.allocate(4_096);
            stream.want(true, false, () -> serve(stream, buffer));
        }

        private void serve(Stream stream, ByteBuffer buffer) {
            try {
                int count = stream.read(buffer);
                buffer.flip();
                stream.write(buffer);
                buffer.compact();
                if (count < 0) {
                    told.add("server: end");
                    stream.close();
                }
            } catch (IOException e) {
                told.add("server: " + e.getMessage());
                stream.close();
            }
        }

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public int turn(long nowNanos) {
            return streams.poll();
        }

        @Override
        public long nextWakeNanos() {
            return Long.MAX_VALUE;
        }
    }

    private final class Script implements StreamScript {
        private final byte[] bytes;

        Script(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void connected(SimulatedCall call) {
            call.send(bytes);
        }

        @Override
        public void received(SimulatedCall call, byte[] piece) {
            answered.writeBytes(piece);
            if (answered.size() == bytes.length) {
                call.end();
            }
        }

        @Override
        public void ended(SimulatedCall call) {
            told.add("client: end");
        }

        @Override
        public void broken(SimulatedCall call) {
            told.add("client: broken");
        }
    }

    private static SimulatedMachine machine(Simulation simulation) {
        return new SimulatedMachine(
                simulation,
                SimulatedMachine.Hardware.standard(SERVER),
                new SimulatedDisk(simulation, "data", 1 << 20),
                new SimulatedWallClock(simulation, Instant.EPOCH, ZoneOffset.UTC));
    }

    private Echo serve(SimulatedMachine machine) {
        Shard shard = machine.newShard(0, "echo", 16);
        try {
            Echo echo = new Echo(machine.streams(shard));
            shard.add(echo);
            machine.run(shard);
            return echo;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new SeededRandom(7).fill(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatIsSentArrivesWholeAndInOrderOverAnyNetwork(long seed) {
        List<Long> hashes = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            told.clear();
            answered.reset();
            Simulation simulation = new Simulation(seed);
            simulation
                    .network()
                    .conditions(new NetworkConditions(Duration.ofMillis(20), Duration.ofMillis(5), 0.1, 0.1, 0.1));
            serve(machine(simulation));
            byte[] sent = bytes(20_000);
            simulation.network().call(CLIENT, PORT, new Script(sent));
            simulation.runUntil(60_000_000_000L);
            assertThat(answered.toByteArray()).as("seed %d", seed).isEqualTo(sent);
            assertThat(told).as("seed %d", seed).containsExactly("server: end", "client: end");
            hashes.add(simulation.trace().value());
        }
        assertThat(hashes.get(1)).as("the same from the same seed").isEqualTo(hashes.get(0));
    }

    @Test
    void aConnectionThatIsCutGoesOnWhereItWasAndBreaksWhenItLasts() {
        Simulation simulation = new Simulation(1);
        serve(machine(simulation));
        byte[] sent = bytes(5_000);
        simulation.at(100_000L, () -> simulation.network().cut(SERVER, true));
        simulation.at(3_000_000_000L, () -> simulation.network().cut(SERVER, false));
        simulation.network().call(CLIENT, PORT, new Script(sent));
        simulation.runUntil(2_900_000_000L);
        assertThat(answered.size()).isZero();
        simulation.runUntil(10_000_000_000L);
        assertThat(answered.toByteArray()).isEqualTo(sent);
        simulation.network().cut(SERVER, true);
        simulation.network().call(CLIENT, PORT, new Script(sent));
        simulation.runUntil(60_000_000_000L);
        assertThat(told).endsWith("client: broken");
    }

    @Test
    void nobodyListensNobodyAnswersAndAPortIsTakenOnce() throws IOException {
        Simulation simulation = new Simulation(1);
        simulation.network().call(CLIENT, PORT, new Script(bytes(10)));
        simulation.runUntil(1_000_000_000L);
        assertThat(told).containsExactly("client: broken");
        SimulatedMachine machine = machine(simulation);
        Echo echo = serve(machine);
        Streams others = machine.streams(machine.newShard(1, "other", 16));
        assertThatThrownBy(() -> others.listen(PORT, stream -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use");
        echo.listener.close();
        others.listen(PORT, stream -> {}).close();
    }

    @Test
    void aMachineWithoutPowerBreaksItsConnections() {
        Simulation simulation = new Simulation(1);
        SimulatedMachine machine = machine(simulation);
        serve(machine);
        simulation.network().call(CLIENT, PORT, new Script(bytes(10)));
        simulation.at(100_000L, machine::losePower);
        simulation.runUntil(10_000_000_000L);
        simulation.runUntil(20_000_000_000L);
        assertThat(told).containsExactly("client: broken");
    }

    @Test
    void whatIsNotWantedIsNotCalledAndWaits() throws IOException {
        Simulation simulation = new Simulation(3);
        SimulatedMachine machine = machine(simulation);
        Shard shard = machine.newShard(0, "idle", 16);
        Streams streams = machine.streams(shard);
        List<Stream> taken = new ArrayList<>();
        streams.listen(PORT, taken::add);
        SimulatedCall call = simulation.network().call(CLIENT, PORT, new Script(bytes(5_000)));
        simulation.runUntil(1_000_000_000L);
        assertThat(streams.poll()).isEqualTo(1);
        taken.getFirst().want(false, false, () -> told.add("called"));
        assertThat(streams.poll()).isZero();
        assertThat(call.unreadBytes()).isEqualTo(5_000);
        taken.getFirst().want(true, false, () -> told.add("called"));
        assertThat(streams.poll()).isEqualTo(1);
        assertThat(told).containsExactly("called");
        taken.getFirst().close();
        simulation.runUntil(2_000_000_000L);
        assertThat(told).as("closed with bytes unread").containsExactly("called", "client: broken");
    }
}
