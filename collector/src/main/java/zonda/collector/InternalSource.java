package zonda.collector;

/// Answers what the server is asked about itself: items of type INTERNAL, keys `zabbix[...]`.
/// Called on the shard's thread: it must not block.
@FunctionalInterface
public interface InternalSource {
    /// @param hostId of the host that the item belongs to
    /// @param key of the item, macros resolved
    Answer ask(long hostId, String key);

    /// What came of it.
    sealed interface Answer {
        /// An unsigned 64-bit integer.
        record Unsigned(long value) implements Answer {}

        /// A number with a fraction.
        record Real(double value) implements Answer {}

        record Text(String value) implements Answer {}

        /// There is no value.
        ///
        /// @param reason in words, with the key's fault and what was wanted
        record NotSupported(String reason) implements Answer {}
    }
}
