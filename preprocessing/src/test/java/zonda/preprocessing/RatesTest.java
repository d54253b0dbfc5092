package zonda.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.WireType;

/// Rates of counters that run, start anew and fall silent at random, against the plain difference.
class RatesTest {
    private static final int SEEDS = 100;
    private static final int POLLS = 150;
    private static final int SECONDS = 60;

    /// One value is lost at a reset, two where the counter reads exactly zero; all others are the
    /// plain rate, so that there is no peak.
    @ParameterizedTest
    @EnumSource(
            value = WireType.class,
            names = {"COUNTER32", "COUNTER64"})
    void aResetSeedsTheBaseAnewAndCostsOneValueOrTwoAtALoneZero(WireType type) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Bench bench = new Bench(ItemValueType.FLOAT, Bench.step(PreprocessingStep.Type.CHANGE_PER_SECOND));
            long counter = 1_000_000L + random.nextInt(1_000_000);
            boolean isLost = true;
            for (int poll = 0; poll < POLLS; poll++) {
                long before = counter;
                boolean isReset = poll > 0 && counter > 100_000 && random.nextInt(12) == 0;
                counter = isReset
                        ? random.nextInt(3) == 0 ? 0 : 1L + random.nextInt(1_000)
                        : counter + 1L + random.nextInt(1_000_000);
                String got = bench.give((double) poll * SECONDS, type, counter);
                String at = type + ", seed " + seed + ", poll " + poll + ": " + before + " to " + counter;
                if (isLost || isReset) {
                    assertThat(got).as(at).isEqualTo("-");
                } else {
                    double wanted = (double) (counter - before) / SECONDS;
                    assertThat(Double.parseDouble(got)).as(at).isCloseTo(wanted, within(wanted * 1e-12));
                }
                isLost = isReset && counter == 0;
            }
        }
    }

    /// B4.42: what is not seen for a while is in the next difference, whole and once.
    @ParameterizedTest
    @ValueSource(ints = {0, 5, 50})
    void differencesSumUpToTheWholeOverGaps(int percentOfGaps) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Bench bench = new Bench(ItemValueType.UNSIGNED, Bench.step(PreprocessingStep.Type.SIMPLE_CHANGE));
            long first = random.nextLong(1L << 40);
            long counter = first;
            assertThat(bench.give(0, WireType.COUNTER64, counter)).isEqualTo("-");
            long sum = 0;
            for (int poll = 1; poll <= POLLS; poll++) {
                counter += random.nextInt(1_000_000);
                boolean isGap = poll < POLLS && random.nextInt(100) < percentOfGaps;
                String got = isGap
                        ? bench.give((double) poll * SECONDS, WireType.NOT_SUPPORTED, "no such instance")
                        : bench.give((double) poll * SECONDS, WireType.COUNTER64, counter);
                sum += isGap ? 0 : Long.parseLong(got);
            }
            assertThat(sum).as("seed %d", seed).isEqualTo(counter - first);
        }
    }
}
