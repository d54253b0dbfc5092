package zonda.collector;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.RawBatch;
import zonda.model.SnmpInterface;
import zonda.model.UpdateInterval;
import zonda.model.WireType;
import zonda.runtime.DatagramPort;
import zonda.runtime.DatagramReceiver;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// A collector with a clock that the test moves, a port whose datagrams the test's devices answer,
/// and all that came out of it.
final class Rig {
    static final long MILLIS = 1_000_000L;
    static final long SECONDS = 1_000_000_000L;
    static final InetSocketAddress LOCAL = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 40_000);

    /// A value as it came out.
    record Row(long itemId, long epochNanos, WireType type, long number, String text, long monotonicNanos) {}

    private record Datagram(long at, int order, byte[] payload, InetSocketAddress source) {}

    /// Monotonic and wall time; they move together, and the test may step the wall.
    long nanos = 5_000 * SECONDS;

    long wallOffset;
    ZoneId zone = ZoneId.of("UTC");

    final Map<InetSocketAddress, FakeDevice> devices = new LinkedHashMap<>();
    final Map<InetSocketAddress, V3Device> securedDevices = new LinkedHashMap<>();
    final List<Row> rows = new ArrayList<>();
    final List<Integer> batchSizes = new ArrayList<>();
    final List<Long> uptimes = new ArrayList<>();
    final List<Long> discontinuities = new ArrayList<>();
    final List<Long> epochs = new ArrayList<>();
    final List<Availability> availability = new ArrayList<>();
    final Map<Long, Long> stored = new HashMap<>();
    final Map<String, InetAddress> names = new HashMap<>();
    final ArrayDeque<Runnable> errands = new ArrayDeque<>();
    final ItemSlots slots = new ItemSlots();
    boolean accepting = true;

    /// The longest datagram that can be sent.
    int mostBytes = Integer.MAX_VALUE;

    /// How many more datagrams the socket takes before it is full; the test fills it up again.
    int socketRoom = Integer.MAX_VALUE;

    InternalSource internal = (hostId, key) -> new InternalSource.Answer.Unsigned(hostId);
    CollectorSettings settings = CollectorSettings.defaults();
    PollObserver observer = PollObserver.NONE;

    private final PriorityQueue<Datagram> arriving = new PriorityQueue<>(
            (a, b) -> a.at() != b.at() ? Long.compare(a.at(), b.at()) : Integer.compare(a.order(), b.order()));
    private int order;

    Rig() {
        wallAt("2026-03-01T12:00:00Z");
    }

    void wallAt(String instant) {
        Instant at = Instant.parse(instant);
        wallOffset = at.getEpochSecond() * SECONDS + at.getNano() - nanos;
    }

    Collector collector() {
        MonotonicClock clock = () -> nanos;
        WallClock wall = new WallClock() {
            @Override
            public long epochNanos() {
                return nanos + wallOffset;
            }

            @Override
            public ZoneId zone() {
                return zone;
            }
        };
        return new Collector(
                clock,
                wall,
                List.of(port()),
                slots,
                this::take,
                availability::add,
                () -> accepting,
                (hostId, key) -> internal.ask(hostId, key),
                itemId -> stored.getOrDefault(itemId, 0L),
                (name, errand) -> errands.add(errand),
                Runnable::run,
                this::resolve,
                settings,
                observer);
    }

    private InetAddress resolve(String name) throws UnknownHostException {
        InetAddress known = names.get(name);
        if (known == null) {
            throw new UnknownHostException(name);
        }
        return known;
    }

    private void take(RawBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            if (slots.itemIn(batch.slots[i]) != batch.itemIds[i]) {
                throw new IllegalStateException("slot " + batch.slots[i] + " is not item " + batch.itemIds[i] + "'s");
            }
            WireType type = batch.wireType(i);
            rows.add(new Row(
                    batch.itemIds[i],
                    batch.epochNanos[i],
                    type,
                    type.isSlice() ? 0 : batch.bits[i],
                    type.isSlice() ? batch.text(i) : "",
                    batch.monotonicNanos));
        }
        batchSizes.add(batch.size());
        uptimes.add(batch.uptimeTicks);
        discontinuities.add(batch.discontinuityTicks);
        epochs.add(batch.configurationEpoch);
    }

    private DatagramPort port() {
        return new DatagramPort() {
            @Override
            public boolean send(ByteBuffer payload, InetSocketAddress target) throws IOException {
                if (socketRoom == 0) {
                    return false;
                }
                socketRoom--;
                if (payload.remaining() > mostBytes) {
                    throw new IOException("Message too long");
                }
                V3Device secured = secured(target);
                if (secured != null) {
                    byte[] request = new byte[payload.remaining()];
                    payload.get(request);
                    byte[] answer = secured.answer(request);
                    if (answer.length > 0) {
                        inject(nanos + MILLIS, answer, secured.source.getPort() == 0 ? target : secured.source);
                    }
                    return true;
                }
                FakeDevice device = devices.get(target);
                if (device == null) {
                    return true;
                }
                byte[] request = new byte[payload.remaining()];
                payload.get(request);
                for (FakeDevice.Reply reply : device.answer(request, nanos)) {
                    inject(nanos + reply.delayNanos(), reply.payload(), reply.from(target));
                }
                return true;
            }

            @Override
            public int receive(DatagramReceiver receiver, int most) {
                int count = 0;
                while (count < most && !arriving.isEmpty() && arriving.element().at() <= nanos) {
                    Datagram next = arriving.remove();
                    receiver.received(ByteBuffer.wrap(next.payload()), next.source());
                    count++;
                }
                return count;
            }

            @Override
            public InetSocketAddress localAddress() {
                return LOCAL;
            }

            @Override
            public void close() {}
        };
    }

    private @Nullable V3Device secured(InetSocketAddress target) {
        return securedDevices.get(target);
    }

    void inject(long at, byte[] payload, InetSocketAddress source) {
        arriving.add(new Datagram(at, order++, payload, source));
    }

    /// Turns the crank until so much time has passed.
    void run(Collector collector, Duration duration) {
        long until = nanos + duration.toNanos();
        while (true) {
            int spins = 0;
            while (collector.turn(nanos) > 0) {
                if (++spins > 20_000) {
                    throw new IllegalStateException("the collector never rests");
                }
            }
            long next = collector.nextWakeNanos();
            if (!arriving.isEmpty()) {
                next = Math.min(next, arriving.element().at());
            }
            if (next > until) {
                nanos = until;
                return;
            }
            nanos = Math.max(nanos, next);
            if (next <= nanos && spins == 0) {
                // A wheel tells a time at or before its next deadline.
                nanos += MILLIS / 10;
            }
        }
    }

    FakeDevice device(String address) {
        FakeDevice device = new FakeDevice();
        devices.put(at(address), device);
        return device;
    }

    /// A device that the test has made.
    FakeDevice known(String address) {
        FakeDevice device = devices.get(at(address));
        if (device == null) {
            throw new IllegalArgumentException("no device at " + address);
        }
        return device;
    }

    static InetSocketAddress at(String address) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), 1161);
    }

    static SnmpInterface snmp(long id, String address, int maxVarbinds) {
        return new SnmpInterface(id, address, 1161, "public", maxVarbinds, Duration.ofSeconds(1), 1);
    }

    static Item item(long id, long hostId, long interfaceId, String oid, UpdateInterval interval) {
        return new Item(
                id,
                hostId,
                "key[" + id + "]",
                "item " + id,
                interfaceId == 0 ? ItemType.INTERNAL : ItemType.SNMP_AGENT,
                interfaceId,
                oid,
                ItemValueType.UNSIGNED,
                "",
                interval,
                List.of(),
                Duration.ofDays(1),
                Duration.ZERO,
                List.of());
    }

    static UpdateInterval every(long seconds) {
        return UpdateInterval.every(Duration.ofSeconds(seconds));
    }

    /// The OID that item `n` of a test asks.
    static String oid(long n) {
        return "1.3.6.1.4.1.9999.1." + n + ".0";
    }

    static Host host(long id, List<SnmpInterface> interfaces, List<Item> items) {
        return host(id, interfaces, items, 1);
    }

    static Host host(long id, List<SnmpInterface> interfaces, List<Item> items, long epoch) {
        return new Host(id, "host" + id, "host " + id, List.of(), interfaces, items, List.of(), List.of(), epoch);
    }

    /// A host with one interface and items `first` to `first + count - 1` at one interval.
    static Host simpleHost(long id, String address, int maxVarbinds, long first, int count, long seconds) {
        List<Item> items = new ArrayList<>();
        for (long i = first; i < first + count; i++) {
            items.add(item(i, id, id * 10, oid(i), every(seconds)));
        }
        return host(id, List.of(snmp(id * 10, address, maxVarbinds)), items);
    }

    List<Row> rowsOf(long itemId) {
        return rows.stream().filter(row -> row.itemId() == itemId).toList();
    }
}
