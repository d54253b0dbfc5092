package zonda.history;

/// A keyed record that survives; the newest value of a key counts, an empty value deletes it.
public record StateEntry(String key, byte[] value) {}
