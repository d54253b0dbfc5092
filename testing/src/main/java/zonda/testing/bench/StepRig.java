package zonda.testing.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import zonda.model.AllowedHosts;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.RawBatch;
import zonda.model.UpdateInterval;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.model.WireType;
import zonda.preprocessing.Preprocessor;
import zonda.preprocessing.Scripts;
import zonda.preprocessing.script.HttpAnswer;
import zonda.preprocessing.script.HttpQuestion;
import zonda.preprocessing.script.ScriptSurroundings;
import zonda.preprocessing.step.StepCompiler;
import zonda.runtime.simulation.SeededRandom;

/// Items with the same steps behind the product's [Preprocessor], and batches of raw values made
/// ready for it, so that only its own work is measured. Every step runs where it is, on the calling
/// thread.
final class StepRig {
    private static final int ROWS = 50;
    private static final long SECOND = 1_000_000_000;
    private static final long START = 1_700_000_000 * SECOND;

    /// What a pass costs, in CPU time and bytes of the thread, for each value given.
    record Cost(double nanos, double allocatedBytes) {
        double perSecond() {
            return 1e9 / nanos;
        }
    }

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ItemSlots slots = new ItemSlots();
    private final Preprocessor preprocessor =
            new Preprocessor(slots, this::take, new StepCompiler(new Scripts(new Nowhere(), 512L << 20)));
    private final List<RawBatch> batches = new ArrayList<>();
    private final int items;
    private int passes;
    private long rowsOut;

    /// Items `1` to `items` that values are given to.
    ///
    /// @param dependents of each item, with the steps `ofDependents`; their own steps come first
    StepRig(
            int items,
            ItemValueType type,
            List<PreprocessingStep> steps,
            int dependents,
            List<PreprocessingStep> ofDependents) {
        this.items = items;
        List<Item> made = new ArrayList<>();
        for (long id = 1; id <= items; id++) {
            made.add(item(id, ItemType.TRAPPER, type, steps, 0));
            for (int i = 0; i < dependents; i++) {
                made.add(item(id + (i + 1L) * items, ItemType.DEPENDENT, ItemValueType.TEXT, ofDependents, id));
            }
        }
        List<String> faults =
                preprocessor.apply(new Host(1, "bench", "Bench", List.of(), List.of(), made, List.of(), List.of(), 1));
        if (!faults.isEmpty()) {
            throw new IllegalStateException("steps of the benchmark do not compile: " + faults.getFirst());
        }
    }

    private static Item item(
            long id, ItemType type, ItemValueType valueType, List<PreprocessingStep> steps, long master) {
        return new Item(
                id,
                1,
                "key",
                "Name",
                type,
                0,
                "",
                valueType,
                "",
                UpdateInterval.every(Duration.ofMinutes(1)),
                steps,
                Duration.ZERO,
                Duration.ZERO,
                List.of(),
                AllowedHosts.ANYONE,
                master);
    }

    /// One counter's value for each item, in shuffled order.
    void giveCounters(long seed, LongUnaryOperator valueOf) {
        long[] order = new long[items];
        SeededRandom random = new SeededRandom(seed);
        for (int i = 0; i < items; i++) {
            int at = random.below(i + 1);
            order[i] = order[at];
            order[at] = i + 1L;
        }
        for (int i = 0; i < items; i++) {
            room(i).addNumber(
                            order[i], slots.slotOf(order[i]), START, WireType.COUNTER64, valueOf.applyAsLong(order[i]));
        }
    }

    /// One text for each item.
    void giveTexts(LongFunction<String> textOf) {
        for (int i = 0; i < items; i++) {
            long id = i + 1L;
            room(i).addText(id, slots.slotOf(id), START, WireType.TEXT, textOf.apply(id));
        }
    }

    private RawBatch room(int row) {
        if (row % ROWS == 0) {
            batches.add(new RawBatch(ROWS));
        }
        return batches.getLast();
    }

    /// Gives all values again and again: for the compiler first, then measured.
    ///
    /// @param cpu least CPU time of the measured passes
    Cost measure(Duration warmUp, Duration cpu) {
        passes(warmUp);
        rowsOut = 0;
        return passes(cpu);
    }

    /// Values that came out in the measured passes, for each one given.
    double passedShare() {
        return (double) rowsOut / given;
    }

    private long given;

    private Cost passes(Duration least) {
        long thread = Thread.currentThread().threadId();
        long spent = 0;
        long allocated = 0;
        given = 0;
        do {
            age();
            long bytes = threads.getThreadAllocatedBytes(thread);
            long start = threads.getCurrentThreadCpuTime();
            for (RawBatch batch : batches) {
                preprocessor.accept(batch);
            }
            spent += threads.getCurrentThreadCpuTime() - start;
            allocated += threads.getThreadAllocatedBytes(thread) - bytes;
            given += items;
        } while (spent < least.toNanos());
        return new Cost((double) spent / given, (double) allocated / given);
    }

    /// A minute later: counters went on.
    private void age() {
        passes++;
        for (RawBatch batch : batches) {
            batch.monotonicNanos = 60 * SECOND * passes;
            for (int row = 0; row < batch.size(); row++) {
                batch.epochNanos[row] += 60 * SECOND;
                if (!batch.wireType(row).isSlice()) {
                    batch.bits[row] += 60_000 + row;
                }
            }
        }
    }

    private void take(ValueBatch batch) {
        rowsOut += batch.size();
        for (int row = 0; row < batch.size(); row++) {
            if (batch.kinds[row] == ValueKind.NOT_SUPPORTED.code()) {
                throw new IllegalStateException("a value of the benchmark failed: " + batch.text(row));
            }
        }
    }

    /// The world of the benchmark's scripts: time limits hold, there is no network.
    private static final class Nowhere implements ScriptSurroundings {
        @Override
        public long wallMillis() {
            return START / 1_000_000;
        }

        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public double random() {
            return 0.5;
        }

        @Override
        public TimeZone timeZone() {
            return TimeZone.getTimeZone("UTC");
        }

        @Override
        public void sleep(Duration time) {}

        @Override
        public void log(int level, String message) {}

        @Override
        public HttpAnswer send(HttpQuestion question) throws IOException {
            throw new IOException("there is no network in the benchmark");
        }
    }
}
