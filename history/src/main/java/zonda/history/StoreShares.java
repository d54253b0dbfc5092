package zonda.history;

import java.util.List;

/// What takes how much room in the blocks of a data folder.
///
/// @param encodings by name: each part of a chunk, and what belongs to no chunk ("index")
/// @param items those that take the most, the greatest first
/// @param values rows in blocks of values
/// @param valueBytes bytes of these blocks, index included
/// @param trends hourly trends
/// @param trendBytes bytes of the blocks that hold them
/// @param logBytes bytes of the log
public record StoreShares(
        List<EncodingShare> encodings,
        List<ItemShare> items,
        long values,
        long valueBytes,
        long trends,
        long trendBytes,
        long logBytes) {
    /// What one way of writing takes.
    ///
    /// @param name in words
    /// @param columns written that way
    /// @param values in them
    /// @param bytes of them
    public record EncodingShare(String name, long columns, long values, long bytes) {}

    /// What one item takes; times that it shares with others stand with the first of them.
    public record ItemShare(long itemId, long values, long bytes) {}

    public StoreShares {
        encodings = List.copyOf(encodings);
        items = List.copyOf(items);
    }

    /// Bytes of blocks a value; 0 where there is none.
    public double bytesPerValue() {
        return values == 0 ? 0 : (double) valueBytes / values;
    }
}
