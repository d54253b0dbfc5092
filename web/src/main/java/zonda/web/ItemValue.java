package zonda.web;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import zonda.model.LogValue;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// A stored value as the API tells it.
public sealed interface ItemValue {
    /// An unsigned 64-bit integer.
    record Unsigned(long bits) implements ItemValue {}

    record Real(double value) implements ItemValue {}

    record Text(String text) implements ItemValue {}

    record Log(LogValue line) implements ItemValue {}

    /// @param bytes owned by this record; never changed
    record Binary(byte[] bytes) implements ItemValue {}

    /// The item could not be read, and why.
    record NotSupported(String reason) implements ItemValue {}

    /// Reads one cell of a batch or of history.
    ///
    /// @param bits the number; unused for kinds that hold a slice
    /// @param bytes the slice; empty for numbers
    static ItemValue of(ValueKind kind, long bits, byte[] bytes) {
        return switch (kind) {
            case UNSIGNED -> new Unsigned(bits);
            case DOUBLE -> new Real(Double.longBitsToDouble(bits));
            case TEXT -> new Text(new String(bytes, StandardCharsets.UTF_8));
            case LOG -> new Log(LogValue.decode(bytes, 0, bytes.length));
            case BINARY -> new Binary(bytes);
            case NOT_SUPPORTED -> new NotSupported(new String(bytes, StandardCharsets.UTF_8));
        };
    }

    /// The value as the API's text: numbers in decimal, bytes in Base64.
    default String asText() {
        return switch (this) {
            case Unsigned(long bits) -> Long.toUnsignedString(bits);
            case Real(double value) -> decimal(value);
            case Text(String text) -> text;
            case Log(LogValue line) -> line.text();
            case Binary(byte[] bytes) -> Base64.getEncoder().encodeToString(bytes);
            case NotSupported(String reason) -> reason;
        };
    }

    /// The value as a number for drawing; NaN where it is none. Large unsigned values are rounded.
    default double asDouble() {
        return switch (this) {
            case Unsigned(long bits) -> ValueBatch.unsignedToDouble(bits);
            case Real(double value) -> value;
            case Text _, Log _, Binary _, NotSupported _ -> Double.NaN;
        };
    }

    private static String decimal(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(value).toLowerCase(Locale.ROOT);
    }
}
