package zonda.devices.recording;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;

/// Collects the rows of a file, and counts the lines that give none by their reason. Lines are
/// Latin letters, each for one octet.
final class Lines {
    static final String NO_RECORD = "no record";
    static final String BROKEN_OID = "broken OID";
    static final String SYMBOLIC_NAME = "symbolic name";
    static final String UNKNOWN_TYPE = "unknown type";
    static final String UNREADABLE_VALUE = "unreadable value";
    static final String NO_VALUE = "no value recorded";

    private static final HexFormat HEX = HexFormat.of();
    private static final int LONGEST_NUMBER = 20;

    private final List<Recording.Row> rows = new ArrayList<>();
    private final SortedMap<String, Integer> skipped = new TreeMap<>();

    /// A line that gives no row.
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        /// @param reason that it is counted by
        Unreadable(String reason) {
            super(reason, null, false, false);
        }
    }

    void add(byte[] name, int tag, byte[] content, Variation variation) {
        rows.add(new Recording.Row(name, tag, content, variation));
    }

    void skip(String reason) {
        skipped.merge(reason, 1, Integer::sum);
    }

    Recording recording(String name, boolean ordered) {
        return Recording.of(name, rows, ordered, skipped);
    }

    static byte[] octets(String latin) {
        return latin.getBytes(StandardCharsets.ISO_8859_1);
    }

    /// The content octets of an OID in dotted numbers.
    static byte[] oid(String text, String reason) throws Unreadable {
        try {
            return Oid.parse(text).encoded();
        } catch (IllegalArgumentException e) {
            throw new Unreadable(reason);
        }
    }

    /// The content octets of a decimal number under its tag.
    static byte[] number(int tag, String text) throws Unreadable {
        String digits = text.startsWith("-") ? text.substring(1) : text;
        if (digits.isEmpty() || digits.length() > LONGEST_NUMBER || !isDecimal(digits)) {
            throw new Unreadable(UNREADABLE_VALUE);
        }
        try {
            return switch (tag) {
                case Ber.INTEGER -> signed(Long.parseLong(text));
                case Ber.COUNTER64 -> unsigned(Long.parseUnsignedLong(text));
                case Ber.COUNTER32, Ber.GAUGE32, Ber.TIME_TICKS -> {
                    long number = Long.parseUnsignedLong(text);
                    if (number >>> 32 != 0) {
                        throw new Unreadable(UNREADABLE_VALUE);
                    }
                    yield unsigned(number);
                }
                default -> throw new Unreadable(UNKNOWN_TYPE);
            };
        } catch (NumberFormatException e) {
            throw new Unreadable(UNREADABLE_VALUE);
        }
    }

    private static boolean isDecimal(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /// The shortest octets of a signed number (X.690, section 8.3).
    static byte[] signed(long number) {
        int size = 1;
        for (long rest = number >> 7; rest != 0 && rest != -1; rest >>= 8) {
            size++;
        }
        return lowest(number, size);
    }

    /// The shortest octets of an unsigned number, with a leading zero where the first would be
    /// negative.
    static byte[] unsigned(long number) {
        return lowest(number, (64 - Long.numberOfLeadingZeros(number)) / 8 + 1);
    }

    private static byte[] lowest(long number, int size) {
        byte[] octets = new byte[size];
        for (int i = 0; i < size && i < 8; i++) {
            octets[size - 1 - i] = (byte) (number >>> (i * 8));
        }
        return octets;
    }

    /// The four octets of dotted numbers.
    static byte[] address(String text) throws Unreadable {
        String[] parts = text.split("\\.", -1);
        byte[] octets = new byte[4];
        if (parts.length != 4) {
            throw new Unreadable(UNREADABLE_VALUE);
        }
        for (int i = 0; i < 4; i++) {
            if (parts[i].isEmpty() || parts[i].length() > 3 || !isDecimal(parts[i])) {
                throw new Unreadable(UNREADABLE_VALUE);
            }
            int number = Integer.parseInt(parts[i]);
            if (number > 255) {
                throw new Unreadable(UNREADABLE_VALUE);
            }
            octets[i] = (byte) number;
        }
        return octets;
    }

    /// Hexadecimal digits without anything between them; an odd last one is the upper half of its
    /// octet, as snmpsim takes it.
    static byte[] hexadecimal(String text) throws Unreadable {
        try {
            return HEX.parseHex(text.length() % 2 == 0 ? text : text + "0");
        } catch (IllegalArgumentException e) {
            throw new Unreadable(UNREADABLE_VALUE);
        }
    }
}
