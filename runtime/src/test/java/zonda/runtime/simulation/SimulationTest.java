package zonda.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.runtime.DatagramPort;
import zonda.runtime.DiskFile;
import zonda.runtime.Duty;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

class SimulationTest {
    private static final long SECOND = 1_000_000_000L;

    private static InetAddress address(int host) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A small world: a machine whose shard asks an echoing peer every 10 ms and writes down the
    /// answers; a second shard gets a message for each; every tenth answer starts an errand.
    private static final class World {
        final Simulation simulation;
        final SimulatedWallClock wallClock;
        SimulatedDisk disk;
        SimulatedMachine machine;
        int answers;
        int messages;
        int errands;

        World(long seed) {
            simulation = new Simulation(seed);
            wallClock =
                    new SimulatedWallClock(simulation, Instant.parse("2025-03-30T00:00:00Z"), ZoneId.of("Europe/Riga"));
            disk = new SimulatedDisk(simulation, "data", 1 << 24);
            simulation
                    .network()
                    .conditions(new NetworkConditions(Duration.ofMillis(3), Duration.ofMillis(3), 0.05, 0.05, 0.1));
            SimulatedPeer[] peer = new SimulatedPeer[1];
            peer[0] = simulation.network().attach(new InetSocketAddress(address(2), 161), (payload, source) -> {
                byte[] copy = new byte[payload.remaining()];
                payload.get(copy);
                peer[0].send(copy, source, 1_000_000);
            });
            machine = boot();
        }

        SimulatedMachine boot() {
            SimulatedMachine booted =
                    new SimulatedMachine(simulation, SimulatedMachine.Hardware.standard(address(1)), disk, wallClock);
            booted.during(() -> start(booted));
            return booted;
        }

        void start(Machine on) {
            Shard asking = on.newShard(0, "asking", 64);
            Shard counting = on.newShard(1, "counting", 64);
            asking.add(new Asker(on, asking, counting));
            on.run(asking);
            on.run(counting);
        }

        final class Asker implements Duty {
            private final Machine on;
            private final Shard counting;
            private final DatagramPort port;
            private final DiskFile file;
            private long nextNanos;
            private long position;

            Asker(Machine on, Shard asking, Shard counting) {
                this.on = on;
                this.counting = counting;
                this.nextNanos = on.monotonicClock().nanos();
                try {
                    port = on.datagrams(asking).open(new InetSocketAddress(0));
                    file = on.disk().exists("log")
                            ? on.disk().open("log")
                            : on.disk().create("log");
                    position = file.size();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public String name() {
                return "asker";
            }

            @Override
            public int turn(long nowNanos) {
                try {
                    int done = port.receive((payload, source) -> take(payload), 10);
                    if (nowNanos >= nextNanos) {
                        ByteBuffer request = ByteBuffer.allocate(16)
                                .putLong(nextNanos)
                                .putLong(7)
                                .flip();
                        port.send(request, new InetSocketAddress(address(2), 161));
                        nextNanos += 10_000_000L;
                        done++;
                    }
                    return done;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            private void take(ByteBuffer payload) {
                try {
                    file.write(payload, position);
                    position += 16;
                    if (++answers % 10 == 0) {
                        file.sync();
                        on.disk().syncFolder("");
                        on.errands().start("tenth", () -> errands++);
                    }
                    counting.offer(() -> messages++);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public long nextWakeNanos() {
                return nextNanos;
            }
        }
    }

    @Test
    void theSameSeedGoesTheSameWayAndAnotherSeedAnother() {
        List<String> traces = new ArrayList<>();
        for (long seed : new long[] {1, 1, 2}) {
            World world = new World(seed);
            assertThat(world.simulation.runUntil(60 * SECOND)).isTrue();
            traces.add(world.simulation.trace() + " " + world.answers + " " + world.simulation.turns());
            assertThat(world.answers).isBetween(5_000, 6_300);
            assertThat(world.messages).isBetween(world.answers - 1, world.answers);
            assertThat(world.errands).isBetween(world.answers / 10 - 5, world.answers / 10);
        }
        assertThat(traces.get(0)).isEqualTo(traces.get(1)).isNotEqualTo(traces.get(2));
    }

    @Test
    void aMachineThatLosesItsPowerDoesNothingMoreAndAnotherBootsOnItsDisk() throws IOException {
        World world = new World(3);
        world.disk.losePowerAfter(1_000);
        assertThat(world.simulation.runUntil(60 * SECOND)).isFalse();
        assertThat(world.machine.hasPower()).isFalse();
        int answers = world.answers;
        long turns = world.simulation.turns();
        assertThat(world.simulation.runUntil(61 * SECOND)).isTrue();
        assertThat(world.answers).isEqualTo(answers);
        assertThat(world.simulation.turns()).isEqualTo(turns);
        world.disk = world.disk.afterPowerLoss();
        long survived = world.disk.open("log").size();
        assertThat(survived).isBetween((answers / 10 - 1) * 160L, (answers + 1) * 16L);
        world.machine = world.boot();
        assertThat(world.simulation.runUntil(121 * SECOND)).isTrue();
        assertThat(world.answers).isGreaterThan(answers + 5_000);
        assertThat(world.disk.open("log").size()).isEqualTo(survived + (world.answers - answers) * 16L);
    }

    @Test
    void theWallClockStepsAndTheMonotonicOneDoesNot() {
        World world = new World(4);
        world.simulation.runUntil(10 * SECOND);
        long monotonic = world.machine.monotonicClock().nanos();
        long wall = world.wallClock.epochNanos();
        world.wallClock.step(Duration.ofHours(-2));
        assertThat(world.wallClock.epochNanos()).isEqualTo(wall - 7_200 * SECOND);
        assertThat(world.machine.monotonicClock().nanos()).isEqualTo(monotonic);
        assertThat(world.wallClock.steps()).isEqualTo(1);
        assertThat(world.wallClock.zone()).isEqualTo(ZoneId.of("Europe/Riga"));
    }

    @Test
    void aStalledShardDoesNothingUntilItIsOver() {
        Simulation simulation = new Simulation(1);
        SimulatedMachine machine = bare(simulation);
        Shard shard = machine.newShard(0, "a", 8);
        List<Long> seen = new ArrayList<>();
        machine.run(shard);
        machine.stall(shard, 5 * SECOND);
        shard.offer(() -> seen.add(simulation.nanos()));
        simulation.runUntil(SECOND);
        assertThat(seen).isEmpty();
        simulation.runUntil(6 * SECOND);
        assertThat(seen).containsExactly(5 * SECOND);
    }

    @Test
    void aFaultOfAShardComesOutOfTheRun() {
        Simulation simulation = new Simulation(1);
        SimulatedMachine machine = bare(simulation);
        Shard shard = machine.newShard(2, "a", 8);
        machine.run(shard);
        shard.offer(() -> {
            throw new IllegalArgumentException("broken");
        });
        assertThatThrownBy(() -> simulation.runUntil(SECOND))
                .hasMessage("fault in shard 2, message")
                .hasRootCauseMessage("broken");
    }

    @Test
    void aShardThatAsksForTurnsInVainForeverIsAFault() {
        Simulation simulation = new Simulation(1);
        SimulatedMachine machine = bare(simulation);
        Shard shard = machine.newShard(0, "a", 8);
        shard.add(new Duty() {
            @Override
            public String name() {
                return "spinner";
            }

            @Override
            public int turn(long nowNanos) {
                return 0;
            }

            @Override
            public long nextWakeNanos() {
                return machine.monotonicClock().nanos() - 1;
            }
        });
        machine.run(shard);
        assertThatThrownBy(() -> simulation.runUntil(1_000 * SECOND)).hasMessageContaining("spins");
    }

    private static SimulatedMachine bare(Simulation simulation) {
        return new SimulatedMachine(
                simulation,
                SimulatedMachine.Hardware.standard(address(1)),
                new SimulatedDisk(simulation, "data", 1 << 20),
                new SimulatedWallClock(simulation, Instant.EPOCH, ZoneId.of("UTC")));
    }

    @Test
    void aPortRefusesWhatItsSendBufferCannotHoldAndLosesWhatNobodyReads() throws IOException {
        Simulation simulation = new Simulation(1);
        SimulatedMachine machine = bare(simulation);
        Shard shard = machine.newShard(0, "a", 8);
        DatagramPort port = machine.datagrams(shard).open(new InetSocketAddress(0));
        SimulatedPeer peer = simulation.network().attach(new InetSocketAddress(address(2), 161), (data, source) -> {});
        int sent = 0;
        while (port.send(ByteBuffer.allocate(1_000), peer.address())) {
            sent++;
        }
        assertThat(sent).isEqualTo((4 << 20) / 1_500);
        simulation.runUntil(SECOND);
        assertThat(port.send(ByteBuffer.allocate(1_000), peer.address())).isTrue();
        for (int i = 0; i < 20_000; i++) {
            peer.send(new byte[1_000], port.localAddress(), 0);
        }
        simulation.runUntil(2 * SECOND);
        assertThat(port.receive((data, source) -> {}, 100_000)).isEqualTo((16 << 20) / 1_500);
    }
}
