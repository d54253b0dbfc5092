package zonda.devices.recording;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import zonda.protocol.snmp.Ber;

/// Reads what net-snmp's snmpwalk prints with numeric names: `.1.3.6.1.2.1.1.5.0 = STRING: "name"`.
/// A value may run over lines; a line that begins no record goes on with the one before.
///
/// Not all is told by that text: a string that looks like six or more octets in hexadecimal digits
/// with colons between them is taken for these octets, as display hints print addresses.
final class WalkLines {
    private static final int LEAST_OCTETS_OF_AN_ADDRESS = 6;
    private static final String WRONG_TYPE = "Wrong Type (should be ";

    private final Lines into;
    private final StringBuilder record = new StringBuilder();

    WalkLines(Lines into) {
        this.into = into;
    }

    /// Takes one line, without its line feed.
    void read(String line) {
        if (!record.isEmpty() && (isInsideQuotes() || (!begins(line) && !line.isBlank()))) {
            record.append('\n').append(line);
            return;
        }
        end();
        if (begins(line)) {
            record.append(line);
        } else {
            into.skip(line.isBlank() ? "blank line" : Lines.NO_RECORD);
        }
    }

    /// Takes in the last record.
    void end() {
        if (record.isEmpty()) {
            return;
        }
        String whole = record.toString();
        record.setLength(0);
        try {
            row(whole.endsWith("\r") ? whole.substring(0, whole.length() - 1) : whole);
        } catch (Lines.Unreadable e) {
            into.skip(String.valueOf(e.getMessage()));
        }
    }

    /// Whether a name stands at the start, and an equals sign behind it.
    private static boolean begins(String line) {
        int equals = line.indexOf(" =");
        if (equals < 1) {
            return false;
        }
        String name = line.substring(0, equals).stripTrailing();
        if (name.contains("::") && name.indexOf(' ') < 0) {
            return true;
        }
        String numbers = name.startsWith("iso.") ? name.substring(4) : name;
        return numbers.matches("\\.?[0-9]+(\\.[0-9]+)*\\.?");
    }

    /// Whether a quoted string has begun that has not ended: net-snmp puts a backslash before a
    /// quote inside.
    private boolean isInsideQuotes() {
        int equals = record.indexOf(" =");
        int quote = record.indexOf("\"", equals);
        if (quote < 0 || !record.substring(equals + 2, quote).matches("\\s*(STRING:+)?\\s*")) {
            return false;
        }
        for (int i = quote + 1; i < record.length(); i++) {
            if (record.charAt(i) == '\\') {
                i++;
            } else if (record.charAt(i) == '"') {
                return false;
            }
        }
        return true;
    }

    private void row(String text) throws Lines.Unreadable {
        int equals = text.indexOf(" =");
        byte[] name = oid(text.substring(0, equals).stripTrailing(), Lines.BROKEN_OID);
        String value = text.substring(equals + 2).stripLeading();
        if (value.startsWith(WRONG_TYPE)) {
            int close = value.indexOf("): ");
            value = close < 0 ? value : value.substring(close + 3);
        }
        if (value.startsWith("No more variables left") || value.startsWith("No Such ")) {
            throw new Lines.Unreadable(Lines.NO_VALUE);
        }
        if (value.equals("NULL")) {
            into.add(name, Ber.NULL, new byte[0], Variation.NONE);
            return;
        }
        if (value.startsWith("\"")) {
            into.add(name, Ber.OCTET_STRING, string(value), Variation.NONE);
            return;
        }
        int colon = value.indexOf(':');
        if (colon < 0 || Character.isDigit(value.charAt(0))) {
            into.add(name, Ber.TIME_TICKS, Lines.number(Ber.TIME_TICKS, value.strip()), Variation.NONE);
            return;
        }
        String type = value.substring(0, colon).toUpperCase(Locale.ROOT);
        while (colon < value.length() && value.charAt(colon) == ':') {
            colon++;
        }
        typed(name, type, value.substring(colon));
    }

    private void typed(byte[] name, String type, String spaced) throws Lines.Unreadable {
        String value = spaced.startsWith(" ") ? spaced.substring(1) : spaced;
        switch (type) {
            case "INTEGER" -> number(name, Ber.INTEGER, value);
            case "COUNTER32" -> number(name, Ber.COUNTER32, value);
            case "GAUGE32", "UNSIGNED32", "UINTEGER32" -> number(name, Ber.GAUGE32, value);
            case "COUNTER64" -> number(name, Ber.COUNTER64, value);
            case "TIMETICKS" -> number(name, Ber.TIME_TICKS, value);
            case "STRING" -> into.add(name, Ber.OCTET_STRING, string(value), Variation.NONE);
            case "HEX-STRING" -> into.add(name, Ber.OCTET_STRING, spacedOctets(value, false), Variation.NONE);
            case "BITS" -> into.add(name, Ber.OCTET_STRING, spacedOctets(value, true), Variation.NONE);
            case "OID" ->
                into.add(name, Ber.OBJECT_IDENTIFIER, oid(value.strip(), Lines.UNREADABLE_VALUE), Variation.NONE);
            case "IPADDRESS" -> into.add(name, Ber.IP_ADDRESS, Lines.address(value.strip()), Variation.NONE);
            case "NETWORK ADDRESS" ->
                into.add(name, Ber.IP_ADDRESS, Lines.hexadecimal(value.strip().replace(":", "")), Variation.NONE);
            case "OPAQUE" -> into.add(name, Ber.OPAQUE, opaque(value), Variation.NONE);
            default -> throw new Lines.Unreadable(Lines.UNKNOWN_TYPE);
        }
    }

    private static byte[] oid(String text, String reason) throws Lines.Unreadable {
        if (text.contains("::")) {
            throw new Lines.Unreadable(Lines.SYMBOLIC_NAME);
        }
        return Lines.oid(text.startsWith("iso.") ? "1" + text.substring(3) : text, reason);
    }

    /// `5`, `up(1)`, `(5) 0:00:00.05` or `60 seconds`.
    private void number(byte[] name, int tag, String text) throws Lines.Unreadable {
        String value = text.strip();
        int open = value.indexOf('(');
        int close = value.indexOf(')', open);
        if (open >= 0 && close > open) {
            value = value.substring(open + 1, close);
        } else if (value.indexOf(' ') > 0) {
            value = value.substring(0, value.indexOf(' '));
        }
        into.add(name, tag, Lines.number(tag, value), Variation.NONE);
    }

    private static byte[] string(String value) {
        if (!value.startsWith("\"")) {
            return address(value);
        }
        StringBuilder plain = new StringBuilder(value.length());
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                break;
            }
            if (c == '\\' && i + 1 < value.length()) {
                i++;
                c = value.charAt(i);
            }
            plain.append(c);
        }
        return Lines.octets(plain.toString());
    }

    private static byte[] address(String value) {
        String[] parts = value.strip().split(":", -1);
        byte[] octets = new byte[parts.length];
        if (parts.length < LEAST_OCTETS_OF_AN_ADDRESS) {
            return Lines.octets(value);
        }
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].matches("[0-9a-fA-F]{1,2}")) {
                return Lines.octets(value);
            }
            octets[i] = (byte) Integer.parseInt(parts[i], 16);
        }
        return octets;
    }

    /// `41 0 FF`, over lines. Of BITS, the names of bits may follow.
    private static byte[] spacedOctets(String value, boolean namesFollow) throws Lines.Unreadable {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        for (String part : value.strip().split("\\s+", -1)) {
            if (part.matches("[0-9a-fA-F]{1,2}")) {
                octets.write(Integer.parseInt(part, 16));
            } else if (namesFollow && !part.isEmpty()) {
                break;
            } else if (!part.isEmpty()) {
                throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
            }
        }
        return octets.toByteArray();
    }

    /// A float in the form that net-snmp wraps into an Opaque, or octets.
    private static byte[] opaque(String value) throws Lines.Unreadable {
        if (!value.startsWith("Float: ")) {
            return spacedOctets(value, false);
        }
        try {
            return ByteBuffer.allocate(7)
                    .put((byte) 0x9F)
                    .put((byte) 0x78)
                    .put((byte) 4)
                    .putFloat(Float.parseFloat(value.substring(7).strip()))
                    .array();
        } catch (NumberFormatException e) {
            throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
        }
    }
}
