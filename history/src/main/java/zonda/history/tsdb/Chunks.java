package zonda.history.tsdb;

import java.util.Arrays;
import zonda.model.Slices;
import zonda.model.ValueBatch;

/// The open chunks of one shard's items: recent values, compressed as they arrive. Owned by the
/// shard's thread.
///
/// Per item there is one record of longs in a single array, so that an append touches one cache
/// line of state and one
/// cell of content; neighbouring items are neighbours in both.
///
/// A row in a chunk is a control byte, then what it does not already say: bits 0-2 the kind; bit 3
/// the time's unit
/// (0 milliseconds, 1 nanoseconds); bit 4 the interval is the one before; bit 5 the value is the
/// one before; bit 6 the
/// row stands for itself (full time, full value): the first of each chunk. Times are the zigzag
/// difference of
/// intervals; unsigned integers the zigzag difference to the one before; doubles the XOR with the
/// one before, as a byte
/// that counts leading zero bytes and kept bytes, and those bytes.
final class Chunks {
    private static final int STRIDE = 6;
    private static final int LAST_TIME = 0;
    private static final int LAST_INTERVAL = 1;
    private static final int LAST_BITS = 2;
    /// Tail cell (upper 32 bits), bytes used in it (lower 32).
    private static final int TAIL = 3;
    /// Head cell (upper 32 bits), rows (lower 32).
    private static final int HEAD = 4;
    /// Bits 0-2 last kind; bit 3 a row is older than one before it; bits 8-39 epoch; bits 40-63
    /// cells.
    private static final int INFO = 5;

    private static final int OUT_OF_ORDER = 8;
    private static final int KIND_MASK = 7;
    private static final long MILLISECOND = 1_000_000L;
    private static final byte[] NO_BYTES = {};

    /// Chunks taken out of the head at one moment, for sealing. Immutable once complete.
    static final class Frozen {
        int[] heads = new int[0];
        int[] tails = new int[0];
        int[] tailUsed = new int[0];
        int[] rows = new int[0];
        int[] cells = new int[0];
        long[] itemIds = new long[0];
        byte[][] pages = new byte[0][];
        int slots;
        long values;
    }

    private final Cells cells = new Cells();
    private final byte[] scratch = new byte[40];
    private long[] state = new long[0];
    private byte[][] lastSlices = new byte[0][];
    private int capacity;
    private int epoch;
    private long values;
    private Frozen frozen = new Frozen();
    private boolean freezing;
    private int freezeCursor;
    private Frozen releasing = new Frozen();
    private int releaseCursor;

    /// Rows in the open chunks.
    long values() {
        return values;
    }

    long pageBytes() {
        return cells.bytes();
    }

    long usedBytes() {
        return cells.usedBytes();
    }

    private void reserve(int slots) {
        if (slots <= capacity) {
            return;
        }
        int length = Math.max(1024, Math.max(slots, capacity + capacity / 2));
        state = Arrays.copyOf(state, length * STRIDE);
        for (int i = capacity; i < length; i++) {
            state[i * STRIDE + HEAD] = (long) Cells.NONE << 32;
            state[i * STRIDE + INFO] = (long) epoch << 8;
        }
        capacity = length;
    }

    /// Adds a row.
    ///
    /// @return false when it is an exact repetition of the row before it
    boolean append(int slot, long itemId, long time, byte kind, long cell, byte[] arena) {
        if (slot >= capacity) {
            reserve(slot + 1);
        }
        int base = slot * STRIDE;
        if (freezing && epochOf(base) != epoch) {
            freeze(slot, itemId);
        }
        long info = state[base + INFO];
        int lastKind = (int) (info & KIND_MASK);
        long lastTime = state[base + LAST_TIME];
        boolean isNumber = kind <= 2;
        if (kind == lastKind && time == lastTime && isSameValue(slot, base, isNumber, cell, arena)) {
            return false;
        }
        int rows = (int) state[base + HEAD];
        boolean alone = rows == 0;
        int control = kind | (alone ? 0x40 : 0);
        int at = 1;
        long interval = time - lastTime;
        if (alone) {
            boolean millis = time % MILLISECOND == 0;
            control |= millis ? 0 : 8;
            at = Varint.put(scratch, at, Varint.zigzag(millis ? time / MILLISECOND : time));
            interval = 0;
        } else {
            long change = interval - state[base + LAST_INTERVAL];
            if (change == 0) {
                control |= 0x10;
            } else {
                boolean millis = change % MILLISECOND == 0;
                control |= millis ? 0 : 8;
                at = Varint.put(scratch, at, Varint.zigzag(millis ? change / MILLISECOND : change));
            }
            if (interval < 0) {
                info |= OUT_OF_ORDER;
            }
        }
        if (isNumber) {
            boolean comparable = !alone && kind == lastKind;
            long before = comparable ? state[base + LAST_BITS] : 0;
            if (comparable && cell == before) {
                control |= 0x20;
            } else if (kind == 1) {
                at = Varint.put(scratch, at, Varint.zigzag(cell - before));
            } else {
                at = putXor(scratch, at, cell ^ before);
            }
            scratch[0] = (byte) control;
            write(base, scratch, 0, at);
            state[base + LAST_BITS] = cell;
        } else {
            appendSlice(slot, base, control, at, cell, arena);
        }
        state[base + LAST_TIME] = time;
        state[base + LAST_INTERVAL] = interval;
        state[base + INFO] = (state[base + INFO] & ~(long) KIND_MASK) | (info & OUT_OF_ORDER) | kind;
        state[base + HEAD]++;
        values++;
        return true;
    }

    private boolean isSameValue(int slot, int base, boolean isNumber, long cell, byte[] arena) {
        if (isNumber) {
            return state[base + LAST_BITS] == cell;
        }
        byte[] last = slot < lastSlices.length ? lastSlices[slot] : null;
        int from = Slices.offset(cell);
        return last != null && Arrays.equals(last, 0, last.length, arena, from, from + Slices.length(cell));
    }

    private void appendSlice(int slot, int base, int control, int timeEnd, long cell, byte[] arena) {
        int from = Slices.offset(cell);
        int length = Slices.length(cell);
        scratch[0] = (byte) control;
        int at = Varint.put(scratch, timeEnd, length);
        write(base, scratch, 0, at);
        write(base, arena, from, length);
        if (slot >= lastSlices.length) {
            lastSlices = Arrays.copyOf(lastSlices, Math.max(slot + 1, capacity));
        }
        lastSlices[slot] = length == 0 ? NO_BYTES : Arrays.copyOfRange(arena, from, from + length);
    }

    private static int putXor(byte[] out, int at, long xor) {
        int leading = Long.numberOfLeadingZeros(xor) >>> 3;
        int trailing = Math.min(7 - Math.min(leading, 7), Long.numberOfTrailingZeros(xor) >>> 3);
        int kept = 8 - leading - trailing;
        int position = at;
        out[position++] = (byte) (leading << 4 | kept);
        for (int i = 0; i < kept; i++) {
            out[position++] = (byte) (xor >>> ((7 - leading - i) * 8));
        }
        return position;
    }

    private void write(int base, byte[] source, int offset, int length) {
        int from = offset;
        int left = length;
        int tail = (int) (state[base + TAIL] >>> 32);
        int used = (int) state[base + TAIL];
        int head = (int) (state[base + HEAD] >> 32);
        if (head == Cells.NONE) {
            tail = extend(base, Cells.NONE);
            used = 0;
            state[base + HEAD] = (long) tail << 32 | (state[base + HEAD] & 0xFFFFFFFFL);
        }
        while (left > 0) {
            if (used == Cells.CONTENT) {
                tail = extend(base, tail);
                used = 0;
            }
            int count = Math.min(left, Cells.CONTENT - used);
            byte[] page = cells.page(tail);
            int to = Cells.content(tail) + used;
            for (int i = 0; i < count; i++) {
                page[to + i] = source[from + i];
            }
            from += count;
            used += count;
            left -= count;
        }
        state[base + TAIL] = (long) tail << 32 | used;
    }

    private int extend(int base, int tail) {
        int cell = cells.allocate();
        if (tail != Cells.NONE) {
            cells.link(tail, cell);
        }
        state[base + INFO] += 1L << 40;
        return cell;
    }

    private int epochOf(int base) {
        return (int) (state[base + INFO] >>> 8);
    }

    /// Starts to take all open chunks out of the head: what was appended before belongs to the
    /// frozen ones, what comes
    /// after to new chunks. [#freezeSome] finishes it.
    void startFreezing(int slots) {
        epoch++;
        freezing = true;
        freezeCursor = 0;
        frozen = new Frozen();
        int length = Math.min(slots, capacity);
        frozen.slots = length;
        frozen.heads = new int[length];
        Arrays.fill(frozen.heads, Cells.NONE);
        frozen.tails = new int[length];
        frozen.tailUsed = new int[length];
        frozen.rows = new int[length];
        frozen.cells = new int[length];
        frozen.itemIds = new long[length];
    }

    boolean isFreezing() {
        return freezing;
    }

    /// Goes on for some slots.
    ///
    /// @param itemOf the item of a slot
    /// @return whether all are frozen
    boolean freezeSome(int most, java.util.function.IntToLongFunction itemOf) {
        int end = Math.min(frozen.slots, freezeCursor + most);
        for (; freezeCursor < end; freezeCursor++) {
            if (epochOf(freezeCursor * STRIDE) != epoch) {
                freeze(freezeCursor, itemOf.applyAsLong(freezeCursor));
            }
        }
        if (freezeCursor < frozen.slots) {
            return false;
        }
        frozen.pages = cells.pages();
        freezing = false;
        return true;
    }

    private void freeze(int slot, long itemId) {
        int base = slot * STRIDE;
        int rows = (int) state[base + HEAD];
        if (slot < frozen.slots && rows > 0) {
            frozen.heads[slot] = (int) (state[base + HEAD] >> 32);
            frozen.tails[slot] = (int) (state[base + TAIL] >>> 32);
            frozen.tailUsed[slot] = (int) state[base + TAIL];
            frozen.rows[slot] = rows;
            frozen.cells[slot] = (int) (state[base + INFO] >>> 40);
            frozen.itemIds[slot] = itemId;
            frozen.values += rows;
            values -= rows;
            state[base + HEAD] = (long) Cells.NONE << 32;
            state[base + TAIL] = 0;
        }
        long info = state[base + INFO];
        state[base + INFO] = (info & (KIND_MASK | OUT_OF_ORDER)) | (long) epoch << 8 & 0xFF_FFFF_FF00L;
    }

    /// The chunks being sealed; empty when none are.
    Frozen frozen() {
        return frozen;
    }

    /// Their block is there: from now on the frozen chunks are read no more, and [#releaseSome]
    /// frees their cells.
    void forgetFrozen() {
        releasing = frozen;
        releaseCursor = 0;
        frozen = new Frozen();
    }

    /// Frees the cells of some slots whose block is there.
    ///
    /// @return how many slots were looked at; 0 when there is nothing left
    int releaseSome(int most) {
        int end = Math.min(releasing.slots, releaseCursor + most);
        int count = end - releaseCursor;
        for (; releaseCursor < end; releaseCursor++) {
            if (releasing.heads[releaseCursor] != Cells.NONE) {
                cells.free(
                        releasing.heads[releaseCursor], releasing.tails[releaseCursor], releasing.cells[releaseCursor]);
            }
        }
        if (count > 0 && releaseCursor == releasing.slots) {
            releasing = new Frozen();
            releaseCursor = 0;
        }
        return count;
    }

    /// Forgets what was last seen of a slot that is given to another item. Its chunks must be
    /// empty.
    void forget(int slot) {
        if (slot < capacity) {
            int base = slot * STRIDE;
            state[base + LAST_TIME] = 0;
            state[base + LAST_INTERVAL] = 0;
            state[base + LAST_BITS] = 0;
            state[base + INFO] &= ~(long) (KIND_MASK | OUT_OF_ORDER);
        }
    }

    /// The bytes of a slot's frozen chunk, null when it has none.
    static byte @org.jspecify.annotations.Nullable [] frozenBytes(Frozen frozen, int slot) {
        if (slot >= frozen.slots || frozen.heads[slot] == Cells.NONE) {
            return null;
        }
        return gather(frozen.pages, frozen.heads[slot], frozen.cells[slot], frozen.tailUsed[slot]);
    }

    /// The bytes of a slot's chunks, frozen then open; each is null when there is none.
    byte[] @org.jspecify.annotations.Nullable [] bytes(int slot) {
        byte[][] found = new byte[2][];
        if (slot < 0 || slot >= capacity) {
            return found;
        }
        if (slot < frozen.slots && frozen.heads[slot] != Cells.NONE) {
            found[0] = gather(cells.pages(), frozen.heads[slot], frozen.cells[slot], frozen.tailUsed[slot]);
        }
        int base = slot * STRIDE;
        int head = (int) (state[base + HEAD] >> 32);
        if (head != Cells.NONE) {
            found[1] = gather(cells.pages(), head, (int) (state[base + INFO] >>> 40), (int) state[base + TAIL]);
        }
        return found;
    }

    private static byte[] gather(byte[][] pages, int head, int count, int tailUsed) {
        byte[] out = new byte[(count - 1) * Cells.CONTENT + tailUsed];
        int at = 0;
        int cell = head;
        for (int i = 0; i < count; i++) {
            int length = i == count - 1 ? tailUsed : Cells.CONTENT;
            System.arraycopy(Cells.page(pages, cell), Cells.content(cell), out, at, length);
            at += length;
            cell = Cells.next(pages, cell);
        }
        return out;
    }

    /// Adds the newest row that this run has seen of a slot to a batch.
    ///
    /// @return whether there was one
    boolean last(int slot, long itemId, ValueBatch out) {
        if (slot < 0 || slot >= capacity) {
            return false;
        }
        int base = slot * STRIDE;
        byte kind = (byte) (state[base + INFO] & KIND_MASK);
        if (kind == 0 || (state[base + INFO] & OUT_OF_ORDER) != 0) {
            return false;
        }
        long time = state[base + LAST_TIME];
        if (kind <= 2) {
            out.addNumber(itemId, -1, time, kind, state[base + LAST_BITS]);
        } else {
            byte[] bytes = lastSlices[slot];
            out.addBytes(itemId, -1, time, kind, bytes, 0, bytes.length);
        }
        return true;
    }

    /// Time of the newest row of a slot, 0 when this run has seen none.
    long lastTime(int slot) {
        return slot < 0 || slot >= capacity ? 0 : state[slot * STRIDE + LAST_TIME];
    }

    /// Whether a slot has no rows here: all are sealed.
    boolean isEmpty(int slot) {
        return slot >= capacity
                || ((int) (state[slot * STRIDE + HEAD] >> 32) == Cells.NONE
                        && (slot >= frozen.slots || frozen.heads[slot] == Cells.NONE));
    }

    /// Decodes a chunk's rows in arrival order into a batch.
    static void decode(byte[] chunk, long itemId, ValueBatch out) throws DamagedException {
        ByteReader in = new ByteReader().open(chunk, 0, chunk.length);
        long time = 0;
        long interval = 0;
        long last = 0;
        int lastKind = 0;
        while (!in.isAtEnd()) {
            int control = in.octet();
            byte kind = (byte) (control & KIND_MASK);
            if (kind < 1 || kind > 6) {
                throw new DamagedException("a row of kind " + kind + ", wanted 1 to 6");
            }
            long unit = (control & 8) == 0 ? MILLISECOND : 1;
            boolean alone = (control & 0x40) != 0;
            if (alone) {
                time = Varint.unzigzag(in.varint()) * unit;
                interval = 0;
            } else {
                interval += (control & 0x10) != 0 ? 0 : Varint.unzigzag(in.varint()) * unit;
                time += interval;
            }
            if (kind > 2) {
                int length = in.length();
                out.addBytes(itemId, -1, time, kind, in.data, in.at, length);
                in.at += length;
            } else {
                long before = !alone && kind == lastKind ? last : 0;
                if ((control & 0x20) != 0) {
                    last = before;
                } else if (kind == 1) {
                    last = before + Varint.unzigzag(in.varint());
                } else {
                    last = before ^ xor(in);
                }
                out.addNumber(itemId, -1, time, kind, last);
            }
            lastKind = kind;
        }
    }

    private static long xor(ByteReader in) throws DamagedException {
        int head = in.octet();
        int leading = head >>> 4;
        int kept = head & 15;
        if (leading + kept > 8) {
            throw new DamagedException("an XOR of " + leading + " and " + kept + " bytes, wanted at most 8");
        }
        long bits = in.fixed(kept);
        int shift = (8 - leading - kept) * 8;
        return shift == 64 ? 0 : bits << shift;
    }
}
