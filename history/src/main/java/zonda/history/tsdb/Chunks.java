package zonda.history.tsdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.model.Slices;
import zonda.model.ValueBatch;

/// The open chunks of one shard's items: recent rows, compressed as they arrive. Owned by the
/// shard's thread.
///
/// Per slot there is one record of eight longs, a cache line, so that an append touches one line of
/// state and one cell of content; the rows of an answer have neighbouring slots, and so
/// neighbouring
/// state and cells. State and cells lie in slabs: growing copies nothing. A slot whose item changes
/// keeps the former item's rows aside, under its id, until they are sealed.
///
/// For sealing all chunks are frozen at one moment ([#startFreezing]) without stopping: a slot is
/// frozen when its turn comes, or just before the first append to it, whichever is earlier.
final class Chunks {
    private static final int PAGE_BITS = 12;
    private static final int SLOTS_A_PAGE = 1 << PAGE_BITS;
    private static final int STRIDE_BITS = 3;
    private static final int LAST_TIME = 0;
    private static final int LAST_INTERVAL = 1;
    /// Of a number its bits, of anything else its length (the bytes are in [#lastSlices]).
    private static final int LAST_BITS = 2;
    /// Tail cell (upper 32 bits), bytes used in it (lower 32).
    private static final int TAIL = 3;
    /// Head cell (upper 32 bits), rows (lower 32).
    private static final int HEAD = 4;
    /// Bits 0-2 last kind; bit 3 the last row is not the newest; bits 8-39 epoch; bits 40-63 cells.
    private static final int INFO = 5;
    private static final int ITEM = 6;
    private static final int NEWEST_TIME = 7;

    private static final int OUT_OF_ORDER = 8;
    private static final long LOW_INT = 0xFFFF_FFFFL;

    /// A chunk that no slot stands for any more.
    private record Detached(int head, int tail, int tailUsed, int rows, int cells) {}

    /// Chunks taken out of the head at one moment, for sealing. Immutable once complete; then
    /// another thread may read it.
    static final class Frozen {
        private static final int STRIDE_BITS = 2;
        /// Per page of slots, made when its first slot is frozen; per slot head and rows, tail and
        /// bytes used in it, cells, item.
        private long[][] records = new long[0][];
        private byte[][] pages = new byte[0][];
        private TreeMap<Long, List<Detached>> detached = new TreeMap<>();
        private int slots;
        private long values;

        private long field(int slot, int number) {
            long[] page = records[slot >>> PAGE_BITS];
            return page == null ? 0 : page[((slot & (SLOTS_A_PAGE - 1)) << STRIDE_BITS) + number];
        }

        private void put(int slot, long head, long tail, long cells, long itemId) {
            long[] page = records[slot >>> PAGE_BITS];
            if (page == null) {
                page = new long[SLOTS_A_PAGE << STRIDE_BITS];
                records[slot >>> PAGE_BITS] = page;
            }
            int base = (slot & (SLOTS_A_PAGE - 1)) << STRIDE_BITS;
            page[base] = head;
            page[base + 1] = tail;
            page[base + 2] = cells;
            page[base + 3] = itemId;
        }

        private int head(int slot) {
            return (int) (field(slot, 0) >>> 32);
        }

        private int tail(int slot) {
            return (int) (field(slot, 1) >>> 32);
        }

        private int cells(int slot) {
            return (int) field(slot, 2);
        }

        /// One more than the highest slot.
        int slots() {
            return slots;
        }

        /// Rows of all chunks.
        long values() {
            return values;
        }

        boolean has(int slot) {
            return slot < slots && head(slot) != Cells.NONE;
        }

        long itemId(int slot) {
            return field(slot, 3);
        }

        /// The rows of a slot that has some.
        byte[] bytes(int slot) {
            return bytes(slot, pages);
        }

        private byte[] bytes(int slot, byte[][] from) {
            return Cells.gather(from, head(slot), cells(slot), (int) field(slot, 1));
        }

        /// Items with rows that no slot stands for, in order.
        Iterable<Long> detachedItems() {
            return detached.keySet();
        }

        /// Their rows, oldest first.
        byte[] detachedBytes(long itemId) {
            return join(pages, detached.get(itemId));
        }
    }

    private final Cells cells = new Cells();
    private final byte[] scratch = new byte[32];
    private long[][] states = new long[16][];
    private byte[][] lastSlices = new byte[0][];
    private TreeMap<Long, List<Detached>> detached = new TreeMap<>();
    private int capacity;
    /// No row that is not in memory is newer, of whatever item.
    private long sealedNanos = Long.MIN_VALUE;
    /// Of items with rows ahead of the clock, which are not in memory.
    private final TreeMap<Long, Long> ahead = new TreeMap<>();

    private long presentNanos = Long.MAX_VALUE;
    private int epoch;
    private long values;
    private Frozen frozen = new Frozen();
    private boolean freezing;

    /// Kept so that the reads of [#touch] are done.
    @SuppressWarnings("UnusedVariable")
    private long touched;

    private int freezeCursor;
    private final List<Frozen> releasing = new ArrayList<>();
    private int releaseCursor;

    /// Tells that rows up to a time are in blocks: of an item that memory does not know, one of
    /// them may be the newest.
    void sealedUpTo(long nanos) {
        sealedNanos = Math.max(sealedNanos, nanos);
    }

    /// Tells that an item has rows ahead of the clock, up to a time.
    void aheadUpTo(long itemId, long nanos) {
        ahead.merge(itemId, nanos, Math::max);
    }

    /// Wall time, now and then.
    void present(long nanos) {
        presentNanos = nanos;
    }

    private long sealedOf(long itemId) {
        if (ahead.isEmpty()) {
            return sealedNanos;
        }
        return Math.max(sealedNanos, ahead.getOrDefault(itemId, Long.MIN_VALUE));
    }

    /// Rows in the open chunks.
    long values() {
        return values;
    }

    /// Rows in the chunks that are being sealed.
    long frozenValues() {
        return frozen.values;
    }

    /// Bytes of the slabs, unused cells included.
    long pageBytes() {
        return cells.bytes() + (long) ((capacity + SLOTS_A_PAGE - 1) >>> PAGE_BITS) * SLOTS_A_PAGE * 64;
    }

    /// Bytes of the cells in use.
    long usedBytes() {
        return cells.usedBytes();
    }

    private long[] page(int slot) {
        int page = slot >>> PAGE_BITS;
        if (slot >= capacity) {
            capacity = slot + 1;
            if (page >= states.length) {
                states = Arrays.copyOf(states, Math.max(page + 1, states.length * 2));
            }
        }
        long[] state = states[page];
        if (state == null) {
            state = new long[SLOTS_A_PAGE << STRIDE_BITS];
            states[page] = state;
        }
        return state;
    }

    private long @Nullable [] knownPage(int slot) {
        return slot < 0 || slot >= capacity ? null : states[slot >>> PAGE_BITS];
    }

    /// Fetches what rows of neighbouring slots will be written behind. These reads do not wait for
    /// each other, as those of one row after the other would.
    void touch(int slot, int count) {
        long sum = 0;
        for (int i = slot; i < slot + count; i++) {
            long[] state = knownPage(i);
            if (state != null && (int) state[base(i) + HEAD] != 0) {
                long tail = state[base(i) + TAIL];
                int cell = (int) (tail >>> 32);
                sum += cells.page(cell)[Cells.content(cell) + Math.min((int) tail, Cells.CONTENT - 1)];
            }
        }
        touched = sum;
    }

    private static int base(int slot) {
        return (slot & (SLOTS_A_PAGE - 1)) << STRIDE_BITS;
    }

    /// Adds a row.
    ///
    /// @param cell the number's bits, or a slice of the arena
    /// @return false when it is an exact repetition of the row before it
    boolean append(int slot, long itemId, long time, byte kind, long cell, byte[] arena) {
        long[] state = page(slot);
        int base = base(slot);
        if (state[base + ITEM] != itemId) {
            adopt(slot, itemId);
        } else if (freezing && epochOf(state, base) != epoch) {
            freeze(slot);
        }
        long info = state[base + INFO];
        int lastKind = (int) (info & Rows.KIND_MASK);
        long lastTime = state[base + LAST_TIME];
        long lastInterval = state[base + LAST_INTERVAL];
        boolean isNumber = kind <= 2;
        if (kind == lastKind && time == lastTime && isSameValue(slot, state, base, isNumber, cell, arena)) {
            return false;
        }
        boolean alone = (int) state[base + HEAD] == 0;
        if (alone) {
            int first = cells.allocate();
            state[base + HEAD] = (long) first << 32;
            state[base + TAIL] = (long) first << 32;
            info = (info & ((1L << 40) - 1)) | 1L << 40;
            state[base + INFO] = info;
        }
        if (isNumber) {
            long lastBits = state[base + LAST_BITS];
            long tail = state[base + TAIL];
            int used = (int) tail;
            if (used <= Cells.CONTENT - Rows.MOST_NUMBER_BYTES) {
                int to = (int) (tail >>> 32);
                int at = Cells.content(to) + used;
                byte[] page = cells.page(to);
                int end = Rows.putNumber(page, at, alone, time, lastTime, lastInterval, kind, lastKind, cell, lastBits);
                state[base + TAIL] = tail + (end - at);
            } else {
                int end =
                        Rows.putNumber(scratch, 0, alone, time, lastTime, lastInterval, kind, lastKind, cell, lastBits);
                write(state, base, scratch, 0, end);
                info = state[base + INFO];
            }
            state[base + LAST_BITS] = cell;
        } else {
            appendSlice(slot, state, base, alone, time, kind, cell, arena);
            info = state[base + INFO];
        }
        // A row of the newest time may repeat one before the last.
        long newest = lastKind == 0 ? sealedOf(itemId) : state[base + NEWEST_TIME];
        boolean isNewest = time > newest || newest == Long.MIN_VALUE;
        state[base + NEWEST_TIME] = Math.max(newest, time);
        state[base + LAST_TIME] = time;
        state[base + LAST_INTERVAL] = alone ? 0 : time - lastTime;
        state[base + INFO] = (info & ~0xFFL) | kind | (isNewest ? 0 : OUT_OF_ORDER);
        state[base + HEAD]++;
        values++;
        return true;
    }

    private boolean isSameValue(int slot, long[] state, int base, boolean isNumber, long cell, byte[] arena) {
        if (isNumber) {
            return state[base + LAST_BITS] == cell;
        }
        int length = Slices.length(cell);
        int from = Slices.offset(cell);
        return state[base + LAST_BITS] == length
                && Arrays.equals(lastSlices[slot], 0, length, arena, from, from + length);
    }

    private void appendSlice(
            int slot, long[] state, int base, boolean alone, long time, byte kind, long cell, byte[] arena) {
        int from = Slices.offset(cell);
        int length = Slices.length(cell);
        int end = Rows.putSliceHead(
                scratch, 0, alone, time, state[base + LAST_TIME], state[base + LAST_INTERVAL], kind, length);
        write(state, base, scratch, 0, end);
        write(state, base, arena, from, length);
        if (slot >= lastSlices.length) {
            int before = lastSlices.length;
            lastSlices = Arrays.copyOf(lastSlices, Math.max(slot + 1, before * 2));
            Arrays.fill(lastSlices, before, lastSlices.length, new byte[0]);
        }
        if (lastSlices[slot].length < length) {
            lastSlices[slot] = new byte[Math.max(16, Math.addExact(length, length / 8))];
        }
        System.arraycopy(arena, from, lastSlices[slot], 0, length);
        state[base + LAST_BITS] = length;
    }

    private void write(long[] state, int base, byte[] source, int offset, int length) {
        int from = offset;
        int left = length;
        int tail = (int) (state[base + TAIL] >>> 32);
        int used = (int) state[base + TAIL];
        while (left > 0) {
            if (used == Cells.CONTENT) {
                int cell = cells.allocate();
                cells.link(tail, cell);
                state[base + INFO] += 1L << 40;
                tail = cell;
                used = 0;
            }
            int count = Math.min(left, Cells.CONTENT - used);
            System.arraycopy(source, from, cells.page(tail), Cells.content(tail) + used, count);
            from += count;
            used += count;
            left -= count;
        }
        state[base + TAIL] = (long) tail << 32 | used;
    }

    private static int epochOf(long[] state, int base) {
        return (int) (state[base + INFO] >>> 8);
    }

    /// Gives a slot to another item.
    private void adopt(int slot, long itemId) {
        forget(slot);
        page(slot)[base(slot) + ITEM] = itemId;
    }

    /// Lets a slot stand for no item any more: its rows are kept aside, under the item's id, until
    /// they are sealed.
    void forget(int slot) {
        long[] state = knownPage(slot);
        if (state == null) {
            return;
        }
        int base = base(slot);
        if (freezing && epochOf(state, base) != epoch) {
            freeze(slot);
        }
        int rows = (int) state[base + HEAD];
        if ((state[base + INFO] & Rows.KIND_MASK) != 0) {
            long newest = state[base + NEWEST_TIME];
            if (newest > presentNanos) {
                aheadUpTo(state[base + ITEM], newest);
            } else {
                sealedUpTo(newest);
            }
        }
        if (rows > 0) {
            Detached chunk = new Detached(
                    (int) (state[base + HEAD] >>> 32),
                    (int) (state[base + TAIL] >>> 32),
                    (int) state[base + TAIL],
                    rows,
                    (int) (state[base + INFO] >>> 40));
            detached.computeIfAbsent(state[base + ITEM], _ -> new ArrayList<>()).add(chunk);
        }
        long marked = state[base + INFO] & (LOW_INT << 8);
        Arrays.fill(state, base, base + (1 << STRIDE_BITS), 0);
        state[base + INFO] = marked;
        if (slot < lastSlices.length) {
            lastSlices[slot] = new byte[0];
        }
    }

    /// Starts to take all open chunks out of the head: what was appended before belongs to the
    /// frozen ones, what comes after to new chunks. [#freezeSome] finishes it.
    void startFreezing() {
        epoch++;
        freezing = true;
        freezeCursor = 0;
        frozen = new Frozen();
        frozen.slots = capacity;
        frozen.records = new long[(capacity + SLOTS_A_PAGE - 1) >>> PAGE_BITS][];
        frozen.detached = detached;
        detached = new TreeMap<>();
        for (List<Detached> chunks : frozen.detached.values()) {
            for (Detached chunk : chunks) {
                frozen.values += chunk.rows();
                values -= chunk.rows();
            }
        }
    }

    boolean isFreezing() {
        return freezing;
    }

    /// Goes on for some slots.
    ///
    /// @return whether all are frozen
    boolean freezeSome(int most) {
        int end = (int) Math.min(frozen.slots, (long) freezeCursor + most);
        for (; freezeCursor < end; freezeCursor++) {
            long[] state = knownPage(freezeCursor);
            if (state == null) {
                // A page that no slot was ever used of.
                freezeCursor |= SLOTS_A_PAGE - 1;
            } else if (epochOf(state, base(freezeCursor)) != epoch) {
                freeze(freezeCursor);
            }
        }
        if (freezeCursor < frozen.slots) {
            return false;
        }
        frozen.pages = cells.pages();
        freezing = false;
        return true;
    }

    private void freeze(int slot) {
        long[] state = page(slot);
        int base = base(slot);
        int rows = (int) state[base + HEAD];
        if (rows > 0) {
            frozen.put(slot, state[base + HEAD], state[base + TAIL], state[base + INFO] >>> 40, state[base + ITEM]);
            frozen.values += rows;
            values -= rows;
            state[base + HEAD] = 0;
            state[base + TAIL] = 0;
        }
        state[base + INFO] = (state[base + INFO] & 0xFF) | (epoch & LOW_INT) << 8;
    }

    /// The chunks being sealed; empty when none are.
    Frozen frozen() {
        return frozen;
    }

    /// Their block is there: from now on the frozen chunks are read no more, and [#releaseSome]
    /// frees their cells.
    void forgetFrozen() {
        releasing.add(frozen);
        frozen = new Frozen();
    }

    /// Frees the cells of some slots whose block is there.
    ///
    /// @return how many slots were looked at; 0 when there is nothing left
    int releaseSome(int most) {
        if (releasing.isEmpty()) {
            return 0;
        }
        Frozen from = releasing.get(0);
        int end = (int) Math.min(from.slots, (long) releaseCursor + most);
        int count = end - releaseCursor;
        for (; releaseCursor < end; releaseCursor++) {
            if (from.has(releaseCursor)) {
                cells.free(from.head(releaseCursor), from.tail(releaseCursor), from.cells(releaseCursor));
            }
        }
        if (releaseCursor == from.slots) {
            for (List<Detached> chunks : from.detached.values()) {
                for (Detached chunk : chunks) {
                    cells.free(chunk.head(), chunk.tail(), chunk.cells());
                }
            }
            releasing.remove(0);
            releaseCursor = 0;
        }
        return Math.max(1, count);
    }

    private static byte[] join(byte[][] pages, @Nullable List<Detached> chunks) {
        byte[] out = new byte[0];
        if (chunks == null) {
            return out;
        }
        for (Detached chunk : chunks) {
            byte[] more = Cells.gather(pages, chunk.head(), chunk.cells(), chunk.tailUsed());
            int before = out.length;
            out = Arrays.copyOf(out, Math.addExact(before, more.length));
            System.arraycopy(more, 0, out, before, more.length);
        }
        return out;
    }

    /// Copies of an item's rows: frozen ones, then open ones; those without a slot first. Without
    /// those that have none.
    ///
    /// @param slot of the item, or -1
    List<byte[]> bytes(int slot, long itemId) {
        List<byte[]> found = new ArrayList<>(2);
        if (frozen.detached.containsKey(itemId)) {
            found.add(join(cells.pages(), frozen.detached.get(itemId)));
        }
        if (slot >= 0 && frozen.has(slot) && frozen.itemId(slot) == itemId) {
            found.add(frozen.bytes(slot, cells.pages()));
        }
        if (detached.containsKey(itemId)) {
            found.add(join(cells.pages(), detached.get(itemId)));
        }
        long[] state = knownPage(slot);
        if (state != null && state[base(slot) + ITEM] == itemId && (int) state[base(slot) + HEAD] > 0) {
            int base = base(slot);
            found.add(Cells.gather(
                    cells.pages(), (int) (state[base + HEAD] >>> 32), (int) (state[base + INFO] >>> 40), (int)
                            state[base + TAIL]));
        }
        return found;
    }

    /// Adds the newest row that this run has seen of an item to a batch.
    ///
    /// @return whether there was one, and it is certain that none is newer
    boolean newest(int slot, long itemId, ValueBatch out) {
        long[] state = knownPage(slot);
        if (state == null) {
            return false;
        }
        int base = base(slot);
        byte kind = (byte) (state[base + INFO] & Rows.KIND_MASK);
        if (state[base + ITEM] != itemId || kind == 0 || (state[base + INFO] & OUT_OF_ORDER) != 0) {
            return false;
        }
        long time = state[base + LAST_TIME];
        if (kind <= 2) {
            out.addNumber(itemId, -1, time, kind, state[base + LAST_BITS]);
        } else {
            out.addBytes(itemId, -1, time, kind, lastSlices[slot], 0, (int) state[base + LAST_BITS]);
        }
        return true;
    }

    /// Whether a slot has no rows here: all are sealed.
    boolean isEmpty(int slot) {
        long[] state = knownPage(slot);
        return state == null || ((int) state[base(slot) + HEAD] == 0 && !frozen.has(slot));
    }
}
