package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import zonda.testing.jmh.ExchangeLoop;

/// What the collector allocates, by the thread's own counter.
class VarbindAllocationTest {
    private static final int VALUES = 256_000;
    private static final int ROUNDS = 12;

    private static double bytesAValue(int varbinds) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ExchangeLoop loop = new ExchangeLoop(varbinds);
        double least = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            loop.runFor(VALUES);
            least = Math.min(least, (double) (threads.getCurrentThreadAllocatedBytes() - before) / VALUES);
        }
        assertThat(loop.exchanges()).isGreaterThanOrEqualTo((long) ROUNDS * VALUES / varbinds);
        return least;
    }

    /// An object a varbind would be 16 bytes at least.
    @Test
    void nothingBetweenDatagramAndValueIsAllocatedPerVarbind() {
        assertThat(bytesAValue(10)).as("bytes a varbind of ten").isLessThan(1);
        assertThat(bytesAValue(50)).as("bytes a varbind of fifty").isLessThan(1);
    }
}
