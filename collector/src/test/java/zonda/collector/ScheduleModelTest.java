package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.SnmpInterface;

/// Hosts that come, change and go at random moments, against the plain rule: while an item stays as
/// it is and its device answers, it is asked in each of its slots, once, and on time.
class ScheduleModelTest {
    private static final int[] INTERVALS = {1, 2, 5, 10, 30};
    private static final long ON_TIME_NANOS = 900 * Rig.MILLIS;

    /// Since when an item has been as it is, on the monotonic clock.
    private record Life(Item item, long since) {}

    private static final class Watch implements PollObserver {
        final Map<Long, Set<Long>> answered = new TreeMap<>();
        final Map<Long, Set<Long>> asked = new TreeMap<>();
        final Map<Long, Long> newestSlot = new TreeMap<>();
        boolean lossy;

        @Override
        public void asked(long itemId, long slotNanos, long nowNanos, boolean again) {
            if (again) {
                return;
            }
            assertThat(asked.computeIfAbsent(itemId, id -> new HashSet<>()).add(slotNanos))
                    .as("item %d asked twice in the slot at %d", itemId, slotNanos)
                    .isTrue();
            Long newest = newestSlot.put(itemId, slotNanos);
            assertThat(newest == null || newest < slotNanos)
                    .as("item %d: slot %d after slot %d", itemId, slotNanos, newest)
                    .isTrue();
            if (!lossy) {
                assertThat(nowNanos - slotNanos)
                        .as("item %d asked late", itemId)
                        .isBetween(0L, ON_TIME_NANOS);
            }
        }

        @Override
        public void answered(long itemId, long slotNanos, long nowNanos) {
            assertThat(answered.computeIfAbsent(itemId, id -> new HashSet<>()).add(slotNanos))
                    .as("item %d answered twice in the slot at %d", itemId, slotNanos)
                    .isTrue();
        }
    }

    private final Rig rig = new Rig();
    private final Watch watch = new Watch();
    private final Map<Long, Life> lives = new TreeMap<>();
    private final Map<Long, Host> hosts = new TreeMap<>();
    private long anchor;
    private int checkedSlots;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void eachSlotIsAskedOnceAndNoneIsMissedWhileTheDeviceAnswers(long seed) {
        run(seed, false);
        assertThat(checkedSlots).as("seed %d", seed).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28})
    void noSlotIsAskedTwiceWhateverIsLostOrSilent(long seed) {
        watch.lossy = true;
        run(seed, true);
    }

    private void run(long seed, boolean lossy) {
        Random random = new Random(seed);
        rig.observer = watch;
        anchor = rig.wallOffset;
        Collector collector = rig.collector();
        for (int i = 1; i <= 8; i++) {
            FakeDevice device = rig.device("127.5.0." + i);
            device.delayNanos = random.nextInt(30) * Rig.MILLIS;
        }
        for (int step = 0; step < 300; step++) {
            change(random, collector, seed);
            if (lossy) {
                FakeDevice device = rig.known("127.5.0." + (1 + random.nextInt(8)));
                device.silent = random.nextInt(4) == 0;
                device.dropNext = random.nextInt(3);
            }
            rig.run(collector, Duration.ofMillis(random.nextInt(1_500)));
        }
        rig.devices.values().forEach(device -> {
            device.silent = false;
            device.dropNext = 0;
        });
        rig.run(collector, Duration.ofSeconds(150));
        for (Host host : List.copyOf(hosts.values())) {
            end(host, lossy, seed);
            collector.remove(host.id());
        }
        rig.run(collector, Duration.ofSeconds(5));
        CollectorCounters counters = collector.counters();
        assertThat(counters.inFlight().value()).isZero();
        assertThat(counters.items().value()).isZero();
        assertThat(counters.unavailable().value()).isZero();
        assertThat(collector.nextWakeNanos()).isEqualTo(Long.MAX_VALUE);
    }

    private void change(Random random, Collector collector, long seed) {
        long hostId = 1L + random.nextInt(8);
        Host known = hosts.get(hostId);
        int what = random.nextInt(10);
        if (known == null) {
            apply(collector, randomHost(random, hostId), seed);
        } else if (what == 0) {
            end(known, watch.lossy, seed);
            collector.remove(hostId);
            hosts.remove(hostId);
            for (Item item : known.items()) {
                rig.slots.release(item.id());
            }
        } else if (what < 5) {
            apply(collector, changed(random, known), seed);
        }
    }

    private Host randomHost(Random random, long hostId) {
        List<Item> items = new ArrayList<>();
        int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            items.add(randomItem(random, hostId, nextId++));
        }
        return Rig.host(hostId, List.of(snmp(random, hostId)), items);
    }

    private long nextId = 1;

    private static SnmpInterface snmp(Random random, long hostId) {
        return Rig.snmp(hostId * 10, "127.5.0." + hostId, 5 + random.nextInt(20));
    }

    private static Item randomItem(Random random, long hostId, long id) {
        return Rig.item(id, hostId, hostId * 10, Rig.oid(id), Rig.every(INTERVALS[random.nextInt(INTERVALS.length)]));
    }

    /// Some items go, some change their interval, some come; the interface may change its size.
    private Host changed(Random random, Host host) {
        List<Item> items = new ArrayList<>();
        for (Item item : host.items()) {
            int fate = random.nextInt(10);
            if (fate > 1) {
                items.add(item);
            } else if (fate == 1) {
                items.add(randomItem(random, host.id(), item.id()));
            }
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            items.add(random.nextInt(items.size() + 1), randomItem(random, host.id(), nextId++));
        }
        List<SnmpInterface> interfaces = random.nextInt(5) == 0 ? List.of(snmp(random, host.id())) : host.interfaces();
        return Rig.host(host.id(), interfaces, items, host.epoch() + 1);
    }

    private void apply(Collector collector, Host image, long seed) {
        Host before = hosts.put(image.id(), image);
        Map<Long, Item> wanted = new TreeMap<>();
        image.items().forEach(item -> wanted.put(item.id(), item));
        List<Long> gone = new ArrayList<>();
        if (before != null) {
            for (Item item : before.items()) {
                if (!item.equals(wanted.get(item.id()))) {
                    endLife(item.id(), watch.lossy, seed);
                }
                if (!wanted.containsKey(item.id())) {
                    gone.add(item.id());
                }
            }
        }
        collector.apply(image);
        for (Item item : image.items()) {
            lives.putIfAbsent(item.id(), new Life(item, rig.nanos));
        }
        gone.forEach(rig.slots::release);
    }

    private void end(Host host, boolean lossy, long seed) {
        for (Item item : host.items()) {
            endLife(item.id(), lossy, seed);
        }
    }

    private void endLife(long itemId, boolean lossy, long seed) {
        Life life = lives.remove(itemId);
        if (life == null || lossy) {
            return;
        }
        long interval = life.item().interval().interval().toNanos();
        long phase = NextDue.phase(life.item().interfaceId(), interval);
        Set<Long> answered = watch.answered.getOrDefault(itemId, Set.of());
        long slot = NextDue.slotAfter(life.since() + anchor, interval, phase);
        for (; slot < rig.nanos + anchor - Rig.SECONDS; slot += interval) {
            assertThat(answered)
                    .as("seed %d, item %d, interval %d, since %d", seed, itemId, interval, life.since())
                    .contains(slot - anchor);
            checkedSlots++;
        }
    }
}
