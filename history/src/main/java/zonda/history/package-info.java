/// History: the log that is the truth, recent values in memory, sealed blocks on disk, and their
/// reading.
///
/// Entry: [History] opens a data folder; each shard writes through its own [ShardHistory]; any
/// thread that may
/// block reads through [HistoryReader].
///
/// Invariants: what was reported as synced survives any crash; a value is stored once; a reader
/// sees what was
/// acknowledged before it asked.
@NullMarked
package zonda.history;

import org.jspecify.annotations.NullMarked;
