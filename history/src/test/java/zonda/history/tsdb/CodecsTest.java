package zonda.history.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.history.RandomRows;
import zonda.history.StateEntry;
import zonda.model.ValueBatch;
import zonda.runtime.simulation.SeededRandom;

/// What is encoded comes back bit for bit; what is not an encoding is told as damage and nothing
/// else: no other exception, no endless loop.
class CodecsTest {
    private static final long MILLISECOND = 1_000_000L;

    /// Rows of one item whose times go on in one of the ways of real ones, or in none.
    private static ValueBatch rowsOf(long item, SeededRandom random, int most) {
        ValueBatch batch = new ValueBatch();
        long time = random.chance(0.1) ? random.nextLong() : 1_764_000_000_000L * MILLISECOND;
        int manner = random.below(4);
        for (int i = random.between(0, most); i > 0; i--) {
            time += switch (manner) {
                case 0 -> 60_000 * MILLISECOND;
                case 1 -> (60_000 + random.between(-9, 9)) * MILLISECOND;
                case 2 -> random.between(-1_000_000_000, 1_000_000_000);
                default -> random.nextLong();
            };
            RandomRows.add(batch, item, 0, time, random);
        }
        return batch;
    }

    private static List<String> inOrder(ValueBatch batch) {
        List<String> rows = new ArrayList<>();
        for (String row : RandomRows.texts(batch)) {
            if (!rows.contains(row)) {
                rows.add(row);
            }
        }
        rows.sort(Comparator.comparingLong(RandomRows::timeOf));
        return rows;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rowsComeBackFromChunksInMemoryAndFromStreamsInOrder(long seed) throws DamagedException {
        SeededRandom random = new SeededRandom(seed);
        for (int round = 0; round < 400; round++) {
            ValueBatch rows = rowsOf(7, random, 60);
            Chunks chunks = new Chunks();
            List<String> kept = new ArrayList<>();
            for (int row = 0; row < rows.size(); row++) {
                if (chunks.append(3, 7, rows.epochNanos[row], rows.kinds[row], rows.bits[row], rows.arena)) {
                    kept.add(RandomRows.text(rows, row));
                }
            }
            ValueBatch fromMemory = new ValueBatch();
            for (byte[] stream : chunks.bytes(3, 7)) {
                Rows.decode(stream, 7, fromMemory);
            }
            assertThat(RandomRows.texts(fromMemory))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(kept);
            int[] order = RowOrder.of(rows);
            ValueBatch fromStream = new ValueBatch();
            Rows.decode(Rows.encode(rows, order, order.length), 7, fromStream);
            assertThat(RandomRows.texts(fromStream))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(inOrder(rows));
        }
    }

    private static ValueBatch batchOf(SeededRandom random) {
        ValueBatch batch = new ValueBatch();
        long time = random.nextLong() >> 2;
        boolean oneTime = random.chance(0.5);
        for (int i = random.between(1, 15); i > 0; i--) {
            RandomRows.add(batch, random.nextLong() >>> random.between(11, 60), 0, time, random);
            time += oneTime ? 0 : random.between(-5, 1_000_000_000L);
        }
        return batch;
    }

    private static List<StateEntry> statesOf(SeededRandom random) {
        List<StateEntry> entries = new ArrayList<>();
        for (int i = random.between(0, 5); i > 0; i--) {
            byte[] value = new byte[random.below(30)];
            random.fill(value);
            entries.add(new StateEntry("key ä " + random.below(100), value));
        }
        return entries;
    }

    /// Collects records as text.
    private static final class Collected implements LogRecords.Visitor {
        private final List<String> records = new ArrayList<>();

        @Override
        public void values(ValueBatch batch) {
            for (int row = 0; row < batch.size(); row++) {
                records.add(batch.itemIds[row] + " " + RandomRows.text(batch, row));
            }
        }

        @Override
        public void state(String key, byte[] value) {
            records.add(key + " = " + Arrays.toString(value));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void recordsOfTheLogComeBackAndThoseUpToASequenceAreSteppedOver(long seed) throws DamagedException {
        SeededRandom random = new SeededRandom(seed);
        for (int round = 0; round < 200; round++) {
            LogRecords.Buffer buffer = new LogRecords.Buffer(64);
            int records = random.between(1, 12);
            int after = random.below(records + 1);
            Collected wanted = new Collected();
            for (int record = 1; record <= records; record++) {
                if (random.chance(0.7)) {
                    ValueBatch batch = batchOf(random);
                    LogRecords.appendValues(buffer, batch);
                    if (record > after) {
                        wanted.values(batch);
                    }
                } else {
                    List<StateEntry> states = statesOf(random);
                    LogRecords.appendStates(buffer, states);
                    if (record > after) {
                        states.forEach(state -> wanted.state(state.key(), state.value()));
                    }
                }
            }
            Collected found = new Collected();
            ByteReader in = new ByteReader()
                    .open(buffer.bytes, Segments.FRAME_HEADER_BYTES, buffer.size - Segments.FRAME_HEADER_BYTES);
            long last = LogRecords.read(in, 1, after, new ValueBatch(), found);
            assertThat(last).isEqualTo(records);
            assertThat(found.records).as("seed %d, round %d", seed, round).isEqualTo(wanted.records);
        }
    }

    static byte[] mutated(byte[] bytes, SeededRandom random) {
        byte[] copy = Arrays.copyOf(bytes, random.chance(0.5) ? bytes.length : random.below(bytes.length + 1));
        for (int i = random.between(0, 4); i > 0 && copy.length > 0; i--) {
            int at = random.below(copy.length);
            copy[at] = random.chance(0.3) ? (byte) 0xFF : (byte) random.nextLong();
        }
        return copy;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void anyBytesAreReadOrToldAsDamage(long seed) {
        SeededRandom random = new SeededRandom(seed);
        int damaged = 0;
        for (int round = 0; round < 4_000; round++) {
            ValueBatch rows = rowsOf(7, random, 12);
            byte[] stream = mutated(Rows.encode(rows, RowOrder.of(rows), RowOrder.of(rows).length), random);
            LogRecords.Buffer buffer = new LogRecords.Buffer(64);
            LogRecords.appendValues(buffer, batchOf(random));
            LogRecords.appendStates(buffer, statesOf(random));
            byte[] records =
                    mutated(Arrays.copyOfRange(buffer.bytes, Segments.FRAME_HEADER_BYTES, buffer.size), random);
            try {
                Rows.decode(stream, 7, new ValueBatch());
            } catch (DamagedException e) {
                damaged++;
            }
            try {
                ByteReader in = new ByteReader().open(records, 0, records.length);
                LogRecords.read(in, 1, 0, new ValueBatch(), new Collected());
            } catch (DamagedException e) {
                damaged++;
            }
        }
        assertThat(damaged).as("seed %d", seed).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aManifestComesBackAndAnyOtherBytesAreToldAsDamage(long seed) throws Exception {
        SeededRandom random = new SeededRandom(seed);
        Map<String, byte[]> states = new TreeMap<>();
        states.put("ä", "value".getBytes(StandardCharsets.UTF_8));
        Manifest manifest =
                new Manifest(7, 3, new TreeMap<>(Map.of(0, 12L, 1, 1L << 40)), List.of("a.block", "b.block"), states);
        byte[] bytes = manifest.encode();
        Manifest read = Manifest.decode(bytes);
        assertThat(read.number()).isEqualTo(7);
        assertThat(read.run()).isEqualTo(3);
        assertThat(read.marks()).isEqualTo(manifest.marks());
        assertThat(read.blocks()).isEqualTo(manifest.blocks());
        assertThat(read.states()).containsOnlyKeys("ä");
        for (int round = 0; round < 2_000; round++) {
            byte[] bad = mutated(bytes, random);
            if (Arrays.equals(bad, bytes)) {
                continue;
            }
            try {
                Manifest.decode(bad);
                throw new AssertionError("taken for a manifest: seed " + seed + ", round " + round);
            } catch (DamagedException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }
}
