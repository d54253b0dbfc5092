package zonda.preprocessing.script;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.LongSupplier;

/// What the run on this thread has taken so far, and the limits. Owned by one platform thread: only
/// of those does the JVM tell what they have allocated.
///
/// Bytes are counted as allocated, not as in use: that is what can be known of one thread at no
/// cost, and it is never less than what is in use. So a run of limit `n` never holds more than `n`.
final class Gauge {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// Elements that a standard function may go through in one call: the longest take about a
    /// second.
    static final long MOST_ELEMENTS = 16_000_000;

    /// The unit is about a byte of compiled code, some nanoseconds at most: checks are microseconds
    /// apart.
    static final int STEPS_BETWEEN_CHECKS = 10_000;

    private static final long UNASKED_BYTES = 1 << 16;

    private final LongSupplier nanos;
    private final BigRuns bigRuns;
    private Allowance allowance = Allowance.brief();
    private long steps;
    private long nextCheck;
    private long deadline;
    private long allocatedBefore;
    private long mostBytes;
    private boolean isBig;
    private boolean isOver;
    private String reason = "";

    Gauge(LongSupplier nanos, BigRuns bigRuns) {
        this.nanos = nanos;
        this.bigRuns = bigRuns;
    }

    void begin(Allowance allowed) {
        allowance = allowed;
        steps = 0;
        nextCheck = Math.min(STEPS_BETWEEN_CHECKS, allowed.steps());
        isOver = false;
        reason = "";
        isBig = false;
        mostBytes = allowed.freeBytes();
        deadline = nanos.getAsLong() + allowed.time().toNanos();
        allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
    }

    void end() {
        if (isBig) {
            isBig = false;
            bigRuns.leave();
        }
    }

    /// Counts steps of compiled code or of a regular expression.
    void step(long count) {
        steps += count;
        if (steps < nextCheck) {
            return;
        }
        nextCheck = steps + STEPS_BETWEEN_CHECKS;
        if (steps > allowance.steps() && !isOver) {
            throw over("ran " + steps + " steps, wanted at most " + allowance.steps());
        }
        check();
    }

    /// Compares what was taken with the limits.
    void check() {
        if (isOver) {
            throw new ScriptLimit(reason);
        }
        if (allocated() > mostBytes) {
            grow(0);
        }
        if (nanos.getAsLong() - deadline > 0) {
            throw over("ran longer than "
                    + allowance.time().toString().substring(2).toLowerCase(Locale.ROOT));
        }
    }

    /// Asks for memory that is about to be allocated in one go.
    void reserve(long bytes) {
        check();
        if (bytes > mostBytes - allocated()) {
            grow(bytes);
        }
    }

    /// Asks to go through so many elements in one call, with so many bytes for each.
    void elements(long count, long bytesEach) {
        if (count > MOST_ELEMENTS) {
            throw over("wants to go through " + count + " elements, wanted at most " + MOST_ELEMENTS);
        }
        step(count);
        if (count * bytesEach > UNASKED_BYTES) {
            reserve(count * bytesEach);
        }
    }

    private void grow(long bytes) {
        long wanted = allocated() + bytes;
        if (wanted > allowance.bytes()) {
            throw over("wants " + wanted + " bytes of memory (all that it allocates counts), wanted at most "
                    + allowance.bytes());
        }
        if (!isBig) {
            long before = nanos.getAsLong();
            bigRuns.enter();
            isBig = true;
            mostBytes = allowance.bytes();
            deadline += nanos.getAsLong() - before;
        }
    }

    private long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
    }

    /// The end of a run that wants what is not to be had here.
    void refuseHere(String what) {
        if (allowance.postpones()) {
            throw over(what + " is not for here");
        }
    }

    long remainingNanos() {
        return Math.max(1, deadline - nanos.getAsLong());
    }

    /// Bytes that may still be allocated.
    long remainingBytes() {
        return Math.max(0, allowance.bytes() - allocated());
    }

    private ScriptLimit over(String why) {
        isOver = true;
        reason = why;
        return new ScriptLimit(why);
    }

    /// Whether the run met a limit: whatever it says afterwards is not believed.
    boolean isOver() {
        return isOver;
    }

    String reason() {
        return reason;
    }

    boolean postpones() {
        return allowance.postpones();
    }
}
