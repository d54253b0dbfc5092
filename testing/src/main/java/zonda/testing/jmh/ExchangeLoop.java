package zonda.testing.jmh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import zonda.collector.Collector;
import zonda.collector.CollectorSettings;
import zonda.collector.InternalSource;
import zonda.collector.NameResolver;
import zonda.collector.PollObserver;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.SnmpInterface;
import zonda.model.UpdateInterval;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;
import zonda.runtime.DatagramPort;
import zonda.runtime.DatagramReceiver;
import zonda.runtime.WallClock;

/// The product's collector on a port that answers itself with ready-made counters, and a clock that
/// jumps to what is due next: from datagram to value, and nothing of the kernel. Owned by one
/// thread.
public final class ExchangeLoop {
    private static final int DEVICES = 64;
    private static final int ITEMS = 100;
    private static final long STEP_NANOS = 1_000_000;

    private final long[] nanos = {0};
    private final Collector collector;
    private long values;

    /// @param varbinds a request; a divisor of 100
    public ExchangeLoop(int varbinds) {
        collector = new Collector(
                () -> nanos[0],
                WallClock.system(ZoneId.of("UTC")),
                List.of(new Answering()),
                new ItemSlots(),
                batch -> values += batch.size(),
                told -> {},
                () -> true,
                (hostId, key) -> new InternalSource.Answer.NotSupported("none here"),
                itemId -> 0,
                (name, errand) -> {},
                message -> {},
                NameResolver.system(),
                CollectorSettings.defaults(),
                PollObserver.NONE);
        for (int device = 1; device <= DEVICES; device++) {
            collector.apply(host(device, varbinds));
        }
    }

    private static Host host(long id, int varbinds) {
        List<Item> items = new ArrayList<>();
        for (int i = 1; i <= ITEMS; i++) {
            items.add(new Item(
                    id * 1_000 + i,
                    id,
                    "item[" + i + "]",
                    "item " + i,
                    ItemType.SNMP_AGENT,
                    id,
                    "1.3.6.1.2.1.31.1.1.1.6." + i,
                    ItemValueType.UNSIGNED,
                    "",
                    UpdateInterval.every(Duration.ofSeconds(1)),
                    List.of(),
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    List.of()));
        }
        String address = "127.9.0." + id;
        SnmpInterface face = new SnmpInterface(id, address, 161, "public", varbinds, Duration.ofSeconds(1), 2);
        return new Host(id, address, address, List.of(), List.of(face), items, List.of(), List.of(), 1);
    }

    /// Goes on until so many more values have come.
    ///
    /// @return how many have come since the start
    public long runFor(long more) {
        long wanted = values + more;
        while (values < wanted) {
            if (collector.turn(nanos[0]) == 0) {
                nanos[0] = Math.max(nanos[0] + STEP_NANOS, collector.nextWakeNanos());
            }
        }
        return values;
    }

    /// Answers that came and were taken.
    public long exchanges() {
        return collector.counters().responses().value();
    }

    /// Answers each request with the same ready-made values; only the request id is copied.
    private static final class Answering implements DatagramPort {
        private static final int ROOM = 8_192;
        private static final InetSocketAddress LOCAL =
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 40_000);

        private final ByteBuffer[] waiting = new ByteBuffer[ROOM];
        private final InetSocketAddress[] sources = new InetSocketAddress[ROOM];
        private final int[] ids = new int[ROOM];
        private int[] keys = new int[0];
        private ByteBuffer[] answers = new ByteBuffer[0];
        private int from;
        private int to;

        @Override
        public boolean send(ByteBuffer payload, InetSocketAddress target) {
            if (to - from == ROOM) {
                return false;
            }
            int at = to++ & (ROOM - 1);
            int id = idOffset(payload);
            waiting[at] = answerTo(payload, id + Integer.BYTES);
            sources[at] = target;
            ids[at] = payload.getInt(id);
            return true;
        }

        private ByteBuffer answerTo(ByteBuffer payload, int behindId) {
            int key = payload.limit();
            for (int i = behindId; i < payload.limit(); i++) {
                key = key * 31 + payload.get(i);
            }
            for (int i = 0; i < keys.length; i++) {
                if (keys[i] == key) {
                    return answers[i];
                }
            }
            keys = Arrays.copyOf(keys, keys.length + 1);
            answers = Arrays.copyOf(answers, keys.length);
            keys[keys.length - 1] = key;
            ByteBuffer answer = ByteBuffer.wrap(encoded(payload));
            answers[keys.length - 1] = answer;
            return answer;
        }

        private static byte[] encoded(ByteBuffer payload) {
            byte[] request = new byte[payload.remaining()];
            payload.duplicate().get(request);
            MessageDecoder decoder = new MessageDecoder();
            if (!decoder.open(request, 0, request.length)) {
                throw new IllegalStateException("the collector sent what cannot be read: " + decoder.fault());
            }
            List<byte[]> names = new ArrayList<>();
            while (decoder.next()) {
                names.add(Oid.parse(decoder.nameText()).encoded());
            }
            ResponseEncoder encoder = new ResponseEncoder();
            for (byte[] name : names.reversed()) {
                encoder.unsigned(name, Ber.COUNTER64, 1L << 40);
            }
            encoder.finish(decoder.version(), decoder.community(), Ber.RESPONSE, decoder.requestId(), 0, 0);
            return encoder.copy();
        }

        @Override
        public int receive(DatagramReceiver receiver, int most) {
            int count = 0;
            while (count < most && from != to) {
                int at = from++ & (ROOM - 1);
                ByteBuffer answer = waiting[at];
                answer.clear();
                answer.putInt(idOffset(answer), ids[at]);
                receiver.received(answer, sources[at]);
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
            return LOCAL;
        }

        @Override
        public void close() {}
    }
}
