package zonda.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueBatchTest {
    private static final long SEED = 20_261_201;

    private static double exact(long value) {
        return new BigDecimal(new BigInteger(Long.toUnsignedString(value))).doubleValue();
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                -1,
                -2,
                -1024,
                -1025,
                -1023,
                (1L << 53) - 1,
                (1L << 53) + 1,
                Long.MIN_VALUE + 1,
                Long.MIN_VALUE + 1024,
                Long.MIN_VALUE + 1025,
                Long.MIN_VALUE + 3072
            })
    void roundsUnsignedNumbersToTheNearestDouble(long value) {
        assertThat(ValueBatch.unsignedToDouble(value)).isEqualTo(exact(value));
    }

    @Test
    void roundsAnyUnsignedNumberAsExactArithmeticDoes() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() | (random.nextBoolean() ? Long.MIN_VALUE : 0);
            assertThat(ValueBatch.unsignedToDouble(value))
                    .as("seed %d, value %s", SEED, Long.toUnsignedString(value))
                    .isEqualTo(exact(value));
        }
    }

    @Test
    void keepsRowsOfAllKindsWhileItGrowsAndWhenTheyAreCopied() {
        ValueBatch batch = new ValueBatch(1);
        for (int i = 0; i < 1_000; i++) {
            batch.addNumber(i, i, 10 + i, ValueKind.UNSIGNED, -i);
            batch.addNumber(i, i, 20 + i, ValueKind.DOUBLE, Double.doubleToRawLongBits(i / 3.0));
            batch.addText(i, i, 30 + i, ValueKind.TEXT, "Zürich " + i);
        }
        ValueBatch copy = new ValueBatch(1);
        for (int row = batch.size() - 1; row >= 0; row--) {
            copy.addRow(batch, row, 7);
        }
        batch.clear();
        assertThat(batch.isEmpty()).isTrue();
        assertThat(copy.size()).isEqualTo(3_000);
        for (int i = 0; i < 1_000; i++) {
            int row = 3 * (999 - i);
            assertThat(copy.text(row)).isEqualTo("Zürich " + i);
            assertThat(copy.kind(row)).isEqualTo(ValueKind.TEXT);
            assertThat(copy.asDouble(row + 1)).isEqualTo(i / 3.0);
            assertThat(copy.bits[row + 2]).isEqualTo(-i);
            assertThat(copy.epochNanos[row + 2]).isEqualTo(10 + i);
            assertThat(copy.slots[row + 2]).isEqualTo(7);
        }
    }
}
