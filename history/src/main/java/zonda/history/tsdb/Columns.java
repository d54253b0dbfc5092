package zonda.history.tsdb;

import java.util.Arrays;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// An item's rows as columns: times, kinds, unsigned integers, doubles, texts. Many items of a host
/// have the same times, since one answer brings their values: times are written apart, so that a
/// block can hold them once. See `FORMATS.md`, "Chunk".
///
/// Owned by one thread; buffers are reused.
final class Columns implements AutoCloseable {
    private static final byte UNSIGNED = 1;
    private static final byte DOUBLE = 2;
    private static final byte LOG = ValueKind.LOG.code();
    private static final int MIXED = 0;
    /// Since this version of blocks log lines stand apart from other texts.
    private static final int LOG_LINES_APART = 3;

    private final Integers integers = new Integers();
    private final Squeezer squeezer = new Squeezer();
    private final Doubles doubles = new Doubles(integers, squeezer);
    private final Texts texts = new Texts(integers, squeezer);
    private final LogLines logLines = new LogLines(integers, texts);
    private final TrendColumns trends = new TrendColumns(integers, doubles);
    private long[] times = new long[1024];
    private long[] column = new long[1024];
    private long[] numbers = new long[1024];
    private long[] logTimes = new long[1024];
    private byte[] kinds = new byte[1024];
    private int[] lines = new int[1024];

    private void room(int count) {
        if (times.length < count) {
            int length = count + count / 2;
            times = new long[length];
            column = new long[length];
            numbers = new long[length];
            logTimes = new long[length];
            kinds = new byte[length];
            lines = new int[length];
        }
    }

    /// Writes times; the reader knows the first.
    void encodeTimes(long[] times, int count, ByteWriter out) {
        integers.encode(times, count, out);
    }

    /// Writes all but the times.
    ///
    /// @param content [Block#VALUES] or [Block#TRENDS]
    /// @param order which rows of the batch, in which order
    /// @param count 1 or more
    /// @param dictionary of the block; empty for none
    /// @return the different texts in it, until the next call; empty where there are none
    ByteWriter encodeValues(int content, ValueBatch batch, int[] order, int count, byte[] dictionary, ByteWriter out) {
        room(count);
        if (content == Block.TRENDS) {
            trends.encode(batch, order, count, out);
            texts.plain().clear();
            return texts.plain();
        }
        byte kind = batch.kinds[order[0]];
        boolean isMixed = false;
        for (int i = 1; i < count; i++) {
            isMixed |= batch.kinds[order[i]] != kind;
        }
        if (isMixed) {
            out.octet(MIXED);
            out.octet(kind);
            for (int i = 0; i < count; i++) {
                column[i] = batch.kinds[order[i]];
            }
            integers.encode(column, count, out);
        } else {
            out.octet(kind);
        }
        int unsigned = gather(batch, order, count, UNSIGNED);
        if (unsigned > 0) {
            out.varint(column[0]);
            integers.encode(column, unsigned, out);
        }
        int floating = gather(batch, order, count, DOUBLE);
        if (floating > 0) {
            doubles.encode(column, floating, out);
        }
        texts.plain().clear();
        int others = 0;
        int logs = 0;
        for (int i = 0; i < count; i++) {
            byte each = batch.kinds[order[i]];
            if (each == LOG) {
                lines[logs++] = order[i];
            } else if (each > DOUBLE) {
                column[others++] = batch.bits[order[i]];
            }
        }
        if (others > 0) {
            texts.encode(batch.arena, column, others, dictionary, out);
        }
        if (logs > 0) {
            logLines.encode(batch, lines, logs, dictionary, out);
        }
        return texts.plain();
    }

    private int gather(ValueBatch batch, int[] order, int count, byte kind) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (batch.kinds[order[i]] == kind) {
                column[found++] = batch.bits[order[i]];
            }
        }
        return found;
    }

    /// Reads a chunk and adds its rows to a batch.
    ///
    /// @param version of the block
    /// @param timesIn its times
    /// @param in all else
    /// @param first its first time
    /// @param count 1 or more
    void decode(
            int content,
            int version,
            ByteReader timesIn,
            ByteReader in,
            long itemId,
            long first,
            int count,
            byte[] dictionary,
            ValueBatch out)
            throws DamagedException {
        room(count);
        integers.decode(timesIn, first, times, count);
        if (content == Block.TRENDS) {
            trends.decode(in, itemId, times, count, out);
        } else {
            decodeValues(in, version, itemId, count, dictionary, out);
        }
    }

    private void decodeValues(ByteReader in, int version, long itemId, int count, byte[] dictionary, ValueBatch out)
            throws DamagedException {
        boolean areLinesApart = version >= LOG_LINES_APART;
        int head = in.octet();
        if (head == MIXED) {
            integers.decode(in, in.octet(), column, count);
            for (int i = 0; i < count; i++) {
                kinds[i] = (byte) Math.clamp(column[i], 0, 127);
            }
        } else {
            Arrays.fill(kinds, 0, count, (byte) head);
        }
        int unsigned = 0;
        int floating = 0;
        int others = 0;
        int logs = 0;
        for (int i = 0; i < count; i++) {
            byte kind = kinds[i];
            if (kind < 1 || kind > 6) {
                throw new DamagedException("a row of kind " + kind + ", wanted 1 to 6");
            }
            unsigned += kind == UNSIGNED ? 1 : 0;
            floating += kind == DOUBLE ? 1 : 0;
            if (kind == LOG && areLinesApart) {
                logTimes[logs++] = times[i];
            } else {
                others += kind > DOUBLE ? 1 : 0;
            }
        }
        if (unsigned > 0) {
            integers.decode(in, in.varint(), column, unsigned);
        }
        if (floating > 0) {
            doubles.decode(in, numbers, floating);
        }
        Texts.Column text = others > 0 ? texts.decode(in, others, dictionary) : null;
        Texts.Column log = logs > 0 ? logLines.decode(in, logTimes, logs, dictionary) : null;
        int unsignedAt = 0;
        int floatingAt = 0;
        int otherAt = 0;
        int logAt = 0;
        for (int i = 0; i < count; i++) {
            byte kind = kinds[i];
            if (kind == UNSIGNED) {
                out.addNumber(itemId, -1, times[i], kind, column[unsignedAt++]);
            } else if (kind == DOUBLE) {
                out.addNumber(itemId, -1, times[i], kind, numbers[floatingAt++]);
            } else if (log != null && kind == LOG) {
                out.addBytes(itemId, -1, times[i], kind, log.bytes(), log.from()[logAt], log.length()[logAt]);
                logAt++;
            } else if (text != null) {
                out.addBytes(itemId, -1, times[i], kind, text.bytes(), text.from()[otherAt], text.length()[otherAt]);
                otherAt++;
            }
        }
    }

    /// Takes what parts of a chunk take.
    interface Measure {
        /// @param encoding in words
        /// @param count values in it
        void part(String encoding, long count, long bytes);
    }

    /// In words, how a chunk's values are written.
    ///
    /// @param in behind the chunk's head
    /// @param version of the block
    static String form(ByteReader in, int version) throws DamagedException {
        int kind = in.octet();
        if (kind == MIXED) {
            return "values: of several kinds";
        }
        if (kind == UNSIGNED) {
            in.varint();
            return "unsigned integers: " + Integers.form(in.octet());
        }
        if (kind == LOG && version >= LOG_LINES_APART) {
            return "log lines: " + LogLines.form(in.octet());
        }
        return kind == DOUBLE ? "doubles: " + Doubles.form(in) : "texts: " + Texts.form(in.octet());
    }

    @Override
    public void close() {
        squeezer.close();
    }
}
