package zonda.devices.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void episodesAddUpToWhatAStopwatchMeasures(long key) {
        Episodes episodes = Episodes.of(key, 700, 5, 40, 3, 60);
        long on = 0;
        boolean before = false;
        long changed = -1;
        long started = -1;
        for (long millis = 0; millis < 6_000; millis++) {
            boolean now = episodes.isOn(millis);
            if (now != before) {
                changed = millis;
                started = now ? millis : started;
            }
            assertThat(episodes.onMillis(millis))
                    .as("key %d at %d", key, millis)
                    .isEqualTo(on);
            assertThat(episodes.lastChange(millis, -1))
                    .as("key %d at %d", key, millis)
                    .isEqualTo(changed);
            assertThat(episodes.lastStart(millis, -1))
                    .as("key %d at %d", key, millis)
                    .isEqualTo(started);
            on += now ? 1 : 0;
            before = now;
        }
        assertThat(on).isPositive();
    }

    @Test
    void whatNeverHappensNeverHappens() {
        assertThat(Episodes.never().isOn(Long.MAX_VALUE / 2)).isFalse();
        assertThat(Episodes.never().onMillis(Long.MAX_VALUE / 2)).isZero();
        assertThat(Episodes.never().lastStart(5, -9)).isEqualTo(-9);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 30, 1_000, 125_000_000, 1_000_000_000})
    void aFlowOnlyGrowsAndKeepsItsMean(long mean) {
        Flow flow = new Flow(mean * 7, mean);
        long start = 93_000_000_000L;
        long before = flow.at(start);
        assertThat(before).isNotNegative();
        for (int i = 1; i < 200_000; i++) {
            long now = flow.at(start + i * 7L);
            assertThat(now).as("mean %d, step %d", mean, i).isGreaterThanOrEqualTo(before);
            before = now;
        }
        long seconds = 1_000_000;
        double rate = (flow.at(start + seconds * 1000) - flow.at(start)) / (double) seconds;
        assertThat(rate).isBetween(mean * 0.98, mean * 1.02);
    }

    @Test
    void aFlowMovesWithinSeconds() {
        Flow flow = new Flow(5, 1_000_000);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int second = 0; second < 60; second++) {
            long moved = flow.at(1_000_000 + second * 1000L + 1000) - flow.at(1_000_000 + second * 1000L);
            least = Math.min(least, moved);
            most = Math.max(most, moved);
        }
        assertThat(most).isGreaterThan(least * 5 / 4);
    }

    @Test
    void aWaveStaysWithinItsSwing() {
        Wave wave = new Wave(9, 50, 20);
        for (long millis = 0; millis < 2_000_000; millis += 500) {
            assertThat(wave.at(millis)).isBetween(29.9, 70.1);
        }
    }
}
