package zonda.testing.soak;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import zonda.model.LogValue;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// The rows of one item as the server took them, in the order in which it did: the raw list.
final class ItemRows {
    private final long itemId;
    private long[] nanos = new long[16];
    private long[] bits = new long[16];
    private ValueKind[] kinds = new ValueKind[16];
    private @Nullable String[] texts = new String[16];
    private int size;

    /// So many of the first ones were told to be on disk.
    private int acknowledged;

    ItemRows(long itemId) {
        this.itemId = itemId;
    }

    long itemId() {
        return itemId;
    }

    int size() {
        return size;
    }

    int acknowledged() {
        return acknowledged;
    }

    /// @param count of the first ones are on disk
    /// @return how many values, without rows that say why there is none, are so for the first time
    int acknowledge(int count) {
        int values = 0;
        while (acknowledged < count) {
            values += kinds[acknowledged] == ValueKind.NOT_SUPPORTED ? 0 : 1;
            acknowledged++;
        }
        return values;
    }

    void add(ValueBatch batch, int row) {
        if (size == nanos.length) {
            int length = size * 2;
            nanos = Arrays.copyOf(nanos, length);
            bits = Arrays.copyOf(bits, length);
            kinds = Arrays.copyOf(kinds, length);
            texts = Arrays.copyOf(texts, length);
        }
        ValueKind kind = batch.kind(row);
        nanos[size] = batch.epochNanos[row];
        kinds[size] = kind;
        bits[size] = kind.isSlice() ? 0 : batch.bits[row];
        texts[size] = kind.isSlice() ? text(batch, row, kind) : null;
        size++;
    }

    static String text(ValueBatch batch, int row, ValueKind kind) {
        int offset = Slices.offset(batch.bits[row]);
        int length = Slices.length(batch.bits[row]);
        return switch (kind) {
            case TEXT, NOT_SUPPORTED -> new String(batch.arena, offset, length, StandardCharsets.UTF_8);
            case LOG -> LogValue.decode(batch.arena, offset, length).text();
            case BINARY, UNSIGNED, DOUBLE -> new String(batch.arena, offset, length, StandardCharsets.ISO_8859_1);
        };
    }

    long nanos(int row) {
        return nanos[row];
    }

    ValueKind kind(int row) {
        return kinds[row];
    }

    boolean isValue(int row) {
        return kinds[row] != ValueKind.NOT_SUPPORTED;
    }

    long bits(int row) {
        return bits[row];
    }

    /// The text of a row that has one, the reason of one that has no value.
    String text(int row) {
        String text = texts[row];
        return text == null ? "" : text;
    }

    /// The number as the nearest double.
    double number(int row) {
        return kinds[row] == ValueKind.UNSIGNED
                ? new java.math.BigDecimal(Long.toUnsignedString(bits[row])).doubleValue()
                : Double.longBitsToDouble(bits[row]);
    }

    /// Forgets rows that a crash took.
    void truncate(int newSize) {
        for (int i = newSize; i < size; i++) {
            texts[i] = null;
        }
        size = newSize;
    }

    /// Whether a row reads the same in a batch.
    boolean isSame(int row, ValueBatch batch, int other) {
        ValueKind kind = batch.kind(other);
        if (kind != kinds[row] || batch.epochNanos[other] != nanos[row]) {
            return false;
        }
        return kind.isSlice() ? text(row).equals(text(batch, other, kind)) : bits[row] == batch.bits[other];
    }

    String describe(int row) {
        return kinds[row] + " " + (texts[row] == null ? Long.toUnsignedString(bits[row]) : texts[row]) + " at "
                + nanos[row];
    }
}
