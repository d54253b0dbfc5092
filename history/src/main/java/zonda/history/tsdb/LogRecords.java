package zonda.history.tsdb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import zonda.history.StateEntry;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// The records of the log: batches of rows, and keyed states. See `FORMATS.md`.
final class LogRecords {
    static final int VALUES = 1;
    static final int STATES = 2;

    /// The most that one row with a number takes: item 10, kind 1, time 10, value 10.
    private static final int ROW_BYTES = 31;

    private LogRecords() {}

    /// A growing buffer of records on its way to the log.
    static final class Buffer {
        byte[] bytes;
        int size;
        long firstSequence;
        long lastSequence;
        long openedNanos;

        Buffer(int capacity) {
            bytes = new byte[capacity];
        }

        void reserve(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
            }
        }
    }

    static void appendValues(Buffer out, ValueBatch batch) {
        int rows = batch.size();
        out.reserve(16 + rows * ROW_BYTES + batch.arenaSize());
        byte[] bytes = out.bytes;
        int at = out.size;
        bytes[at++] = VALUES;
        at = Varint.put(bytes, at, rows);
        long lastTime = 0;
        long lastItem = 0;
        for (int row = 0; row < rows; row++) {
            long item = batch.itemIds[row];
            long time = batch.epochNanos[row];
            byte kind = batch.kinds[row];
            // Rows of one reply share their time: one bit says so.
            boolean sameTime = time == lastTime && row > 0;
            bytes[at++] = (byte) (sameTime ? kind | 0x80 : kind);
            at = Varint.put(bytes, at, Varint.zigzag(item - lastItem));
            if (!sameTime) {
                at = Varint.put(bytes, at, Varint.zigzag(time - lastTime));
            }
            long cell = batch.bits[row];
            if (kind == 1) {
                at = Varint.put(bytes, at, cell);
            } else if (kind == 2) {
                for (int shift = 56; shift >= 0; shift -= 8) {
                    bytes[at++] = (byte) (cell >>> shift);
                }
            } else {
                int length = Slices.length(cell);
                at = Varint.put(bytes, at, length);
                System.arraycopy(batch.arena, Slices.offset(cell), bytes, at, length);
                at += length;
            }
            lastItem = item;
            lastTime = time;
        }
        out.size = at;
    }

    static void appendStates(Buffer out, List<StateEntry> entries) {
        byte[][] keys = new byte[entries.size()][];
        int room = 16;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = entries.get(i).key().getBytes(StandardCharsets.UTF_8);
            room += keys[i].length + entries.get(i).value().length + 20;
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

    /// Takes the records of a frame.
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
        long rows = in.varint();
        long item = 0;
        long time = 0;
        for (long row = 0; row < rows; row++) {
            int head = in.octet();
            byte kind = (byte) (head & 0x7F);
            if (kind < 1 || kind > 6) {
                throw new DamagedException("a value of kind " + kind + ", wanted 1 to 6");
            }
            item += Varint.unzigzag(in.varint());
            if ((head & 0x80) == 0) {
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
