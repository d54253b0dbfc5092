package zonda.preprocessing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemValueType;
import zonda.model.LogValue;
import zonda.model.PreprocessingStep;
import zonda.model.RawBatch;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.model.WireType;
import zonda.runtime.Counter;
import zonda.runtime.Sink;

/// Turns raw values into items' values. One per shard, owned by its thread.
///
/// Rates. A change per second of an SNMP counter is taken over the monotonic receive times, in
/// nanoseconds. When a
/// counter steps back, that is a wrap only for a Counter32 whose wrapped difference is plausible
/// ([#PLAUSIBLE_WRAP]);
/// all else is a reset: no value, and the base starts anew. So it is when the answer's uptime went
/// back (a wrap of
/// the uptime itself after 497 days is none), when its discontinuity indicator changed, or when the
/// counter's width
/// changed. A counter that reads exactly zero after a larger value may be a reset or a lone bad
/// reading: neither that
/// value nor the next one gives a rate. Values from elsewhere behave as Zabbix's: a step back gives
/// no value.
///
/// A value that cannot be made is a NOT_SUPPORTED row with its reason, sent on when the reason
/// changes, and after it
/// the next good value passes even a throttle, so that the item's state is always told.
public final class Preprocessor implements Sink<RawBatch> {
    /// A wrapped Counter32 difference is believed up to this many units (half of a wrap's 2^32
    /// could not be told from
    /// a reset at all), and beyond a sixteenth of the range only when the rate before makes it
    /// likely.
    private static final long PLAUSIBLE_WRAP = 1L << 31;

    private static final long UNSUSPICIOUS_WRAP = 1L << 26;
    private static final double LIKELY_GROWTH = 8;
    private static final long WRAP32 = 1L << 32;

    private static final byte HAS_BASE = 1;
    private static final byte BASE_IS_SUSPECT_ZERO = 2;
    private static final byte HAS_KEPT = 4;

    private final ItemSlots slots;
    private final Sink<ValueBatch> out;
    private final ValueBatch batch = new ValueBatch(256);
    private final Scalar value = new Scalar();
    private final Map<List<Object>, Program> programs = new HashMap<>();

    private @Nullable Program[] programOf = new Program[0];
    private byte[] flags = new byte[0];
    private byte[] baseWire = new byte[0];
    private long[] baseBits = new long[0];
    private long[] baseNanos = new long[0];
    private float[] baseRate = new float[0];
    private long[] baseUptime = new long[0];
    private long[] baseDiscontinuity = new long[0];
    private long[] keptBits = new long[0];
    private long[] keptNanos = new long[0];
    private int[] reasonHash = new int[0];

    private final Counter received = new Counter();
    private final Counter passed = new Counter();
    private final Counter discarded = new Counter();
    private final Counter failed = new Counter();

    /// @param out takes the values of each raw batch as one batch, valid during the call
    public Preprocessor(ItemSlots slots, Sink<ValueBatch> out) {
        this.slots = slots;
        this.out = out;
    }

    /// Takes over the items of a host, new or changed. Items whose steps and value type stay keep
    /// their state.
    ///
    /// @return faults of steps, in words; such an item passes no value and says so as its state
    public List<String> apply(Host host) {
        List<String> faults = new ArrayList<>();
        for (Item item : host.items()) {
            int slot = slots.assign(item.id());
            reserve(slot + 1);
            Program program;
            try {
                program = programOf(item);
            } catch (StepException e) {
                faults.add(host.host() + ", " + item.key() + ": " + e.getMessage());
                program = Program.broken(String.valueOf(e.getMessage()), item.valueType());
            }
            if (!program.equals(programOf[slot])) {
                forget(slot);
                programOf[slot] = program;
            }
        }
        return faults;
    }

    /// Forgets an item whose slot is about to be released.
    public void remove(int slot) {
        if (slot < programOf.length) {
            forget(slot);
            programOf[slot] = null;
        }
    }

    private Program programOf(Item item) throws StepException {
        List<Object> key = List.of(item.steps(), item.valueType());
        Program known = programs.get(key);
        if (known == null) {
            known = Program.compile(item.steps(), item.valueType());
            programs.put(key, known);
        }
        return known;
    }

    private void forget(int slot) {
        flags[slot] = 0;
        reasonHash[slot] = 0;
        keptNanos[slot] = 0;
    }

    private void reserve(int length) {
        if (length <= programOf.length) {
            return;
        }
        int rows = Math.max(1024, Math.max(length, programOf.length + programOf.length / 2));
        programOf = Arrays.copyOf(programOf, rows);
        flags = Arrays.copyOf(flags, rows);
        baseWire = Arrays.copyOf(baseWire, rows);
        baseBits = Arrays.copyOf(baseBits, rows);
        baseNanos = Arrays.copyOf(baseNanos, rows);
        baseRate = Arrays.copyOf(baseRate, rows);
        baseUptime = Arrays.copyOf(baseUptime, rows);
        baseDiscontinuity = Arrays.copyOf(baseDiscontinuity, rows);
        keptBits = Arrays.copyOf(keptBits, rows);
        keptNanos = Arrays.copyOf(keptNanos, rows);
        reasonHash = Arrays.copyOf(reasonHash, rows);
    }

    @Override
    public void accept(RawBatch raw) {
        batch.clear();
        int rows = raw.size();
        received.add(rows);
        for (int row = 0; row < rows; row++) {
            int slot = raw.slots[row];
            Program program = slot >= 0 && slot < programOf.length ? programOf[slot] : null;
            if (program != null) {
                process(raw, row, slot, program);
            }
        }
        if (!batch.isEmpty()) {
            passed.add(batch.size());
            out.accept(batch);
        }
    }

    private void process(RawBatch raw, int row, int slot, Program program) {
        WireType wire = raw.wireType(row);
        long storedNanos = storedNanos(raw.epochNanos[row], wire);
        if (wire == WireType.NOT_SUPPORTED) {
            notSupported(raw.itemIds[row], slot, storedNanos, raw.text(row));
            return;
        }
        if (!program.fault().isEmpty()) {
            notSupported(raw.itemIds[row], slot, storedNanos, program.fault());
            return;
        }
        try {
            load(raw, row, wire);
            List<Program.Step> steps = program.steps();
            for (int i = 0; i < steps.size(); i++) {
                if (!run(steps.get(i), raw, slot, wire, storedNanos, program)) {
                    discarded.increment();
                    return;
                }
            }
            emit(raw.itemIds[row], slot, storedNanos, program.valueType());
            reasonHash[slot] = 0;
        } catch (StepException e) {
            notSupported(raw.itemIds[row], slot, storedNanos, String.valueOf(e.getMessage()));
        }
    }

    /// Polled values are stored in whole milliseconds, pushed ones as they came.
    private static long storedNanos(long epochNanos, WireType wire) {
        return wire == WireType.TEXT || wire == WireType.UNSIGNED
                ? epochNanos
                : epochNanos - Math.floorMod(epochNanos, 1_000_000L);
    }

    private void load(RawBatch raw, int row, WireType wire) {
        long cell = raw.bits[row];
        switch (wire) {
            case INTEGER -> value.signed(cell);
            case COUNTER32, GAUGE32, TIME_TICKS, COUNTER64, UNSIGNED -> value.unsigned(cell);
            case DOUBLE -> value.number(Double.longBitsToDouble(cell));
            case OCTET_STRING, OPAQUE -> value.text(Octets.text(raw.arena, Slices.offset(cell), Slices.length(cell)));
            case OBJECT_IDENTIFIER, IP_ADDRESS, TEXT, NOT_SUPPORTED -> value.text(raw.text(row));
        }
    }

    /// Runs one step with its on-fail choice.
    ///
    /// @return false when the value is discarded
    private boolean run(Program.Step step, RawBatch raw, int slot, WireType wire, long storedNanos, Program program)
            throws StepException {
        try {
            return switch (step.source().type()) {
                case MULTIPLIER -> multiply(step, program.valueType());
                case REGEX -> {
                    value.text(Program.extract(step, value.asText()));
                    yield true;
                }
                case SIMPLE_CHANGE -> change(raw, slot, wire, storedNanos, false, program.valueType());
                case CHANGE_PER_SECOND -> change(raw, slot, wire, storedNanos, true, program.valueType());
                case DISCARD_UNCHANGED, DISCARD_UNCHANGED_HEARTBEAT -> isNews(step, slot, storedNanos);
            };
        } catch (StepException e) {
            return failed(step, e);
        }
    }

    private boolean failed(Program.Step step, StepException fault) throws StepException {
        failed.increment();
        PreprocessingStep source = step.source();
        return switch (source.onFail()) {
            case DISCARD_VALUE -> false;
            case SET_VALUE -> {
                value.text(source.onFailValue());
                yield true;
            }
            case SET_ERROR -> throw new StepException(source.onFailValue());
            case DEFAULT ->
                throw new StepException("preprocessing step " + step.number() + " ("
                        + source.type()
                                .name()
                                .toLowerCase(java.util.Locale.ROOT)
                                .replace('_', ' ') + "): "
                        + fault.getMessage());
        };
    }

    private boolean multiply(Program.Step step, ItemValueType valueType) throws StepException {
        value.toNumber();
        boolean integral =
                valueType != ItemValueType.FLOAT && value.form == Scalar.Form.UNSIGNED && step.integerFactor() >= 0;
        if (!integral) {
            double product = value.asDouble() * step.factor();
            if (Double.isInfinite(product) || Double.isNaN(product)) {
                throw new StepException("value \"" + value.asText() + "\" times " + step.factor() + " is too large");
            }
            value.number(product);
            return true;
        }
        if (Math.unsignedMultiplyHigh(value.bits, step.integerFactor()) != 0) {
            throw new StepException("value \"" + value.asText() + "\" times " + step.integerFactor()
                    + " is above the largest unsigned 64-bit number");
        }
        value.unsigned(value.bits * step.integerFactor());
        return true;
    }

    private boolean change(
            RawBatch raw, int slot, WireType wire, long storedNanos, boolean perSecond, ItemValueType valueType)
            throws StepException {
        value.toNumber();
        boolean polled = wire != WireType.TEXT && wire != WireType.UNSIGNED;
        long nanos = polled ? raw.monotonicNanos : storedNanos;
        boolean asDouble = value.form != Scalar.Form.UNSIGNED;
        byte width = (byte) (asDouble ? wire.code() | 0x40 : wire.code());
        long now = value.bits;
        long before = baseBits[slot];
        boolean usable = (flags[slot] & HAS_BASE) != 0 && baseWire[slot] == width;
        if (usable && nanos <= baseNanos[slot]) {
            return false;
        }
        boolean suspect = (flags[slot] & BASE_IS_SUSPECT_ZERO) != 0;
        boolean broken = usable && polled && hasRestarted(raw, slot);
        long elapsed = nanos - baseNanos[slot];
        baseBits[slot] = now;
        baseNanos[slot] = nanos;
        baseWire[slot] = width;
        baseUptime[slot] = raw.uptimeTicks;
        baseDiscontinuity[slot] = raw.discontinuityTicks;
        flags[slot] = (byte) ((flags[slot] | HAS_BASE) & ~BASE_IS_SUSPECT_ZERO);
        if (!usable || suspect || broken) {
            return false;
        }
        boolean counter = wire == WireType.COUNTER32 || wire == WireType.COUNTER64;
        if (counter && now == 0 && before != 0) {
            flags[slot] |= BASE_IS_SUSPECT_ZERO;
            return false;
        }
        if (asDouble) {
            double difference = toDouble(now, value.form) - toDouble(before, value.form);
            return difference >= 0 && give(difference, elapsed, perSecond);
        }
        long difference = now - before;
        if (Long.compareUnsigned(now, before) < 0) {
            difference = wire == WireType.COUNTER32 ? wrapped(now, before, elapsed, slot) : -1;
            if (difference < 0) {
                return false;
            }
        }
        baseRate[slot] = (float) (ValueBatch.unsignedToDouble(difference) * 1e9 / elapsed);
        if (valueType == ItemValueType.FLOAT) {
            return give(ValueBatch.unsignedToDouble(difference), elapsed, perSecond);
        }
        value.unsigned(perSecond ? perSecond(difference, elapsed) : difference);
        return true;
    }

    private static double toDouble(long bits, Scalar.Form form) {
        return form == Scalar.Form.SIGNED ? bits : Double.longBitsToDouble(bits);
    }

    private boolean give(double difference, long elapsedNanos, boolean perSecond) {
        value.number(perSecond ? difference * 1e9 / elapsedNanos : difference);
        return true;
    }

    /// Whole units a second, exact on 64 bits: difference x 10^9 / elapsed, rounded down.
    private static long perSecond(long difference, long elapsedNanos) {
        long high = Math.unsignedMultiplyHigh(difference, 1_000_000_000L);
        long low = difference * 1_000_000_000L;
        if (high == 0) {
            return Long.divideUnsigned(low, elapsedNanos);
        }
        java.math.BigInteger product = new java.math.BigInteger(Long.toUnsignedString(difference))
                .multiply(java.math.BigInteger.valueOf(1_000_000_000L));
        return product.divide(java.math.BigInteger.valueOf(elapsedNanos)).longValue();
    }

    private long wrapped(long now, long before, long elapsed, int slot) {
        long difference = now + WRAP32 - before;
        if (difference >= PLAUSIBLE_WRAP) {
            return -1;
        }
        double likely = LIKELY_GROWTH * baseRate[slot] * elapsed / 1e9;
        return difference <= UNSUSPICIOUS_WRAP || difference <= likely ? difference : -1;
    }

    /// Whether the same answer says that the device, or this part of it, started anew since the
    /// base was taken.
    private boolean hasRestarted(RawBatch raw, int slot) {
        if (raw.discontinuityTicks != RawBatch.UNKNOWN
                && baseDiscontinuity[slot] != RawBatch.UNKNOWN
                && raw.discontinuityTicks != baseDiscontinuity[slot]) {
            return true;
        }
        if (raw.uptimeTicks == RawBatch.UNKNOWN || baseUptime[slot] == RawBatch.UNKNOWN) {
            return false;
        }
        if (raw.uptimeTicks >= baseUptime[slot]) {
            return false;
        }
        long elapsedTicks = (raw.monotonicNanos - baseNanos[slot]) / 10_000_000L;
        long wrappedTicks = raw.uptimeTicks + WRAP32 - baseUptime[slot];
        return Math.abs(wrappedTicks - elapsedTicks) > elapsedTicks / 2 + 6_000;
    }

    /// Whether a value differs from the last one kept, or the heartbeat asks for it again.
    private boolean isNews(Program.Step step, int slot, long storedNanos) {
        long print = fingerprint();
        boolean same = (flags[slot] & HAS_KEPT) != 0 && keptBits[slot] == print;
        boolean beat = step.heartbeatNanos() > 0 && storedNanos - keptNanos[slot] >= step.heartbeatNanos();
        if (same && !beat) {
            return false;
        }
        keptBits[slot] = print;
        keptNanos[slot] = storedNanos;
        flags[slot] |= HAS_KEPT;
        return true;
    }

    private long fingerprint() {
        if (value.form != Scalar.Form.TEXT) {
            return value.bits * 31 + value.form.ordinal();
        }
        // FNV-1a over 64 bits: a collision of two texts in a row is once in 1.8e19.
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < value.text.length(); i++) {
            hash = (hash ^ value.text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    private void emit(long itemId, int slot, long nanos, ItemValueType type) throws StepException {
        switch (type) {
            case UNSIGNED -> batch.addNumber(itemId, slot, nanos, ValueKind.UNSIGNED, asUnsigned());
            case FLOAT -> {
                value.toNumber();
                double number = value.asDouble();
                if (Double.isNaN(number) || Double.isInfinite(number)) {
                    throw new StepException("value \"" + value.asText() + "\" is not finite");
                }
                batch.addNumber(itemId, slot, nanos, ValueKind.DOUBLE, Double.doubleToRawLongBits(number));
            }
            case TEXT -> batch.addText(itemId, slot, nanos, ValueKind.TEXT, value.asText());
            case CHARACTER -> {
                String text = value.asText();
                int end = text.length() > 255
                        ? text.offsetByCodePoints(0, Math.min(255, text.codePointCount(0, text.length())))
                        : text.length();
                batch.addText(itemId, slot, nanos, ValueKind.TEXT, text.substring(0, end));
            }
            case LOG -> {
                byte[] encoded = new LogValue(value.asText(), "", 0, 0, 0).encoded();
                batch.addBytes(itemId, slot, nanos, ValueKind.LOG, encoded, 0, encoded.length);
            }
            case BINARY -> {
                byte[] bytes = value.asText().getBytes(StandardCharsets.UTF_8);
                batch.addBytes(itemId, slot, nanos, ValueKind.BINARY, bytes, 0, bytes.length);
            }
        }
    }

    private long asUnsigned() throws StepException {
        value.toNumber();
        switch (value.form) {
            case UNSIGNED -> {
                return value.bits;
            }
            case DOUBLE -> {
                double number = Double.longBitsToDouble(value.bits);
                if (number >= 0 && number < 0x1p64) {
                    return number < 0x1p63 ? (long) number : ((long) (number / 2)) << 1;
                }
            }
            case SIGNED, TEXT -> {}
        }
        throw new StepException("value \"" + value.asText() + "\" does not suit the value type Numeric (unsigned)");
    }

    private void notSupported(long itemId, int slot, long nanos, String reason) {
        int hash = reason.hashCode() | 1;
        flags[slot] &= ~HAS_KEPT;
        if (reasonHash[slot] == hash) {
            discarded.increment();
            return;
        }
        reasonHash[slot] = hash;
        batch.addText(itemId, slot, nanos, ValueKind.NOT_SUPPORTED, reason);
    }

    /// Raw values taken. Any thread.
    public long received() {
        return received.value();
    }

    /// Values handed on, NOT_SUPPORTED rows included. Any thread.
    public long passed() {
        return passed.value();
    }

    /// Values discarded by steps. Any thread.
    public long discarded() {
        return discarded.value();
    }

    /// Steps that failed. Any thread.
    public long failedSteps() {
        return failed.value();
    }
}
