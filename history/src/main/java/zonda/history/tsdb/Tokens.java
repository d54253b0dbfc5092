package zonda.history.tsdb;

import java.util.Arrays;

/// Numbers as tokens and bits: how big a number is, is coded by how often such numbers occur
/// (rANS, range asymmetric numeral systems, after Duda, arXiv 1311.2540, with bytes as in Giesen,
/// arXiv 1402.3392); its lower places, which are noise, stand as they are. So a column of noise
/// takes about its entropy and no more. See `FORMATS.md`, "Tokens".
///
/// A number below 16 is its own token; above, a token tells the place of the highest bit and the
/// two bits behind it. How often a token occurs is told by a table in front (counts of three
/// significant bits), or, for less, by one of two curves: what is measured mostly scatters as a
/// normal or an exponential distribution, and then its width says all.
///
/// Owned by one thread; buffers are reused.
final class Tokens {
    static final int COUNT = 256;
    private static final int OWN = 16;
    private static final int MOST_BITS = 12;
    private static final int LOW = 1 << 23;
    private static final int EXPLICIT = 0;
    private static final int NORMAL = 1;
    private static final int EXPONENTIAL = 2;
    private static final int WIDTHS = 256;
    private static final double QUARTER_OCTAVE = 0.25;
    private static final double WHOLE = 1 << 26;
    private static final int FEW = 64;
    private static final int LARGEST_WEIGHT = 1 << 13;

    /// The curves: per family and width the weight of each token. Widths grow by a quarter of an
    /// octave from 1/2 on.
    private static final int[][][] CURVES = {new int[0][], curves(NORMAL), curves(EXPONENTIAL)};

    private static final float[] LOG2 = logarithms();

    private final int[] counts = new int[COUNT];
    private final int[] weights = new int[COUNT];
    private final int[] frequency = new int[COUNT];
    private final int[] start = new int[COUNT];
    private int[] slots = new int[1 << MOST_BITS];
    private byte[] backward = new byte[1024];
    private final BitWriter bits = new BitWriter();
    private final BitReader bitReader = new BitReader();

    static int token(long number) {
        if (number >>> 4 == 0) {
            return (int) number;
        }
        int place = 63 - Long.numberOfLeadingZeros(number);
        return OWN + ((place - 4) << 2) + (int) ((number >>> (place - 2)) & 3);
    }

    /// How many bits follow a token.
    static int bitsOf(int token) {
        return token < OWN ? 0 : ((token - OWN) >>> 2) + 2;
    }

    /// The least number of a token.
    static long least(int token) {
        return token < OWN ? token : (4L | ((token - OWN) & 3)) << (((token - OWN) >>> 2) + 2);
    }

    private static int[][] curves(int family) {
        int[][] all = new int[WIDTHS][];
        for (int width = 0; width < WIDTHS; width++) {
            all[width] = curve(family, StrictMath.pow(2, width * QUARTER_OCTAVE - 1));
        }
        return all;
    }

    private static int[] curve(int family, double width) {
        double[] mass = new double[COUNT];
        double sum = 0;
        for (int token = 0; token < COUNT; token++) {
            double numbers = token < OWN ? 1 : StrictMath.pow(2, bitsOf(token));
            double middle = token < OWN ? (token + 1) >>> 1 : (least(token) + numbers / 2) / 2;
            double far = middle / width;
            mass[token] = numbers * StrictMath.exp(family == NORMAL ? -far * far / 2 : -far);
            sum += mass[token];
        }
        int[] curve = new int[COUNT];
        for (int token = 0; token < COUNT; token++) {
            curve[token] = (int) (mass[token] / sum * WHOLE);
        }
        return curve;
    }

    private static float[] logarithms() {
        float[] logarithms = new float[(1 << MOST_BITS) + 1];
        for (int i = 1; i < logarithms.length; i++) {
            logarithms[i] = (float) (Math.log(i) / Math.log(2));
        }
        return logarithms;
    }

    /// Bits of precision of the frequencies of so many numbers.
    private static int precision(int count) {
        return count < 200 ? 9 : count < 1000 ? 11 : MOST_BITS;
    }

    /// Makes frequencies, which add up to 2^precision, of weights: at least 1 for each token that
    /// may occur.
    ///
    /// @param everyToken also those of weight 0 up to `last` may occur
    private void frequencies(int[] weight, int last, boolean everyToken, int precision) {
        long sum = 0;
        int present = 0;
        for (int token = 0; token <= last; token++) {
            sum += weight[token];
            present += everyToken || weight[token] > 0 ? 1 : 0;
        }
        int whole = 1 << precision;
        long shared = Math.max(0, whole - present);
        int used = 0;
        int greatest = 0;
        for (int token = 0; token <= last; token++) {
            boolean occurs = everyToken || weight[token] > 0;
            int own = occurs ? 1 + (int) (sum == 0 ? 0 : weight[token] * shared / sum) : 0;
            frequency[token] = own;
            used += own;
            if (own > frequency[greatest]) {
                greatest = token;
            }
        }
        frequency[greatest] += whole - used;
    }

    private double cost(int last, int precision) {
        double cost = 0;
        for (int token = 0; token <= last; token++) {
            if (counts[token] > 0) {
                cost += counts[token] * (double) (precision - LOG2[frequency[token]]);
            }
        }
        return cost;
    }

    /// Writes numbers.
    void encode(long[] numbers, int from, int to, ByteWriter out) {
        int count = to - from;
        Arrays.fill(counts, 0);
        double sum = 0;
        for (int i = from; i < to; i++) {
            int token = token(numbers[i]);
            counts[token]++;
        }
        int last = 0;
        int present = 0;
        for (int token = 0; token < COUNT; token++) {
            if (counts[token] > 0) {
                last = token;
                present++;
                sum += counts[token] * (least(token) * 1.0 + (least(token) >= OWN ? least(token) * 0.125 : 0));
            }
        }
        int precision = precision(count);
        int family = EXPLICIT;
        int width = 0;
        weigh(last);
        double best = Double.MAX_VALUE;
        if (count >= FEW && present < 1 << (precision - 1)) {
            frequencies(weights, last, false, precision);
            best = cost(last, precision) + tableBits(last);
        }
        // The mean of zigzag numbers is about twice the mean distance from 0, which is 0.8 and 1
        // times the width of the two curves.
        double distance = Math.max(1e-3, sum / count / 2);
        for (int curve = NORMAL; curve <= (count < FEW ? NORMAL : EXPONENTIAL); curve++) {
            double scale = curve == NORMAL ? distance / 0.8 : distance;
            int middle = (int) Math.round((Math.log(scale) / Math.log(2) + 1) / QUARTER_OCTAVE);
            // For few numbers the search costs more than it gives.
            int below = count < FEW ? 1 : 3;
            for (int w = middle - below; w <= middle + (count < FEW ? 0 : 1); w++) {
                if (w < 0 || w >= WIDTHS || last >= 1 << (precision - 1)) {
                    continue;
                }
                frequencies(CURVES[curve][w], last, true, precision);
                double cost = cost(last, precision) + 8;
                if (cost < best) {
                    best = cost;
                    family = curve;
                    width = w;
                }
            }
        }
        out.octet(family);
        out.octet(last);
        if (family == EXPLICIT) {
            putTable(last, out);
            frequencies(weights, last, false, precision);
        } else {
            out.octet(width);
            frequencies(CURVES[family][width], last, true, precision);
        }
        put(numbers, from, to, last, precision, out);
    }

    /// Counts of three significant bits, as the table has them.
    private void weigh(int last) {
        int greatest = 0;
        for (int token = 0; token <= last; token++) {
            greatest = Math.max(greatest, counts[token]);
        }
        int shift = Math.max(0, 32 - Integer.numberOfLeadingZeros(greatest) - 13);
        for (int token = 0; token <= last; token++) {
            int scaled = counts[token] == 0 ? 0 : Math.max(1, counts[token] >>> shift);
            int drop = Math.max(0, 32 - Integer.numberOfLeadingZeros(scaled) - 4);
            weights[token] = scaled >>> drop << drop;
        }
    }

    private int tableBits(int last) {
        int total = 0;
        for (int token = 0; token <= last; token++) {
            int length = 32 - Integer.numberOfLeadingZeros(weights[token]);
            total += 4 + (length == 0 ? 0 : Math.min(3, length - 1));
            if (length == 0) {
                total += 4;
                for (int more = 0; more < 15 && token < last && weights[token + 1] == 0; more++) {
                    token++;
                }
            }
        }
        return total;
    }

    private void putTable(int last, ByteWriter out) {
        bits.clear();
        for (int token = 0; token <= last; token++) {
            int length = 32 - Integer.numberOfLeadingZeros(weights[token]);
            bits.put(length, 4);
            if (length > 0) {
                int kept = Math.min(3, length - 1);
                bits.put((weights[token] >>> (length - 1 - kept)) & ((1 << kept) - 1), kept);
                continue;
            }
            int more = 0;
            while (more < 15 && token + 1 <= last && weights[token + 1] == 0) {
                more++;
                token++;
            }
            bits.put(more, 4);
        }
        bits.finish();
        out.append(bits.out);
    }

    private void readTable(int last, ByteReader in) throws DamagedException {
        Arrays.fill(weights, 0);
        bitReader.open(in.data, in.at, in.end - in.at);
        for (int token = 0; token <= last; token++) {
            int length = (int) bitReader.take(4);
            if (length > 0) {
                int kept = Math.min(3, length - 1);
                weights[token] =
                        Math.min(LARGEST_WEIGHT, ((1 << kept) | (int) bitReader.take(kept)) << (length - 1 - kept));
            } else {
                token += (int) bitReader.take(4);
            }
        }
        if (!bitReader.isWithin()) {
            throw new DamagedException("a table of tokens beyond the end at " + in.at);
        }
        in.at = bitReader.position();
    }

    private void starts(int last) {
        int at = 0;
        for (int token = 0; token <= last; token++) {
            start[token] = at;
            at += frequency[token];
        }
    }

    private void put(long[] numbers, int from, int to, int last, int precision, ByteWriter out) {
        starts(last);
        bits.clear();
        for (int i = from; i < to; i++) {
            int token = token(numbers[i]);
            int low = bitsOf(token);
            if (low > 0) {
                bits.put(numbers[i] & ((1L << low) - 1), low);
            }
        }
        bits.finish();
        int room = Math.addExact(16, Math.multiplyExact(to - from, 2));
        if (backward.length < room) {
            backward = new byte[room];
        }
        int at = backward.length;
        int state = LOW;
        int renormal = (LOW >>> precision) << 8;
        for (int i = to - 1; i >= from; i--) {
            int token = token(numbers[i]);
            int own = frequency[token];
            long most = (long) renormal * own;
            while (state >= most) {
                backward[--at] = (byte) state;
                state >>>= 8;
            }
            int whole = state / own;
            state = (whole << precision) + (state - whole * own) + start[token];
        }
        for (int i = 0; i < 4; i++) {
            backward[--at] = (byte) state;
            state >>>= 8;
        }
        int length = backward.length - at;
        out.varint(length);
        out.bytes(backward, at, length);
        out.append(bits.out);
    }

    /// Reads so many numbers.
    void decode(ByteReader in, long[] numbers, int from, int to) throws DamagedException {
        int family = in.octet();
        int last = in.octet();
        int precision = precision(to - from);
        switch (family) {
            case EXPLICIT -> {
                readTable(last, in);
                frequencies(weights, last, false, precision);
            }
            case NORMAL, EXPONENTIAL -> frequencies(CURVES[family][in.octet()], last, true, precision);
            default -> throw new DamagedException("tokens of family " + family + ", wanted 0 to 2");
        }
        starts(last);
        Arrays.fill(slots, 0, 1 << precision, -1);
        for (int token = 0; token <= last; token++) {
            int own = frequency[token];
            if (own < 0 || own > (1 << precision) - start[token]) {
                throw new DamagedException("token " + token + " occurs " + own + " times in " + (1 << precision));
            }
            for (int i = 0; i < own; i++) {
                // Token 8 bits, its frequency less one 12 bits, the place in it 12 bits.
                slots[start[token] + i] = token << 24 | (own - 1) << 12 | i;
            }
        }
        int length = in.length();
        if (length < 4) {
            throw new DamagedException("tokens of " + length + " bytes, wanted at least 4");
        }
        byte[] data = in.data;
        int at = in.at;
        int end = at + length;
        bitReader.open(data, end, in.end - end);
        int mask = (1 << precision) - 1;
        int state = 0;
        for (int i = 0; i < 4; i++) {
            state = state << 8 | (data[at++] & 0xFF);
        }
        for (int i = from; i < to; i++) {
            int slot = slots[state & mask];
            int token = slot >>> 24;
            state = (((slot >>> 12) & 0xFFF) + 1) * (state >>> precision) + (slot & 0xFFF);
            while (state < LOW && at < end) {
                state = state << 8 | (data[at++] & 0xFF);
            }
            int low = bitsOf(token);
            numbers[i] = low == 0 ? token : least(token) | bitReader.take(low);
        }
        if (state != LOW || at != end || !bitReader.isWithin()) {
            throw new DamagedException("tokens that do not end where they should");
        }
        in.at = bitReader.position();
    }
}
