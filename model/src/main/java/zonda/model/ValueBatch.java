package zonda.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Item values as columns, in arrival order. Owned by one thread; reused: `clear()` keeps the
/// arrays.
///
/// The columns are open for reading to the stages of the path (they are the hot path's data
/// layout); only the `add`
/// methods write. Row `i` is item `itemIds[i]`, in the owning shard's slot `slots[i]` (see
/// [ItemSlots]; -1 where the
/// batch is not bound to a shard), at `epochNanos[i]`, of kind `kinds[i]`, with `bits[i]`: the
/// unsigned integer, the
/// double's raw bits, or a slice of `arena`.
public final class ValueBatch {
    public long[] itemIds;
    public int[] slots;
    public long[] epochNanos;
    public long[] bits;
    public byte[] kinds;
    public byte[] arena;
    private int size;
    private int arenaSize;

    public ValueBatch() {
        this(64);
    }

    public ValueBatch(int capacity) {
        int rows = Math.max(1, capacity);
        itemIds = new long[rows];
        slots = new int[rows];
        epochNanos = new long[rows];
        bits = new long[rows];
        kinds = new byte[rows];
        arena = new byte[256];
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int arenaSize() {
        return arenaSize;
    }

    public void clear() {
        size = 0;
        arenaSize = 0;
    }

    /// Adds a number: an unsigned integer or a double's raw bits.
    public void addNumber(long itemId, int slot, long nanos, ValueKind kind, long valueBits) {
        addCell(itemId, slot, nanos, kind.code(), valueBits);
    }

    /// Adds a number by its kind's code, for callers that hold the column byte.
    public void addNumber(long itemId, int slot, long nanos, byte kind, long valueBits) {
        addCell(itemId, slot, nanos, kind, valueBits);
    }

    /// Adds text, a log line in encoded form, bytes or a reason.
    public void addBytes(long itemId, int slot, long nanos, ValueKind kind, byte[] source, int offset, int length) {
        addBytes(itemId, slot, nanos, kind.code(), source, offset, length);
    }

    public void addBytes(long itemId, int slot, long nanos, byte kind, byte[] source, int offset, int length) {
        if (arena.length - arenaSize < length) {
            arena = Arrays.copyOf(arena, Math.max(arena.length * 2, arenaSize + length));
        }
        System.arraycopy(source, offset, arena, arenaSize, length);
        addCell(itemId, slot, nanos, kind, Slices.of(arenaSize, length));
        arenaSize += length;
    }

    public void addText(long itemId, int slot, long nanos, ValueKind kind, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        addBytes(itemId, slot, nanos, kind, utf8, 0, utf8.length);
    }

    /// Adds row `row` of another batch, with another slot.
    public void addRow(ValueBatch other, int row, int slot) {
        byte kind = other.kinds[row];
        if (ValueKind.of(kind).isSlice()) {
            long slice = other.bits[row];
            addBytes(
                    other.itemIds[row],
                    slot,
                    other.epochNanos[row],
                    kind,
                    other.arena,
                    Slices.offset(slice),
                    Slices.length(slice));
        } else {
            addCell(other.itemIds[row], slot, other.epochNanos[row], kind, other.bits[row]);
        }
    }

    /// The double of row `row`, whatever its numeric kind. Unsigned values above 2^53 are rounded
    /// here: for arithmetic
    /// that the user asked for, never on the way to the disk.
    public double asDouble(int row) {
        return kinds[row] == 1 ? unsignedToDouble(bits[row]) : Double.longBitsToDouble(bits[row]);
    }

    /// The text of a row that holds a slice.
    public String text(int row) {
        long slice = bits[row];
        return new String(arena, Slices.offset(slice), Slices.length(slice), StandardCharsets.UTF_8);
    }

    public ValueKind kind(int row) {
        return ValueKind.of(kinds[row]);
    }

    private void addCell(long itemId, int slot, long nanos, byte kind, long cell) {
        int row = size;
        if (row == itemIds.length) {
            grow();
        }
        itemIds[row] = itemId;
        slots[row] = slot;
        epochNanos[row] = nanos;
        bits[row] = cell;
        kinds[row] = kind;
        size = row + 1;
    }

    private void grow() {
        int rows = itemIds.length * 2;
        itemIds = Arrays.copyOf(itemIds, rows);
        slots = Arrays.copyOf(slots, rows);
        epochNanos = Arrays.copyOf(epochNanos, rows);
        bits = Arrays.copyOf(bits, rows);
        kinds = Arrays.copyOf(kinds, rows);
    }

    /// The nearest double of an unsigned 64-bit integer.
    public static double unsignedToDouble(long value) {
        if (value >= 0) {
            return value;
        }
        // Halve with the lost bit kept sticky, so that the one rounding is the right one.
        return ((value >>> 1) | (value & 1)) * 2.0;
    }
}
