package zonda.history.tsdb;

import zonda.model.Slices;
import zonda.model.ValueBatch;

/// A column of log lines as columns of what they consist of: severity, event id, timestamp, source
/// and text. See `FORMATS.md`, "Log lines"; [zonda.model.LogValue] is the form in batches.
///
/// Owned by one thread; buffers are reused.
final class LogLines {
    private static final int WHOLE = 0;
    private static final int APART = 1;
    private static final int APART_BY_TIME = 2;
    private static final int HEAD = 20;
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_BYTES = 1 << 30;

    private final Integers integers;
    private final Texts texts;
    private long[] slices = new long[64];
    private long[] numbers = new long[64];
    private long[] more = new long[64];

    LogLines(Integers integers, Texts texts) {
        this.integers = integers;
        this.texts = texts;
    }

    private void room(int count) {
        if (slices.length < count) {
            slices = new long[count + count / 2];
            numbers = new long[slices.length];
            more = new long[slices.length];
        }
    }

    /// In words, by a column's first byte.
    static String form(int head) {
        return head == WHOLE ? "whole" : "columns of severity, event, time, source and text";
    }

    private static int integer(byte[] bytes, int at) {
        return (int) Block.INT.get(bytes, at);
    }

    private static boolean isLine(byte[] arena, long slice) {
        int length = Slices.length(slice);
        if (length < HEAD) {
            return false;
        }
        int source = integer(arena, Slices.offset(slice) + 16);
        return source >= 0 && source <= length - HEAD;
    }

    /// Writes a column; [Texts#plain] has the texts afterwards.
    ///
    /// @param rows of the batch, in order
    /// @param count 1 or more
    void encode(ValueBatch batch, int[] rows, int count, byte[] dictionary, ByteWriter out) {
        room(count);
        byte[] arena = batch.arena;
        boolean areLines = true;
        boolean haveTimes = true;
        for (int i = 0; i < count; i++) {
            slices[i] = batch.bits[rows[i]];
            boolean isLine = isLine(arena, slices[i]);
            areLines &= isLine;
            haveTimes &= isLine && (long) Block.LONG.get(arena, Slices.offset(slices[i]) + 8) != 0;
        }
        if (!areLines) {
            out.octet(WHOLE);
            texts.encode(arena, slices, count, dictionary, out);
            return;
        }
        out.octet(haveTimes ? APART_BY_TIME : APART);
        for (int field = 0; field < 2; field++) {
            for (int i = 0; i < count; i++) {
                numbers[i] = integer(arena, Slices.offset(slices[i]) + field * 4);
            }
            column(count, out);
        }
        for (int i = 0; i < count; i++) {
            numbers[i] = (long) Block.LONG.get(arena, Slices.offset(slices[i]) + 8)
                    - (haveTimes ? Math.floorDiv(batch.epochNanos[rows[i]], SECOND) : 0);
        }
        column(count, out);
        for (int i = 0; i < count; i++) {
            int at = Slices.offset(slices[i]);
            int source = integer(arena, at + 16);
            more[i] = Slices.of(at + HEAD + source, Slices.length(slices[i]) - HEAD - source);
            slices[i] = Slices.of(at + HEAD, source);
        }
        texts.encode(arena, slices, count, new byte[0], out);
        texts.encode(arena, more, count, dictionary, out);
    }

    private void column(int count, ByteWriter out) {
        out.varint(Varint.zigzag(numbers[0]));
        integers.encode(numbers, count, out);
    }

    /// Reads a column.
    ///
    /// @param times of the rows
    Texts.Column decode(ByteReader in, long[] times, int count, byte[] dictionary) throws DamagedException {
        int head = in.octet();
        if (head == WHOLE) {
            return texts.decode(in, count, dictionary);
        }
        if (head > APART_BY_TIME) {
            throw new DamagedException("log lines of form " + head + ", wanted 0 to 2");
        }
        room(count);
        integers.decode(in, Varint.unzigzag(in.varint()), numbers, count);
        int[] severity = narrowed(count, "severity");
        integers.decode(in, Varint.unzigzag(in.varint()), numbers, count);
        int[] event = narrowed(count, "event id");
        integers.decode(in, Varint.unzigzag(in.varint()), numbers, count);
        Texts.Column source = texts.decode(in, count, new byte[0]);
        Texts.Column text = texts.decode(in, count, dictionary);
        long size = 0;
        for (int i = 0; i < count; i++) {
            size += (long) HEAD + source.length()[i] + text.length()[i];
        }
        if (size > MOST_BYTES) {
            throw new DamagedException("log lines of " + size + " bytes, wanted at most " + MOST_BYTES);
        }
        byte[] bytes = new byte[(int) size];
        int[] from = new int[count];
        int[] length = new int[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            long time = numbers[i] + (head == APART_BY_TIME ? Math.floorDiv(times[i], SECOND) : 0);
            int sourceLength = source.length()[i];
            int textLength = text.length()[i];
            from[i] = at;
            length[i] = HEAD + sourceLength + textLength;
            Block.INT.set(bytes, at, severity[i]);
            Block.INT.set(bytes, at + 4, event[i]);
            Block.LONG.set(bytes, at + 8, time);
            Block.INT.set(bytes, at + 16, sourceLength);
            System.arraycopy(source.bytes(), source.from()[i], bytes, at + HEAD, sourceLength);
            System.arraycopy(text.bytes(), text.from()[i], bytes, at + HEAD + sourceLength, textLength);
            at += length[i];
        }
        return new Texts.Column(bytes, from, length);
    }

    private int[] narrowed(int count, String what) throws DamagedException {
        int[] narrow = new int[count];
        for (int i = 0; i < count; i++) {
            narrow[i] = (int) numbers[i];
            if (narrow[i] != numbers[i]) {
                throw new DamagedException(what + " " + numbers[i] + " of a log line, wanted 32 bits");
            }
        }
        return narrow;
    }
}
