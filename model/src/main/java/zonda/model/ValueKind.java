package zonda.model;

/// The kind of one stored value. The codes are part of the log and block formats and of the batch
/// columns: never
/// renumber.
public enum ValueKind {
    /// An unsigned 64-bit integer; the column holds it as is. It never passes through a double.
    UNSIGNED(1),
    /// A finite IEEE 754 double; the column holds its raw bits.
    DOUBLE(2),
    /// UTF-8 text, a slice of the batch's arena.
    TEXT(3),
    /// A log line with its attributes, a slice of the arena that holds a [LogValue] in its encoded
    /// form.
    LOG(4),
    /// Bytes, a slice of the arena.
    BINARY(5),
    /// No value: the item could not be read; the slice is the reason, as UTF-8 text.
    NOT_SUPPORTED(6);

    private static final ValueKind[] BY_CODE = new ValueKind[7];

    static {
        for (ValueKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final byte code;

    ValueKind(int code) {
        this.code = (byte) code;
    }

    /// The byte that stands for this kind in batches, the log and blocks.
    public byte code() {
        return code;
    }

    /// Whether the value's column holds a slice of the arena and not the number itself.
    public boolean isSlice() {
        return code >= 3;
    }

    /// The kind of a code.
    ///
    /// @throws IllegalArgumentException when no kind has this code
    public static ValueKind of(byte code) {
        if (code < 1 || code > 6) {
            throw new IllegalArgumentException("value kind " + code + ", wanted 1 to 6");
        }
        return BY_CODE[code];
    }
}
