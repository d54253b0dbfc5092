package zonda.protocol.snmp;

/// Tags and the small arithmetic of the Basic Encoding Rules (ITU-T X.690) as SNMP restricts them
/// (RFC 3417,
/// section 8): definite lengths, one-byte tags.
public final class Ber {
    public static final int INTEGER = 0x02;
    public static final int OCTET_STRING = 0x04;
    public static final int NULL = 0x05;
    public static final int OBJECT_IDENTIFIER = 0x06;
    public static final int SEQUENCE = 0x30;
    public static final int IP_ADDRESS = 0x40;
    public static final int COUNTER32 = 0x41;
    public static final int GAUGE32 = 0x42;
    public static final int TIME_TICKS = 0x43;
    public static final int OPAQUE = 0x44;
    public static final int COUNTER64 = 0x46;
    public static final int NO_SUCH_OBJECT = 0x80;
    public static final int NO_SUCH_INSTANCE = 0x81;
    public static final int END_OF_MIB_VIEW = 0x82;
    public static final int GET = 0xA0;
    public static final int GET_NEXT = 0xA1;
    public static final int RESPONSE = 0xA2;
    public static final int SET = 0xA3;
    public static final int GET_BULK = 0xA5;
    public static final int REPORT = 0xA8;

    public static final int VERSION_1 = 0;
    public static final int VERSION_2C = 1;
    public static final int VERSION_3 = 3;

    /// Error statuses (RFC 3416, section 3).
    public static final int NO_ERROR = 0;

    public static final int TOO_BIG = 1;
    public static final int NO_SUCH_NAME = 2;
    public static final int BAD_VALUE = 3;
    public static final int READ_ONLY = 4;
    public static final int GEN_ERR = 5;
    public static final int NO_ACCESS = 6;
    public static final int AUTHORIZATION_ERROR = 16;
    public static final int NOT_WRITABLE = 17;

    private static final String[] ERROR_NAMES = {
        "noError",
        "tooBig",
        "noSuchName",
        "badValue",
        "readOnly",
        "genErr",
        "noAccess",
        "wrongType",
        "wrongLength",
        "wrongEncoding",
        "wrongValue",
        "noCreation",
        "inconsistentValue",
        "resourceUnavailable",
        "commitFailed",
        "undoFailed",
        "authorizationError",
        "notWritable",
        "inconsistentName"
    };

    private Ber() {}

    /// The name of an error status as RFC 3416 has it, or its number.
    public static String errorName(int status) {
        return status >= 0 && status < ERROR_NAMES.length ? ERROR_NAMES[status] : "error " + status;
    }

    /// Bytes that a length takes.
    static int lengthSize(int length) {
        if (length < 0x80) {
            return 1;
        }
        return length < 0x100 ? 2 : length < 0x10000 ? 3 : length < 0x1000000 ? 4 : 5;
    }

    /// Writes a length.
    ///
    /// @return the position after it
    static int putLength(byte[] out, int at, int length) {
        int position = at;
        if (length < 0x80) {
            out[position++] = (byte) length;
            return position;
        }
        int bytes = lengthSize(length) - 1;
        out[position++] = (byte) (0x80 | bytes);
        for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
            out[position++] = (byte) (length >>> shift);
        }
        return position;
    }

    /// Bytes that a content takes with its tag and length in front.
    static int wrapped(int content) {
        return 1 + lengthSize(content) + content;
    }

    /// Writes a tag and a length.
    ///
    /// @return the position after them
    static int putHeader(byte[] out, int at, int tag, int length) {
        out[at] = (byte) tag;
        return putLength(out, at + 1, length);
    }

    /// Writes an INTEGER with tag and length.
    ///
    /// @return the position after it
    static int putInteger(byte[] out, int at, int value) {
        int size = integerSize(value);
        return putNumber(out, putHeader(out, at, INTEGER, size), value, size);
    }

    /// Bytes that a signed integer takes, 1 to 8.
    static int integerSize(long value) {
        int size = 1;
        for (long rest = value >> 7; rest != 0 && rest != -1; rest >>= 8) {
            size++;
        }
        return size;
    }

    /// Bytes that an unsigned integer takes with its leading zero where needed, 1 to 9.
    static int unsignedSize(long value) {
        return (64 - Long.numberOfLeadingZeros(value)) / 8 + 1;
    }

    /// Writes the lowest `size` bytes of a number, the ninth being zero.
    static int putNumber(byte[] out, int at, long value, int size) {
        int position = at;
        for (int i = size - 1; i >= 0; i--) {
            out[position++] = i == 8 ? 0 : (byte) (value >>> (i * 8));
        }
        return position;
    }
}
