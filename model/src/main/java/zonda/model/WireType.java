package zonda.model;

/// How a raw value arrived, before preprocessing. Codes are bytes of [RawBatch]'s column.
public enum WireType {
    /// INTEGER, Integer32: the column holds a signed 64-bit integer.
    INTEGER(1),
    /// Counter32: unsigned, wraps at 2^32.
    COUNTER32(2),
    /// Gauge32, Unsigned32: unsigned.
    GAUGE32(3),
    /// TimeTicks: unsigned hundredths of a second.
    TIME_TICKS(4),
    /// Counter64: unsigned 64-bit.
    COUNTER64(5),
    /// A double from Opaque float or double; the column holds its raw bits.
    DOUBLE(6),
    /// OCTET STRING: bytes, a slice of the arena.
    OCTET_STRING(7),
    /// OBJECT IDENTIFIER: dotted text without leading dot, a slice.
    OBJECT_IDENTIFIER(8),
    /// IpAddress: dotted text, a slice.
    IP_ADDRESS(9),
    /// Opaque that is no float or double: bytes, a slice.
    OPAQUE(10),
    /// UTF-8 text from elsewhere than SNMP, a slice.
    TEXT(11),
    /// Unsigned 64-bit from elsewhere than SNMP.
    UNSIGNED(12),
    /// No value: the device answered that there is none, or what it sent cannot be read; the slice
    /// is the reason in
    /// UTF-8.
    NOT_SUPPORTED(13),
    /// A log line with its attributes, pushed: a slice in the form of [LogValue].
    LOG(14);

    private static final WireType[] BY_CODE = new WireType[15];

    static {
        for (WireType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final byte code;

    WireType(int code) {
        this.code = (byte) code;
    }

    public byte code() {
        return code;
    }

    /// Whether the column holds a slice of the arena.
    public boolean isSlice() {
        return code >= 7 && code != 12;
    }

    /// Whether the column holds an unsigned 64-bit integer.
    public boolean isUnsigned() {
        return (code >= 2 && code <= 5) || code == 12;
    }

    /// The type of a code.
    ///
    /// @throws IllegalArgumentException when no type has this code
    public static WireType of(byte code) {
        if (code < 1 || code > 14) {
            throw new IllegalArgumentException("wire type " + code + ", wanted 1 to 14");
        }
        return BY_CODE[code];
    }
}
