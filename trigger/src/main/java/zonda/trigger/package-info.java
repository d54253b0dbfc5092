/// Judges values: trigger expressions over incremental windows, timers for `nodata`, trigger
/// states.
///
/// Entry: [TriggerEvaluator], one per shard, owned by its thread; it takes the shard's values, asks
/// stored ones through
/// [PastValues], and hands on each change of a trigger as a transition. `SEMANTICS.md`, in this
/// folder, says exactly what
/// a trigger means.
///
/// Invariants: a trigger's evaluation time never goes back; what the incremental windows give is
/// what recomputing from
/// the raw values gives, to the last bit; an Unknown result changes no state.
@NullMarked
package zonda.trigger;

import org.jspecify.annotations.NullMarked;
