package zonda.testing.soak;

import java.util.Arrays;
import zonda.model.WireType;

/// What a device gave for one OID.
///
/// @param type as it should arrive; NOT_SUPPORTED where the device has no such object
/// @param bits the integer or the double's raw bits; 0 for slices
/// @param content bytes or text of a slice; empty for numbers
record Reading(WireType type, long bits, byte[] content) {
    static final Reading NONE = new Reading(WireType.NOT_SUPPORTED, 0, new byte[0]);

    static Reading number(WireType type, long bits) {
        return new Reading(type, bits, NONE.content());
    }

    /// Whether a row with this type, number and slice tells the same.
    boolean isSame(WireType otherType, long otherBits, byte[] arena, int offset, int length) {
        if (type != otherType) {
            return false;
        }
        return type.isSlice()
                ? Arrays.equals(content, 0, content.length, arena, offset, offset + length)
                : bits == otherBits;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reading reading && reading.isSame(type, bits, content, 0, content.length);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bits) * 31 + Arrays.hashCode(content);
    }
}
