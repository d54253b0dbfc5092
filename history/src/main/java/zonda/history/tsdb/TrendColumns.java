package zonda.history.tsdb;

import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Hourly trends of an item as columns. See `FORMATS.md`, "Trends".
///
/// Owned by one thread; buffers are reused.
final class TrendColumns {
    private final Integers integers;
    private final Doubles doubles;
    private final byte[] row = new byte[Trend.BYTES];
    private long[] kinds = new long[64];
    private long[] counts = new long[64];
    private long[] high = new long[64];
    private long[] a = new long[64];
    private long[] b = new long[64];
    private long[] c = new long[64];
    private long[] leasts = new long[64];
    private long[] greatests = new long[64];
    private long[] sums = new long[64];

    TrendColumns(Integers integers, Doubles doubles) {
        this.integers = integers;
        this.doubles = doubles;
    }

    private void room(int count) {
        if (kinds.length < count) {
            int length = count + count / 2;
            kinds = new long[length];
            counts = new long[length];
            high = new long[length];
            a = new long[length];
            b = new long[length];
            c = new long[length];
            leasts = new long[length];
            greatests = new long[length];
            sums = new long[length];
        }
    }

    /// Writes rows that [Trend] has made.
    void encode(ValueBatch batch, int[] order, int count, ByteWriter out) {
        room(count);
        for (int i = 0; i < count; i++) {
            int at = Slices.offset(batch.bits[order[i]]);
            kinds[i] = batch.arena[at];
            counts[i] = Trend.field(batch.arena, at, Trend.COUNT);
        }
        out.octet((int) kinds[0]);
        integers.encode(kinds, count, out);
        out.varint(counts[0]);
        integers.encode(counts, count, out);
        int unsigned = gather(batch, order, count, true);
        if (unsigned > 0) {
            for (long[] column : new long[][] {a, b, c, high}) {
                out.varint(column[0]);
                integers.encode(column, unsigned, out);
            }
        }
        int floating = gather(batch, order, count, false);
        if (floating > 0) {
            doubles.encode(a, floating, out);
            doubles.encode(b, floating, out);
            doubles.encode(c, floating, out);
        }
    }

    private int gather(ValueBatch batch, int[] order, int count, boolean unsigned) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            int at = Slices.offset(batch.bits[order[i]]);
            if ((batch.arena[at] == ValueKind.UNSIGNED.code()) == unsigned) {
                a[found] = Trend.field(batch.arena, at, Trend.MIN);
                b[found] = Trend.field(batch.arena, at, Trend.MAX);
                c[found] = Trend.field(batch.arena, at, Trend.LOW);
                high[found++] = Trend.field(batch.arena, at, Trend.HIGH);
            }
        }
        return found;
    }

    /// Reads rows.
    void decode(ByteReader in, long itemId, long[] times, int count, ValueBatch out) throws DamagedException {
        room(count);
        integers.decode(in, in.octet(), kinds, count);
        integers.decode(in, in.varint(), counts, count);
        int unsigned = 0;
        for (int i = 0; i < count; i++) {
            if (kinds[i] != ValueKind.UNSIGNED.code()
                    && kinds[i] != ValueKind.DOUBLE.code()
                    && kinds[i] != Trend.SCALED) {
                throw new DamagedException("a trend of kind " + kinds[i]);
            }
            unsigned += kinds[i] == ValueKind.UNSIGNED.code() ? 1 : 0;
        }
        if (unsigned > 0) {
            for (long[] column : new long[][] {a, b, c, high}) {
                integers.decode(in, in.varint(), column, unsigned);
            }
        }
        if (unsigned < count) {
            doubles.decode(in, leasts, count - unsigned);
            doubles.decode(in, greatests, count - unsigned);
            doubles.decode(in, sums, count - unsigned);
        }
        int whole = 0;
        int floating = 0;
        for (int i = 0; i < count; i++) {
            byte kind = (byte) kinds[i];
            if (kind == ValueKind.UNSIGNED.code()) {
                Trend.write(row, kind, counts[i], a[whole], b[whole], high[whole], c[whole]);
                whole++;
            } else {
                Trend.write(row, kind, counts[i], leasts[floating], greatests[floating], 0, sums[floating]);
                floating++;
            }
            out.addBytes(itemId, -1, times[i], ValueKind.BINARY, row, 0, row.length);
        }
    }
}
