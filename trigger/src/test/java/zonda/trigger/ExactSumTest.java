package zonda.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSumTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isTheMathematicalSumRoundedOnce(long seed) {
        Random random = new Random(seed);
        ExactSum sum = new ExactSum();
        long[] scratch = new long[ExactSum.LIMBS];
        Deque<Double> window = new ArrayDeque<>();
        BigDecimal exact = BigDecimal.ZERO;
        for (int i = 0; i < 3_000; i++) {
            double value = value(random);
            window.add(value);
            sum.add(value);
            exact = exact.add(new BigDecimal(value));
            while (window.size() > 1 + random.nextInt(20)) {
                double gone = window.remove();
                sum.subtract(gone);
                exact = exact.subtract(new BigDecimal(gone));
            }
            assertThat(sum.value(scratch)).as("seed %d, step %d", seed, i).isEqualTo(exact.doubleValue() + 0.0);
        }
    }

    private static double value(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(1_000) / 10.0;
            case 1 -> -random.nextInt(1_000) / 10.0;
            case 2 -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(1_900) - 1_000);
            case 3 -> Double.longBitsToDouble(random.nextLong() & 0x800F_FFFF_FFFF_FFFFL);
            case 4 -> random.nextBoolean() ? 0.0 : -0.0;
            default -> Math.scalb(1.0, random.nextInt(2_000) - 1_000) * (random.nextBoolean() ? 1 : -1);
        };
    }
}
