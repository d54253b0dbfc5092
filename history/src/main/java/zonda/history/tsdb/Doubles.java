package zonda.history.tsdb;

import java.util.Arrays;

/// A column of doubles, bit for bit. Most are decimals that people or devices wrote with a few
/// places: those become integers. Others are integers too: their bits, put in the order of the
/// numbers; or, where neighbours have the same places, the XOR of neighbours. See `FORMATS.md`,
/// "Doubles".
///
/// Owned by one thread; buffers are reused.
final class Doubles {
    private static final int DECIMAL = 0;
    private static final int ORDERED = 1;
    private static final int XOR = 2;
    private static final int FEW = 3;
    /// So many different ones at most, and at most this part of all, are told once each.
    private static final int MOST_FEW = 256;
    private static final int FEW_PART = 16;
    private static final int EXACT_POWERS = 16;
    private static final long LARGEST_INTEGER = 1L << 53;
    /// One that is no decimal among so many is kept apart.
    private static final int RARE = 16;

    private static final double[] POWERS = powers();

    private final Integers integers;
    private final Tokens tokens = new Tokens();
    private final BitWriter bits = new BitWriter();
    private final BitReader bitReader = new BitReader();
    private final ByteWriter ordered = new ByteWriter();
    private final ByteWriter xored = new ByteWriter();
    private final ByteWriter apart = new ByteWriter();
    private final ByteWriter whole = new ByteWriter();
    private final ByteWriter each = new ByteWriter();
    private final ByteWriter places = new ByteWriter();
    private final Squeezer squeezer;
    private final long[] different = new long[MOST_FEW];
    /// By hash, one more than the number of a different value.
    private final short[] known = new short[4 * MOST_FEW];
    private long[] scratch = new long[1024];
    private long[] shapes = new long[1024];

    Doubles(Integers integers, Squeezer squeezer) {
        this.integers = integers;
        this.squeezer = squeezer;
    }

    /// Powers of ten are exact doubles up to 10^22.
    private static double[] powers() {
        double[] powers = new double[EXACT_POWERS];
        double power = 1;
        for (int i = 0; i < EXACT_POWERS; i++) {
            powers[i] = power;
            power *= 10;
        }
        return powers;
    }

    private void room(int count) {
        if (scratch.length < count) {
            scratch = new long[count + count / 2];
            shapes = new long[scratch.length];
        }
    }

    private static boolean isDecimal(long bits, long integer, int places) {
        return Double.doubleToRawLongBits(integer / POWERS[places]) == bits;
    }

    private static long scaled(long bits, int places) {
        double value = Double.longBitsToDouble(bits) * POWERS[places];
        // Beyond 2^53, also for what is no number, any integer is the wrong one.
        return Math.abs(value) <= LARGEST_INTEGER ? Math.round(value) : 0;
    }

    /// The places behind the point that these need, -1 where that is not known.
    private static int places(long[] values, int from, int to, int least) {
        int places = least;
        for (int i = from; i < to; i++) {
            while (!isDecimal(values[i], scaled(values[i], places), places)) {
                if (++places == EXACT_POWERS) {
                    return -1;
                }
            }
        }
        return places;
    }

    /// Writes a column.
    ///
    /// @param values raw bits
    /// @param count 1 or more
    void encode(long[] values, int count, ByteWriter out) {
        int few = few(values, count);
        if (few < 2) {
            encodeAll(values, count, out);
            return;
        }
        each.clear();
        encodeFew(few, count, each);
        whole.clear();
        encodeAll(values, count, whole);
        out.append(each.size < whole.size ? each : whole);
    }

    /// Looks for few values that repeat; notes them, and in `places` which stands where.
    ///
    /// @return how many are different; 0 where they are too many
    private int few(long[] values, int count) {
        int most = Math.min(MOST_FEW, count / FEW_PART);
        if (most < 2) {
            return 0;
        }
        Arrays.fill(known, (short) 0);
        places.clear();
        int found = 0;
        for (int i = 0; i < count; i++) {
            int at = (int) (values[i] * 0x9E3779B97F4A7C15L >>> 54);
            while (known[at] != 0 && different[known[at] - 1] != values[i]) {
                at = (at + 1) % known.length;
            }
            if (known[at] == 0) {
                if (found == most) {
                    return 0;
                }
                different[found++] = values[i];
                known[at] = (short) found;
            }
            places.octet(known[at] - 1);
        }
        return found;
    }

    /// Each different value once, in the order of appearance, and squeezed which stands where.
    private void encodeFew(int few, int count, ByteWriter out) {
        out.octet(FEW);
        out.varint(few);
        encodeAll(different, few, out);
        int length = squeezer.squeeze(places.data, count, new byte[0]);
        out.varint(count);
        if (length < 0) {
            out.varint(0);
            out.append(places);
        } else {
            out.varint(length);
            out.bytes(squeezer.squeezed(), 0, length);
        }
    }

    private void encodeAll(long[] values, int count, ByteWriter out) {
        room(count);
        if (encodeDecimals(values, count, out)) {
            return;
        }
        ordered.clear();
        encodeOrdered(values, count, ordered);
        xored.clear();
        encodeXor(values, count, xored);
        out.append(xored.size < ordered.size ? xored : ordered);
    }

    /// Places by the first values; those that need more are kept apart while they are rare.
    private boolean encodeDecimals(long[] values, int count, ByteWriter out) {
        int places = 0;
        int odd = 0;
        int mostOdd = count / RARE;
        for (int i = 0; i < count; i++) {
            if (isDecimal(values[i], scaled(values[i], places), places)) {
                continue;
            }
            int more = places(values, i, i + 1, places);
            if (more < 0) {
                if (++odd > mostOdd) {
                    return false;
                }
            } else {
                places = more;
            }
        }
        // With more places an earlier one may no longer fit 53 bits.
        apart.clear();
        odd = 0;
        int lastOdd = -1;
        long before = 0;
        for (int i = 0; i < count; i++) {
            long integer = scaled(values[i], places);
            if (!isDecimal(values[i], integer, places)) {
                if (++odd > mostOdd) {
                    return false;
                }
                apart.varint(i - lastOdd);
                apart.fixed(values[i], 8);
                lastOdd = i;
                integer = before;
            }
            scratch[i] = integer;
            before = integer;
        }
        out.octet(DECIMAL | places << 4);
        out.varint(odd);
        out.append(apart);
        out.varint(Varint.zigzag(scratch[0]));
        integers.encode(scratch, count, out);
        return true;
    }

    /// The bits of a double as an integer that is greater where the double is.
    private static long ordered(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private void encodeOrdered(long[] values, int count, ByteWriter out) {
        for (int i = 0; i < count; i++) {
            scratch[i] = ordered(values[i]);
        }
        out.octet(ORDERED);
        out.fixed(scratch[0], 8);
        integers.encode(scratch, count, out);
    }

    /// Each but the first as the XOR with the one before: a token says how many zeros are in front
    /// (in steps of four) and behind (in steps of eight), the places between follow.
    private void encodeXor(long[] values, int count, ByteWriter out) {
        bits.clear();
        for (int i = 1; i < count; i++) {
            long xor = values[i] ^ values[i - 1];
            if (xor == 0) {
                shapes[i] = 0;
                continue;
            }
            int front = Long.numberOfLeadingZeros(xor) >>> 2;
            int behind = Long.numberOfTrailingZeros(xor) >>> 3;
            shapes[i] = 1L + (front << 3 | behind);
            bits.put(xor >>> (behind << 3), 64 - (front << 2) - (behind << 3));
        }
        bits.finish();
        out.octet(XOR);
        out.fixed(values[0], 8);
        if (count > 1) {
            tokens.encode(shapes, 1, count, out);
        }
        out.append(bits.out);
    }

    /// In words.
    static String form(ByteReader in) throws DamagedException {
        int head = in.octet();
        if ((head & 0xF) == XOR) {
            return "XOR";
        }
        if ((head & 0xF) == FEW) {
            return "each once, deflate";
        }
        if ((head & 0xF) == ORDERED) {
            in.fixed(8);
            return "bits in order, " + Integers.form(in.octet());
        }
        for (long odd = in.varint(); odd > 0; odd--) {
            in.varint();
            in.fixed(8);
        }
        in.varint();
        return "decimals, " + Integers.form(in.octet());
    }

    /// Reads a column as raw bits.
    void decode(ByteReader in, long[] values, int count) throws DamagedException {
        int head = in.octet();
        if ((head & 0xF) == FEW) {
            decodeFew(in, values, count);
        } else {
            decodeAll(in, head, values, count);
        }
    }

    private void decodeFew(ByteReader in, long[] values, int count) throws DamagedException {
        long few = in.varint();
        if (few < 1 || few > MOST_FEW) {
            throw new DamagedException(few + " different doubles, wanted 1 to " + MOST_FEW);
        }
        decodeAll(in, in.octet(), different, (int) few);
        int front = in.at;
        long told = in.varint();
        int at = 0;
        byte[] standing;
        if (told != count) {
            throw new DamagedException(told + " places of doubles, wanted " + count);
        }
        if (in.varint() == 0) {
            at = in.at;
            standing = in.data;
            if (in.end - in.at < count) {
                throw new DamagedException("places of doubles beyond the end at " + in.at);
            }
            in.at += count;
        } else {
            in.at = front;
            standing = squeezer.inflated(in, new byte[0]);
        }
        for (int i = 0; i < count; i++) {
            int number = standing[at + i] & 0xFF;
            if (number >= few) {
                throw new DamagedException("double " + number + " of " + few);
            }
            values[i] = different[number];
        }
    }

    private void decodeAll(ByteReader in, int head, long[] values, int count) throws DamagedException {
        switch (head & 0xF) {
            case DECIMAL -> decodeDecimals(in, head >>> 4, values, count);
            case ORDERED -> {
                integers.decode(in, in.fixed(8), values, count);
                for (int i = 0; i < count; i++) {
                    values[i] = ordered(values[i]);
                }
            }
            case XOR -> decodeXor(in, values, count);
            default -> throw new DamagedException("doubles of form " + head + ", wanted 0 to 3");
        }
    }

    private void decodeDecimals(ByteReader in, int places, long[] values, int count) throws DamagedException {
        long odd = in.varint();
        if (odd < 0 || odd > count) {
            throw new DamagedException(odd + " doubles apart, wanted at most " + count);
        }
        int apartAt = in.at;
        for (long i = 0; i < odd; i++) {
            in.varint();
            in.fixed(8);
        }
        integers.decode(in, Varint.unzigzag(in.varint()), values, count);
        double power = POWERS[places];
        for (int i = 0; i < count; i++) {
            values[i] = Double.doubleToRawLongBits(values[i] / power);
        }
        int end = in.at;
        in.at = apartAt;
        long at = -1;
        for (long i = 0; i < odd; i++) {
            long gap = in.varint();
            at += gap;
            if (gap <= 0 || at >= count) {
                throw new DamagedException("a double apart at " + at + " of " + count);
            }
            values[(int) at] = in.fixed(8);
        }
        in.at = end;
    }

    private void decodeXor(ByteReader in, long[] values, int count) throws DamagedException {
        room(count);
        values[0] = in.fixed(8);
        if (count > 1) {
            tokens.decode(in, shapes, 1, count);
        }
        bitReader.open(in.data, in.at, in.end - in.at);
        for (int i = 1; i < count; i++) {
            long shape = shapes[i] - 1;
            if (shape < 0) {
                values[i] = values[i - 1];
                continue;
            }
            int front = (int) (shape >>> 3) << 2;
            int behind = ((int) shape & 7) << 3;
            if (shape > 127 || front + behind > 63) {
                throw new DamagedException("an XOR of shape " + shape);
            }
            values[i] = values[i - 1] ^ bitReader.take(64 - front - behind) << behind;
        }
        if (!bitReader.isWithin()) {
            throw new DamagedException("an XOR beyond the end at " + in.at);
        }
        in.at = bitReader.position();
    }
}
