package zonda.history.tsdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import zonda.history.StateEntry;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// The records of the log: batches of rows, and keyed states. See `FORMATS.md`, "Log".
final class LogRecords {
    static final int VALUES = 1;
    static final int STATES = 2;
    /// All rows have one time, which stands in front.
    private static final int ONE_TIME = 1;
    /// All rows have one kind, which stands in front.
    private static final int ONE_KIND = 2;

    /// The most that one row takes besides its bytes: item 10, kind 1, time 10, value 10.
    private static final int ROW_BYTES = 31;
    /// The most that stands in front of the rows: type 1, flags 1, rows 5, time 8, kind 1.
    private static final int FRONT_BYTES = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private LogRecords() {}

    /// A growing buffer of records on its way to the log, with room in front for the frame's
    /// header. Owned by the lane that fills it, then by the writer.
    static final class Buffer {
        byte[] bytes;
        int size = Segments.FRAME_HEADER_BYTES;
        long firstSequence;
        long lastSequence;
        long openedNanos;

        Buffer(int capacity) {
            bytes = new byte[capacity];
        }

        boolean isEmpty() {
            return size == Segments.FRAME_HEADER_BYTES;
        }

        void clear() {
            size = Segments.FRAME_HEADER_BYTES;
        }

        void reserve(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
            }
        }
    }

    static void appendValues(Buffer out, ValueBatch batch) {
        int rows = batch.size();
        out.reserve(Math.addExact(FRONT_BYTES + batch.arenaSize(), Math.multiplyExact(rows, ROW_BYTES)));
        byte[] bytes = out.bytes;
        int at = out.size;
        long lastTime = batch.epochNanos[0];
        byte lastKind = batch.kinds[0];
        long times = 0;
        int kinds = 0;
        for (int row = 1; row < rows; row++) {
            times |= batch.epochNanos[row] ^ lastTime;
            kinds |= batch.kinds[row] ^ lastKind;
        }
        int flags = (times == 0 ? ONE_TIME : 0) | (kinds == 0 ? ONE_KIND : 0);
        bytes[at++] = VALUES;
        bytes[at++] = (byte) flags;
        at = Varint.put(bytes, at, rows);
        LONG.set(bytes, at, lastTime);
        at += 8;
        bytes[at++] = lastKind;
        long lastItem = 0;
        for (int row = 0; row < rows; row++) {
            long item = batch.itemIds[row];
            byte kind = batch.kinds[row];
            at = Varint.put(bytes, at, Varint.zigzag(item - lastItem));
            lastItem = item;
            if (flags != (ONE_TIME | ONE_KIND)) {
                if (kinds != 0) {
                    bytes[at++] = kind;
                }
                if (times != 0) {
                    long time = batch.epochNanos[row];
                    at = Varint.put(bytes, at, Varint.zigzag(time - lastTime));
                    lastTime = time;
                }
            }
            long cell = batch.bits[row];
            if (kind == 1) {
                at = Varint.put(bytes, at, cell);
            } else if (kind == 2) {
                LONG.set(bytes, at, cell);
                at += 8;
            } else {
                int length = Slices.length(cell);
                at = Varint.put(bytes, at, length);
                System.arraycopy(batch.arena, Slices.offset(cell), bytes, at, length);
                at += length;
            }
        }
        out.size = at;
    }

    static void appendStates(Buffer out, List<StateEntry> entries) {
        byte[][] keys = new byte[entries.size()][];
        int room = FRONT_BYTES;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = entries.get(i).key().getBytes(StandardCharsets.UTF_8);
            room = Math.addExact(
                    room, Math.addExact(keys[i].length + 20, entries.get(i).value().length));
        }
        out.reserve(room);
        int at = out.size;
        out.bytes[at++] = STATES;
        at = Varint.put(out.bytes, at, keys.length);
        for (int i = 0; i < keys.length; i++) {
            byte[] value = entries.get(i).value();
            at = Varint.put(out.bytes, at, keys[i].length);
            System.arraycopy(keys[i], 0, out.bytes, at, keys[i].length);
            at = Varint.put(out.bytes, at + keys[i].length, value.length);
            System.arraycopy(value, 0, out.bytes, at, value.length);
            at += value.length;
        }
        out.size = at;
    }

    /// Takes the records of a frame. A batch is the visitor's only during the call.
    interface Visitor {
        void values(ValueBatch batch);

        void state(String key, byte[] value);
    }

    /// Reads the records of a frame in order.
    ///
    /// @param firstSequence of the frame
    /// @param after records up to this sequence are stepped over
    /// @return the sequence of the last record
    static long read(ByteReader in, long firstSequence, long after, ValueBatch scratch, Visitor visitor)
            throws DamagedException {
        long sequence = firstSequence;
        for (; !in.isAtEnd(); sequence++) {
            int type = in.octet();
            switch (type) {
                case VALUES -> {
                    readValues(in, scratch);
                    if (sequence > after) {
                        visitor.values(scratch);
                    }
                }
                case STATES -> readStates(in, sequence > after, visitor);
                default -> throw new DamagedException("a record of type " + type + ", wanted 1 or 2");
            }
        }
        return sequence - 1;
    }

    private static void readValues(ByteReader in, ValueBatch batch) throws DamagedException {
        batch.clear();
        int flags = in.octet();
        if (flags > (ONE_TIME | ONE_KIND)) {
            throw new DamagedException("value flags " + flags + ", wanted at most 3");
        }
        long rows = in.varint();
        long time = in.fixed(8);
        byte kind = checkedKind(in.octet());
        long item = 0;
        for (long row = 0; row < rows; row++) {
            item += Varint.unzigzag(in.varint());
            if ((flags & ONE_KIND) == 0) {
                kind = checkedKind(in.octet());
            }
            if ((flags & ONE_TIME) == 0) {
                time += Varint.unzigzag(in.varint());
            }
            if (kind == 1) {
                batch.addNumber(item, -1, time, ValueKind.UNSIGNED, in.varint());
            } else if (kind == 2) {
                batch.addNumber(item, -1, time, ValueKind.DOUBLE, in.fixed(8));
            } else {
                int length = in.length();
                batch.addBytes(item, -1, time, kind, in.data, in.at, length);
                in.at += length;
            }
        }
    }

    private static byte checkedKind(int octet) throws DamagedException {
        if (octet < 1 || octet > 6) {
            throw new DamagedException("a value of kind " + octet + ", wanted 1 to 6");
        }
        return (byte) octet;
    }

    private static void readStates(ByteReader in, boolean wanted, Visitor visitor) throws DamagedException {
        long count = in.varint();
        for (long i = 0; i < count; i++) {
            String key = new String(in.bytes(in.length()), StandardCharsets.UTF_8);
            byte[] value = in.bytes(in.length());
            if (wanted) {
                visitor.state(key, value);
            }
        }
    }
}
