package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueByDelayTest {
    private static QueueByDelay after(long... seconds) {
        QueueByDelay queue = QueueByDelay.EMPTY;
        for (long delay : seconds) {
            queue = queue.plus(delay * 1_000_000_000L, 1);
        }
        return queue;
    }

    @Test
    void eachDelayIsInItsStep() {
        assertThat(after(0, 4, 5, 9, 10, 29, 30, 59, 60, 299, 300, 599, 600, 100_000))
                .isEqualTo(new QueueByDelay(2, 2, 2, 2, 2, 2));
    }

    @Test
    void atLeastCountsTheStepAndAllBeyond() {
        QueueByDelay queue = after(5, 10, 30, 60, 300, 600);
        assertThat(queue.atLeast(5)).isEqualTo(6);
        assertThat(queue.atLeast(30)).isEqualTo(4);
        assertThat(queue.atLeast(600)).isEqualTo(1);
        assertThat(queue.plus(queue).atLeast(5)).isEqualTo(12);
    }
}
