package zonda.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A line of a log with its attributes, as agents send it.
///
/// @param text the line
/// @param source of an event log; empty where there is none
/// @param severity the log's own, 0 where there is none
/// @param eventId of an event log, 0 where there is none
/// @param timestampSeconds the line's own time in seconds since the epoch, 0 where there is none
public record LogValue(String text, String source, int severity, int eventId, long timestampSeconds) {

    /// The form in which batches, the log and blocks hold it: severity (4 bytes), event id (4),
    /// timestamp (8), length
    /// of
    /// source (4), source, text; integers big-endian, texts UTF-8.
    public byte[] encoded() {
        return encoded(
                text.getBytes(StandardCharsets.UTF_8),
                source.getBytes(StandardCharsets.UTF_8),
                severity,
                eventId,
                timestampSeconds);
    }

    /// The same of texts that are UTF-8 already.
    public static byte[] encoded(
            byte[] textBytes, byte[] sourceBytes, int severity, int eventId, long timestampSeconds) {
        return ByteBuffer.allocate(20 + sourceBytes.length + textBytes.length)
                .putInt(severity)
                .putInt(eventId)
                .putLong(timestampSeconds)
                .putInt(sourceBytes.length)
                .put(sourceBytes)
                .put(textBytes)
                .array();
    }

    /// Reads what [#encoded] wrote.
    ///
    /// @throws IllegalArgumentException when the slice is too short for what it claims
    public static LogValue decode(byte[] bytes, int offset, int length) {
        if (length < 20) {
            throw new IllegalArgumentException("log value of " + length + " bytes, wanted at least 20");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
        int severity = in.getInt();
        int eventId = in.getInt();
        long timestamp = in.getLong();
        int sourceLength = in.getInt();
        if (sourceLength < 0 || sourceLength > in.remaining()) {
            throw new IllegalArgumentException(
                    "log value's source of " + sourceLength + " bytes, wanted at most " + in.remaining());
        }
        String source = new String(bytes, in.position() + in.arrayOffset(), sourceLength, StandardCharsets.UTF_8);
        int textAt = in.position() + sourceLength;
        String text = new String(bytes, textAt, offset + length - textAt, StandardCharsets.UTF_8);
        return new LogValue(text, source, severity, eventId, timestamp);
    }
}
