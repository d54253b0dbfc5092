package zonda.history.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.history.RandomRows;
import zonda.model.LogValue;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.simulation.SeededRandom;

/// Columns come back bit for bit, are as short as they should be, and any bytes are read or told as
/// damage.
class ColumnsTest {
    private static final long MILLISECOND = 1_000_000L;
    private static final int DAY = 1440;

    private final Integers integers = new Integers();
    private final Doubles doubles = new Doubles(integers, new Squeezer());

    private static double normal(SeededRandom random) {
        double sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += random.below(1 << 20) / (double) (1 << 20);
        }
        return sum - 6;
    }

    /// Integers of one of the shapes that occur, and of some that do not.
    private static long[] integersOf(SeededRandom random, int count) {
        long[] values = new long[count];
        int shape = random.below(9);
        long value = random.chance(0.3) ? random.nextLong() : random.below(1_000_000);
        long step = random.chance(0.3) ? random.nextLong() >>> random.below(60) : random.below(100_000);
        long times = random.chance(0.5) ? 1 : 1 + random.below(1000);
        for (int i = 0; i < count; i++) {
            values[i] = switch (shape) {
                case 0 -> value;
                case 1 -> value + i * step;
                case 2 -> value + i * step + random.below(9);
                case 3 -> value + (long) (normal(random) * step);
                case 4 -> random.nextLong();
                case 5 -> random.chance(0.01) ? random.nextLong() : 0;
                case 6 -> random.below(3);
                case 7 -> (i & 1) == 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
                default -> i == 0 ? value : values[i - 1] + random.below((int) Math.max(1, step % 1_000_000 + 1));
            };
            values[i] *= times;
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void integersComeBack(long seed) throws DamagedException {
        SeededRandom random = new SeededRandom(seed);
        for (int round = 0; round < 1_500; round++) {
            long[] values = integersOf(random, random.chance(0.5) ? random.between(1, 9) : random.between(1, 3000));
            ByteWriter out = new ByteWriter();
            integers.encode(values, values.length, out);
            long[] back = new long[values.length];
            ByteReader in = new ByteReader().open(out.data, 0, out.size);
            integers.decode(in, values[0], back, values.length);
            assertThat(back).as("seed %d, round %d", seed, round).isEqualTo(values);
            assertThat(in.isAtEnd()).as("seed %d, round %d", seed, round).isTrue();
        }
    }

    private static long[] doublesOf(SeededRandom random, int count) {
        long[] values = new long[count];
        int shape = random.below(8);
        double walk = random.below(10_000) / 100.0;
        for (int i = 0; i < count; i++) {
            walk += normal(random) * 0.1;
            double value = switch (shape) {
                case 0 -> Math.rint(walk * 100) / 100;
                case 1 -> walk;
                case 2 -> RandomRows.hardDouble(random);
                case 3 -> (float) walk;
                case 4 -> random.chance(0.02) ? RandomRows.hardDouble(random) : Math.rint(walk * 1000) / 1000;
                case 5 -> i < 33 ? walk : Double.longBitsToDouble(values[i - 33]);
                case 6 -> random.below(40) * 0.37;
                default -> random.chance(0.5) ? -0.0 : 0.1 * random.below(100);
            };
            values[i] = Double.doubleToRawLongBits(value);
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyDoubleComesBackBitForBit(long seed) throws DamagedException {
        SeededRandom random = new SeededRandom(seed);
        for (int round = 0; round < 1_000; round++) {
            long[] values = doublesOf(random, random.chance(0.5) ? random.between(1, 9) : random.between(1, 2000));
            ByteWriter out = new ByteWriter();
            doubles.encode(values, values.length, out);
            long[] back = new long[values.length];
            ByteReader in = new ByteReader().open(out.data, 0, out.size);
            doubles.decode(in, back, values.length);
            assertThat(back).as("seed %d, round %d", seed, round).isEqualTo(values);
            assertThat(in.isAtEnd()).as("seed %d, round %d", seed, round).isTrue();
        }
    }

    private int bytes(long[] values) {
        ByteWriter out = new ByteWriter();
        integers.encode(values, values.length, out);
        return out.size;
    }

    /// The entropy of a normal distribution is log2(4.13 times its standard deviation) bits.
    @Test
    void noiseTakesLittleMoreThanItsEntropyAndWhatIsRegularNothing() {
        SeededRandom random = new SeededRandom(1);
        long[] times = new long[DAY];
        long[] regular = new long[DAY];
        long[] counter = new long[DAY];
        long[] states = new long[DAY];
        double[] walk = new double[DAY];
        for (int i = 0; i < DAY; i++) {
            regular[i] = i * 60_000L * MILLISECOND;
            times[i] = regular[i] + Math.round(normal(random) * 3) * MILLISECOND;
            counter[i] = (i == 0 ? 0 : counter[i - 1]) + 60_000_000L + (long) (normal(random) * 6_000_000);
            states[i] = i < 700 ? 1 : 2;
            walk[i] = (i == 0 ? 50 : walk[i - 1]) + normal(random) * 0.05;
        }
        assertThat(bytes(regular)).isLessThan(20);
        assertThat(bytes(states)).isLessThan(12);
        assertThat(bytes(times) / (double) DAY).as("jitter of 3 ms, 0.454").isLessThan(0.49);
        assertThat(bytes(counter) / (double) DAY).as("noise of 6e6, 3.07").isLessThan(3.15);
        long[] gauge = Arrays.stream(walk)
                .mapToLong(value -> Double.doubleToRawLongBits(Math.rint(value * 100) / 100))
                .toArray();
        ByteWriter out = new ByteWriter();
        doubles.encode(gauge, DAY, out);
        assertThat(out.size / (double) DAY).as("steps of 5 hundredths, 0.55").isLessThan(0.6);
    }

    private static ValueBatch rowsOf(SeededRandom random, int count) {
        ValueBatch batch = new ValueBatch();
        long time = random.chance(0.1) ? random.nextLong() : 1_764_000_000_000L * MILLISECOND;
        boolean isPlain = random.chance(0.3);
        boolean isText = random.chance(0.3);
        boolean isLog = random.chance(0.3);
        boolean hasTimes = random.chance(0.5);
        for (int i = 0; i < count; i++) {
            time += random.chance(0.9) ? 60_000 * MILLISECOND : random.between(0, 1_000_000_000_000L);
            if (isPlain) {
                batch.addNumber(7, 0, time, ValueKind.UNSIGNED, random.below(9));
            } else if (isLog && random.chance(0.97)) {
                byte[] line = new LogValue(
                                "session " + random.below(9) + " opened for user root",
                                random.chance(0.5) ? "sshd" : "kernel",
                                random.below(9) - 1,
                                random.below(3) * 1_000_000_007,
                                hasTimes ? Math.floorDiv(time, 1_000_000_000L) - random.below(3) : 0)
                        .encoded();
                batch.addBytes(7, 0, time, ValueKind.LOG, line, 0, line.length);
            } else if (isText) {
                batch.addText(7, 0, time, ValueKind.TEXT, "Interface eth" + random.below(5) + " is up since ages");
            } else {
                RandomRows.add(batch, 7, 0, time, random);
            }
        }
        return batch;
    }

    private static int[] order(ValueBatch rows) {
        int[] order = new int[rows.size()];
        Arrays.setAll(order, i -> i);
        return order;
    }

    private static void decode(byte[] times, byte[] values, long first, int count, byte[] dictionary, ValueBatch out)
            throws DamagedException {
        try (Columns columns = new Columns()) {
            columns.decode(
                    Block.VALUES,
                    Block.VERSION,
                    new ByteReader().open(times, 0, times.length),
                    new ByteReader().open(values, 0, values.length),
                    7,
                    first,
                    count,
                    dictionary,
                    out);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void rowsOfAllKindsComeBackAndOtherBytesAreToldAsDamage(long seed) throws DamagedException {
        SeededRandom random = new SeededRandom(seed);
        byte[] dictionary = "Interface eth0 is up since ages".repeat(20).getBytes(StandardCharsets.UTF_8);
        int damaged = 0;
        try (Columns columns = new Columns()) {
            for (int round = 0; round < 800; round++) {
                ValueBatch rows = rowsOf(random, random.between(1, random.chance(0.1) ? 500 : 20));
                byte[] with = random.chance(0.5) ? dictionary : new byte[0];
                ByteWriter times = new ByteWriter();
                ByteWriter values = new ByteWriter();
                columns.encodeTimes(Arrays.copyOf(rows.epochNanos, rows.size()), rows.size(), times);
                columns.encodeValues(Block.VALUES, rows, order(rows), rows.size(), with, values);
                ValueBatch back = new ValueBatch();
                decode(times.toBytes(), values.toBytes(), rows.epochNanos[0], rows.size(), with, back);
                assertThat(RandomRows.texts(back))
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(RandomRows.texts(rows));
                try {
                    decode(
                            CodecsTest.mutated(times.toBytes(), random),
                            CodecsTest.mutated(values.toBytes(), random),
                            rows.epochNanos[0],
                            rows.size(),
                            with,
                            new ValueBatch());
                } catch (DamagedException e) {
                    damaged++;
                }
            }
        }
        assertThat(damaged).as("seed %d", seed).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void trendsComeBackWithTheirSumsWhole(long seed) throws DamagedException {
        SeededRandom random = new SeededRandom(seed);
        for (int round = 0; round < 300; round++) {
            ValueBatch rows = new ValueBatch();
            Trend trend = new Trend();
            int count = random.between(1, 30);
            for (int hour = 0; hour < count; hour++) {
                trend.clear();
                boolean unsigned = random.chance(0.5);
                for (int i = random.between(1, 20); i > 0; i--) {
                    if (unsigned) {
                        trend.add((byte) 1, random.nextLong() >>> random.below(64));
                    } else {
                        trend.add((byte) 2, Double.doubleToRawLongBits(RandomRows.hardDouble(random)));
                    }
                }
                trend.toRow(7, hour * Trend.HOUR, new byte[Trend.BYTES], rows);
            }
            try (Columns columns = new Columns()) {
                ByteWriter times = new ByteWriter();
                ByteWriter values = new ByteWriter();
                columns.encodeTimes(Arrays.copyOf(rows.epochNanos, count), count, times);
                columns.encodeValues(Block.TRENDS, rows, order(rows), count, new byte[0], values);
                ValueBatch back = new ValueBatch();
                columns.decode(
                        Block.TRENDS,
                        Block.VERSION,
                        new ByteReader().open(times.data, 0, times.size),
                        new ByteReader().open(values.data, 0, values.size),
                        7,
                        rows.epochNanos[0],
                        count,
                        new byte[0],
                        back);
                assertThat(RandomRows.texts(back))
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(RandomRows.texts(rows));
            }
        }
    }
}
