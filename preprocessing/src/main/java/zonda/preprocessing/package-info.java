/// Steps from a raw value to an item's value: changed, discarded, or not supported with a reason.
///
/// Entry: [Preprocessor], one per shard, owned by its thread. Numbers pass without allocation or a
/// look-up by id: the
/// batch brings the slot, and all state lies in arrays by slot.
///
/// Invariants: an unsigned 64-bit integer stays exact wherever the result is whole; a failure is
/// never a number; each
/// change of an item's state is told once.
@NullMarked
package zonda.preprocessing;

import org.jspecify.annotations.NullMarked;
