package zonda.preprocessing;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// OCTET STRINGs as text: as they are when they are printable UTF-8, else in hexadecimal, as
/// net-snmp shows them.
final class Octets {
    private static final char[] DIGITS = "0123456789ABCDEF".toCharArray();

    private Octets() {}

    static String text(byte[] data, int offset, int length) {
        int end = length;
        // Agents in C often count the closing NUL.
        if (end > 0 && data[offset + end - 1] == 0) {
            end--;
        }
        if (isPlainAscii(data, offset, end)) {
            return new String(data, offset, end, StandardCharsets.ISO_8859_1);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(data, offset, end))
                    .toString();
            if (text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t')) {
                return text;
            }
        } catch (CharacterCodingException e) {
            return hex(data, offset, length);
        }
        return hex(data, offset, length);
    }

    private static boolean isPlainAscii(byte[] data, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            int c = data[i];
            if (c < 0x20 && c != '\n' && c != '\r' && c != '\t' || c == 0x7F) {
                return false;
            }
        }
        return true;
    }

    static String hex(byte[] data, int offset, int length) {
        StringBuilder out = new StringBuilder(length * 3);
        for (int i = offset; i < offset + length; i++) {
            if (i > offset) {
                out.append(' ');
            }
            out.append(DIGITS[data[i] >> 4 & 15]).append(DIGITS[data[i] & 15]);
        }
        return out.toString();
    }
}
