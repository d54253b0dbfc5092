package zonda.testing.soak;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import zonda.model.WireType;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;
import zonda.runtime.simulation.SeededRandom;

/// One object of a simulated device: an OID and a value that moves with time.
final class DeviceObject {
    /// How the value moves, and as what it is sent.
    enum Shape {
        UPTIME,
        COUNTER32,
        COUNTER64,
        GAUGE,
        INTEGER,
        FLOAT,
        DOUBLE,
        WORD,
        NUMBER_IN_TEXT,
        BYTES,
        /// Documents of a number, half of it, and now and then an error.
        JSON,
        XML,
        METRICS,
        TABLE,
        WALK,
        OBJECT_NAME,
        ADDRESS,
        /// There, and at other times not.
        FLICKERING,
        /// Never there.
        MISSING
    }

    private static final List<String> WORDS = List.of("up", "down", "testing", "error 17", "ok", "réparé");
    private static final double SECOND = 1e9;

    private final String oid;
    private final byte[] name;
    private final Shape shape;
    private final double scale;
    private final SeededRandom random;
    private long lastNanos;
    private long counter;
    private double level;
    private String word = "up";

    /// @param scale of a counter its units a second, of a gauge the width of its range
    DeviceObject(String oid, Shape shape, double scale, SeededRandom random, long nowNanos) {
        this.oid = oid;
        this.name = Oid.parse(oid).encoded();
        this.shape = shape;
        this.scale = scale;
        this.random = random;
        this.lastNanos = nowNanos;
        this.level = random.nextDouble();
        this.counter = switch (shape) {
            case COUNTER32 -> random.below(1L << 32);
            // Half of them beyond what a signed number or a double holds.
            case COUNTER64 -> random.chance(0.5) ? random.nextLong() : random.below(1L << 40);
            default -> 0;
        };
    }

    String oid() {
        return oid;
    }

    byte[] name() {
        return name;
    }

    Shape shape() {
        return shape;
    }

    double scale() {
        return scale;
    }

    /// The device started anew: counters begin at nothing.
    void reset(long nowNanos) {
        counter = random.chance(0.5) ? 0 : random.below(1_000);
        lastNanos = nowNanos;
    }

    /// The value now.
    ///
    /// @param uptimeNanos since the device's start
    Reading read(long nowNanos, long uptimeNanos) {
        double elapsed = (nowNanos - lastNanos) / SECOND;
        lastNanos = nowNanos;
        return switch (shape) {
            case UPTIME -> Reading.number(WireType.TIME_TICKS, uptimeNanos / 10_000_000 & 0xFFFFFFFFL);
            case COUNTER32 -> Reading.number(WireType.COUNTER32, count(elapsed) & 0xFFFFFFFFL);
            case COUNTER64 -> Reading.number(WireType.COUNTER64, count(elapsed));
            case GAUGE -> Reading.number(WireType.GAUGE32, (long) (wander() * scale));
            case INTEGER -> Reading.number(WireType.INTEGER, (long) ((wander() - 0.5) * scale));
            case FLOAT -> Reading.number(WireType.DOUBLE, Double.doubleToRawLongBits((float) (wander() * scale)));
            case DOUBLE -> Reading.number(WireType.DOUBLE, Double.doubleToRawLongBits((wander() - 0.5) * scale));
            case WORD -> text(WireType.OCTET_STRING, wordNow());
            case NUMBER_IN_TEXT -> text(WireType.OCTET_STRING, "load: " + (long) (wander() * scale) + " %");
            case JSON, XML, METRICS, TABLE, WALK -> text(WireType.OCTET_STRING, document((long) (wander() * scale)));
            case BYTES -> new Reading(WireType.OCTET_STRING, 0, new byte[] {0, (byte) 0x1B, (byte) (wander() * 8), -1});
            case OBJECT_NAME -> text(WireType.OBJECT_IDENTIFIER, "1.3.6.1.4.1." + (long) (wander() * 300));
            case ADDRESS -> text(WireType.IP_ADDRESS, "192.0.2." + (long) (wander() * 255));
            case FLICKERING ->
                random.chance(0.2) ? Reading.NONE : Reading.number(WireType.GAUGE32, (long) (wander() * scale));
            case MISSING -> Reading.NONE;
        };
    }

    private String document(long load) {
        boolean isHot = load % 7 == 0;
        long half = load / 2;
        return switch (shape) {
            case JSON -> "{\"load\":" + load + ",\"unit\":\"%\"" + (isHot ? ",\"error\":\"hot\"}" : "}");
            case XML -> "<s unit=\"p\"><load>" + load + "</load>" + (isHot ? "<error>hot</error></s>" : "</s>");
            case METRICS -> "# TYPE load gauge\nload{core=\"0\"} " + load + "\nload{core=\"1\"} " + half + "\n";
            case TABLE -> "name,load\n\"a\"," + load + "\nb," + half;
            default -> ".1.3.6.1.9.1 = INTEGER: " + load + "\n.1.3.6.1.9.2 = INTEGER: " + half + "\n";
        };
    }

    private long count(double elapsed) {
        counter += (long) (elapsed * scale * (0.5 + random.nextDouble()));
        if (shape == Shape.COUNTER32) {
            counter &= 0xFFFFFFFFL;
        }
        return counter;
    }

    /// A random walk within 0 to 1.
    private double wander() {
        level = Math.clamp(level + (random.nextDouble() - 0.5) * 0.4, 0, 1);
        return level;
    }

    private String wordNow() {
        if (random.chance(0.15)) {
            word = random.pick(WORDS);
        }
        return word;
    }

    private static Reading text(WireType type, String text) {
        return new Reading(type, 0, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Prepends the varbind of a reading of this object.
    void encode(Reading reading, ResponseEncoder out) {
        switch (reading.type()) {
            case INTEGER -> out.integer(name, reading.bits());
            case COUNTER32 -> out.unsigned(name, Ber.COUNTER32, reading.bits());
            case COUNTER64 -> out.unsigned(name, Ber.COUNTER64, reading.bits());
            case GAUGE32 -> out.unsigned(name, Ber.GAUGE32, reading.bits());
            case TIME_TICKS -> out.unsigned(name, Ber.TIME_TICKS, reading.bits());
            case DOUBLE -> out.octets(name, Ber.OPAQUE, opaque(reading.bits()));
            case OCTET_STRING -> out.octets(name, Ber.OCTET_STRING, reading.content());
            case OBJECT_IDENTIFIER ->
                out.octets(
                        name,
                        Ber.OBJECT_IDENTIFIER,
                        Oid.parse(new String(reading.content(), StandardCharsets.UTF_8))
                                .encoded());
            case IP_ADDRESS -> out.octets(name, Ber.IP_ADDRESS, address(reading.content()));
            case NOT_SUPPORTED -> out.empty(name, shape == Shape.MISSING ? Ber.NO_SUCH_OBJECT : Ber.NO_SUCH_INSTANCE);
            case OPAQUE, TEXT, LOG, UNSIGNED ->
                throw new IllegalStateException("a simulated device sends no " + reading.type());
        }
    }

    /// As net-snmp wraps floats and doubles.
    private byte[] opaque(long bits) {
        double value = Double.longBitsToDouble(bits);
        return shape == Shape.FLOAT
                ? ByteBuffer.allocate(7)
                        .put((byte) 0x9F)
                        .put((byte) 0x78)
                        .put((byte) 4)
                        .putFloat((float) value)
                        .array()
                : ByteBuffer.allocate(11)
                        .put((byte) 0x9F)
                        .put((byte) 0x79)
                        .put((byte) 8)
                        .putDouble(value)
                        .array();
    }

    private static byte[] address(byte[] text) {
        byte[] address = new byte[4];
        int at = 0;
        for (byte letter : text) {
            if (letter == '.') {
                at++;
            } else {
                address[at] = (byte) (address[at] * 10 + letter - '0');
            }
        }
        return address;
    }
}
