package zonda.history.tsdb;

import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Numbers of one item in one hour, summed up: count, least, greatest, sum. Unsigned integers are
/// summed with 128 bits, so nothing is lost; doubles with what rounding takes away kept until the
/// sum is written. On the way to and from a block a trend is a row of bytes whose time is the
/// hour's start.
///
/// Owned by one thread; reused.
final class Trend {
    static final long HOUR = 3_600_000_000_000L;
    static final int BYTES = 41;
    static final int COUNT = 1;
    static final int MIN = 9;
    static final int MAX = 17;
    static final int HIGH = 25;
    static final int LOW = 33;
    /// A kind of trend: doubles whose sum is no double; it stands there times 2^-64.
    static final byte SCALED = 10;

    private static final byte UNSIGNED = ValueKind.UNSIGNED.code();
    private static final byte DOUBLE = ValueKind.DOUBLE.code();
    private static final double SMALL = 0x1p-64;

    private byte kind;
    private long count;
    private long min;
    private long max;
    private long high;
    private long low;
    private double sum;
    private double lost;
    private double small;

    /// The start of the hour that a time is in.
    static long hourOf(long nanos) {
        return nanos < Long.MIN_VALUE + HOUR ? Long.MIN_VALUE : Math.floorDiv(nanos, HOUR) * HOUR;
    }

    static long field(byte[] bytes, int at, int field) {
        return (long) Block.LONG.get(bytes, at + field);
    }

    static void write(byte[] row, byte kind, long count, long min, long max, long high, long low) {
        row[0] = kind;
        Block.LONG.set(row, COUNT, count);
        Block.LONG.set(row, MIN, min);
        Block.LONG.set(row, MAX, max);
        Block.LONG.set(row, HIGH, high);
        Block.LONG.set(row, LOW, low);
    }

    boolean isEmpty() {
        return count == 0;
    }

    void clear() {
        count = 0;
        high = 0;
        low = 0;
        sum = 0;
        lost = 0;
        small = 0;
    }

    /// Adds a number of the kind that those before have.
    void add(byte numberKind, long bits) {
        boolean isFirst = count == 0;
        kind = numberKind;
        count++;
        if (numberKind == UNSIGNED) {
            min = isFirst || Long.compareUnsigned(bits, min) < 0 ? bits : min;
            max = isFirst || Long.compareUnsigned(bits, max) > 0 ? bits : max;
            low += bits;
            high += Long.compareUnsigned(low, bits) < 0 ? 1 : 0;
            return;
        }
        double value = Double.longBitsToDouble(bits);
        bounds(isFirst, value, value);
        addDouble(value);
        small += value * SMALL;
    }

    private void bounds(boolean isFirst, double least, double greatest) {
        min = Double.doubleToRawLongBits(isFirst ? least : Math.min(Double.longBitsToDouble(min), least));
        max = Double.doubleToRawLongBits(isFirst ? greatest : Math.max(Double.longBitsToDouble(max), greatest));
    }

    private void addDouble(double value) {
        double after = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? (sum - after) + value : (value - after) + sum;
        sum = after;
    }

    /// Adds what a row of a block has, of the kind that those before have.
    void addRow(byte[] bytes, int at) {
        boolean isFirst = count == 0;
        long rowLow = field(bytes, at, LOW);
        long rowMin = field(bytes, at, MIN);
        long rowMax = field(bytes, at, MAX);
        count += field(bytes, at, COUNT);
        kind = bytes[at] == SCALED ? DOUBLE : bytes[at];
        if (kind == UNSIGNED) {
            min = isFirst || Long.compareUnsigned(rowMin, min) < 0 ? rowMin : min;
            max = isFirst || Long.compareUnsigned(rowMax, max) > 0 ? rowMax : max;
            low += rowLow;
            high += field(bytes, at, HIGH) + (Long.compareUnsigned(low, rowLow) < 0 ? 1 : 0);
            return;
        }
        bounds(isFirst, Double.longBitsToDouble(rowMin), Double.longBitsToDouble(rowMax));
        double rowSum = Double.longBitsToDouble(rowLow);
        small += bytes[at] == SCALED ? rowSum : rowSum * SMALL;
        addDouble(bytes[at] == SCALED ? rowSum / SMALL : rowSum);
    }

    /// Adds this trend as a row to a batch.
    void toRow(long itemId, long hour, byte[] scratch, ValueBatch out) {
        if (kind == UNSIGNED) {
            write(scratch, UNSIGNED, count, min, max, high, low);
        } else {
            double total = sum + lost;
            boolean isWhole = Double.isFinite(total);
            write(
                    scratch,
                    isWhole ? DOUBLE : SCALED,
                    count,
                    min,
                    max,
                    0,
                    Double.doubleToRawLongBits(isWhole ? total : small));
        }
        out.addBytes(itemId, -1, hour, ValueKind.BINARY, scratch, 0, BYTES);
    }

    static byte kindOf(ValueBatch rows, int row) {
        byte kind = rows.arena[Slices.offset(rows.bits[row])];
        return kind == SCALED ? DOUBLE : kind;
    }

    /// The mean of numbers of both kinds.
    static double mean(Trend integers, Trend doubles) {
        double whole = integers.high * 0x1p64 + ValueBatch.unsignedToDouble(integers.low);
        long count = integers.count + doubles.count;
        double total = whole + (doubles.sum + doubles.lost);
        return Double.isFinite(total)
                ? total / count
                // Finite values whose sum is not.
                : (whole * SMALL + doubles.small) / count / SMALL;
    }

    long count() {
        return count;
    }

    double least() {
        return kind == UNSIGNED ? ValueBatch.unsignedToDouble(min) : Double.longBitsToDouble(min);
    }

    double greatest() {
        return kind == UNSIGNED ? ValueBatch.unsignedToDouble(max) : Double.longBitsToDouble(max);
    }
}
