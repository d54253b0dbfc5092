package zonda.collector;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.runtime.DatagramPort;
import zonda.runtime.DatagramReceiver;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// What one exchange costs the collector in user space: no socket, the answers are ready-made. Run
/// by hand: `java -cp ... zonda.collector.ExchangeBenchmark [devices] [items] [varbinds]`.
final class ExchangeBenchmark {
    private ExchangeBenchmark() {}

    /// Answers each request with the same ready-made values; only the request id is copied.
    private static final class Loop implements DatagramPort {
        private static final int ROOM = 8192;
        private final byte[][] waiting = new byte[ROOM][];
        private final InetSocketAddress[] sources = new InetSocketAddress[ROOM];
        private final int[] ids = new int[ROOM];
        private final Map<Integer, byte[]> answers = new TreeMap<>();
        private int from;
        private int to;

        @Override
        public boolean send(ByteBuffer payload, InetSocketAddress target) {
            if (to - from == ROOM) {
                return false;
            }
            int at = to++ & (ROOM - 1);
            waiting[at] = answerTo(payload);
            sources[at] = target;
            ids[at] = payload.getInt(idOffset(payload));
            return true;
        }

        private byte[] answerTo(ByteBuffer payload) {
            int key = payload.getInt(payload.limit() - 6) * 31 + payload.limit();
            byte[] known = answers.get(key);
            if (known == null) {
                byte[] request = new byte[payload.remaining()];
                payload.duplicate().get(request);
                known = new FakeDevice().answer(request, 0).getFirst().payload();
                answers.put(key, known);
            }
            return known;
        }

        @Override
        public int receive(DatagramReceiver receiver, int most) {
            int count = 0;
            while (count < most && from != to) {
                int at = from++ & (ROOM - 1);
                ByteBuffer payload = ByteBuffer.wrap(waiting[at]);
                payload.putInt(idOffset(payload), ids[at]);
                receiver.received(payload, sources[at]);
                count++;
            }
            return count;
        }

        /// Behind version, community, PDU header and the integer's tag and length.
        private static int idOffset(ByteBuffer message) {
            int at = 1 + lengthOctets(message, 1) + 3;
            at += 2 + message.get(at + 1);
            return at + 1 + lengthOctets(message, at + 1) + 2;
        }

        private static int lengthOctets(ByteBuffer message, int at) {
            return message.get(at) >= 0 ? 1 : 1 + (message.get(at) & 0x7F);
        }

        @Override
        public InetSocketAddress localAddress() {
            return Rig.LOCAL;
        }

        @Override
        public void close() {}
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    public static void main(String[] arguments) {
        int devices = argument(arguments, 0, 5_000);
        int items = argument(arguments, 1, 100);
        int varbinds = argument(arguments, 2, 10);
        long[] nanos = {0};
        MonotonicClock clock = () -> nanos[0];
        WallClock real = WallClock.system(java.time.ZoneId.of("UTC"));
        long[] rows = {0};
        Collector collector = new Collector(
                clock,
                real,
                List.of(new Loop()),
                new ItemSlots(),
                batch -> rows[0] += batch.size(),
                told -> {},
                () -> true,
                (hostId, key) -> new InternalSource.Answer.Unsigned(0),
                itemId -> 0,
                (name, errand) -> {},
                message -> {},
                NameResolver.system(),
                CollectorSettings.defaults(),
                PollObserver.NONE);
        long before = used();
        for (int i = 0; i < devices; i++) {
            collector.apply(host(i, items, varbinds));
        }
        System.out.printf("memory: %d bytes an item%n", (used() - before) / ((long) devices * items));
        for (int round = 0; round < 8; round++) {
            round(collector, nanos, rows);
        }
    }

    private static void round(Collector collector, long[] nanos, long[] rows) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().threadId();
        long cpu = threads.getThreadCpuTime(thread);
        long allocated = threads.getThreadAllocatedBytes(thread);
        long exchanges = collector.counters().responses().value();
        long rowsBefore = rows[0];
        long until = nanos[0] + Duration.ofSeconds(10).toNanos();
        while (nanos[0] < until) {
            if (collector.turn(nanos[0]) == 0) {
                nanos[0] = Math.max(nanos[0] + 1_000_000, Math.min(until, collector.nextWakeNanos()));
            }
        }
        exchanges = collector.counters().responses().value() - exchanges;
        System.out.printf(
                "%d exchanges, %d values, %d unknown ids, %d in another form: %d ns of CPU and %d bytes an exchange%n",
                exchanges,
                rows[0] - rowsBefore,
                collector.counters().unknownIds().value(),
                collector.counters().shrinks().value()
                        + collector.counters().otherOids().value(),
                (threads.getThreadCpuTime(thread) - cpu) / Math.max(1, exchanges),
                (threads.getThreadAllocatedBytes(thread) - allocated) / Math.max(1, exchanges));
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static Host host(int number, int count, int varbinds) {
        List<Item> items = new ArrayList<>();
        long id = number + 1L;
        for (int i = 0; i < count; i++) {
            items.add(Rig.item(id * 1_000 + i, id, id * 10, "1.3.6.1.2.1.2.2.1.10." + (i + 1), Rig.every(1)));
        }
        InetAddress address = InetAddress.ofLiteral(
                "127." + (1 + number / 62_500) + "." + number / 250 % 250 + "." + (number % 250 + 1));
        return Rig.host(id, List.of(Rig.snmp(id * 10, address.getHostAddress(), varbinds)), items);
    }
}
