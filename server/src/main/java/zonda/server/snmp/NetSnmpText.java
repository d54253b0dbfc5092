package zonda.server.snmp;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Varbind;

/// Puts varbinds into the words of net-snmp 5.9 without MIB modules (`-m ''`), found by comparing
/// with what its tools print.
///
/// A string is text when all of its octets are printable ASCII or white space, else hexadecimal
/// digits, sixteen octets a line. Numbers of more than 32 bits in an INTEGER are cut as net-snmp
/// cuts them.
public final class NetSnmpText {
    private static final int OCTETS_A_LINE = 16;
    private static final int OPAQUE_TAG = 0x9F;
    private static final int OPAQUE_COUNTER64 = 0x76;
    private static final int OPAQUE_FLOAT = 0x78;
    private static final int OPAQUE_DOUBLE = 0x79;
    private static final int OPAQUE_INT64 = 0x7A;
    private static final int OPAQUE_UINT64 = 0x7B;
    private static final int NSAP_ADDRESS = 0x45;
    private static final int UINTEGER32 = 0x47;
    private static final long TICKS_A_DAY = 8_640_000;

    private final Style style;

    /// How values are printed: the letters of `-O`.
    ///
    /// @param names how names are printed
    /// @param quick no types, and no equals sign (`q`)
    /// @param equals no types, but an equals sign (`Q`)
    /// @param bare values without names (`v`)
    /// @param ticks time ticks are numbers (`t`)
    /// @param strings how strings are printed
    public record Style(Names names, boolean quick, boolean equals, boolean bare, boolean ticks, Strings strings) {
        /// As without `-O`.
        public static final Style PLAIN = new Style(Names.WORD, false, false, false, false, Strings.GUESSED);

        private static final String LETTERS = "n, f, u, s, S, q, Q, v, t, a, x, 0, b, e, E, U, X";

        /// Reads the letters behind `-O`, on top of these. Letters that only matter with MIB
        /// modules change nothing.
        ///
        /// @throws IllegalArgumentException at a letter that is none
        public Style with(String letters) {
            Style style = this;
            for (int i = 0; i < letters.length(); i++) {
                style = style.with(letters.charAt(i));
            }
            return style;
        }

        private Style with(char letter) {
            return switch (letter) {
                case 'n' -> with(Names.NUMERIC);
                case 'f', 'u' -> with(Names.DOTTED_WORD);
                case 's', 'S' -> with(Names.WORD);
                case 'q' -> new Style(names, true, equals, bare, ticks, strings);
                case 'Q' -> new Style(names, true, true, bare, ticks, strings);
                case 'v' -> new Style(names, quick, equals, true, ticks, strings);
                case 't' -> new Style(names, quick, equals, bare, true, strings);
                case 'a' -> with(Strings.TEXT);
                case 'x' -> with(Strings.HEXADECIMAL);
                case '0', 'b', 'e', 'E', 'U', 'X' -> this;
                default -> throw new IllegalArgumentException("-O has '" + letter + "', wanted letters of " + LETTERS);
            };
        }

        private Style with(Names other) {
            return new Style(other, quick, equals, bare, ticks, strings);
        }

        private Style with(Strings other) {
            return new Style(names, quick, equals, bare, ticks, other);
        }
    }

    /// How names are printed.
    public enum Names {
        /// `iso.3.6.1`
        WORD,
        /// `.iso.3.6.1`
        DOTTED_WORD,
        /// `.1.3.6.1`
        NUMERIC
    }

    /// How strings are printed.
    public enum Strings {
        GUESSED,
        TEXT,
        HEXADECIMAL
    }

    public NetSnmpText(Style style) {
        this.style = style;
    }

    /// One varbind, without the line's end.
    public String of(Varbind varbind) {
        StringBuilder out = new StringBuilder();
        if (!style.bare()) {
            appendName(out, varbind.name());
            out.append(style.equals() || !style.quick() ? " = " : " ");
        }
        appendValue(out, varbind);
        return out.toString();
    }

    /// A name alone.
    public String of(Oid name) {
        StringBuilder out = new StringBuilder();
        appendName(out, name);
        return out.toString();
    }

    /// A name as it was written, perhaps shorter than any OID.
    String of(String name) {
        StringBuilder out = new StringBuilder();
        appendName(out, name.startsWith(".") ? name.substring(1) : name);
        return out.toString();
    }

    private void appendName(StringBuilder out, Oid name) {
        appendName(out, name.toString());
    }

    private void appendName(StringBuilder out, String numbers) {
        if (style.names() != Names.WORD) {
            out.append('.');
        }
        if (style.names() == Names.NUMERIC) {
            out.append(numbers);
            return;
        }
        int dot = numbers.indexOf('.');
        String first = dot < 0 ? numbers : numbers.substring(0, dot);
        out.append(
                switch (first) {
                    case "0" -> "ccitt";
                    case "1" -> "iso";
                    case "2" -> "joint-iso-ccitt";
                    default -> first;
                });
        out.append(numbers, first.length(), numbers.length());
    }

    private void appendValue(StringBuilder out, Varbind varbind) {
        byte[] value = varbind.value();
        switch (varbind.tag()) {
            case Ber.NO_SUCH_OBJECT -> out.append("No Such Object available on this agent at this OID");
            case Ber.NO_SUCH_INSTANCE -> out.append("No Such Instance currently exists at this OID");
            case Ber.END_OF_MIB_VIEW ->
                out.append("No more variables left in this MIB View (It is past the end of the MIB tree)");
            case Ber.OCTET_STRING -> appendString(out, value);
            case Ber.NULL -> out.append("NULL");
            case Ber.OPAQUE -> appendOpaque(out, value);
            default -> {
                // net-snmp drops the whole answer; to say what is wrong with one value helps more.
                String fault = fault(varbind);
                if (fault.isEmpty()) {
                    appendNumber(out, varbind);
                } else {
                    out.append("Bad value: ").append(fault);
                }
            }
        }
    }

    private static String fault(Varbind varbind) {
        boolean isKnown = varbind.tag() == UINTEGER32 || varbind.tag() == NSAP_ADDRESS;
        boolean isZero = varbind.tag() == Ber.COUNTER64 && varbind.value().length == 0;
        boolean isCut = varbind.tag() != Ber.COUNTER64 && isUnsigned(varbind.tag()) && varbind.value().length == 5;
        return isKnown || isZero || isCut ? "" : varbind.fault();
    }

    private static boolean isUnsigned(int tag) {
        return tag == Ber.COUNTER32 || tag == Ber.GAUGE32 || tag == Ber.TIME_TICKS || tag == Ber.COUNTER64;
    }

    private void appendNumber(StringBuilder out, Varbind varbind) {
        switch (varbind.tag()) {
            case Ber.INTEGER -> typed(out, "INTEGER: ").append(cut(varbind.signedNumber()));
            case Ber.COUNTER32 -> typed(out, "Counter32: ").append(varbind.unsignedNumber() & 0xFFFFFFFFL);
            case Ber.GAUGE32 -> typed(out, "Gauge32: ").append(varbind.unsignedNumber() & 0xFFFFFFFFL);
            case UINTEGER32 -> typed(out, "UInteger32: ").append(varbind.unsignedNumber() & 0xFFFFFFFFL);
            case Ber.COUNTER64 -> typed(out, "Counter64: ").append(Long.toUnsignedString(varbind.unsignedNumber()));
            case Ber.TIME_TICKS -> appendTicks(out, varbind.unsignedNumber() & 0xFFFFFFFFL);
            case Ber.IP_ADDRESS -> appendAddress(typed(out, "IpAddress: "), varbind.value());
            case Ber.OBJECT_IDENTIFIER -> appendOid(typed(out, "OID: "), varbind.value());
            case NSAP_ADDRESS -> appendLines(typed(out, "Network Address: "), varbind.value());
            default -> out.append("Variable has bad type");
        }
    }

    private StringBuilder typed(StringBuilder out, String type) {
        return style.quick() ? out : out.append(type);
    }

    private static long cut(long number) {
        if (number > 0xFFFFFFFFL) {
            return number & 0xFFFFFFFFL;
        }
        return number < Integer.MIN_VALUE ? -(number & 0xFFFFFFFFL) : number;
    }

    private void appendOid(StringBuilder out, byte[] encoded) {
        if (encoded.length == 0) {
            out.append(
                    switch (style.names()) {
                        case WORD -> "ccitt";
                        case DOTTED_WORD -> ".ccitt";
                        case NUMERIC -> ".0";
                    });
            return;
        }
        Oid oid = Oid.decode(encoded, 0, encoded.length);
        if (oid != null) {
            appendName(out, oid);
        }
    }

    private static void appendAddress(StringBuilder out, byte[] octets) {
        for (int i = 0; i < octets.length; i++) {
            out.append(i == 0 ? "" : ".").append(octets[i] & 0xFF);
        }
    }

    private void appendTicks(StringBuilder out, long ticks) {
        if (style.ticks()) {
            out.append(ticks);
            return;
        }
        long days = ticks / TICKS_A_DAY;
        long hours = ticks / 360_000 % 24;
        long minutes = ticks / 6_000 % 60;
        String seconds = String.format(Locale.ROOT, "%02d.%02d", ticks / 100 % 60, ticks % 100);
        if (style.quick()) {
            out.append(String.format(Locale.ROOT, "%d:%d:%02d:%s", days, hours, minutes, seconds));
            return;
        }
        out.append("Timeticks: (").append(ticks).append(") ");
        if (days > 0) {
            out.append(days).append(days == 1 ? " day, " : " days, ");
        }
        out.append(String.format(Locale.ROOT, "%d:%02d:%s", hours, minutes, seconds));
    }

    private void appendString(StringBuilder out, byte[] octets) {
        if (octets.length == 0 && style.strings() != Strings.HEXADECIMAL) {
            out.append("\"\"");
            return;
        }
        boolean hexadecimal = switch (style.strings()) {
            case GUESSED -> !isText(octets);
            case TEXT -> false;
            case HEXADECIMAL -> true;
        };
        if (octets.length == 0) {
            out.append("\"\"");
        } else if (hexadecimal) {
            out.append(style.quick() ? "\"" : "Hex-STRING: ");
            appendLines(out, octets);
            out.append(style.quick() ? "\"" : "");
        } else {
            typed(out, "STRING: ").append('"');
            appendText(out, octets);
            out.append('"');
        }
    }

    private static boolean isText(byte[] octets) {
        for (byte octet : octets) {
            if (!isPrintable(octet)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPrintable(byte octet) {
        return (octet >= ' ' && octet < 0x7F) || (octet >= '\t' && octet <= '\r');
    }

    private static void appendText(StringBuilder out, byte[] octets) {
        for (byte octet : octets) {
            if (octet == '"' || octet == '\\') {
                out.append('\\');
            }
            out.append(isPrintable(octet) ? (char) octet : '.');
        }
    }

    private static void appendLines(StringBuilder out, byte[] octets) {
        for (int i = 0; i < octets.length; i++) {
            if (i > 0 && i % OCTETS_A_LINE == 0) {
                out.append('\n');
            }
            out.append(Character.toUpperCase(Character.forDigit(octets[i] >> 4 & 15, 16)));
            out.append(Character.toUpperCase(Character.forDigit(octets[i] & 15, 16)));
            out.append(' ');
        }
    }

    /// Floats and the like that are wrapped into an Opaque, or its octets.
    private void appendOpaque(StringBuilder out, byte[] octets) {
        int inner = octets.length > 2 && (octets[0] & 0xFF) == OPAQUE_TAG && octets[2] == octets.length - 3
                ? octets[1] & 0xFF
                : 0;
        long raw = 0;
        for (int i = 3; i < octets.length && octets.length <= 11; i++) {
            raw = raw << 8 | (octets[i] & 0xFF);
        }
        if (inner == OPAQUE_FLOAT && octets.length == 7) {
            appendFloating(typed(out, "Opaque: Float: "), Float.intBitsToFloat((int) raw));
        } else if (inner == OPAQUE_DOUBLE && octets.length == 11) {
            appendFloating(typed(out, "Opaque: Float: "), Double.longBitsToDouble(raw));
        } else if (inner == OPAQUE_COUNTER64 && octets.length <= 11) {
            typed(out, "Opaque: Counter64: ").append(Long.toUnsignedString(raw));
        } else if (inner == OPAQUE_INT64 && octets.length <= 11) {
            long sign = octets.length > 3 && octets[3] < 0 && octets.length < 11 ? -1L << (octets.length - 3) * 8 : 0;
            typed(out, "Opaque: Int64: ").append(raw | sign);
        } else if (inner == OPAQUE_UINT64 && octets.length <= 11) {
            typed(out, "Opaque: UInt64: ").append(Long.toUnsignedString(raw));
        } else {
            appendLines(typed(out, "OPAQUE: "), octets);
        }
    }

    /// As C's `%f`.
    private static void appendFloating(StringBuilder out, double number) {
        if (Double.isNaN(number)) {
            out.append(Double.doubleToRawLongBits(number) < 0 ? "-nan" : "nan");
        } else if (Double.isInfinite(number)) {
            out.append(number < 0 ? "-inf" : "inf");
        } else {
            String digits =
                    new BigDecimal(number).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
            boolean isNegativeZero = Double.doubleToRawLongBits(number) < 0 && !digits.startsWith("-");
            out.append(isNegativeZero ? "-" : "").append(digits);
        }
    }
}
