package zonda.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Raw values as columns, as one answer of a device (or one request of a sender) brought them.
/// Owned by one thread.
///
/// Row `i` is item `itemIds[i]` in slot `slots[i]`, received at `epochNanos[i]` (wall clock,
/// uncut), of wire type
/// `wireTypes[i]`, with `bits[i]`: the integer, the double's raw bits or a slice of `arena`. The
/// scalars are the
/// provenance that all rows share.
public final class RawBatch {
    /// "The answer did not say."
    public static final long UNKNOWN = -1;

    public long[] itemIds;
    public int[] slots;
    public long[] epochNanos;
    public long[] bits;
    public byte[] wireTypes;
    public byte[] arena;
    private int size;
    private int arenaSize;

    /// Receive time on the monotonic clock, nanoseconds: rates are taken over it, so that steps of
    /// the wall clock
    /// do not bend them.
    public long monotonicNanos;

    /// The device's sysUpTime in hundredths of a second where the same answer carried it, else
    /// [#UNKNOWN].
    public long uptimeTicks = UNKNOWN;

    /// The discontinuity indicator (sysUpTime at the last one, hundredths of a second) where asked
    /// for, else
    /// [#UNKNOWN].
    public long discontinuityTicks = UNKNOWN;

    /// The configuration epoch of the host image under which the values were collected.
    public long configurationEpoch;

    public RawBatch() {
        this(64);
    }

    public RawBatch(int capacity) {
        int rows = Math.max(1, capacity);
        itemIds = new long[rows];
        slots = new int[rows];
        epochNanos = new long[rows];
        bits = new long[rows];
        wireTypes = new byte[rows];
        arena = new byte[256];
    }

    public int size() {
        return size;
    }

    public int arenaSize() {
        return arenaSize;
    }

    public void clear() {
        size = 0;
        arenaSize = 0;
        uptimeTicks = UNKNOWN;
        discontinuityTicks = UNKNOWN;
    }

    public void addNumber(long itemId, int slot, long nanos, WireType type, long valueBits) {
        addCell(itemId, slot, nanos, type.code(), valueBits);
    }

    public void addNumber(long itemId, int slot, long nanos, byte type, long valueBits) {
        addCell(itemId, slot, nanos, type, valueBits);
    }

    public void addBytes(long itemId, int slot, long nanos, WireType type, byte[] source, int offset, int length) {
        if (arena.length - arenaSize < length) {
            arena = Arrays.copyOf(arena, Math.max(arena.length * 2, arenaSize + length));
        }
        System.arraycopy(source, offset, arena, arenaSize, length);
        addCell(itemId, slot, nanos, type.code(), Slices.of(arenaSize, length));
        arenaSize += length;
    }

    public void addText(long itemId, int slot, long nanos, WireType type, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        addBytes(itemId, slot, nanos, type, utf8, 0, utf8.length);
    }

    /// Adds row `row` of another batch.
    public void addRow(RawBatch other, int row) {
        WireType type = other.wireType(row);
        long cell = other.bits[row];
        if (type.isSlice()) {
            addBytes(
                    other.itemIds[row],
                    other.slots[row],
                    other.epochNanos[row],
                    type,
                    other.arena,
                    Slices.offset(cell),
                    Slices.length(cell));
        } else {
            addCell(other.itemIds[row], other.slots[row], other.epochNanos[row], type.code(), cell);
        }
    }

    public WireType wireType(int row) {
        return WireType.of(wireTypes[row]);
    }

    /// The text of a row that holds a slice.
    public String text(int row) {
        long slice = bits[row];
        return new String(arena, Slices.offset(slice), Slices.length(slice), StandardCharsets.UTF_8);
    }

    private void addCell(long itemId, int slot, long nanos, byte type, long cell) {
        int row = size;
        if (row == itemIds.length) {
            grow();
        }
        itemIds[row] = itemId;
        slots[row] = slot;
        epochNanos[row] = nanos;
        bits[row] = cell;
        wireTypes[row] = type;
        size = row + 1;
    }

    private void grow() {
        int rows = itemIds.length * 2;
        itemIds = Arrays.copyOf(itemIds, rows);
        slots = Arrays.copyOf(slots, rows);
        epochNanos = Arrays.copyOf(epochNanos, rows);
        bits = Arrays.copyOf(bits, rows);
        wireTypes = Arrays.copyOf(wireTypes, rows);
    }
}
