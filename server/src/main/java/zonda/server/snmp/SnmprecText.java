package zonda.server.snmp;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Varbind;

/// Writes rows as snmpsim's recordings have them: `OID|TAG|VALUE`.
final class SnmprecText {
    private SnmprecText() {}

    /// One line, without its end.
    static String of(Varbind row) {
        byte[] value = row.value();
        String start = row.name() + "|" + row.tag();
        if (!row.fault().isEmpty()) {
            return start + "x|" + HexFormat.of().formatHex(value);
        }
        return switch (row.tag()) {
            case Ber.INTEGER -> start + "|" + row.signedNumber();
            case Ber.COUNTER32, Ber.GAUGE32, Ber.TIME_TICKS, Ber.COUNTER64 ->
                start + "|" + Long.toUnsignedString(row.unsignedNumber());
            case Ber.NULL -> start + "|";
            case Ber.IP_ADDRESS ->
                start + "|" + (value[0] & 0xFF) + "." + (value[1] & 0xFF) + "." + (value[2] & 0xFF) + "."
                        + (value[3] & 0xFF);
            case Ber.OBJECT_IDENTIFIER -> start + oid(value);
            case Ber.OCTET_STRING -> start + (isPlain(value) ? "|" + text(value) : hexadecimal(value));
            default -> start + hexadecimal(value);
        };
    }

    private static String oid(byte[] value) {
        Oid oid = Oid.decode(value, 0, value.length);
        return oid == null || value.length == 0 ? hexadecimal(value) : "|" + oid;
    }

    private static String hexadecimal(byte[] value) {
        return "x|" + HexFormat.of().formatHex(value);
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.US_ASCII);
    }

    /// Blanks at the ends would be lost to some readers.
    private static boolean isPlain(byte[] value) {
        for (int i = 0; i < value.length; i++) {
            boolean isBlankAtEnd = value[i] == ' ' && (i == 0 || i == value.length - 1);
            if (value[i] < ' ' || value[i] >= 0x7F || isBlankAtEnd) {
                return false;
            }
        }
        return true;
    }
}
