package zonda.preprocessing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import zonda.preprocessing.script.ScriptResult;
import zonda.preprocessing.step.StepException;
import zonda.runtime.Counter;
import zonda.runtime.Errands;

/// The values of a shard that wait, in lanes: one for each item that has any, in their order. The
/// head of a lane is on an errand. Owned by the shard; errands see only the passages they are
/// given,
/// and the queue of those that are done.
final class Waiting {
    /// Values and bytes of one shard that may wait before it takes no new ones.
    private static final int MOST_VALUES = 100_000;

    private static final long MOST_BYTES =
            Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 16);

    /// Values of one master that travel in one errand.
    private static final int MOST_TOGETHER = 64;

    private final Errands errands;
    private final Runnable wake;
    /// Of one item: it must not take the room of all others.
    private static final int MOST_OF_AN_ITEM = MOST_VALUES / 20;

    private static final long MOST_BYTES_OF_AN_ITEM = MOST_BYTES / 4;

    private final Map<Integer, Lane> lanes = new HashMap<>();
    private final List<Passage> unsent = new ArrayList<>();
    private final Queue<Passage> done = new ConcurrentLinkedQueue<>();
    private final List<Runnable> due = new ArrayList<>();
    private Receipt current = new Receipt();
    private @Nullable Receipt owner;
    private final Counter size = new Counter();
    private final Counter bytes = new Counter();
    private final Counter sent = new Counter();

    Waiting(Errands errands, Runnable wake) {
        this.errands = errands;
        this.wake = wake;
    }

    boolean hasAny(int slot) {
        return !lanes.isEmpty() && lanes.containsKey(slot);
    }

    /// Puts a value behind those of its item that wait already.
    void add(Passage passage) {
        passage.charged = passage.bytes();
        lanes.computeIfAbsent(passage.slot, slot -> new Lane()).add(passage);
        Receipt receipt = owner != null ? owner : current;
        receipt.open++;
        passage.receipt = receipt;
        size.increment();
        bytes.add(passage.charged);
    }

    /// Sends the head of a lane on an errand, with the next [#send]; a value without a lane gets
    /// one.
    void park(Passage passage) {
        if (!isHead(passage)) {
            add(passage);
        }
        unsent.add(passage);
    }

    @SuppressWarnings("ReferenceEquality")
    boolean isHead(Passage passage) {
        Lane lane = lanes.get(passage.slot);
        return lane != null && lane.values.peek() == passage;
    }

    /// Lets the head of a lane go.
    ///
    /// @return the next one
    @Nullable
    Passage finish(Passage passage) {
        Lane lane = lanes.get(passage.slot);
        if (lane == null) {
            return null;
        }
        lane.poll();
        uncount(passage);
        Passage next = lane.values.peek();
        if (next == null) {
            lanes.remove(passage.slot);
        }
        return next;
    }

    private void uncount(Passage passage) {
        size.add(-1);
        bytes.add(-passage.charged);
        Receipt receipt = passage.receipt;
        if (receipt != null && --receipt.open == 0 && receipt.action != null) {
            due.add(receipt.action);
        }
    }

    /// What somebody waits for: the values that were handed on together, and what came of them.
    static final class Receipt {
        private int open;
        private @Nullable Runnable action;
    }

    /// Runs something once none of the values that came since the last call waits.
    void whenPassed(Runnable action) {
        if (current.open == 0) {
            action.run();
            return;
        }
        current.action = action;
        current = new Receipt();
    }

    /// From now on what is added came of this value.
    void cameOf(@Nullable Passage passage) {
        owner = passage == null ? null : passage.receipt;
    }

    /// Runs what was waited for.
    void runDue() {
        if (!due.isEmpty()) {
            List<Runnable> actions = List.copyOf(due);
            due.clear();
            actions.forEach(Runnable::run);
        }
    }

    /// The item is no more: what waits for it is dropped, what comes back is not looked at.
    void forget(int slot) {
        Lane lane = lanes.remove(slot);
        if (lane != null) {
            lane.values.forEach(this::uncount);
        }
    }

    /// Starts errands for all that were parked. Values of one master go together, so that a
    /// thousand
    /// of them are not a thousand errands; each script goes alone, since it may take its time.
    void send() {
        if (unsent.isEmpty()) {
            return;
        }
        List<Passage> together = new ArrayList<>();
        for (Passage passage : unsent) {
            if (!together.isEmpty() && !goesWith(together, passage)) {
                start(together);
                together = new ArrayList<>();
            }
            together.add(passage);
        }
        start(together);
        unsent.clear();
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean goesWith(List<Passage> together, Passage passage) {
        Passage first = together.getFirst();
        return together.size() < MOST_TOGETHER
                && passage.isOfMaster
                && first.value.shared() == passage.value.shared()
                && !isAtScript(first)
                && !isAtScript(passage);
    }

    private static boolean isAtScript(Passage passage) {
        return passage.program.steps().get(passage.next).text() instanceof Scripts.Step;
    }

    private void start(List<Passage> together) {
        sent.increment();
        errands.start("preprocessing", () -> {
            for (Passage passage : together) {
                advance(passage);
                done.add(passage);
            }
            wake.run();
        });
    }

    /// Takes a value through steps on text until one wants the shard.
    private static void advance(Passage passage) {
        List<Program.Step> steps = passage.program.steps();
        while (passage.next < steps.size() && steps.get(passage.next).isOnText()) {
            Program.Step step = steps.get(passage.next);
            try {
                if (!pass(step, passage)) {
                    passage.isDiscarded = true;
                    return;
                }
            } catch (StepException e) {
                passage.fault = e;
                return;
            }
            passage.next++;
        }
    }

    private static boolean pass(Program.Step step, Passage passage) throws StepException {
        try {
            String text = onText(step, passage.value);
            if (text == null) {
                return false;
            }
            passage.value.text(text);
            return true;
        } catch (StepException e) {
            passage.failures++;
            return step.settles(e, passage.value);
        }
    }

    /// Runs a step on text, wherever that is.
    ///
    /// @return nothing when the value is discarded
    static @Nullable String onText(Program.Step step, Scalar value) throws StepException {
        return step.text() instanceof Scripts.Step script
                ? returned(script.run(value.asText()), value)
                : step.text().apply(value.shared());
    }

    static @Nullable String returned(ScriptResult result, Scalar value) throws StepException {
        return switch (result) {
            case ScriptResult.Returned(String text) -> text;
            case ScriptResult.Nothing() -> null;
            case ScriptResult.Failed(String reason) -> throw StepException.at(value.asText(), reason);
            case ScriptResult.Postponed() -> throw new IllegalStateException("postponed where nothing may be");
        };
    }

    @Nullable
    Passage takeDone() {
        return done.poll();
    }

    boolean hasDone() {
        return !done.isEmpty();
    }

    /// Whether so much waits for one item that no more of its values are taken.
    boolean isFull(int slot) {
        Lane lane = lanes.isEmpty() ? null : lanes.get(slot);
        return lane != null && (lane.values.size() >= MOST_OF_AN_ITEM || lane.bytes >= MOST_BYTES_OF_AN_ITEM);
    }

    /// The values of one item, in their order.
    private static final class Lane {
        private final Deque<Passage> values = new ArrayDeque<>();
        private long bytes;

        void add(Passage passage) {
            values.add(passage);
            bytes += passage.charged;
        }

        void poll() {
            Passage gone = values.poll();
            bytes -= gone == null ? 0 : gone.charged;
        }
    }

    boolean isPressed() {
        return size.value() > MOST_VALUES || bytes.value() > MOST_BYTES;
    }

    int size() {
        return (int) size.value();
    }

    /// Errands started so far.
    long sent() {
        return sent.value();
    }
}
