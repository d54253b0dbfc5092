package zonda.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.WallClock;

class TracerTest {
    private final HandHistory history = new HandHistory();
    private long now = 1_000;
    private final WallClock wallClock = new WallClock() {
        @Override
        public long epochNanos() {
            return now++;
        }

        @Override
        public ZoneId zone() {
            return ZoneId.of("UTC");
        }
    };
    private final Tracer tracer = new Tracer(() -> now, wallClock, history);

    private void pass(long itemId, long value) {
        ValueBatch batch = new ValueBatch(2);
        batch.addNumber(999, 1, 500, ValueKind.UNSIGNED, 1);
        batch.addNumber(itemId, 0, 500, ValueKind.UNSIGNED, value);
        tracer.preprocessed(batch);
        history.accept(batch);
        tracer.logged();
        tracer.judged();
    }

    private Tracer.Passage passage(long itemId) {
        return Objects.requireNonNull(tracer.passage(itemId));
    }

    @Test
    void notesNothingOfItemsThatNobodyWatches() {
        pass(7, 1);
        assertThat(tracer.passage(7)).isNull();
        tracer.watch(7);
        assertThat(tracer.passage(7)).isNull();
        assertThat(tracer.nextWakeNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void notesTheStopsInTheirOrderAndTheSyncWhenItComes() {
        tracer.watch(7);
        pass(7, -1);
        Tracer.Passage first = passage(7);
        assertThat(first.value).isEqualTo("18446744073709551615");
        assertThat(first.valueNanos).isEqualTo(500);
        assertThat(first.loggedNanos).isGreaterThan(first.preprocessedNanos);
        assertThat(first.judgedNanos).isGreaterThan(first.loggedNanos);
        assertThat(first.isComplete()).isFalse();
        assertThat(tracer.turn(now)).isZero();
        history.commitSoon();
        assertThat(tracer.turn(now)).isEqualTo(1);
        assertThat(passage(7).syncedNanos).isGreaterThan(first.judgedNanos);
        assertThat(first.isComplete()).as("what was told does not change").isFalse();
        pass(7, 3);
        assertThat(passage(7).value).isEqualTo("3");
        assertThat(passage(7).isComplete()).isFalse();
    }

    @Test
    void letsTheLongestWatchedGoWhenThereAreTooMany() {
        for (long item = 1; item <= 17; item++) {
            tracer.watch(item);
            tracer.watch(item);
        }
        for (long item = 1; item <= 17; item++) {
            pass(item, item);
        }
        assertThat(tracer.passage(1)).isNull();
        assertThat(tracer.passage(2)).isNotNull();
        assertThat(tracer.passage(17)).isNotNull();
    }
}
