package zonda.history.tsdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Reads what [BitWriter] has packed; behind the end there are zeros, and [#isWithin] tells. Owned
/// by one thread.
final class BitReader {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] data = new byte[0];
    private int from;
    private int end;
    private long at;

    BitReader open(byte[] bytes, int offset, int length) {
        data = bytes;
        from = offset;
        end = offset + length;
        at = 0;
        return this;
    }

    /// @param bits 0 to 64
    long take(int bits) {
        if (bits > 32) {
            long low = take(32);
            return low | take(bits - 32) << 32;
        }
        int first = from + (int) (at >>> 3);
        int shift = (int) at & 7;
        at += bits;
        long word;
        if (first + 8 <= data.length && first >= 0) {
            word = (long) LONG.get(data, first);
        } else {
            word = 0;
            for (int i = 0; i < 8 && first + i < end && first >= 0; i++) {
                word |= (data[first + i] & 0xFFL) << (i << 3);
            }
        }
        return (word >>> shift) & ((1L << bits) - 1);
    }

    /// Whether no bit was taken from behind the end.
    boolean isWithin() {
        return from + ((at + 7) >>> 3) <= end;
    }

    /// The position behind the last byte that a bit was taken from.
    int position() {
        return (int) Math.min(end, from + ((at + 7) >>> 3));
    }
}
