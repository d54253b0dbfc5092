package zonda.preprocessing;

import org.jspecify.annotations.Nullable;
import zonda.model.RawBatch;
import zonda.model.Slices;
import zonda.model.WireType;
import zonda.preprocessing.step.Parses;
import zonda.preprocessing.step.StepException;

/// A value that could not pass in one go: it waits for one of its item before it, or for an errand.
/// Owned by the shard, and lent to one errand at a time.
final class Passage {
    final int slot;
    final long itemId;

    /// The configuration that it was collected under.
    final Program program;

    final @Nullable Dependents dependents;

    /// One row: the raw value and what came with it.
    final RawBatch raw;

    /// Whether `value` and `storedNanos` came from a master, and not from `raw`.
    final boolean isOfMaster;

    /// How many dependents of the master hold the same value; 1 where it came in `raw`.
    private final int sharers;

    final WireType wire;
    final Scalar value;
    long storedNanos;

    /// The step that comes next.
    int next;

    boolean isStarted;

    Waiting.@Nullable Receipt receipt;

    /// Bytes that were counted for it.
    long charged;

    /// What an errand found out: steps that failed, and whether that was the end.
    int failures;

    boolean isDiscarded;

    @Nullable
    StepException fault;

    Passage(
            int slot,
            long itemId,
            Program program,
            @Nullable Dependents dependents,
            RawBatch raw,
            boolean isOfMaster,
            int sharers,
            WireType wire,
            Parses parses) {
        this.value = new Scalar(parses);
        this.slot = slot;
        this.itemId = itemId;
        this.program = program;
        this.dependents = dependents;
        this.raw = raw;
        this.isOfMaster = isOfMaster;
        this.sharers = sharers;
        this.wire = wire;
    }

    /// Bytes that it holds, about.
    long bytes() {
        return 400 + raw.arenaSize() + (value.form == Scalar.Form.TEXT ? 2L * value.text.length() / sharers : 0);
    }

    /// One row of a batch as a batch of its own.
    static RawBatch copy(RawBatch raw, int row) {
        RawBatch one = new RawBatch(1);
        WireType wire = raw.wireType(row);
        if (wire.isSlice()) {
            long slice = raw.bits[row];
            one.addBytes(
                    raw.itemIds[row],
                    raw.slots[row],
                    raw.epochNanos[row],
                    wire,
                    raw.arena,
                    Slices.offset(slice),
                    Slices.length(slice));
        } else {
            one.addNumber(raw.itemIds[row], raw.slots[row], raw.epochNanos[row], wire, raw.bits[row]);
        }
        one.monotonicNanos = raw.monotonicNanos;
        one.uptimeTicks = raw.uptimeTicks;
        one.discontinuityTicks = raw.discontinuityTicks;
        one.configurationEpoch = raw.configurationEpoch;
        return one;
    }
}
