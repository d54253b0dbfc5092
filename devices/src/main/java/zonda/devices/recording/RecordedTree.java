package zonda.devices.recording;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import zonda.devices.agent.ObjectTree;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.ResponseEncoder;

/// The rows of recordings as the objects of an agent, of one device at one moment. Owned by one
/// thread; [#of] chooses the device before each request.
///
/// What varies is a function of the seed, the device, the row and the time: asked twice at one
/// time, it is the same.
public final class RecordedTree implements ObjectTree {
    /// RFC 3416, section 3.
    private static final int WRONG_TYPE = 7;

    private static final double NO_ANSWER_MILLIS = 99_999;
    private static final double TWO_TO_63 = 0x1p63;

    /// Counters gain up to about 50 million a second.
    private static final int FASTEST_RATE_BITS = 19;

    private final long seed;
    private final boolean grows;
    private Recording recording;
    private long device;
    private boolean loops;
    private long millis;
    private long epochSeconds;
    private double delayMillis;

    /// What SET has written, by device and row.
    private final Map<Long, Written> written = new TreeMap<>();

    /// Sums of numbers that accumulate, by device and row.
    private final Map<Long, Sum> sums = new TreeMap<>();

    private record Written(byte[] content) {}

    private static final class Sum {
        long seconds;
        double value;
    }

    /// @param grows counters, and the time since start, grow from what was recorded
    public RecordedTree(long seed, boolean grows) {
        this.seed = seed;
        this.grows = grows;
        this.recording = RecordingFolder.parse("", RecordingFolder.Form.SNMPREC, new byte[0], true);
    }

    /// Chooses the device that is asked.
    ///
    /// @param device tells devices apart that serve one recording
    /// @param loops begins anew behind the last row
    public RecordedTree of(Recording chosen, long device, boolean loops) {
        this.recording = chosen;
        this.device = device;
        this.loops = loops;
        this.delayMillis = 0;
        return this;
    }

    /// Sets the time.
    ///
    /// @param millis since the devices were started
    /// @param epochSeconds since 1970
    public void moveTo(long millis, long epochSeconds) {
        this.millis = millis;
        this.epochSeconds = epochSeconds;
    }

    /// How much later than usual the answer of the rows used since [#of] has to be; below 0 when it
    /// is to be none at all.
    public double delayMillis() {
        return delayMillis > NO_ANSWER_MILLIS ? -1 : delayMillis;
    }

    @Override
    public long exact(byte[] data, int offset, int length) {
        return recording.exact(data, offset, length);
    }

    @Override
    public long after(byte[] data, int offset, int length) {
        int position = recording.after(data, offset, length);
        return position < 0 && loops && recording.rows() > 0 ? 0 : position;
    }

    @Override
    public long following(long position) {
        if (position + 1 < recording.rows()) {
            return position + 1;
        }
        return loops ? 0 : NONE;
    }

    @Override
    public boolean hasObjectOf(byte[] data, int offset, int length) {
        return recording.hasObjectOf(data, offset, length);
    }

    @Override
    public boolean isCounter64(long position) {
        return recording.tag((int) position) == Ber.COUNTER64;
    }

    @Override
    public boolean isInteger(long position) {
        return recording.tag((int) position) == Ber.INTEGER;
    }

    @Override
    public int refusal(long position, boolean write) {
        return switch (recording.variation((int) position)) {
            case Variation.None _, Variation.Numeric _, Variation.Delay _ -> Ber.NO_ERROR;
            case Variation.WriteCache(int status, Variation.Operation on, Variation.Conditions _) ->
                on.concerns(write) ? status : Ber.NO_ERROR;
            case Variation.Failure(int status, Variation.Operation on, Variation.Conditions _) ->
                on.concerns(write) ? status : Ber.NO_ERROR;
        };
    }

    @Override
    public int write(long position, int tag, byte[] data, int offset, int length, boolean commit) {
        int row = (int) position;
        Variation variation = recording.variation(row);
        double number = tag == Ber.INTEGER || tag == Ber.OCTET_STRING
                ? signed(data, offset, length)
                : unsigned(data, offset, length);
        int refused = switch (variation) {
            case Variation.None _, Variation.Numeric _ -> Ber.NOT_WRITABLE;
            case Variation.Delay(double wait, double _, Variation.Conditions byValue, Variation.Conditions _) -> {
                delayMillis += commit ? byValue.of(number, wait) : 0;
                yield Ber.NO_ERROR;
            }
            case Variation.WriteCache cache -> (int) cache.refused().of(number, Ber.NO_ERROR);
            case Variation.Failure failure -> (int) failure.refused().of(number, Ber.NO_ERROR);
        };
        if (refused != Ber.NO_ERROR) {
            return refused;
        }
        if (tag != recording.tag(row)) {
            return WRONG_TYPE;
        }
        if (commit) {
            written.put(key(row), new Written(Arrays.copyOfRange(data, offset, offset + length)));
        }
        return Ber.NO_ERROR;
    }

    private static double signed(byte[] data, int offset, int length) {
        long number = length > 0 && data[offset] < 0 ? -1 : 0;
        for (int i = 0; i < Math.min(8, length); i++) {
            number = number << 8 | (data[offset + i] & 0xFF);
        }
        return number;
    }

    private static double unsigned(byte[] data, int offset, int length) {
        double number = 0;
        for (int i = 0; i < Math.min(9, length); i++) {
            number = number * 256 + (data[offset + i] & 0xFF);
        }
        return number;
    }

    private long key(int position) {
        return device << 32 ^ position;
    }

    @Override
    public void put(ResponseEncoder encoder, long at) {
        int position = (int) at;
        Variation variation = recording.variation(position);
        byte[] data = recording.varbinds();
        switch (variation) {
            case Variation.None _ -> {
                if (grows && isCounting(recording.tag(position))) {
                    putUnsigned(encoder, position, grown(position));
                } else {
                    int start = recording.start(position);
                    encoder.varbinds(data, start, recording.start(position + 1) - start);
                }
            }
            case Variation.Numeric numeric -> putNumber(encoder, position, value(numeric, position));
            case Variation.WriteCache _ -> putWritten(encoder, position);
            case Variation.Failure(int status, Variation.Operation _, Variation.Conditions _) -> {
                if (status >= Ber.NO_SUCH_OBJECT) {
                    putEmpty(encoder, at, status);
                } else {
                    putWritten(encoder, position);
                }
            }
            case Variation.Delay delay -> {
                delayMillis += wait(delay, position);
                putWritten(encoder, position);
            }
        }
    }

    private double wait(Variation.Delay delay, int position) {
        double wait = delay.byTime().of((double) epochSeconds, delay.waitMillis());
        if (delay.deviationMillis() != 0) {
            wait += delay.deviationMillis() * chance(position, millis);
        }
        return Math.max(0, wait);
    }

    /// From -1 to below 1.
    private double chance(int position, long moment) {
        long mixed = Mix.of(Mix.of(seed ^ key(position)) ^ moment);
        return (mixed >>> 11) * 0x1.0p-52 - 1;
    }

    private void putWritten(ResponseEncoder encoder, int position) {
        Written kept = written.isEmpty() ? null : written.get(key(position));
        byte[] data = recording.varbinds();
        if (kept == null) {
            int start = recording.start(position);
            encoder.varbinds(data, start, recording.start(position + 1) - start);
            return;
        }
        byte[] name = Arrays.copyOfRange(
                data, recording.nameAt(position), recording.nameAt(position) + recording.nameLength(position));
        encoder.octets(name, recording.tag(position), kept.content());
    }

    private static boolean isCounting(int tag) {
        return tag == Ber.COUNTER32 || tag == Ber.COUNTER64 || tag == Ber.TIME_TICKS;
    }

    private void putUnsigned(ResponseEncoder encoder, int position, long value) {
        encoder.unsigned(
                recording.varbinds(),
                recording.nameAt(position),
                recording.nameLength(position),
                recording.tag(position),
                value);
    }

    /// Counters gain at a rate of their own; ticks of sysUpTime by the clock, others not at all.
    private long grown(int position) {
        long recorded = recording.number(position);
        if (recording.tag(position) == Ber.TIME_TICKS) {
            return isUpTime(position) ? recorded + millis / 10 : recorded;
        }
        if (recorded == 0) {
            return 0;
        }
        long mixed = Mix.of(seed ^ key(position));
        long rate = 1 + (mixed >>> 8 & (1L << (mixed & 0xFF) % FASTEST_RATE_BITS + 6) - 1);
        return recorded + rate * millis / 1000;
    }

    /// 1.3.6.1.2.1.1.3.0
    private boolean isUpTime(int position) {
        byte[] data = recording.varbinds();
        int at = recording.nameAt(position);
        return recording.nameLength(position) == 8
                && data[at] == 0x2B
                && data[at + 1] == 6
                && data[at + 2] == 1
                && data[at + 3] == 2
                && data[at + 4] == 1
                && data[at + 5] == 1
                && data[at + 6] == 3
                && data[at + 7] == 0;
    }

    private void putNumber(ResponseEncoder encoder, int position, double value) {
        switch (recording.tag(position)) {
            case Ber.OCTET_STRING -> {
                byte[] name = Arrays.copyOfRange(
                        recording.varbinds(),
                        recording.nameAt(position),
                        recording.nameAt(position) + recording.nameLength(position));
                byte[] text = String.format(Locale.ROOT, "%.2f", value).getBytes(StandardCharsets.US_ASCII);
                encoder.octets(name, Ber.OCTET_STRING, text);
            }
            case Ber.INTEGER ->
                encoder.integer(recording.varbinds(), recording.nameAt(position), recording.nameLength(position), (long)
                        Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
            default -> putUnsigned(encoder, position, unsigned(Math.max(0, value)));
        }
    }

    private static long unsigned(double value) {
        return value < TWO_TO_63
                ? (long) value
                : (long) Math.min(value - TWO_TO_63, Math.nextDown(TWO_TO_63)) + Long.MIN_VALUE;
    }

    private double value(Variation.Numeric numeric, int position) {
        double value = numeric.cumulative()
                ? accumulated(numeric, position)
                : numeric.initial() + moved(numeric, position, millis / 1000.0);
        if (Double.isNaN(value)) {
            return numeric.min();
        }
        if (value < numeric.min()) {
            return numeric.min();
        }
        if (value <= numeric.max()) {
            return value;
        }
        return numeric.wrap() ? value % numeric.max() + numeric.min() : numeric.max();
    }

    private double moved(Variation.Numeric numeric, int position, double seconds) {
        double value = function(numeric, seconds * numeric.rate()) * numeric.scale() + numeric.offset();
        return value + deviation(numeric, position, (long) seconds);
    }

    private double deviation(Variation.Numeric numeric, int position, long second) {
        return numeric.deviation() == 0 ? 0 : numeric.deviation() * chance(position, second);
    }

    /// Whole seconds are added up, each once, so that the sum depends on the time alone.
    private double accumulated(Variation.Numeric numeric, int position) {
        Sum sum = sums.computeIfAbsent(key(position), _ -> new Sum());
        long now = millis / 1000;
        if (now < sum.seconds) {
            sum.seconds = 0;
            sum.value = 0;
        }
        while (sum.seconds < now) {
            sum.seconds++;
            double gain = numeric.function() == Variation.Function.LINEAR
                    ? numeric.rate() * numeric.scale() + numeric.offset()
                    : function(numeric, sum.seconds * numeric.rate()) * numeric.scale() + numeric.offset();
            sum.value += Math.max(0, gain + deviation(numeric, position, sum.seconds));
        }
        return numeric.initial() + sum.value;
    }

    private static double function(Variation.Numeric numeric, double time) {
        double first = argument(numeric, 0, time);
        return switch (numeric.function()) {
            case LINEAR -> first;
            case SIN -> Math.sin(first);
            case COS -> Math.cos(first);
            case TAN -> Math.tan(first);
            case ASIN -> Math.asin(first);
            case ACOS -> Math.acos(first);
            case ATAN -> Math.atan(first);
            case SINH -> Math.sinh(first);
            case COSH -> Math.cosh(first);
            case TANH -> Math.tanh(first);
            case EXP -> Math.exp(first);
            case LOG -> Math.log(first);
            case LOG10 -> Math.log10(first);
            case SQRT -> Math.sqrt(first);
            case FABS -> Math.abs(first);
            case FLOOR -> Math.floor(first);
            case CEIL -> Math.ceil(first);
            case POW -> Math.pow(first, argument(numeric, 1, time));
            case FMOD -> first % argument(numeric, 1, time);
        };
    }

    private static double argument(Variation.Numeric numeric, int index, double time) {
        if (numeric.arguments().isEmpty()) {
            return time;
        }
        double argument = numeric.arguments().get(index);
        return Double.isNaN(argument) ? time : argument;
    }

    @Override
    public void putEmpty(ResponseEncoder encoder, long position, int tag) {
        encoder.empty(
                recording.varbinds(), recording.nameAt((int) position), recording.nameLength((int) position), tag);
    }
}
