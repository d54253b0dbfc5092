package zonda.history.tsdb;

import java.util.Arrays;

/// A column of 64-bit integers: each is foretold from those before it, and what it differs is
/// written. Which way of foretelling, and which way of writing, is found anew for each column, by
/// size. All is computed modulo 2^64, so that every integer comes back. See `FORMATS.md`,
/// "Integers".
///
/// Where values scatter round a level (rates, the growth of counters, receive times round a grid),
/// the level is a running mean: to take the value before it instead would cost half a bit a value,
/// since its own scatter comes in.
///
/// Owned by one thread; buffers are reused.
final class Integers {
    /// What is foretold.
    private static final int FIRST = 0;
    private static final int LAST = 1;
    private static final int LEVEL = 2;
    private static final int LAST_GROWTH = 3;
    private static final int LEVEL_GROWTH = 4;
    private static final int GRID = 5;
    private static final int WAYS = 6;

    /// How the differences are written.
    private static final int NOTHING = 0;
    private static final int TOKENS = 1;
    private static final int PACKED = 2;
    private static final int RUNS = 3;

    private static final int WAY_MASK = 7;
    private static final int BODY_SHIFT = 3;
    private static final int DIVIDED = 0x20;
    private static final int SAMPLE = 65;

    private static final int LEVEL_SHIFT = 3;
    private static final int GRID_SHIFT = 4;

    private final Tokens tokens = new Tokens();
    private final ByteWriter packed = new ByteWriter();
    private final ByteWriter inTokens = new ByteWriter();
    private final BitWriter bits = new BitWriter();
    private final BitReader bitReader = new BitReader();
    private long[] steps = new long[1024];
    private long[] differences = new long[1024];

    /// In words, by a column's first byte.
    static String form(int head) {
        String[] ways = {
            "as they are", "differences", "off a level", "growth of differences", "off a growth", "off a grid"
        };
        String[] bodies = {"constant", "tokens", "packed", "runs"};
        int way = Math.min(WAYS - 1, head & WAY_MASK);
        return ways[way] + ", " + bodies[(head >>> BODY_SHIFT) & 3];
    }

    /// A running mean in fixed point, `shift` places behind the point: the first values count
    /// fully, later ones with 1/2^shift.
    private static long toward(long level, long difference, int index, int shift) {
        int gain = Math.min(shift, 31 - Integer.numberOfLeadingZeros(index));
        return level + (difference << (shift - gain));
    }

    private static long rounded(long level, int shift) {
        return (level + (1L << (shift - 1))) >> shift;
    }

    private static int length(long difference) {
        return 64 - Long.numberOfLeadingZeros(Varint.zigzag(difference));
    }

    /// Writes a column whose first value the reader knows.
    ///
    /// @param count 1 or more
    void encode(long[] values, int count, ByteWriter out) {
        if (steps.length < count) {
            steps = new long[count + count / 2];
            differences = new long[steps.length];
        }
        long divisor = divisor(values, count);
        long first = values[0];
        if (divisor == 1) {
            for (int i = 0; i < count; i++) {
                steps[i] = values[i] - first;
            }
        } else {
            for (int i = 0; i < count; i++) {
                steps[i] = (values[i] - first) / divisor;
            }
        }
        long slope = slope(count);
        int way = bestWay(count, slope);
        boolean isZero = foretell(way, slope, count);
        int head = way | (divisor == 1 ? 0 : DIVIDED);
        int at = out.size;
        out.octet(head);
        if (divisor != 1) {
            out.varint(divisor);
        }
        if (way == GRID) {
            out.varint(Varint.zigzag(slope));
        }
        int body = isZero ? NOTHING : writeBody(count, out);
        out.data[at] |= (byte) (body << BODY_SHIFT);
    }

    /// The greatest divisor of all differences; 1 where that is too far to seek.
    private static long divisor(long[] values, int count) {
        long divisor = 0;
        for (int i = 1; i < count && divisor != 1; i++) {
            long a = Math.abs(values[i] - values[0]);
            if (a < 0) {
                return 1;
            }
            if (divisor > 0 && a % divisor == 0) {
                continue;
            }
            while (a != 0) {
                long rest = divisor % a;
                divisor = a;
                a = rest;
            }
        }
        return divisor == 0 ? 1 : divisor;
    }

    /// How much the column grows with each value, by the median of some and then by the whole.
    private long slope(int count) {
        if (count < 3) {
            return 0;
        }
        int sampled = Math.min(SAMPLE, count - 1);
        long[] growth = new long[sampled];
        for (int i = 0; i < sampled; i++) {
            int at = 1 + (int) ((long) i * (count - 1) / sampled);
            growth[i] = steps[at] - steps[at - 1];
        }
        Arrays.sort(growth);
        long median = growth[sampled / 2];
        if (median <= 0) {
            return 0;
        }
        long whole = steps[count - 1];
        long intervals = (whole + median / 2) / median;
        return intervals <= 0 ? median : (whole + intervals / 2) / intervals;
    }

    /// The way whose differences are shortest. One pass over all of them.
    private int bestWay(int count, long slope) {
        long first = 0;
        long last = 0;
        long level = 0;
        long lastGrowth = 0;
        long levelGrowth = 0;
        long grid = 0;
        long mean = 0;
        long growthMean = 0;
        long before = 0;
        long growthBefore = 0;
        Grid position = new Grid(slope);
        for (int i = 1; i < count; i++) {
            long step = steps[i];
            long growth = step - before;
            first += length(step);
            last += length(growth);
            long offLevel = step - rounded(mean, LEVEL_SHIFT);
            level += length(offLevel);
            mean = toward(mean, offLevel, i + 1, LEVEL_SHIFT);
            lastGrowth += length(growth - growthBefore);
            long offGrowth = growth - rounded(growthMean, LEVEL_SHIFT);
            levelGrowth += length(offGrowth);
            growthMean = toward(growthMean, offGrowth, i, LEVEL_SHIFT);
            if (slope > 0) {
                grid += length(position.off(step, i));
            }
            before = step;
            growthBefore = growth;
        }
        long[] costs = {first, last, level, lastGrowth, levelGrowth, slope > 0 ? grid : Long.MAX_VALUE};
        int best = LAST;
        for (int way = 0; way < WAYS; way++) {
            if (costs[way] < costs[best]) {
                best = way;
            }
        }
        return best;
    }

    /// A grid of equal steps that follows the values slowly. One that is off by more than half a
    /// step, as after a gap, takes the grid along.
    private static final class Grid {
        private final long slope;
        private long position;

        Grid(long slope) {
            this.slope = slope;
        }

        long expected() {
            return rounded(position, GRID_SHIFT) + slope;
        }

        void move(long value, long off, int index) {
            if (Math.abs(off) > slope >> 1) {
                position = value << GRID_SHIFT;
            } else {
                position = toward(position + (slope << GRID_SHIFT), off, index + 1, GRID_SHIFT);
            }
        }

        long off(long value, int index) {
            long off = value - expected();
            move(value, off, index);
            return off;
        }
    }

    /// Computes the differences, in zigzag form.
    ///
    /// @return whether there is none
    private boolean foretell(int way, long slope, int count) {
        long any = 0;
        long before = 0;
        long mean = 0;
        Grid grid = new Grid(slope);
        for (int i = 1; i < count; i++) {
            long step = steps[i];
            long off;
            switch (way) {
                case FIRST -> off = step;
                case LAST -> {
                    off = step - before;
                    before = step;
                }
                case LEVEL -> {
                    off = step - rounded(mean, LEVEL_SHIFT);
                    mean = toward(mean, off, i + 1, LEVEL_SHIFT);
                }
                case LAST_GROWTH -> {
                    off = step - before - mean;
                    mean += off;
                    before = step;
                }
                case LEVEL_GROWTH -> {
                    off = step - before - rounded(mean, LEVEL_SHIFT);
                    mean = toward(mean, off, i, LEVEL_SHIFT);
                    before = step;
                }
                default -> off = grid.off(step, i);
            }
            long zigzag = Varint.zigzag(off);
            any |= zigzag;
            differences[i] = zigzag;
        }
        return any == 0;
    }

    /// Writes the differences in the shortest way.
    private int writeBody(int count, ByteWriter out) {
        long all = 0;
        int others = 0;
        for (int i = 1; i < count; i++) {
            all |= differences[i];
            others += differences[i] == 0 ? 0 : 1;
        }
        int width = 64 - Long.numberOfLeadingZeros(all);
        long packedBytes = 1 + ((long) (count - 1) * width + 7) / 8;
        long best = packedBytes;
        int body = PACKED;
        if (others * 3L < best) {
            packed.clear();
            int last = 0;
            packed.varint(others);
            for (int i = 1; i < count; i++) {
                if (differences[i] != 0) {
                    packed.varint(i - last);
                    packed.varint(differences[i]);
                    last = i;
                }
            }
            if (packed.size < best) {
                best = packed.size;
                body = RUNS;
            }
        }
        // Tokens take 9 bytes at least.
        if (best > 9) {
            inTokens.clear();
            tokens.encode(differences, 1, count, inTokens);
            if (inTokens.size < best) {
                out.append(inTokens);
                return TOKENS;
            }
        }
        if (body == RUNS) {
            out.append(packed);
            return RUNS;
        }
        out.octet(width);
        bits.clear();
        for (int i = 1; i < count; i++) {
            bits.put(differences[i], width);
        }
        bits.finish();
        out.append(bits.out);
        return PACKED;
    }

    /// Reads a column.
    ///
    /// @param first its first value
    void decode(ByteReader in, long first, long[] values, int count) throws DamagedException {
        int head = in.octet();
        int way = head & WAY_MASK;
        if (way >= WAYS || head >= DIVIDED << 1) {
            throw new DamagedException("integers of form " + head);
        }
        long divisor = (head & DIVIDED) == 0 ? 1 : in.varint();
        long slope = way == GRID ? Varint.unzigzag(in.varint()) : 0;
        values[0] = 0;
        readBody((head >>> BODY_SHIFT) & 3, in, values, count);
        restore(way, slope, values, count);
        if (divisor == 1) {
            for (int i = 0; i < count; i++) {
                values[i] += first;
            }
        } else {
            for (int i = 0; i < count; i++) {
                values[i] = values[i] * divisor + first;
            }
        }
    }

    private void readBody(int body, ByteReader in, long[] values, int count) throws DamagedException {
        switch (body) {
            case NOTHING -> Arrays.fill(values, 1, count, 0);
            case TOKENS -> tokens.decode(in, values, 1, count);
            case PACKED -> {
                int width = in.octet();
                if (width > 64) {
                    throw new DamagedException("integers of " + width + " bits, wanted at most 64");
                }
                bitReader.open(in.data, in.at, in.end - in.at);
                for (int i = 1; i < count; i++) {
                    values[i] = bitReader.take(width);
                }
                if (!bitReader.isWithin()) {
                    throw new DamagedException("integers beyond the end at " + in.at);
                }
                in.at = bitReader.position();
            }
            default -> {
                Arrays.fill(values, 1, count, 0);
                long at = 0;
                for (long left = in.varint(); left > 0; left--) {
                    long gap = in.varint();
                    at += gap;
                    if (gap <= 0 || at >= count) {
                        throw new DamagedException("an integer behind the last, at " + at + " of " + count);
                    }
                    values[(int) at] = in.varint();
                }
            }
        }
    }

    private static void restore(int way, long slope, long[] values, int count) {
        long before = 0;
        long mean = 0;
        switch (way) {
            case FIRST -> {
                for (int i = 1; i < count; i++) {
                    values[i] = Varint.unzigzag(values[i]);
                }
            }
            case LAST -> {
                for (int i = 1; i < count; i++) {
                    before += Varint.unzigzag(values[i]);
                    values[i] = before;
                }
            }
            case LEVEL -> {
                for (int i = 1; i < count; i++) {
                    long off = Varint.unzigzag(values[i]);
                    values[i] = off + rounded(mean, LEVEL_SHIFT);
                    mean = toward(mean, off, i + 1, LEVEL_SHIFT);
                }
            }
            case LAST_GROWTH -> {
                for (int i = 1; i < count; i++) {
                    mean += Varint.unzigzag(values[i]);
                    before += mean;
                    values[i] = before;
                }
            }
            case LEVEL_GROWTH -> {
                for (int i = 1; i < count; i++) {
                    long off = Varint.unzigzag(values[i]);
                    before += off + rounded(mean, LEVEL_SHIFT);
                    mean = toward(mean, off, i, LEVEL_SHIFT);
                    values[i] = before;
                }
            }
            default -> {
                Grid grid = new Grid(slope);
                for (int i = 1; i < count; i++) {
                    long off = Varint.unzigzag(values[i]);
                    long value = grid.expected() + off;
                    grid.move(value, off, i);
                    values[i] = value;
                }
            }
        }
    }
}
