/// The words of the trade: hosts, interfaces, items, values and their batches, triggers, events,
/// problems.
///
/// Records and sealed types only: no I/O, no thread, no clock. Everything here is immutable, except
/// the two batch types
/// ([ValueBatch], [RawBatch]), which are columns with one owner at a time: whoever holds a batch
/// may read and refill
/// it,
/// and passes it on only through a sink that copies out what it keeps.
@NullMarked
package zonda.model;

import org.jspecify.annotations.NullMarked;
