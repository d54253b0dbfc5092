package zonda.preprocessing;

import java.util.Arrays;
import zonda.model.RawBatch;

/// What each item of a shard keeps from value to value, by slot: 64 bytes side by side, one or two
/// lines of the processor's cache. Columns of their own would cost a miss each for items that come
/// in any order. Owned by the shard's thread.
final class ItemStates {
    /// A base for differences is there.
    static final int HAS_BASE = 1;
    /// It was zero after a larger value, and may be a bad reading.
    static final int BASE_IS_SUSPECT_ZERO = 1 << 1;
    /// A value that passed the throttle is there.
    static final int HAS_KEPT = 1 << 2;
    /// The base's answer had an uptime.
    static final int HAS_UPTIME = 1 << 3;
    /// The base's answer had a discontinuity indicator.
    static final int HAS_DISCONTINUITY = 1 << 4;
    /// The item is a master.
    static final int HAS_DEPENDENTS = 1 << 5;
    /// The state is that of the item's present program.
    static final int IS_ADOPTED = 1 << 6;

    private static final int CELLS_SHIFT = 3;

    /// Cells before the first state: with the 16 bytes of an array's head they fill a line of 64
    /// bytes, so that each state is a line of its own where the array begins at one, as large ones
    /// do.
    private static final int OFFSET = 6;

    private static final int LAST_NANOS = 0;
    private static final int BASE_BITS = 1;
    private static final int BASE_NANOS = 2;
    private static final int KEPT_BITS = 3;
    private static final int KEPT_NANOS = 4;
    /// Uptime in the low half, discontinuity in the high one.
    private static final int TICKS = 5;
    /// The rate's float in the low half, the hash of the reason in the high one.
    private static final int RATE_AND_REASON = 6;
    /// From the lowest byte: flags, the base's width and form, the kept value's form.
    private static final int SMALL = 7;

    private static final int WIDTH_SHIFT = 8;
    private static final int FORM_SHIFT = 16;
    private static final int KEPT_FORM_SHIFT = 24;
    private static final long BYTE = 0xff;
    private static final long LOW = 0xffffffffL;

    private long[] cells = new long[0];

    /// Kept so that the reads of [#touch] are done.
    @SuppressWarnings("UnusedVariable")
    private long touched;

    void reserve(int slots) {
        cells = Arrays.copyOf(cells, OFFSET + (slots << CELLS_SHIFT));
    }

    /// Fetches the states of rows that are about to be worked on. These reads do not depend on each
    /// other, so that the processor waits for memory once for many of them.
    void touch(int[] slotOfRow, int rows) {
        long sum = 0;
        int end = cells.length;
        for (int row = 0; row < rows; row++) {
            int at = at(slotOfRow[row], SMALL);
            if (at >= 0 && at < end) {
                sum += cells[at];
            }
        }
        touched = sum;
    }

    private static int at(int slot, int cell) {
        return OFFSET + (slot << CELLS_SHIFT) + cell;
    }

    /// Nothing is kept any more.
    void clear(int slot) {
        Arrays.fill(cells, at(slot, 0), at(slot, SMALL) + 1, 0);
    }

    boolean has(int slot, int flag) {
        return (cells[at(slot, SMALL)] & flag) != 0;
    }

    /// All flags.
    int flags(int slot) {
        return (int) (cells[at(slot, SMALL)] & BYTE);
    }

    void raise(int slot, int flags) {
        cells[at(slot, SMALL)] |= flags;
    }

    void lower(int slot, int flags) {
        cells[at(slot, SMALL)] &= ~(long) flags;
    }

    /// When the item's last value was stored, in nanoseconds since the epoch.
    long lastNanos(int slot) {
        return cells[at(slot, LAST_NANOS)];
    }

    void lastNanos(int slot, long nanos) {
        cells[at(slot, LAST_NANOS)] = nanos;
    }

    long baseBits(int slot) {
        return cells[at(slot, BASE_BITS)];
    }

    long baseNanos(int slot) {
        return cells[at(slot, BASE_NANOS)];
    }

    byte baseWidth(int slot) {
        return small(slot, WIDTH_SHIFT);
    }

    byte baseForm(int slot) {
        return small(slot, FORM_SHIFT);
    }

    private byte small(int slot, int shift) {
        return (byte) (cells[at(slot, SMALL)] >>> shift);
    }

    /// Of the base's answer; [RawBatch#UNKNOWN] where it had none.
    long baseUptime(int slot) {
        return has(slot, HAS_UPTIME) ? cells[at(slot, TICKS)] & LOW : RawBatch.UNKNOWN;
    }

    /// Of the base's answer; [RawBatch#UNKNOWN] where it had none.
    long baseDiscontinuity(int slot) {
        return has(slot, HAS_DISCONTINUITY) ? cells[at(slot, TICKS)] >>> Integer.SIZE : RawBatch.UNKNOWN;
    }

    /// A new base, above suspicion.
    ///
    /// @param uptime in ticks, or [RawBatch#UNKNOWN]
    /// @param discontinuity in ticks, or [RawBatch#UNKNOWN]
    void base(int slot, long bits, int form, long nanos, byte width, long uptime, long discontinuity) {
        cells[at(slot, BASE_BITS)] = bits;
        cells[at(slot, BASE_NANOS)] = nanos;
        cells[at(slot, TICKS)] = (uptime & LOW) | discontinuity << Integer.SIZE;
        long flags = (cells[at(slot, SMALL)] & BYTE & ~(BASE_IS_SUSPECT_ZERO | HAS_UPTIME | HAS_DISCONTINUITY))
                | HAS_BASE
                | (uptime == RawBatch.UNKNOWN ? 0 : HAS_UPTIME)
                | (discontinuity == RawBatch.UNKNOWN ? 0 : HAS_DISCONTINUITY);
        cells[at(slot, SMALL)] = (cells[at(slot, SMALL)] & (BYTE << KEPT_FORM_SHIFT))
                | flags
                | (width & BYTE) << WIDTH_SHIFT
                | (form & BYTE) << FORM_SHIFT;
    }

    /// Units a second, of the last difference.
    float baseRate(int slot) {
        return Float.intBitsToFloat((int) cells[at(slot, RATE_AND_REASON)]);
    }

    void baseRate(int slot, float rate) {
        cells[at(slot, RATE_AND_REASON)] =
                (cells[at(slot, RATE_AND_REASON)] & ~LOW) | (Float.floatToRawIntBits(rate) & LOW);
    }

    /// Of the reason why the item is not supported; 0 where it is.
    int reasonHash(int slot) {
        return (int) (cells[at(slot, RATE_AND_REASON)] >>> Integer.SIZE);
    }

    void reasonHash(int slot, int hash) {
        cells[at(slot, RATE_AND_REASON)] = (cells[at(slot, RATE_AND_REASON)] & LOW) | (long) hash << Integer.SIZE;
    }

    long keptBits(int slot) {
        return cells[at(slot, KEPT_BITS)];
    }

    byte keptForm(int slot) {
        return small(slot, KEPT_FORM_SHIFT);
    }

    long keptNanos(int slot) {
        return cells[at(slot, KEPT_NANOS)];
    }

    /// The value that passed the throttle.
    void kept(int slot, long bits, byte form, long nanos) {
        cells[at(slot, KEPT_BITS)] = bits;
        cells[at(slot, KEPT_NANOS)] = nanos;
        cells[at(slot, SMALL)] =
                (cells[at(slot, SMALL)] & ~(BYTE << KEPT_FORM_SHIFT)) | HAS_KEPT | (form & BYTE) << KEPT_FORM_SHIFT;
    }
}
