package zonda.protocol.zabbix;

import java.nio.charset.StandardCharsets;

/// Walks over the values of a request `sender data`, one at a time. What [#next] has found is valid
/// until it is called again.
///
/// A row has `host`, `key` and `value` (a text, a number, true or false), and may have `clock`
/// (whole seconds since the epoch, 0 to 2^31 - 1) and with it `ns` (0 to 999,999,999), as number
/// or as text; a log line may have `source`, `severity`, `eventid` and `timestamp` (seconds);
/// `state` 1, or the value
/// `ZBX_NOTSUPPORTED`, says that there is no value, and why.
public final class SenderRows {
    /// No time: the value has none of its own.
    public static final long NONE = -1;

    private static final byte[] HOST = ascii("host");
    private static final byte[] KEY = ascii("key");
    private static final byte[] VALUE = ascii("value");
    private static final byte[] CLOCK = ascii("clock");
    private static final byte[] NS = ascii("ns");
    private static final byte[] STATE = ascii("state");
    private static final byte[] SOURCE = ascii("source");
    private static final byte[] SEVERITY = ascii("severity");
    private static final byte[] EVENT_ID = ascii("eventid");
    private static final byte[] TIMESTAMP = ascii("timestamp");
    private static final byte[] NOT_SUPPORTED = ascii("ZBX_NOTSUPPORTED");
    private static final long MOST_SECONDS = Integer.MAX_VALUE;
    private static final long MOST_NANOS = 999_999_999;

    private final JsonCursor cursor;
    private final Slice name = new Slice();
    private final Slice other = new Slice();
    private final Slice host = new Slice();
    private final Slice key = new Slice();
    private final Slice value = new Slice();
    private final Slice clock = new Slice();
    private final Slice ns = new Slice();
    private final Slice state = new Slice();
    private final Slice source = new Slice();
    private final Slice severity = new Slice();
    private final Slice eventId = new Slice();
    private final Slice timestamp = new Slice();
    private boolean isFirst = true;
    private long seconds;
    private long nanos;
    private boolean isGood;

    /// @param envelope of a request with data
    public SenderRows(Envelope envelope) {
        if (envelope.dataAt() < 0) {
            throw new IllegalArgumentException("a request without data");
        }
        this.cursor = new JsonCursor(envelope.body(), envelope.dataAt(), envelope.bodyBytes());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Goes to the next row.
    ///
    /// @return false when there is none
    public boolean next() throws JsonException {
        if (!cursor.hasNext(']', isFirst)) {
            return false;
        }
        isFirst = false;
        host.clear();
        key.clear();
        value.clear();
        clock.clear();
        ns.clear();
        state.clear();
        source.clear();
        severity.clear();
        eventId.clear();
        timestamp.clear();
        if (cursor.peek() != '{') {
            cursor.skip();
            isGood = false;
            return true;
        }
        cursor.expect('{');
        for (boolean first = true; cursor.hasNext('}', first); first = false) {
            cursor.string(name);
            cursor.expect(':');
            Slice field = fieldOf(name);
            cursor.scalar(field.isThere() ? other : field);
        }
        seconds = number(clock, MOST_SECONDS);
        nanos = seconds == NONE ? NONE : number(ns, MOST_NANOS);
        boolean isTimeGood = seconds != NONE ? nanos != NONE || !ns.isThere() : !clock.isThere();
        isGood = isTimeGood && host.isThere() && key.isThere() && value.isThere();
        return true;
    }

    private Slice fieldOf(Slice word) {
        if (word.is(HOST)) {
            return host;
        }
        if (word.is(KEY)) {
            return key;
        }
        if (word.is(VALUE)) {
            return value;
        }
        if (word.is(CLOCK)) {
            return clock;
        }
        if (word.is(NS)) {
            return ns;
        }
        if (word.is(SOURCE)) {
            return source;
        }
        if (word.is(SEVERITY)) {
            return severity;
        }
        if (word.is(EVENT_ID)) {
            return eventId;
        }
        if (word.is(TIMESTAMP)) {
            return timestamp;
        }
        return word.is(STATE) ? state : other;
    }

    /// The whole number of some decimal digits, or [#NONE] where there is none up to `most`.
    private static long number(Slice digits, long most) {
        int length = digits.length();
        if (!digits.isThere() || length == 0 || length > 10) {
            return NONE;
        }
        long number = 0;
        for (int i = 0; i < length; i++) {
            int digit = digits.array()[digits.offset() + i] - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            number = number * 10 + digit;
        }
        return number <= most ? number : NONE;
    }

    /// Whether the row has all that it needs, and a time that is one.
    public boolean isGood() {
        return isGood;
    }

    public Slice host() {
        return host;
    }

    public Slice key() {
        return key;
    }

    public Slice value() {
        return value;
    }

    /// Seconds since the epoch, or [#NONE].
    public long seconds() {
        return seconds;
    }

    /// Nanoseconds of the second, or [#NONE].
    public long nanos() {
        return nanos;
    }

    /// Whether the row has something of a log line beside its text.
    public boolean isLogLine() {
        return source.isThere() || severity.isThere() || eventId.isThere() || timestamp.isThere();
    }

    /// Of a log line; may be missing.
    public Slice source() {
        return source;
    }

    /// Of a log line; 0 where there is none.
    public int severity() {
        return (int) Math.max(0, number(severity, Integer.MAX_VALUE));
    }

    /// Of a log line; 0 where there is none.
    public int eventId() {
        return (int) Math.max(0, number(eventId, Integer.MAX_VALUE));
    }

    /// The log line's own time in seconds since the epoch; 0 where there is none.
    public long timestampSeconds() {
        return Math.max(0, number(timestamp, MOST_SECONDS));
    }

    /// Whether the row says that there is no value; the value is then the reason.
    public boolean isNotSupported() {
        return value.is(NOT_SUPPORTED) || number(state, 1) == 1;
    }
}
