package zonda.devices.demo;

import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;

/// The value of one object as a function of the time.
sealed interface Cell {
    int tag();

    /// An INTEGER, counter, gauge or ticks.
    record Numeric(int tag, LongUnaryOperator at) implements Cell {}

    /// All else, as content octets.
    record Octets(int tag, LongFunction<byte[]> at) implements Cell {}

    static Cell integer(LongUnaryOperator at) {
        return new Numeric(Ber.INTEGER, at);
    }

    static Cell integer(long always) {
        return new Numeric(Ber.INTEGER, millis -> always);
    }

    static Cell gauge(LongUnaryOperator at) {
        return new Numeric(Ber.GAUGE32, at);
    }

    static Cell gauge(long always) {
        return new Numeric(Ber.GAUGE32, millis -> always);
    }

    static Cell ticks(LongUnaryOperator at) {
        return new Numeric(Ber.TIME_TICKS, at);
    }

    static Cell counter32(LongUnaryOperator at) {
        return new Numeric(Ber.COUNTER32, at);
    }

    static Cell counter64(LongUnaryOperator at) {
        return new Numeric(Ber.COUNTER64, at);
    }

    static Cell text(String always) {
        return octets(always.getBytes(StandardCharsets.UTF_8));
    }

    static Cell text(LongFunction<String> at) {
        return new Octets(Ber.OCTET_STRING, millis -> at.apply(millis).getBytes(StandardCharsets.UTF_8));
    }

    static Cell octets(byte[] always) {
        return new Octets(Ber.OCTET_STRING, millis -> always);
    }

    static Cell oid(String always) {
        byte[] encoded = Oid.parse(always).encoded();
        return new Octets(Ber.OBJECT_IDENTIFIER, millis -> encoded);
    }

    static Cell address(byte[] always) {
        return new Octets(Ber.IP_ADDRESS, millis -> always);
    }
}
