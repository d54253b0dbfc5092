package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.AllowedHosts;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.RawBatch;
import zonda.model.UpdateInterval;
import zonda.model.WireType;
import zonda.protocol.zabbix.Frames;
import zonda.runtime.Shard;
import zonda.runtime.ShardDoor;
import zonda.runtime.simulation.NetworkConditions;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedCall;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.SimulatedMachine;
import zonda.runtime.simulation.SimulatedWallClock;
import zonda.runtime.simulation.Simulation;
import zonda.runtime.simulation.StreamScript;

/// The trapper and its intakes on a simulated machine, with scripted peers. Downstream of the
/// intakes is a list of rows, and a disk that syncs when the test says so.
class TrapperTest {
    private static final long MILLIS = 1_000_000L;
    private static final long SECONDS = 1_000_000_000L;
    private static final InetAddress SERVER = InetAddress.ofLiteral("10.0.0.1");
    private static final InetSocketAddress PORT = new InetSocketAddress(SERVER, 10_051);
    private static final String PEER = "10.0.0.2";
    private static final int SHARDS = 2;

    private static final class World {
        final Simulation simulation;
        final SimulatedMachine machine;
        final List<String> rows = new ArrayList<>();
        final Map<Long, List<Long>> times = new TreeMap<>();
        final List<Runnable> unsynced = new ArrayList<>();
        final ItemSlots slots = new ItemSlots();
        final List<Shard> hostShards = new ArrayList<>();
        final Shard own;
        final Trapper trapper;
        boolean accepting = true;
        boolean syncing = true;
        private int nextPort = 40_000;

        World(long seed) {
            this(seed, TrapperSettings.defaults(), 64);
        }

        World(long seed, TrapperSettings settings, int mailbox) {
            simulation = new Simulation(seed);
            machine = new SimulatedMachine(
                    simulation,
                    SimulatedMachine.Hardware.standard(SERVER),
                    new SimulatedDisk(simulation, "data", 1 << 20),
                    new SimulatedWallClock(simulation, Instant.ofEpochSecond(1_800_000_000L), ZoneOffset.UTC));
            List<ShardDoor> shards = new ArrayList<>();
            List<Intake> intakes = new ArrayList<>();
            for (int i = 0; i < SHARDS; i++) {
                Shard shard = machine.newShard(i, "shard-" + i, mailbox);
                int number = i;
                Intake intake = new Intake(
                        machine.monotonicClock(),
                        slots,
                        slot -> true,
                        batch -> take(number, batch),
                        () -> accepting,
                        this::awaitSynced);
                shard.add(intake);
                machine.run(shard);
                shards.add(shard);
                hostShards.add(shard);
                intakes.add(intake);
            }
            own = machine.newShard(SHARDS, "trapper", 64);
            try {
                trapper = new Trapper(
                        machine.monotonicClock(),
                        machine.wallClock(),
                        machine.streams(own),
                        PORT,
                        shards,
                        intakes,
                        machine.errands(),
                        own,
                        settings,
                        World::resolve);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            own.add(trapper);
            machine.run(own);
            apply(host(1, "a", item(1, 11, "k", ""), item(1, 12, "l", PEER), item(1, 13, "m", "10.9.0.0/16")));
            apply(host(2, "b", item(2, 21, "k", "gate.example.org"), item(2, 22, "l", "nobody.example.org")));
            apply(host(3, "c", item(3, 31, "k", "")));
        }

        private static InetAddress[] resolve(String name) throws UnknownHostException {
            if (name.equals("gate.example.org")) {
                return new InetAddress[] {InetAddress.ofLiteral("10.7.7.7"), InetAddress.ofLiteral(PEER)};
            }
            throw new UnknownHostException(name);
        }

        void apply(Host host) {
            host.items().forEach(item -> slots.assign(item.id()));
            trapper.apply(host);
        }

        private void take(int shard, RawBatch batch) {
            for (int row = 0; row < batch.size(); row++) {
                assertThat(slots.itemIn(batch.slots[row])).isEqualTo(batch.itemIds[row]);
                times.computeIfAbsent(batch.itemIds[row], id -> new ArrayList<>())
                        .add(batch.epochNanos[row]);
                rows.add(batch.itemIds[row] + "=" + batch.text(row)
                        + (batch.wireType(row) == WireType.NOT_SUPPORTED ? " none" : "") + "@" + shard);
            }
        }

        private void awaitSynced(Runnable whenSynced) {
            if (syncing) {
                whenSynced.run();
            } else {
                unsynced.add(whenSynced);
            }
        }

        /// As the log does it: tells, and wakes the shards.
        void sync() {
            unsynced.forEach(Runnable::run);
            unsynced.clear();
            hostShards.forEach(Shard::wake);
        }

        Peer peer(byte[]... frames) {
            return new Peer(this, new InetSocketAddress(InetAddress.ofLiteral(PEER), nextPort++), frames);
        }

        Peer send(String data) {
            return peer(frame("{\"request\":\"sender data\",\"data\":[" + data + "]}"));
        }

        void run(long nanos) {
            simulation.runUntil(simulation.nanos() + nanos);
        }
    }

    /// Sends bytes as soon as it is connected, and keeps what comes.
    private static final class Peer implements StreamScript {
        final ByteArrayOutputStream got = new ByteArrayOutputStream();
        final SimulatedCall call;
        private final byte[][] pieces;
        boolean ended;
        boolean broken;

        Peer(World world, InetSocketAddress address, byte[]... pieces) {
            this.pieces = pieces;
            this.call = world.simulation.network().call(address, PORT, this);
        }

        @Override
        public void connected(SimulatedCall connection) {
            for (byte[] piece : pieces) {
                connection.send(piece);
            }
        }

        @Override
        public void received(SimulatedCall connection, byte[] bytes) {
            got.writeBytes(bytes);
        }

        @Override
        public void ended(SimulatedCall connection) {
            ended = true;
            connection.end();
        }

        @Override
        public void broken(SimulatedCall connection) {
            broken = true;
        }

        /// The answers so far, without their headers and times.
        List<String> answers() {
            List<String> answers = new ArrayList<>();
            ByteBuffer in = ByteBuffer.wrap(got.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
            while (in.remaining() >= 13) {
                byte[] body = new byte[in.getInt(in.position() + 5)];
                in.position(in.position() + 13);
                in.get(body);
                answers.add(new String(body, StandardCharsets.UTF_8)
                        .replace("{\"response\":\"success\",\"info\":\"", "")
                        .replaceAll("; seconds spent: [0-9]+\\.[0-9]{6}\"}$", ""));
            }
            return answers;
        }
    }

    private static byte[] frame(String json) {
        return Frames.encode(json).array();
    }

    private static Item item(long hostId, long id, String key, String allowed) {
        return item(hostId, id, key, allowed, ItemType.TRAPPER);
    }

    private static Item item(long hostId, long id, String key, String allowed, ItemType type) {
        return new Item(
                id,
                hostId,
                key,
                key,
                type,
                0,
                "",
                ItemValueType.TEXT,
                "",
                UpdateInterval.every(Duration.ZERO),
                List.of(),
                Duration.ofDays(1),
                Duration.ZERO,
                List.of(),
                AllowedHosts.parse(allowed),
                0);
    }

    private static Host host(long id, String name, Item... items) {
        return new Host(id, name, name, List.of(), List.of(), List.of(items), List.of(), List.of(), id);
    }

    private static String row(String host, String key, String value) {
        return "{\"host\":\"" + host + "\",\"key\":\"" + key + "\",\"value\":\"" + value + "\"}";
    }

    private static String row(String host, String key, String value, long clock, long ns) {
        return "{\"host\":\"" + host + "\",\"key\":\"" + key + "\",\"value\":\"" + value + "\",\"clock\":" + clock
                + ",\"ns\":" + ns + "}";
    }

    @Test
    void answersOnlyOnceAllIsSynced() {
        World world = new World(1);
        world.syncing = false;
        Peer peer = world.send(row("a", "k", "1") + "," + row("c", "k", "2"));
        world.run(5 * SECONDS);
        assertThat(world.rows).containsExactlyInAnyOrder("11=1@" + Host.shardOf(1, 2), "31=2@" + Host.shardOf(3, 2));
        assertThat(peer.got.size()).as("nothing is synced").isZero();
        world.sync();
        world.run(SECONDS);
        assertThat(peer.answers()).containsExactly("processed: 2; failed: 0; total: 2");
        assertThat(peer.got.toString(StandardCharsets.UTF_8))
                .matches("(?s)ZBXD\\x01.{8}\\{\"response\":\"success\","
                        + "\"info\":\"processed: 2; failed: 0; total: 2; seconds spent: [0-9]+\\.[0-9]{6}\"}");
        assertThat(peer.ended).isTrue();
        world.run(SECONDS);
        assertThat(world.trapper.counters().connections().value()).isZero();
        assertThat(world.trapper.counters().processed().value()).isEqualTo(2);
        assertThat(world.trapper.counters().waiting().value()).isZero();
    }

    @Test
    void countsAsZabbixDoes() {
        World world = new World(2);
        world.apply(host(4, "d", item(4, 41, "k", "", ItemType.INTERNAL)));
        Map<String, String> cases = new LinkedHashMap<>();
        cases.put(row("a", "k", "1"), "1; failed: 0");
        cases.put(row("a", "unknown", "1"), "0; failed: 1");
        cases.put(row("unknown", "k", "1"), "0; failed: 1");
        cases.put(row("d", "k", "of another type"), "0; failed: 1");
        cases.put(row("a", "l", "allowed by address"), "1; failed: 0");
        cases.put(row("a", "m", "not allowed"), "0; failed: 1");
        cases.put(row("b", "k", "allowed by name"), "1; failed: 0");
        cases.put(row("b", "l", "a name without address"), "0; failed: 1");
        cases.put("{\"host\":\"a\",\"key\":\"k\"}", "0; failed: 1");
        cases.put("{\"host\":\"a\",\"key\":\"k\",\"value\":\"gone\",\"state\":1}", "1; failed: 0");
        cases.put("", "0; failed: 0");
        cases.put("7,[],{}", "0; failed: 3");
        cases.put(row("a", "k", "1") + "," + row("x", "k", "1") + "," + row("c", "k", "1"), "2; failed: 1");
        cases.forEach((data, wanted) -> {
            Peer peer = world.send(data);
            world.run(2 * SECONDS);
            int total = wanted.chars()
                    .filter(c -> c >= '0' && c <= '9')
                    .map(c -> c - '0')
                    .sum();
            assertThat(peer.answers()).as(data).containsExactly("processed: " + wanted + "; total: " + total);
        });
        assertThat(world.rows).contains("11=gone none@" + Host.shardOf(1, 2));
    }

    @Test
    void timesAreKeptToTheNanosecondAndCountUpWhereTheyAreMissing() {
        World world = new World(3);
        Peer peer = world.send(row("a", "k", "x", 1_700_000_000L, 123_456_789L)
                + ",{\"host\":\"a\",\"key\":\"k\",\"value\":\"x\",\"clock\":1700000005},"
                + "{\"host\":\"a\",\"key\":\"k\",\"value\":\"x\",\"clock\":1700000005},"
                + row("a", "k", "x", 0, 0));
        world.run(SECONDS);
        assertThat(world.times.get(11L))
                .containsExactly(
                        1_700_000_000_123_456_789L, 1_700_000_005_000_000_000L, 1_700_000_005_000_000_001L, 0L);
        assertThat(peer.answers()).hasSize(1);
        world.times.clear();
        world.send(row("a", "k", "x") + "," + row("a", "k", "x"));
        world.run(SECONDS);
        List<Long> now = world.times.getOrDefault(11L, List.of());
        assertThat(now.get(1)).isEqualTo(now.get(0) + 1);
        assertThat(now.get(0)).isBetween(1_800_000_000L * SECONDS, 1_800_000_010L * SECONDS);
    }

    @Test
    void b7_65_twoFramesInOneSegmentAreAnsweredOneAfterTheOther() {
        World world = new World(4);
        byte[] first = frame("{\"request\":\"sender data\",\"data\":[" + row("a", "k", "1") + "]}");
        byte[] second = frame("{\"request\":\"sender data\",\"data\":[" + row("x", "k", "2") + "]}");
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        Peer peer = world.peer(both);
        world.run(2 * SECONDS);
        assertThat(peer.answers())
                .containsExactly("processed: 1; failed: 0; total: 1", "processed: 0; failed: 1; total: 1");
        assertThat(peer.ended).isTrue();
    }

    @Test
    void thousandsOfFramesInOneStreamDoNotOverflowTheStack() {
        World world = new World(5);
        byte[] one = frame("{\"request\":\"x\"}");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 5_000; i++) {
            all.writeBytes(one);
        }
        world.machine.stall(world.own, 5 * SECONDS);
        Peer peer = world.peer(all.toByteArray());
        world.run(20 * SECONDS);
        assertThat(peer.answers()).hasSize(5_000);
    }

    @Test
    void b7_65_oneByteASegmentIsServed() {
        World world = new World(6);
        byte[] bytes = frame("{\"request\":\"sender data\",\"data\":[" + row("a", "k", "1") + "]}");
        byte[][] pieces = new byte[bytes.length][];
        for (int i = 0; i < bytes.length; i++) {
            pieces[i] = new byte[] {bytes[i]};
        }
        Peer peer = world.peer(pieces);
        world.run(2 * SECONDS);
        assertThat(peer.answers()).containsExactly("processed: 1; failed: 0; total: 1");
    }

    @Test
    void b7_65_aPeerThatStopsInItsHeaderIsLetGoAndHoldsUpNobody() {
        World world = new World(7);
        Peer stuck = world.peer(new byte[] {'Z', 'B', 'X', 'D', 1});
        Peer silent = world.peer();
        world.run(SECONDS);
        Peer good = world.send(row("a", "k", "1"));
        world.run(SECONDS);
        assertThat(good.answers()).hasSize(1);
        world.run(50 * SECONDS);
        assertThat(stuck.ended).isFalse();
        world.run(15 * SECONDS);
        assertThat(stuck.ended || stuck.broken).isTrue();
        assertThat(silent.ended || silent.broken).isTrue();
        assertThat(world.trapper.counters().timeouts().value()).isEqualTo(2);
        assertThat(world.trapper.counters().connections().value()).isZero();
        assertThat(world.trapper.lastFault()).isEqualTo(PEER + ": no whole request within 60 s");
    }

    @Test
    void aFloodOfStuckPeersLeavesRoomForThoseThatSend() {
        World world = new World(8, new TrapperSettings(20, 1 << 20, 4 << 20, Duration.ofMinutes(1)), 64);
        for (int i = 0; i < 100; i++) {
            world.peer(new byte[] {'Z', 'B', 'X', 'D', 1});
        }
        world.run(SECONDS / 2);
        assertThat(world.trapper.counters().connections().value()).isLessThanOrEqualTo(20);
        Peer good = world.send(row("a", "k", "1"));
        world.run(90 * SECONDS);
        assertThat(good.answers()).hasSize(1);
        assertThat(world.trapper.counters().evicted().value()).isPositive();
        assertThat(world.trapper.counters().connections().value()).isZero();
    }

    @Test
    void whatIsNoFrameOrNoRequestIsToldAndForgotten() {
        World world = new World(9);
        Peer http = world.peer("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        Peer plain = world.peer("{\"request\":\"sender data\"}\n".getBytes(StandardCharsets.US_ASCII));
        Peer huge = world.peer(
                new byte[] {'Z', 'B', 'X', 'D', 5, 0, 0, 0, 0, 0, 0, 0, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0});
        world.run(SECONDS);
        assertThat(http.answers()).isEmpty();
        assertThat(List.of(http.ended || http.broken, plain.ended || plain.broken, huge.ended || huge.broken))
                .containsOnly(true);
        assertThat(world.trapper.counters().malformed().value()).isEqualTo(3);
        Map<String, String> cases = new LinkedHashMap<>();
        cases.put(
                "{\"request\":\"active checks\"}", "unknown request \\\"active checks\\\", wanted \\\"sender data\\\"");
        cases.put("{\"request\":\"sender data\"}", "no array \\\"data\\\" in the request");
        cases.put("{\"request\":\"sender data\",", "no JSON as wanted: the end at 25, wanted '\\\"'");
        cases.put("", "no JSON as wanted: the end at 0, wanted '{'");
        cases.forEach((json, info) -> {
            Peer peer = world.peer(frame(json));
            world.run(SECONDS);
            assertThat(peer.answers()).containsExactly("{\"response\":\"failed\",\"info\":\"" + info + "\"}");
        });
        assertThat(world.trapper.counters().refused().value()).isEqualTo(4);
    }

    @Test
    void whileDownstreamIsFullNothingIsDroppedAndNothingAnswered() {
        World world = new World(10, TrapperSettings.defaults(), 2);
        world.accepting = false;
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            peers.add(world.send(row("a", "k", "v" + i)));
        }
        world.run(30 * SECONDS);
        assertThat(world.rows).isEmpty();
        assertThat(peers).allMatch(peer -> peer.got.size() == 0);
        assertThat(world.trapper.counters().waiting().value()).isEqualTo(50);
        world.accepting = true;
        world.run(5 * SECONDS);
        assertThat(world.rows).hasSize(50).doesNotHaveDuplicates();
        assertThat(peers).allMatch(peer -> peer.answers().size() == 1);
    }

    @Test
    void largeMessagesWaitForTheirShareOfTheBuffersAndAllAreServed() {
        World world = new World(11, new TrapperSettings(64, 100_000, 200_000, Duration.ofMinutes(1)), 64);
        String filler = "x".repeat(90_000);
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            peers.add(world.send(row("a", "k", filler + i)));
        }
        // Two that claim much and send nothing of it hold their share only for their time.
        byte[] claim = {'Z', 'B', 'X', 'D', 1, 0, (byte) 0x80, 1, 0, 0, 0, 0, 0, 'x'};
        Peer stuck = world.peer(claim);
        Peer stuckToo = world.peer(claim);
        world.run(5 * SECONDS);
        peers.add(world.send(row("a", "k", filler)));
        Peer small = world.send(row("a", "k", "small"));
        world.run(2 * SECONDS);
        assertThat(small.answers()).as("small messages pass by").hasSize(1);
        world.run(200 * SECONDS);
        assertThat(peers).allMatch(peer -> peer.answers().size() == 1);
        assertThat(world.rows).hasSize(14);
        assertThat(stuck.answers()).isEmpty();
        assertThat(stuckToo.answers()).isEmpty();
        assertThat(world.trapper.counters().held().value()).isPositive();
        assertThat(world.trapper.counters().connections().value()).isZero();
    }

    @Test
    void hostsComeChangeTheirNamesAndGo() {
        World world = new World(12);
        world.apply(host(3, "renamed", item(3, 31, "k", "")));
        world.apply(host(5, "c", item(5, 51, "k", "")));
        world.trapper.remove(1);
        Peer peer = world.send(row("renamed", "k", "1") + "," + row("c", "k", "2") + "," + row("a", "k", "3"));
        world.run(SECONDS);
        assertThat(peer.answers()).containsExactly("processed: 2; failed: 1; total: 3");
        assertThat(world.rows).containsExactlyInAnyOrder("31=1@" + Host.shardOf(3, 2), "51=2@" + Host.shardOf(5, 2));
        world.apply(host(6, "x", item(6, 61, "k", "")));
        world.apply(host(7, "x", item(7, 71, "k", "")));
        world.trapper.remove(6);
        Peer second = world.send(row("x", "k", "1"));
        world.run(SECONDS);
        assertThat(second.answers())
                .as("taken over before it went")
                .containsExactly("processed: 1; failed: 0; total: 1");
    }

    @Test
    void anItemThatIsGoneOnItsShardCountsAsFailed() {
        World world = new World(13);
        world.slots.release(11);
        Peer peer = world.send(row("a", "k", "1") + "," + row("a", "l", "2"));
        world.run(SECONDS);
        assertThat(peer.answers()).containsExactly("processed: 1; failed: 1; total: 2");
        assertThat(world.rows).containsExactly("12=2@" + Host.shardOf(1, 2));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void overAnyNetworkWhatIsAcknowledgedWasTakenOnceAndInOrder(long seed) {
        List<Long> hashes = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            World world = new World(seed, TrapperSettings.defaults(), 2);
            world.simulation
                    .network()
                    .conditions(new NetworkConditions(Duration.ofMillis(5), Duration.ofMillis(3), 0.05, 0, 0));
            SeededRandom random = new SeededRandom(seed);
            List<Peer> peers = new ArrayList<>();
            int sent = 0;
            for (int i = 0; i < 40; i++) {
                StringBuilder data = new StringBuilder();
                int count = 1 + random.below(random.chance(0.2) ? 3_000 : 20);
                for (int value = 0; value < count; value++) {
                    data.append(value == 0 ? "" : ",");
                    data.append(row(random.chance(0.5) ? "a" : "c", "k", Integer.toString(sent), 1, sent++));
                }
                peers.add(world.send(data.toString()));
                world.accepting = random.chance(0.7);
                world.syncing = random.chance(0.7);
                world.run(random.below(300) * MILLIS);
                world.sync();
                if (random.chance(0.1)) {
                    peers.get(random.below(peers.size())).call.reset();
                }
            }
            world.accepting = true;
            world.syncing = true;
            world.run(60 * SECONDS);
            world.sync();
            world.run(60 * SECONDS);
            long acknowledged = peers.stream()
                    .flatMap(peer -> peer.answers().stream())
                    .mapToLong(answer -> Long.parseLong(answer.replaceAll("processed: ([0-9]+);.*", "$1")))
                    .sum();
            assertThat(world.rows).as("seed %d", seed).doesNotHaveDuplicates().hasSizeBetween((int) acknowledged, sent);
            assertThat(acknowledged).as("seed %d", seed).isPositive();
            assertThat(world.trapper.counters().connections().value()).isZero();
            assertThat(world.trapper.counters().waiting().value()).isZero();
            hashes.add(world.simulation.trace().value());
        }
        assertThat(hashes.get(1)).as("the same from the same seed").isEqualTo(hashes.get(0));
    }
}
