package zonda.protocol.zabbix;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A text of a request, in UTF-8, without escapes: a piece of the request itself, or of a buffer of
/// its own where escapes had to be resolved. Reused from row to row; its owner's.
public final class Slice {
    private static final byte[] NOTHING = new byte[0];

    private byte[] scratch = NOTHING;
    private byte[] array = NOTHING;
    private int offset;
    private int length;
    private boolean isThere;

    Slice() {}

    /// Whether the request has it at all.
    public boolean isThere() {
        return isThere;
    }

    public byte[] array() {
        return array;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /// Whether it has these octets.
    public boolean is(byte[] octets) {
        return isThere && Arrays.equals(array, offset, offset + length, octets, 0, octets.length);
    }

    /// As text; what is no UTF-8 becomes U+FFFD.
    public String text() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }

    void clear() {
        isThere = false;
        array = NOTHING;
        offset = 0;
        length = 0;
    }

    void set(byte[] of, int from, int size) {
        array = of;
        offset = from;
        length = size;
        isThere = true;
    }

    /// Begins a text of its own with a piece of the request.
    void startOwn(byte[] of, int from, int size, int expected) {
        if (scratch.length < expected) {
            scratch = new byte[Math.max(64, expected)];
        }
        System.arraycopy(of, from, scratch, 0, size);
        set(scratch, 0, size);
    }

    void append(int octet) {
        if (length == scratch.length) {
            scratch = Arrays.copyOf(scratch, scratch.length * 2);
            array = scratch;
        }
        scratch[length++] = (byte) octet;
    }

    void appendCodePoint(int point) {
        if (point < 0x80) {
            append(point);
        } else if (point < 0x800) {
            append(0xC0 | point >> 6);
            append(0x80 | point & 0x3F);
        } else if (point < 0x1_0000) {
            append(0xE0 | point >> 12);
            append(0x80 | point >> 6 & 0x3F);
            append(0x80 | point & 0x3F);
        } else {
            append(0xF0 | point >> 18);
            append(0x80 | point >> 12 & 0x3F);
            append(0x80 | point >> 6 & 0x3F);
            append(0x80 | point & 0x3F);
        }
    }
}
