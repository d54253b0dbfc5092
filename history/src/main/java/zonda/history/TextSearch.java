package zonda.history;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import zonda.model.LogValue;
import zonda.model.Slices;
import zonda.model.ValueBatch;

/// What a search found.
///
/// @param rows newest first
/// @param searchedFromNanos all from this time on was looked at; later than asked for where the
///     limit
///     was reached or the time was over
/// @param isWhole whether all that was asked for was looked at
public record TextSearch(ValueBatch rows, long searchedFromNanos, boolean isWhole) {
    /// Whether a row is a text, or a log line, that is sought.
    public static boolean isSought(ValueBatch rows, int row, Predicate<String> wanted) {
        return switch (rows.kind(row)) {
            case TEXT -> wanted.test(rows.text(row));
            case LOG -> wanted.test(message(rows.arena, rows.bits[row]));
            case UNSIGNED, DOUBLE, BINARY, NOT_SUPPORTED -> false;
        };
    }

    private static String message(byte[] arena, long slice) {
        try {
            return LogValue.decode(arena, Slices.offset(slice), Slices.length(slice))
                    .text();
        } catch (IllegalArgumentException e) {
            // Bytes that are no log line: they are sought as they stand.
            return new String(arena, Slices.offset(slice), Slices.length(slice), StandardCharsets.UTF_8);
        }
    }
}
