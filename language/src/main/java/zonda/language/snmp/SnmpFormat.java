package zonda.language.snmp;

import java.nio.charset.StandardCharsets;
import zonda.language.LanguageException;

/// How the octets of a value, written in hexadecimal, are shown.
public enum SnmpFormat {
    /// As they are written.
    UNCHANGED,
    /// As UTF-8 text up to a NUL; what is none becomes `?`.
    UTF8,
    /// With colons between them.
    MAC,
    /// As an unsigned number, the first octet the least; at most eight octets count.
    BITS;

    private static final int MOST_OCTETS = 8;

    /// The format of a parameter, `0` to `3`.
    ///
    /// @throws LanguageException for another
    public static SnmpFormat of(String parameter) throws LanguageException {
        return switch (parameter) {
            case "0" -> UNCHANGED;
            case "1" -> UTF8;
            case "2" -> MAC;
            case "3" -> BITS;
            default ->
                throw new LanguageException(
                        0, "the format '" + parameter + "', wanted 0 (unchanged), 1 (UTF-8), 2 (MAC) or 3 (BITS)");
        };
    }

    /// @param hex octets as two digits each, with blanks or line breaks between them
    /// @throws LanguageException when the text is no such octets
    public String apply(String hex) throws LanguageException {
        if (this == UNCHANGED) {
            return hex;
        }
        byte[] octets = octets(hex);
        return switch (this) {
            case UTF8 -> text(octets);
            case MAC -> colons(octets);
            case BITS -> number(octets);
            case UNCHANGED -> hex;
        };
    }

    private static byte[] octets(String hex) throws LanguageException {
        byte[] octets = new byte[hex.length() / 2 + 1];
        int count = 0;
        int at = 0;
        while (at < hex.length()) {
            if (hex.charAt(at) <= ' ') {
                at++;
                continue;
            }
            int high = digit(hex, at);
            int low = digit(hex, at + 1);
            boolean isPair = high >= 0 && low >= 0 && (at + 2 == hex.length() || hex.charAt(at + 2) <= ' ');
            if (!isPair) {
                String seen = hex.substring(at, Math.min(hex.length(), at + 12));
                throw new LanguageException(0, "'" + seen + "' in it is no octet, wanted two hexadecimal digits");
            }
            octets[count++] = (byte) (high << 4 | low);
            at += 2;
        }
        if (count == 0) {
            throw new LanguageException(0, "no octets, wanted some in hexadecimal digits");
        }
        return java.util.Arrays.copyOf(octets, count);
    }

    private static int digit(String text, int at) {
        return at < text.length() && text.charAt(at) < 128 ? Character.digit(text.charAt(at), 16) : -1;
    }

    private static String text(byte[] octets) {
        int end = 0;
        while (end < octets.length && octets[end] != 0) {
            end++;
        }
        return new String(octets, 0, end, StandardCharsets.UTF_8).replace('\uFFFD', '?');
    }

    private static String colons(byte[] octets) {
        StringBuilder out = new StringBuilder(octets.length * 3);
        for (byte octet : octets) {
            if (!out.isEmpty()) {
                out.append(':');
            }
            out.append(Character.toUpperCase(Character.forDigit(octet >> 4 & 15, 16)))
                    .append(Character.toUpperCase(Character.forDigit(octet & 15, 16)));
        }
        return out.toString();
    }

    private static String number(byte[] octets) {
        long value = 0;
        for (int i = Math.min(octets.length, MOST_OCTETS) - 1; i >= 0; i--) {
            value = value << 8 | octets[i] & 0xFF;
        }
        return Long.toUnsignedString(value);
    }
}
