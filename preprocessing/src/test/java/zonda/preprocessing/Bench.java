package zonda.preprocessing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.RawBatch;
import zonda.model.UpdateInterval;
import zonda.model.ValueBatch;
import zonda.model.WireType;

/// One item on a test's bench: raw values go in, and what came of each is told as text: `-` for
/// nothing, `!reason` for
/// not supported, else the value.
final class Bench {
    static final long ITEM = 7;
    static final long START_EPOCH = 1_700_000_000_123_456_789L;

    final ItemSlots slots = new ItemSlots();
    final ValueBatch out = new ValueBatch();
    final Preprocessor preprocessor = new Preprocessor(slots, this::copy);
    private final RawBatch raw = new RawBatch();
    long uptimeTicks = RawBatch.UNKNOWN;
    long discontinuityTicks = RawBatch.UNKNOWN;

    Bench(ItemValueType type, PreprocessingStep... steps) {
        change(type, steps);
    }

    List<String> change(ItemValueType type, PreprocessingStep... steps) {
        return preprocessor.apply(host(type, List.of(steps)));
    }

    static Host host(ItemValueType type, List<PreprocessingStep> steps) {
        Item item = new Item(
                ITEM,
                1,
                "key",
                "Name",
                ItemType.SNMP_AGENT,
                1,
                "1.3.6",
                type,
                "",
                UpdateInterval.every(Duration.ofMinutes(1)),
                steps,
                Duration.ZERO,
                Duration.ZERO,
                List.of());
        return new Host(1, "switch", "Switch", List.of(), List.of(), List.of(item), List.of(), List.of(), 1);
    }

    static PreprocessingStep step(PreprocessingStep.Type type, String... parameters) {
        return new PreprocessingStep(type, List.of(parameters), PreprocessingStep.OnFail.DEFAULT, "");
    }

    static PreprocessingStep step(
            PreprocessingStep.Type type, PreprocessingStep.OnFail onFail, String value, String... parameters) {
        return new PreprocessingStep(type, List.of(parameters), onFail, value);
    }

    /// A number at a second of the test.
    String give(double second, WireType type, long bits) {
        begin(second);
        raw.addNumber(ITEM, slots.slotOf(ITEM), epoch(second), type, bits);
        return result();
    }

    /// Text at a second of the test.
    String give(double second, WireType type, String text) {
        begin(second);
        raw.addText(ITEM, slots.slotOf(ITEM), epoch(second), type, text);
        return result();
    }

    String giveBytes(double second, WireType type, byte[] bytes) {
        begin(second);
        raw.addBytes(ITEM, slots.slotOf(ITEM), epoch(second), type, bytes, 0, bytes.length);
        return result();
    }

    static long epoch(double second) {
        return START_EPOCH + Math.round(second * 1e9);
    }

    private void begin(double second) {
        raw.clear();
        raw.monotonicNanos = Math.round(second * 1e9) - 5_000_000_000L;
        raw.uptimeTicks = uptimeTicks;
        raw.discontinuityTicks = discontinuityTicks;
        out.clear();
    }

    private String result() {
        preprocessor.accept(raw);
        List<String> told = new ArrayList<>();
        for (int row = 0; row < out.size(); row++) {
            told.add(tell(row));
        }
        return told.isEmpty() ? "-" : String.join(",", told);
    }

    String tell(int row) {
        return switch (out.kind(row)) {
            case UNSIGNED -> Long.toUnsignedString(out.bits[row]);
            case DOUBLE -> Numbers.print(Double.longBitsToDouble(out.bits[row]));
            case NOT_SUPPORTED -> "!" + out.text(row);
            case TEXT, LOG, BINARY -> out.text(row);
        };
    }

    private void copy(ValueBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            out.addRow(batch, row, batch.slots[row]);
        }
    }
}
