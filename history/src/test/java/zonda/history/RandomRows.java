package zonda.history;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.simulation.SeededRandom;

/// Rows of all kinds, hard ones among them, and their form as text for comparing.
public final class RandomRows {
    private RandomRows() {}

    public static void add(ValueBatch batch, long item, int slot, long time, SeededRandom random) {
        switch (random.below(9)) {
            case 0, 1 -> batch.addNumber(item, slot, time, ValueKind.UNSIGNED, random.nextLong() >>> random.below(64));
            case 2 -> batch.addNumber(item, slot, time, ValueKind.UNSIGNED, random.below(3));
            case 3, 4 -> addDouble(batch, item, slot, time, random.below(100_000) / 100.0);
            case 5 -> addDouble(batch, item, slot, time, hardDouble(random));
            case 6 -> batch.addText(item, slot, time, ValueKind.TEXT, "x".repeat(random.below(300)));
            case 7 -> {
                byte[] bytes = new byte[random.below(40)];
                random.fill(bytes);
                batch.addBytes(
                        item,
                        slot,
                        time,
                        random.chance(0.5) ? ValueKind.LOG : ValueKind.BINARY,
                        bytes,
                        0,
                        bytes.length);
            }
            default -> batch.addText(item, slot, time, ValueKind.NOT_SUPPORTED, "reason " + random.below(5));
        }
    }

    public static double hardDouble(SeededRandom random) {
        while (true) {
            double value = switch (random.below(5)) {
                case 0 -> -0.0;
                case 1 -> Double.MIN_VALUE * random.below(1000);
                case 2 -> random.chance(0.5) ? Double.MAX_VALUE : -Double.MAX_VALUE;
                default -> Double.longBitsToDouble(random.nextLong());
            };
            if (Double.isFinite(value)) {
                return value;
            }
        }
    }

    private static void addDouble(ValueBatch batch, long item, int slot, long time, double value) {
        batch.addNumber(item, slot, time, ValueKind.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /// Time, kind and value.
    public static String text(ValueBatch batch, int row) {
        long cell = batch.bits[row];
        String value = switch (batch.kind(row)) {
            case UNSIGNED, DOUBLE -> Long.toHexString(cell);
            case TEXT, NOT_SUPPORTED -> batch.text(row);
            case LOG, BINARY ->
                HexFormat.of().formatHex(batch.arena, Slices.offset(cell), Slices.offset(cell) + Slices.length(cell));
        };
        return batch.epochNanos[row] + " " + batch.kind(row) + " " + value;
    }

    public static List<String> texts(ValueBatch batch) {
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < batch.size(); row++) {
            texts.add(text(batch, row));
        }
        return texts;
    }

    public static long timeOf(String text) {
        return Long.parseLong(text.substring(0, text.indexOf(' ')));
    }
}
