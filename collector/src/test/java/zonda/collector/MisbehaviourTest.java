package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.collector.FakeDevice.Answer;
import zonda.collector.FakeDevice.Binding;
import zonda.model.WireType;
import zonda.protocol.snmp.Ber;

/// Devices that answer whatever comes to their mind, and datagrams that are damaged on the way.
class MisbehaviourTest {
    private final Rig rig = new Rig();

    /// Each OID's one value: whatever is received must be it.
    private static long valueOf(long itemId) {
        return 1_000 + itemId;
    }

    private Collector withDevices(int devices, int items) {
        Collector collector = rig.collector();
        for (int d = 1; d <= devices; d++) {
            FakeDevice device = rig.device("127.6.0." + d);
            for (long i = d * 1000L; i < d * 1000L + items; i++) {
                device.values.put(Rig.oid(i), Binding.counter(Rig.oid(i), valueOf(i)));
            }
            collector.apply(Rig.simpleHost(d, "127.6.0." + d, 10, d * 1000L, items, 5));
        }
        return collector;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noAnswerOfAnyKindGivesAWrongValueOrStopsTheRounds(long seed) {
        Random random = new Random(seed);
        Collector collector = withDevices(4, 23);
        for (FakeDevice device : rig.devices.values()) {
            device.misbehaviour = answer -> distort(random, answer);
        }
        for (int i = 0; i < 120; i++) {
            for (FakeDevice device : rig.devices.values()) {
                device.copies = 1 + random.nextInt(2);
                device.delayNanos = random.nextInt(1_600) * Rig.MILLIS;
                device.dropNext = random.nextInt(10) == 0 ? 1 : 0;
            }
            rig.run(collector, Duration.ofSeconds(5));
        }
        assertThat(rig.rows).as("seed %d", seed).hasSizeGreaterThan(500);
        for (Rig.Row row : rig.rows) {
            boolean right = row.type() == WireType.NOT_SUPPORTED || row.number() == valueOf(row.itemId());
            assertThat(right).as("seed %d: %s", seed, row).isTrue();
        }
        for (FakeDevice device : rig.devices.values()) {
            device.misbehaviour = answer -> answer;
            device.copies = 1;
            device.delayNanos = Rig.MILLIS;
            device.dropNext = 0;
        }
        rig.run(collector, Duration.ofSeconds(30));
        rig.rows.clear();
        rig.run(collector, Duration.ofSeconds(50));
        assertThat(rig.rows).as("seed %d", seed).hasSize(4 * 23 * 10);
        assertThat(rig.rows).noneMatch(row -> row.type() == WireType.NOT_SUPPORTED);
    }

    private static Answer distort(Random random, Answer answer) {
        List<Binding> bindings = new ArrayList<>(answer.bindings());
        switch (random.nextInt(10)) {
            case 0 -> {
                return new Answer(answer.requestId(), random.nextInt(20), random.nextInt(15) - 2, bindings);
            }
            case 1 ->
                bindings.subList(random.nextInt(bindings.size() + 1), bindings.size())
                        .clear();
            case 2 -> java.util.Collections.shuffle(bindings, random);
            case 3 -> bindings.addAll(answer.bindings());
            case 4 -> {
                return new Answer(random.nextInt(), 0, 0, bindings);
            }
            case 5 -> {
                if (!bindings.isEmpty()) {
                    bindings.remove(random.nextInt(bindings.size()));
                }
            }
            case 6 ->
                bindings.replaceAll(binding ->
                        random.nextInt(5) == 0 ? Binding.empty(binding.oid(), Ber.NO_SUCH_INSTANCE) : binding);
            default -> {
                return answer;
            }
        }
        return new Answer(answer.requestId(), 0, 0, bindings);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void damagedDatagramsNeverThrow(long seed) {
        Random random = new Random(seed);
        Collector collector = withDevices(2, 15);
        rig.run(collector, Duration.ofSeconds(5));
        for (int i = 0; i < 3_000; i++) {
            FakeDevice device = rig.known("127.6.0." + (1 + random.nextInt(2)));
            device.delayNanos = 50 * Rig.MILLIS;
            int requestId = device.requests.getLast().requestId();
            List<Binding> bindings = new ArrayList<>();
            for (String oid : device.requests.getLast().oids()) {
                bindings.add(Binding.counter(oid, 5));
            }
            byte[] payload = FakeDevice.encode(new Answer(requestId, 0, 0, bindings));
            for (int hits = random.nextInt(6); hits >= 0; hits--) {
                payload[random.nextInt(payload.length)] = (byte) random.nextInt();
            }
            byte[] cut = java.util.Arrays.copyOf(payload, random.nextInt(payload.length + 1));
            rig.inject(rig.nanos, random.nextBoolean() ? payload : cut, Rig.at("127.6.0." + (1 + random.nextInt(2))));
            rig.run(collector, Duration.ofMillis(random.nextInt(40)));
        }
        rig.rows.clear();
        rig.run(collector, Duration.ofSeconds(100));
        assertThat(rig.rows).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(15 * 2 * 15);
    }
}
