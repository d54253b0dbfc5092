package zonda.history.tsdb;

import java.util.Arrays;
import zonda.model.Slices;
import zonda.model.ValueBatch;

/// The row format of chunks, in memory and in blocks: a stream of rows of one item in arrival
/// order. See `FORMATS.md`, "Rows".
///
/// A row is a control byte, then what that does not already say: bits 0-2 the kind; bit 3 the
/// time's unit (0 milliseconds, 1 nanoseconds); bit 4 the interval is the one before; bit 5 the
/// value is the one before; bit 6 the row stands for itself (full time, value against 0). Times
/// are the zigzag difference of intervals; unsigned integers the zigzag difference to the one
/// before; doubles the XOR with the one before, as a byte that counts leading zero bytes and kept
/// bytes, and those bytes; the other kinds a length and bytes. Streams may be joined, since the
/// first row of each stands for itself.
final class Rows {
    /// The most that a row with a number takes: control 1, time 10, value 10.
    static final int MOST_NUMBER_BYTES = 21;
    /// The most that comes before the bytes of another row: control 1, time 10, length 5.
    static final int MOST_SLICE_HEAD_BYTES = 16;

    static final int KIND_MASK = 7;
    private static final int NANOSECONDS = 8;
    private static final int SAME_INTERVAL = 0x10;
    private static final int SAME_VALUE = 0x20;
    private static final int ALONE = 0x40;
    private static final int HUNDREDTHS = 0x80;
    private static final double HUNDRED = 100;
    /// Beyond this a double need not be what it was after times 100 and divided by 100.
    private static final double MOST_HUNDREDTHS = 1L << 52;
    /// A difference of more takes as much as the XOR.
    private static final long MOST_DIFFERENCE = 1L << 26;
    private static final long MILLISECOND = 1_000_000L;

    private Rows() {}

    /// Writes a row with a number; [#MOST_NUMBER_BYTES] must fit.
    ///
    /// @param alone the row stands for itself: the `last` ones do not count
    /// @param lastInterval between the two rows before it
    /// @return the position after it
    static int putNumber(
            byte[] out,
            int at,
            boolean alone,
            long time,
            long lastTime,
            long lastInterval,
            byte kind,
            int lastKind,
            long bits,
            long lastBits) {
        int control = kind;
        int position = at + 1;
        if (alone) {
            control |= ALONE;
            if (time % MILLISECOND == 0) {
                position = Varint.put(out, position, Varint.zigzag(time / MILLISECOND));
            } else {
                control |= NANOSECONDS;
                position = Varint.put(out, position, Varint.zigzag(time));
            }
        } else {
            long change = time - lastTime - lastInterval;
            if (change == 0) {
                control |= SAME_INTERVAL;
            } else if (change % MILLISECOND == 0) {
                position = Varint.put(out, position, Varint.zigzag(change / MILLISECOND));
            } else {
                control |= NANOSECONDS;
                position = Varint.put(out, position, Varint.zigzag(change));
            }
        }
        boolean comparable = !alone && kind == lastKind;
        long before = comparable ? lastBits : 0;
        if (comparable && bits == before) {
            control |= SAME_VALUE;
        } else if (kind == 1) {
            position = Varint.put(out, position, Varint.zigzag(bits - before));
        } else {
            long difference = hundredths(bits) - hundredths(before);
            if (Math.abs(difference) <= MOST_DIFFERENCE && plus(before, difference) == bits) {
                control |= HUNDREDTHS;
                position = Varint.put(out, position, Varint.zigzag(difference));
            } else {
                position = putXor(out, position, bits ^ before);
            }
        }
        out[at] = (byte) control;
        return position;
    }

    /// A double in whole hundredths, 0 for those beyond what that is good for.
    private static long hundredths(long bits) {
        double value = Double.longBitsToDouble(bits) * HUNDRED;
        return Math.abs(value) <= MOST_HUNDREDTHS ? Math.round(value) : 0;
    }

    private static long plus(long bits, long difference) {
        return Double.doubleToRawLongBits((hundredths(bits) + difference) / HUNDRED);
    }

    /// Writes what comes before the bytes of a row without a number; [#MOST_SLICE_HEAD_BYTES] must
    /// fit.
    ///
    /// @return the position after it, where the bytes go
    static int putSliceHead(
            byte[] out, int at, boolean alone, long time, long lastTime, long lastInterval, byte kind, int length) {
        int control = kind;
        int position = at + 1;
        long told = alone ? time : time - lastTime - lastInterval;
        control |= alone ? ALONE : 0;
        if (!alone && told == 0) {
            control |= SAME_INTERVAL;
        } else if (told % MILLISECOND == 0) {
            position = Varint.put(out, position, Varint.zigzag(told / MILLISECOND));
        } else {
            control |= NANOSECONDS;
            position = Varint.put(out, position, Varint.zigzag(told));
        }
        out[at] = (byte) control;
        return Varint.put(out, position, length);
    }

    private static int putXor(byte[] out, int at, long xor) {
        int leading = Long.numberOfLeadingZeros(xor) >>> 3;
        int trailing = Math.min(7 - Math.min(leading, 7), Long.numberOfTrailingZeros(xor) >>> 3);
        int kept = 8 - leading - trailing;
        int position = at;
        out[position++] = (byte) (leading << 4 | kept);
        long rest = xor >>> (trailing << 3);
        for (int shift = (kept - 1) << 3; shift >= 0; shift -= 8) {
            out[position++] = (byte) (rest >>> shift);
        }
        return position;
    }

    /// Writes rows of a batch in a given order as one stream.
    ///
    /// @param order which rows, in which order
    static byte[] encode(ValueBatch batch, int[] order, int count) {
        byte[] out = new byte[64 + count * 4];
        int at = 0;
        long lastTime = 0;
        long lastInterval = 0;
        long lastBits = 0;
        int lastKind = 0;
        for (int i = 0; i < count; i++) {
            int row = order[i];
            boolean alone = i == 0;
            long time = batch.epochNanos[row];
            byte kind = batch.kinds[row];
            long cell = batch.bits[row];
            int length = kind <= 2 ? 0 : Slices.length(cell);
            int room = Math.addExact(MOST_NUMBER_BYTES, length);
            if (out.length - at < room) {
                out = Arrays.copyOf(out, Math.max(out.length * 2, Math.addExact(at, room)));
            }
            if (kind <= 2) {
                at = putNumber(out, at, alone, time, lastTime, lastInterval, kind, lastKind, cell, lastBits);
                lastBits = cell;
            } else {
                at = putSliceHead(out, at, alone, time, lastTime, lastInterval, kind, length);
                System.arraycopy(batch.arena, Slices.offset(cell), out, at, length);
                at += length;
            }
            lastInterval = alone ? 0 : time - lastTime;
            lastTime = time;
            lastKind = kind;
        }
        return Arrays.copyOf(out, at);
    }

    /// Reads a stream's rows in its order into a batch.
    static void decode(byte[] stream, long itemId, ValueBatch out) throws DamagedException {
        decode(stream, 0, stream.length, itemId, out);
    }

    static void decode(byte[] stream, int offset, int length, long itemId, ValueBatch out) throws DamagedException {
        ByteReader in = new ByteReader().open(stream, offset, length);
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
            long unit = (control & NANOSECONDS) == 0 ? MILLISECOND : 1;
            boolean alone = (control & ALONE) != 0;
            if (alone) {
                time = Varint.unzigzag(in.varint()) * unit;
                interval = 0;
            } else {
                interval += (control & SAME_INTERVAL) != 0 ? 0 : Varint.unzigzag(in.varint()) * unit;
                time += interval;
            }
            if (kind > 2) {
                int bytes = in.length();
                out.addBytes(itemId, -1, time, kind, in.data, in.at, bytes);
                in.at += bytes;
            } else {
                long before = !alone && kind == lastKind ? last : 0;
                if ((control & SAME_VALUE) != 0) {
                    last = before;
                } else if (kind == 1) {
                    last = before + Varint.unzigzag(in.varint());
                } else if ((control & HUNDREDTHS) != 0) {
                    last = plus(before, Varint.unzigzag(in.varint()));
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
