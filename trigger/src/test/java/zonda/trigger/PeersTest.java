package zonda.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.Host;
import zonda.model.ItemSlots;
import zonda.model.ItemValueType;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.ShardDoor;

class PeersTest {
    /// A shard's door whose messages run when the test says so.
    private static final class Door implements ShardDoor {
        private final int index;
        private final Deque<Runnable> messages = new ArrayDeque<>();
        private int capacity = 1_000;

        Door(int index) {
            this.index = index;
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public boolean offer(Runnable message) {
            return messages.size() < capacity && messages.add(message);
        }

        @Override
        public <T> T ask(Supplier<T> question, Duration patience) {
            return question.get();
        }

        int run() {
            int count = 0;
            while (!messages.isEmpty()) {
                messages.remove().run();
                count++;
            }
            return count;
        }
    }

    /// Some shards with an item each on hosts that fall on different shards; items have the ids of
    /// their hosts.
    private static final class Network {
        final Rig clocks = new Rig();
        final List<TriggerEvaluator> shards = new ArrayList<>();
        final List<Door> doors = new ArrayList<>();
        final List<ItemSlots> slots = new ArrayList<>();
        final List<TriggerTransition> transitions = new ArrayList<>();
        final Map<Long, ItemValueType> types = new LinkedHashMap<>();
        final Map<Long, Long> hostOf = new LinkedHashMap<>();
        final Rig.Stored stored = new Rig.Stored();

        Network(int count, int hosts) {
            for (int i = 0; i < count; i++) {
                ItemSlots own = new ItemSlots();
                slots.add(own);
                doors.add(new Door(i));
                shards.add(new TriggerEvaluator(
                        clocks.monotonic, clocks.wallClock, own, stored, transitions::add, Set.of()));
            }
            if (count > 1) {
                TriggerEvaluator.join(shards, doors);
            }
            for (long host = 1; host <= hosts; host++) {
                types.put(host, ItemValueType.FLOAT);
                hostOf.put(host, host);
            }
        }

        int shardOf(long hostId) {
            return Host.shardOf(hostId, shards.size());
        }

        Trigger trigger(long id, long hostId, String expression) {
            return Rig.image(id, hostId, expression, "", types, hostOf);
        }

        List<String> apply(long hostId, Trigger... triggers) {
            return shards.get(shardOf(hostId)).apply(Rig.host(hostId, types, hostOf, List.of(triggers)));
        }

        void give(double second, long item, double value) {
            long nanos = Rig.EPOCH + Math.round(second * Rig.SECOND);
            clocks.mono += Math.max(0, nanos - clocks.wall);
            clocks.wall = Math.max(clocks.wall, nanos);
            int shard = shardOf(item);
            ValueBatch batch = new ValueBatch();
            batch.addNumber(
                    item, slots.get(shard).slotOf(item), nanos, ValueKind.DOUBLE, Double.doubleToRawLongBits(value));
            stored.keep(batch);
            shards.get(shard).accept(batch);
        }

        void turn() {
            for (TriggerEvaluator shard : shards) {
                shard.turn(clocks.mono);
            }
        }

        /// Turns until nothing is on the way.
        void settle() {
            int done = 1;
            while (done > 0) {
                turn();
                done = 0;
                for (Door door : doors) {
                    done += door.run();
                }
            }
        }

        String told() {
            StringBuilder out = new StringBuilder();
            for (TriggerTransition transition : transitions) {
                out.append(transition.problem() ? '+' : '-')
                        .append(transition.triggerId())
                        .append(' ');
            }
            transitions.clear();
            return out.toString().strip();
        }
    }

    /// Hosts 1 and `far(network)` are on different shards.
    private static long far(Network network) {
        for (long host = 2; host < 20; host++) {
            if (network.shardOf(host) != network.shardOf(1)) {
                return host;
            }
        }
        throw new IllegalStateException("all hosts on one shard");
    }

    @Test
    void judgesItemsOfAnotherShard() {
        Network network = new Network(2, 19);
        long far = far(network);
        network.apply(far);
        network.apply(1, network.trigger(10, 1, "last(/h/k1)>10 and last(/h/k" + far + ")>10"));
        network.settle();
        network.give(1, 1, 11);
        network.give(1, far, 11);
        assertThat(network.told()).isEmpty();
        network.settle();
        assertThat(network.told()).isEqualTo("+10");
        assertThat(network.shards.get(network.shardOf(far)).forwarded()).isEqualTo(1);
        assertThat(network.shards.get(network.shardOf(1)).foreign()).isEqualTo(1);
    }

    @Test
    void startsWithTheStoredValuesOfAnotherShard() {
        Network network = new Network(2, 19);
        long far = far(network);
        network.apply(far);
        network.give(1, far, 1);
        network.give(2, far, 2);
        network.give(3, far, 3);
        network.apply(1, network.trigger(10, 1, "sum(/h/k" + far + ",#3)=6 and last(/h/k1)=1"));
        network.settle();
        network.give(4, 1, 1);
        network.settle();
        assertThat(network.told()).isEqualTo("+10");
    }

    @Test
    void subscribesBeforeTheOtherHostIsThere() {
        Network network = new Network(2, 19);
        long far = far(network);
        network.apply(1, network.trigger(10, 1, "last(/h/k" + far + ")>10"));
        network.settle();
        network.apply(far);
        network.give(1, far, 11);
        network.settle();
        assertThat(network.told()).isEqualTo("+10");
    }

    @Test
    void losesNothingWhileTheOtherShardIsBusyAndAsksForPatience() {
        Network network = new Network(2, 19);
        long far = far(network);
        network.apply(far);
        network.apply(1, network.trigger(10, 1, "count(/h/k" + far + ",#200000)=70000"));
        network.settle();
        TriggerEvaluator sender = network.shards.get(network.shardOf(far));
        network.doors.get(network.shardOf(1)).capacity = 1;
        for (int i = 1; i <= 70_000; i++) {
            network.give(i, far, i);
            if (i % 10 == 0) {
                network.turn();
            }
        }
        assertThat(sender.isPressed()).isTrue();
        assertThat(sender.backlogRows()).isGreaterThan(65_536);
        assertThat(network.told()).isEmpty();
        network.settle();
        assertThat(network.told()).isEqualTo("+10");
        assertThat(sender.isPressed()).isFalse();
        assertThat(sender.backlogRows()).isZero();
    }

    @Test
    void stopsForwardingWhenNoTriggerReadsTheItemAnyMore() {
        Network network = new Network(2, 19);
        long far = far(network);
        network.apply(far);
        network.apply(1, network.trigger(10, 1, "last(/h/k" + far + ")>10"));
        network.settle();
        network.apply(1);
        network.settle();
        network.give(1, far, 11);
        network.settle();
        assertThat(network.told()).isEmpty();
        assertThat(network.shards.get(network.shardOf(far)).forwarded()).isZero();
    }

    @Test
    void forwardsRowsInTheOrderOfTimeAndItem() {
        Network network = new Network(2, 19);
        long far = far(network);
        network.apply(far);
        network.apply(1, network.trigger(10, 1, "last(/h/k" + far + ",#2)=2"));
        network.settle();
        network.give(3, far, 3);
        network.give(2, far, 2);
        network.settle();
        assertThat(network.transitions)
                .extracting(TriggerTransition::epochNanos)
                .containsExactly(Rig.EPOCH + 3 * Rig.SECOND);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void comesToTheSameTransitionsOnOneShardAndOnThree(long seed) {
        List<String> told = new ArrayList<>();
        for (int count : new int[] {1, 3}) {
            Random random = new Random(seed);
            Network network = new Network(count, 6);
            network.clocks.mono = 78_000_000_000_000L;
            for (long host = 1; host <= 6; host++) {
                long other = 1L + random.nextInt(6);
                long third = 1L + random.nextInt(6);
                assertThat(network.apply(
                                host,
                                network.trigger(
                                        host * 10,
                                        host,
                                        "max(/h/k" + host + ",#3)>avg(/h/k" + other + ",20s) and sum(/h/k" + third
                                                + ",#4)>" + random.nextInt(40)),
                                network.trigger(host * 10 + 1, host, "nodata(/h/k" + other + ",15s)=1")))
                        .isEmpty();
            }
            network.settle();
            StringBuilder all = new StringBuilder();
            double second = 0;
            for (int i = 0; i < 500; i++) {
                second += random.nextInt(4_000) / 1_000.0;
                network.clocks.mono = 78_000_000_000_000L + Math.round(second * 1_000) * 1_000_000L;
                network.clocks.wall = Rig.EPOCH + Math.round(second * 1_000) * 1_000_000L;
                network.settle();
                network.give(second, 1 + random.nextInt(6), random.nextInt(20));
                network.settle();
                network.transitions.sort((a, b) -> Long.compare(a.triggerId(), b.triggerId()));
                all.append(network.told()).append('|');
            }
            told.add(all.toString());
        }
        assertThat(told.get(1)).as("seed %d", seed).isEqualTo(told.get(0)).contains("+");
    }
}
