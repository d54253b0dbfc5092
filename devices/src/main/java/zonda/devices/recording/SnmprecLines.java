package zonda.devices.recording;

import java.io.ByteArrayOutputStream;
import zonda.protocol.snmp.Ber;

/// Reads snmpsim's own format, a row a line: `OID|TAG|VALUE`. The tag is the type's number, with
/// `x`
/// behind it for a value in hexadecimal digits and `e` for one with backslashes; `TAG:NAME` is a
/// value that varies.
final class SnmprecLines {
    private static final int LONGEST_TAG = 3;

    private SnmprecLines() {}

    /// Reads one line, without its end.
    static void read(String line, Lines into) {
        String whole = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        if (whole.isBlank() || whole.startsWith("#")) {
            into.skip(whole.isBlank() ? "blank line" : "comment");
            return;
        }
        int first = whole.indexOf('|');
        int second = whole.indexOf('|', first + 1);
        if (first < 0 || second < 0) {
            into.skip(Lines.NO_RECORD);
            return;
        }
        try {
            row(whole.substring(0, first), whole.substring(first + 1, second), whole.substring(second + 1), into);
        } catch (Lines.Unreadable e) {
            into.skip(String.valueOf(e.getMessage()));
        }
    }

    private static void row(String oid, String type, String value, Lines into) throws Lines.Unreadable {
        byte[] name = Lines.oid(oid.strip(), Lines.BROKEN_OID);
        int colon = type.indexOf(':');
        String variation = colon < 0 ? "" : type.substring(colon + 1);
        String tagText = colon < 0 ? type : type.substring(0, colon);
        if (variation.equals("subprocess") || variation.equals("multiplex")) {
            throw new Lines.Unreadable(variation);
        }
        char form = tagText.isEmpty() ? ' ' : tagText.charAt(tagText.length() - 1);
        boolean formed = form == 'x' || form == 'e';
        int tag = tag(formed ? tagText.substring(0, tagText.length() - 1) : tagText);
        if (!variation.isEmpty()) {
            VariationText text = new VariationText(variation, tag, value);
            into.add(name, tag, text.content(), text.variation());
            return;
        }
        into.add(name, tag, content(tag, form, value), Variation.NONE);
    }

    private static int tag(String text) throws Lines.Unreadable {
        if (text.isEmpty() || text.length() > LONGEST_TAG || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new Lines.Unreadable(Lines.UNKNOWN_TYPE);
        }
        int tag = Integer.parseInt(text);
        return switch (tag) {
            case Ber.INTEGER,
                    Ber.OCTET_STRING,
                    Ber.NULL,
                    Ber.OBJECT_IDENTIFIER,
                    Ber.IP_ADDRESS,
                    Ber.COUNTER32,
                    Ber.GAUGE32,
                    Ber.TIME_TICKS,
                    Ber.OPAQUE,
                    Ber.COUNTER64 -> tag;
            case Ber.NO_SUCH_OBJECT, Ber.NO_SUCH_INSTANCE, Ber.END_OF_MIB_VIEW ->
                throw new Lines.Unreadable(Lines.NO_VALUE);
            default -> throw new Lines.Unreadable(Lines.UNKNOWN_TYPE);
        };
    }

    /// The content octets of a recorded value.
    ///
    /// @param form x for hexadecimal digits, e for backslashes, all else for plain
    static byte[] content(int tag, char form, String value) throws Lines.Unreadable {
        if (form == 'x') {
            return Lines.hexadecimal(value.strip());
        }
        String plain = form == 'e' ? unescaped(value) : value;
        return switch (tag) {
            case Ber.OCTET_STRING, Ber.OPAQUE -> Lines.octets(plain);
            case Ber.NULL -> new byte[0];
            case Ber.OBJECT_IDENTIFIER -> Lines.oid(plain.strip(), Lines.UNREADABLE_VALUE);
            case Ber.IP_ADDRESS -> plain.length() == 4 ? Lines.octets(plain) : Lines.address(plain.strip());
            default -> Lines.number(tag, plain.strip());
        };
    }

    private static String unescaped(String value) throws Lines.Unreadable {
        ByteArrayOutputStream out = new ByteArrayOutputStream(value.length());
        int at = 0;
        while (at < value.length()) {
            char c = value.charAt(at++);
            if (c != '\\') {
                out.write(c);
                continue;
            }
            char escaped = at < value.length() ? value.charAt(at++) : ' ';
            int octet = "abfnrtv\\'\"".indexOf(escaped);
            if (octet >= 0) {
                out.write("\u0007\b\f\n\r\t\u000B\\'\"".charAt(octet));
            } else if (escaped == 'x' && at + 2 <= value.length()) {
                out.write(Lines.hexadecimal(value.substring(at, at + 2))[0]);
                at += 2;
            } else {
                throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
            }
        }
        return out.toString(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
