package zonda.testing.soak;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import zonda.model.Item;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.WireType;

/// Preprocessing of one item, written down again: exact decimals and plain strings, slow and
/// simple.
/// It follows the words of room preprocessing and shares none of its code.
final class NaiveSteps {
    /// What becomes of a reading.
    sealed interface Outcome {
        /// A number, exact.
        record Numeric(BigDecimal value) implements Outcome {}

        record Text(String value) implements Outcome {}

        record Bytes(byte[] value) implements Outcome {}

        /// Nothing is told.
        record Nothing() implements Outcome {}

        /// The item is not supported; the words do not matter.
        record NotSupported() implements Outcome {}
    }

    private static final Outcome NOTHING = new Outcome.Nothing();
    private static final Outcome NOT_SUPPORTED = new Outcome.NotSupported();
    private static final BigInteger WRAP32 = BigInteger.ONE.shiftLeft(32);
    private static final BigInteger WRAP64 = BigInteger.ONE.shiftLeft(64);

    /// The value that a rate is taken from.
    private record Base(BigDecimal value, WireType wire, long nanos, long uptimeTicks, boolean isSuspectZero) {}

    /// A step has failed.
    private static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private final Item item;
    private @Nullable Base base;
    private double rateBefore;
    private @Nullable Object kept;
    private long keptSecond;
    private boolean hasRaw;

    NaiveSteps(Item item) {
        this.item = item;
    }

    Item item() {
        return item;
    }

    /// @param monotonicNanos when it was received
    /// @param storedNanos the time that the value gets
    /// @param uptimeTicks of the same answer; -1 where it carried none
    Outcome apply(Reading reading, long monotonicNanos, long storedNanos, long uptimeTicks) {
        List<PreprocessingStep> steps = item.steps();
        if (reading.type() == WireType.NOT_SUPPORTED) {
            boolean isCaught =
                    !steps.isEmpty() && steps.getFirst().type() == PreprocessingStep.Type.CHECK_NOT_SUPPORTED;
            if (isCaught && steps.getFirst().onFail() == PreprocessingStep.OnFail.DISCARD_VALUE) {
                return NOTHING;
            }
            if (!isCaught || steps.getFirst().onFail() != PreprocessingStep.OnFail.SET_VALUE) {
                kept = null;
                return NOT_SUPPORTED;
            }
        }
        if (item.steps().isEmpty()
                && item.valueType() == ItemValueType.BINARY
                && reading.type().isSlice()) {
            return new Outcome.Bytes(reading.content());
        }
        Object value =
                reading.type() == WireType.NOT_SUPPORTED ? steps.getFirst().onFailValue() : loaded(reading);
        hasRaw = true;
        try {
            for (PreprocessingStep step : steps) {
                Object next = stepped(step, value, reading.type(), monotonicNanos, storedNanos, uptimeTicks);
                if (next == null) {
                    return NOTHING;
                }
                value = next;
                hasRaw = false;
            }
            return converted(value);
        } catch (Failed e) {
            kept = null;
            return NOT_SUPPORTED;
        }
    }

    /// Runs a step with its on-fail choice; null where the value is discarded.
    private @Nullable Object stepped(
            PreprocessingStep step, Object value, WireType wire, long monotonic, long stored, long uptimeTicks)
            throws Failed {
        try {
            return run(step, value, wire, monotonic, stored, uptimeTicks);
        } catch (Failed e) {
            return switch (step.onFail()) {
                case DISCARD_VALUE -> null;
                case SET_VALUE -> step.onFailValue();
                case DEFAULT, SET_ERROR -> throw e;
            };
        }
    }

    private static Object loaded(Reading reading) {
        return switch (reading.type()) {
            case INTEGER -> BigDecimal.valueOf(reading.bits());
            case COUNTER32, GAUGE32, TIME_TICKS, COUNTER64, UNSIGNED ->
                new BigDecimal(new BigInteger(Long.toUnsignedString(reading.bits())));
            case DOUBLE -> new BigDecimal(Double.longBitsToDouble(reading.bits()));
            case OCTET_STRING, OPAQUE -> printable(reading.content());
            case OBJECT_IDENTIFIER, IP_ADDRESS, TEXT, LOG, NOT_SUPPORTED ->
                new String(reading.content(), StandardCharsets.UTF_8);
        };
    }

    /// Octets as net-snmp shows them: text where they are, else hexadecimal.
    private static String printable(byte[] content) {
        int end = content.length > 0 && content[content.length - 1] == 0 ? content.length - 1 : content.length;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content, 0, end))
                    .toString();
            if (text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t')) {
                return text;
            }
        } catch (CharacterCodingException e) {
            return hexadecimal(content);
        }
        return hexadecimal(content);
    }

    private static String hexadecimal(byte[] content) {
        return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(content);
    }

    private @Nullable Object run(
            PreprocessingStep step, Object value, WireType wire, long monotonic, long stored, long uptimeTicks)
            throws Failed {
        List<String> parameters = step.parameters();
        return switch (step.type()) {
            case MULTIPLIER -> number(value).multiply(new BigDecimal(parameters.getFirst()));
            case REGEX -> {
                Matcher matcher = Pattern.compile(parameters.get(0)).matcher(text(value));
                if (!matcher.find()) {
                    throw new Failed();
                }
                yield parameters.get(1).replace("\\1", matcher.group(1));
            }
            case SIMPLE_CHANGE -> change(number(value), wire, monotonic, uptimeTicks, false);
            case CHANGE_PER_SECOND -> change(number(value), wire, monotonic, uptimeTicks, true);
            case DISCARD_UNCHANGED -> isNews(value, stored, Long.MAX_VALUE) ? value : null;
            case DISCARD_UNCHANGED_HEARTBEAT ->
                isNews(value, stored, minutes(parameters.getFirst()) * 60) ? value : null;
            case CHECK_NOT_SUPPORTED -> value;
            case RTRIM -> text(value).replaceAll("[" + parameters.getFirst() + "]+$", "");
            case LTRIM -> text(value).replaceAll("^[" + parameters.getFirst() + "]+", "");
            case TRIM ->
                text(value)
                        .replaceAll("^[" + parameters.getFirst() + "]+", "")
                        .replaceAll("[" + parameters.getFirst() + "]+$", "");
            case STR_REPLACE -> text(value).replace(parameters.get(0), parameters.get(1));
            case BOOL_TO_DECIMAL -> truth(text(value));
            case OCTAL_TO_DECIMAL -> whole(text(value), 8);
            case HEX_TO_DECIMAL -> whole(text(value), 16);
            case MATCHES_REGEX -> unless(!found(parameters.getFirst(), text(value)), value);
            case NOT_MATCHES_REGEX, CHECK_REGEX_ERROR -> unless(found(parameters.getFirst(), text(value)), value);
            case IN_RANGE -> {
                BigDecimal number = number(value);
                boolean isOut = number.compareTo(new BigDecimal(parameters.get(0))) < 0
                        || number.compareTo(new BigDecimal(parameters.get(1))) > 0;
                yield unless(isOut, value);
            }
            case CHECK_JSON_ERROR, CHECK_XML_ERROR -> unless(text(value).contains("error"), value);
            // What follows knows the documents of the soak's devices, and no others.
            case JAVASCRIPT -> number(first("([0-9]+)", text(value))).multiply(BigDecimal.valueOf(3));
            case JSONPATH -> first("\"(?:load|value|\\{#LOAD\\})\":\"?([0-9]+)", text(value));
            case XMLPATH -> first("<load>([^<]*)<", text(value));
            case XML_TO_JSON -> "{\"load\":\"" + first("<load>([^<]*)<", text(value)) + "\"}";
            case PROMETHEUS_PATTERN -> {
                BigDecimal ofSecond = number(first("core=\"1\"} ([0-9]+)", text(value)));
                BigDecimal ofFirst = number(first("core=\"0\"} ([0-9]+)", text(value)));
                yield parameters.get(1).equals("value") ? ofSecond : ofFirst.add(ofSecond);
            }
            case PROMETHEUS_TO_JSON -> "{\"value\":\"" + first("core=\"0\"} ([0-9]+)", text(value)) + "\"}";
            case CSV_TO_JSON -> "{\"load\":\"" + first("\"a\",([0-9]+)", text(value)) + "\"}";
            case SNMP_WALK_VALUE -> first("9\\.2 = INTEGER: ([0-9]+)", text(value));
            // The last row comes first.
            case SNMP_WALK_TO_JSON -> "{\"load\":\"" + first("9\\.2 = INTEGER: ([0-9]+)", text(value)) + "\"}";
            case SNMP_GET_VALUE -> text(value).replace(' ', ':');
        };
    }

    private static Object unless(boolean isFailed, Object value) throws Failed {
        if (isFailed) {
            throw new Failed();
        }
        return value;
    }

    private static boolean found(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).find();
    }

    private static String first(String pattern, String text) throws Failed {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new Failed();
        }
        return matcher.group(1);
    }

    private static BigDecimal whole(String digits, int radix) throws Failed {
        try {
            return new BigDecimal(new BigInteger(digits, radix));
        } catch (NumberFormatException e) {
            throw new Failed();
        }
    }

    private static BigDecimal truth(String word) throws Failed {
        if (List.of("up", "ok").contains(word)) {
            return BigDecimal.ONE;
        }
        if (word.equals("down")) {
            return BigDecimal.ZERO;
        }
        return number(word).signum() == 0 ? BigDecimal.ZERO : BigDecimal.ONE;
    }

    private static long minutes(String text) {
        return Long.parseLong(text.substring(0, text.length() - 1));
    }

    private boolean isNews(Object value, long stored, long heartbeatSeconds) {
        long second = Math.floorDiv(stored, 1_000_000_000L);
        if (value.equals(kept) && second - keptSecond < heartbeatSeconds) {
            return false;
        }
        kept = value;
        keptSecond = second;
        return true;
    }

    private @Nullable Object change(
            BigDecimal now, WireType wire, long monotonic, long uptimeTicks, boolean perSecond) {
        Base before = base;
        boolean usable = before != null && before.wire() == wire;
        if (before != null && usable && perSecond && monotonic - before.nanos() < 100_000_000L) {
            return null;
        }
        base = new Base(now, wire, monotonic, uptimeTicks, false);
        if (before == null || !usable || before.isSuspectZero()) {
            return null;
        }
        long elapsed = monotonic - before.nanos();
        if (hasRestarted(before, uptimeTicks, elapsed)) {
            return null;
        }
        boolean counter = wire == WireType.COUNTER32 || wire == WireType.COUNTER64;
        if (counter && now.signum() == 0 && before.value().signum() != 0) {
            base = new Base(now, wire, monotonic, uptimeTicks, true);
            return null;
        }
        BigDecimal difference = now.subtract(before.value());
        if (difference.signum() < 0) {
            if (wire != WireType.COUNTER32 || !hasRaw) {
                return null;
            }
            difference = difference.add(new BigDecimal(WRAP32));
            double units = difference.doubleValue();
            boolean plausible = units <= 0x1p26 || units <= 8 * rateBefore * elapsed / 1e9;
            if (units >= 0x1p31 || !plausible) {
                return null;
            }
        }
        if (wire != WireType.DOUBLE && now.signum() >= 0 && before.value().signum() >= 0) {
            rateBefore = difference.doubleValue() * 1e9 / elapsed;
        }
        if (!perSecond) {
            return difference;
        }
        BigDecimal units = difference.multiply(BigDecimal.valueOf(1_000_000_000L));
        boolean whole = item.valueType() != ItemValueType.FLOAT;
        return units.divide(BigDecimal.valueOf(elapsed), whole ? 0 : 30, RoundingMode.DOWN);
    }

    private static boolean hasRestarted(Base before, long uptimeTicks, long elapsedNanos) {
        if (uptimeTicks < 0 || before.uptimeTicks() < 0 || uptimeTicks == before.uptimeTicks()) {
            return false;
        }
        double elapsed = elapsedNanos / 1e7;
        double grown = uptimeTicks - before.uptimeTicks();
        if (grown > 0) {
            return uptimeTicks + elapsed / 2 + 6_000 < elapsed;
        }
        // It went back: a wrap after 497 days, where it is as far on as our clock, more or less.
        return Math.abs(grown + 0x1p32 - elapsed) > elapsed / 2 + 6_000;
    }

    private Outcome converted(Object value) throws Failed {
        return switch (item.valueType()) {
            case UNSIGNED -> {
                BigDecimal number = number(value);
                BigInteger whole = number.toBigInteger();
                if (number.signum() < 0 || whole.compareTo(WRAP64) >= 0) {
                    throw new Failed();
                }
                yield new Outcome.Numeric(new BigDecimal(whole));
            }
            case FLOAT -> new Outcome.Numeric(number(value));
            case TEXT, CHARACTER, LOG -> new Outcome.Text(text(value));
            case BINARY -> new Outcome.Bytes(text(value).getBytes(StandardCharsets.UTF_8));
        };
    }

    private static BigDecimal number(Object value) throws Failed {
        if (value instanceof BigDecimal number) {
            return number;
        }
        try {
            return new BigDecimal(value.toString().strip());
        } catch (NumberFormatException e) {
            throw new Failed();
        }
    }

    private static String text(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
}
