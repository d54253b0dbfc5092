package zonda.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SeededRandomTest {
    private static final long GOLDEN = 1546998764402558742L;

    @Test
    void givesTheSameFromTheSameSeed() {
        SeededRandom one = new SeededRandom(5);
        SeededRandom other = new SeededRandom(5);
        for (int i = 0; i < 1_000; i++) {
            assertThat(one.nextLong()).isEqualTo(other.nextLong());
        }
        // A golden number: another JVM, another year.
        assertThat(new SeededRandom(42).nextLong()).isEqualTo(GOLDEN);
    }

    @Test
    void aSplitDependsOnTheNameAndNotOnWhatWasDrawn() {
        SeededRandom drawn = new SeededRandom(5);
        drawn.nextLong();
        assertThat(drawn.split("disk").nextLong())
                .isEqualTo(new SeededRandom(5).split("disk").nextLong());
        TreeSet<Long> firsts = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            firsts.add(drawn.split("disk", i).nextLong());
            firsts.add(drawn.split("network", i).nextLong());
        }
        assertThat(firsts).hasSize(2_000);
    }

    @Test
    void staysWithinItsBoundsAndReachesThem() {
        SeededRandom random = new SeededRandom(1);
        TreeSet<Integer> seen = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(random.between(-2, 3));
            assertThat(random.nextDouble()).isBetween(0.0, Math.nextDown(1.0));
            assertThat(random.exponential(3)).isNotNegative().isFinite();
        }
        assertThat(seen).containsExactly(-2, -1, 0, 1, 2, 3);
    }

    @Test
    void chancesComeAsOftenAsTheyShould() {
        SeededRandom random = new SeededRandom(1);
        int hits = 0;
        for (int i = 0; i < 100_000; i++) {
            hits += random.chance(0.25) ? 1 : 0;
        }
        assertThat(hits).isBetween(24_000, 26_000);
        assertThat(random.chance(0)).isFalse();
        assertThat(random.chance(1)).isTrue();
    }

    @Test
    void theTraceTellsApartWhatDiffersInOneBitOrInOrder() {
        TreeSet<Long> hashes = new TreeSet<>();
        for (int i = 0; i < 160; i++) {
            TraceHash hash = new TraceHash();
            byte[] bytes = new byte[20];
            bytes[i % 20] = (byte) (1 << i / 20);
            hash.add(bytes, 0, bytes.length);
            hashes.add(hash.value());
        }
        assertThat(hashes).hasSize(160);
        TraceHash one = new TraceHash();
        one.add(1);
        one.add(2);
        TraceHash other = new TraceHash();
        other.add(2);
        other.add(1);
        assertThat(one.value()).isNotEqualTo(other.value());
        assertThat(one.toString()).hasSize(16);
    }
}
