package zonda.collector;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import zonda.model.ItemSlots;
import zonda.model.RawBatch;
import zonda.runtime.Duty;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Sink;

/// Takes pushed values on their shard: hands them on while there is room downstream, and tells
/// whoever pushed them once they are synced. Owned by the shard's thread. What was taken is never
/// dropped; how much may wait here is bounded by who pushes.
public final class Intake implements Duty {
    /// Values handed on in one turn, so that polls get theirs.
    private static final int ROWS_A_TURN = 2_048;

    private static final long FULL_RETRY_NANOS = 10_000_000L;
    private static final long ANSWER_RETRY_NANOS = 1_000_000L;

    private final MonotonicClock clock;
    private final ItemSlots slots;
    private final IntPredicate isKnown;
    private final Sink<RawBatch> values;
    private final BooleanSupplier accepting;
    private final Consumer<Runnable> awaitSynced;
    private final ArrayDeque<Push> waiting = new ArrayDeque<>();
    private final List<Push> handedOn = new ArrayList<>();
    private final ArrayDeque<Push> unanswered = new ArrayDeque<>();
    private final RawBatch known = new RawBatch();

    /// @param isKnown whether a slot stands for an item that is monitored now, and takes a value
    /// @param values the way on
    /// @param accepting false while downstream is full or failing
    /// @param awaitSynced runs what it is given once all that was handed on so far is synced, which
    ///     it makes happen at once
    public Intake(
            MonotonicClock clock,
            ItemSlots slots,
            IntPredicate isKnown,
            Sink<RawBatch> values,
            BooleanSupplier accepting,
            Consumer<Runnable> awaitSynced) {
        this.clock = clock;
        this.slots = slots;
        this.isKnown = isKnown;
        this.values = values;
        this.accepting = accepting;
        this.awaitSynced = awaitSynced;
    }

    /// Takes values. On the shard's thread: as a message.
    public void take(Push push) {
        waiting.add(push);
    }

    @Override
    public String name() {
        return "intake";
    }

    @Override
    public int turn(long nowNanos) {
        int rows = 0;
        while (!waiting.isEmpty() && rows < ROWS_A_TURN && accepting.getAsBoolean()) {
            Push push = waiting.removeFirst();
            rows += Math.max(1, push.batch().size());
            handOn(push);
            handedOn.add(push);
        }
        if (!handedOn.isEmpty()) {
            List<Push> pushes = List.copyOf(handedOn);
            handedOn.clear();
            awaitSynced.accept(() -> unanswered.addAll(pushes));
        }
        return rows + answer();
    }

    private void handOn(Push push) {
        RawBatch batch = push.batch();
        boolean allKnown = true;
        for (int row = 0; row < batch.size(); row++) {
            int slot = slots.slotOf(batch.itemIds[row]);
            boolean isThere = slot != ItemSlots.NONE && isKnown.test(slot);
            batch.slots[row] = isThere ? slot : ItemSlots.NONE;
            allKnown &= isThere;
        }
        if (allKnown) {
            values.accept(batch);
            return;
        }
        known.clear();
        known.monotonicNanos = batch.monotonicNanos;
        known.configurationEpoch = batch.configurationEpoch;
        for (int row = 0; row < batch.size(); row++) {
            if (batch.slots[row] == ItemSlots.NONE) {
                push.refuse();
            } else {
                known.addRow(batch, row);
            }
        }
        if (known.size() > 0) {
            values.accept(known);
        }
    }

    private int answer() {
        int done = 0;
        while (!unanswered.isEmpty() && unanswered.getFirst().settle()) {
            unanswered.removeFirst();
            done++;
        }
        return done;
    }

    @Override
    public long nextWakeNanos() {
        if (!unanswered.isEmpty()) {
            return clock.nanos() + ANSWER_RETRY_NANOS;
        }
        return waiting.isEmpty() ? Long.MAX_VALUE : clock.nanos() + FULL_RETRY_NANOS;
    }
}
