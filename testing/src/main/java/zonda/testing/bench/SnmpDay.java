package zonda.testing.bench;

import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.simulation.SeededRandom;

/// What a network monitored by SNMP gives in a day, at 60 s: of 20 items 3 constants and 3 states
/// that change about once a day, 5 counters of idle ports, 3 counters of octets and 2 of packets
/// with the shape of a day and a log-normal noise of 10 % a sample, and 4 gauges with two decimals
/// that wander by 0.05 and more a sample. Receive times are off their minute by a normal jitter of
/// 3 ms standard deviation and cut to milliseconds. All from a seed.
///
/// Octet rates are log-normal around 1 MB/s over the ports (natural standard deviation 1.5), one
/// packet has 700 octets. Counters begin anywhere below 2^47.
final class SnmpDay {
    /// Kinds of items.
    enum Kind {
        STATE,
        IDLE_COUNTER,
        OCTETS,
        PACKETS,
        GAUGE
    }

    static final int MINUTES = 1440;
    static final long MINUTE_NANOS = 60_000_000_000L;

    private static final Kind[] MIX = {
        Kind.STATE,
        Kind.STATE,
        Kind.STATE,
        Kind.STATE,
        Kind.STATE,
        Kind.STATE,
        Kind.IDLE_COUNTER,
        Kind.IDLE_COUNTER,
        Kind.IDLE_COUNTER,
        Kind.IDLE_COUNTER,
        Kind.IDLE_COUNTER,
        Kind.OCTETS,
        Kind.OCTETS,
        Kind.OCTETS,
        Kind.PACKETS,
        Kind.PACKETS,
        Kind.GAUGE,
        Kind.GAUGE,
        Kind.GAUGE,
        Kind.GAUGE
    };
    private static final long MILLISECOND = 1_000_000L;
    private static final double JITTER_MILLISECONDS = 3;
    private static final double NOISE = 0.1;
    private static final double OCTETS_A_SECOND = 1e6;
    private static final double SPREAD = 1.5;
    private static final double OCTETS_A_PACKET = 700;
    /// Square root of 2 pi e: the entropy of a normal distribution is log2 of it times the standard
    /// deviation.
    private static final double NORMAL = 4.132731354122493;

    private final SeededRandom random;
    private final boolean asRates;
    private final int itemsAnAnswer;
    private final long startNanos;
    private final double[] level;
    private final double[] phase;
    private final long[] number;
    private final double[] gauge;
    private final double[] spare = {0, 0};

    /// @param items a multiple of 20 keeps the shares exact
    /// @param asRates octets and packets a second, as a change per second gives them, rather than
    ///     counters
    /// @param itemsAnAnswer so many neighbours have one receive time; 1 where each has its own
    /// @param startNanos the first minute
    SnmpDay(long seed, int items, boolean asRates, int itemsAnAnswer, long startNanos) {
        this.random = new SeededRandom(seed);
        this.asRates = asRates;
        this.itemsAnAnswer = itemsAnAnswer;
        this.startNanos = startNanos;
        this.level = new double[items];
        this.phase = new double[items];
        this.number = new long[items];
        this.gauge = new double[items];
        for (int i = 0; i < items; i++) {
            Kind kind = kind(i);
            double octets = OCTETS_A_SECOND * Math.exp(SPREAD * normal());
            level[i] = kind == Kind.PACKETS ? octets / OCTETS_A_PACKET : octets;
            phase[i] = random.nextDouble() * 0.5;
            number[i] = kind == Kind.STATE
                    ? isConstant(i) ? random.below(1_000_000_000) : 1 + random.below(7)
                    : random.nextLong() >>> 17;
            if (asRates && kind == Kind.IDLE_COUNTER) {
                number[i] = 0;
            }
            gauge[i] = 20 + 60 * random.nextDouble();
        }
    }

    Kind kind(int item) {
        return MIX[item % MIX.length];
    }

    private static boolean isConstant(int item) {
        return item % MIX.length < 3;
    }

    private double normal() {
        if (spare[1] > 0) {
            spare[1] = 0;
            return spare[0];
        }
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        double angle = 2 * Math.PI * random.nextDouble();
        spare[0] = radius * Math.sin(angle);
        spare[1] = 1;
        return radius * Math.cos(angle);
    }

    private double shape(int item, int minute) {
        return 1 + 0.7 * Math.sin(2 * Math.PI * minute / MINUTES + phase[item]);
    }

    private static double step(int item) {
        return 0.05 + 0.01 * (item % 7);
    }

    /// Adds the values of some items at a minute, in order; ids are the item's number plus 1.
    void add(int minute, int from, int to, ValueBatch out) {
        long time = 0;
        for (int item = from; item < to; item++) {
            if (item == from || item % itemsAnAnswer == 0) {
                long off = Math.round(JITTER_MILLISECONDS * normal());
                // Answers are spread over the minute.
                long within = (item / itemsAnAnswer) * 7919L % 60_000;
                time = startNanos + minute * MINUTE_NANOS + (within + off) * MILLISECOND;
            }
            long id = item + 1L;
            if (kind(item) == Kind.GAUGE) {
                gauge[item] += step(item) * normal();
                double rounded = Math.rint(gauge[item] * 100) / 100;
                out.addNumber(id, item, time, ValueKind.DOUBLE, Double.doubleToRawLongBits(rounded));
            } else {
                out.addNumber(id, item, time, ValueKind.UNSIGNED, integer(item, minute));
            }
        }
    }

    private long integer(int item, int minute) {
        return switch (kind(item)) {
            case STATE -> {
                if (!isConstant(item) && random.chance(1.0 / MINUTES)) {
                    number[item] = 1L + random.below(7);
                }
                yield number[item];
            }
            case OCTETS, PACKETS -> {
                double rate = level[item] * shape(item, minute) * Math.exp(NOISE * normal());
                number[item] += Math.round(rate * 60);
                yield asRates ? Math.round(rate) : number[item];
            }
            case IDLE_COUNTER, GAUGE -> number[item];
        };
    }

    /// The entropy of what is new in a value of a kind, its time not included, in bytes.
    double entropy(Kind kind) {
        double bits = 0;
        int count = 0;
        for (int item = 0; item < level.length; item++) {
            if (kind(item) != kind) {
                continue;
            }
            for (int minute = 0; minute < MINUTES; minute += 10) {
                count++;
                bits += switch (kind) {
                    case STATE -> isConstant(item) ? 0 : (Math.log(MINUTES * Math.E * 6) / Math.log(2)) / MINUTES;
                    case IDLE_COUNTER -> 0;
                    case OCTETS, PACKETS ->
                        Math.max(0, log2(NORMAL * NOISE * level[item] * shape(item, minute) * (asRates ? 1 : 60)));
                    case GAUGE -> log2(NORMAL * step(item) * 100);
                };
            }
        }
        return bits / count / 8;
    }

    /// The entropy of a receive time, in bytes.
    static double timeEntropy() {
        return log2(NORMAL * JITTER_MILLISECONDS) / 8;
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
