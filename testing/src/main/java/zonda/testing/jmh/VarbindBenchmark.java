package zonda.testing.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// A varbind's way from datagram to value, in requests of some size: what it takes and what it
/// allocates. An operation is one varbind.
@State(Scope.Benchmark)
public class VarbindBenchmark {
    private static final int VALUES = 64_000;

    /// Varbinds a request.
    @Param({"10", "50"})
    public int varbinds;

    private ExchangeLoop loop = new ExchangeLoop(10);

    @Setup
    public void open() {
        loop = new ExchangeLoop(varbinds);
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long values() {
        return loop.runFor(VALUES);
    }
}
