package zonda.alerting;

import java.util.List;

/// The part of the log that alerting writes: keyed records that survive. Owned by one shard's
/// thread.
public interface StateLog {
    /// Writes entries as one record: after a crash all of them are there, or none. An empty value
    /// deletes.
    ///
    /// @return the sequence of the record
    long put(List<Entry> entries);

    /// The highest sequence that is on disk.
    long syncedSequence();

    /// One keyed record.
    record Entry(String key, byte[] value) {}
}
