/// From a trigger's change to a problem that people see: events, problems, what people do to them.
///
/// Entry: [EventRecorder], one per shard, makes events of transitions, writes them to the log and
/// releases them
/// once they are synced; [ProblemBook], on a shard of its own, keeps the problems and what was done
/// to them.
/// Any thread reads [ProblemBook#snapshot].
///
/// Invariants: an event or an acknowledgement is seen by nobody before it is in the log; an event
/// id is never
/// given twice, not even after a crash.
@NullMarked
package zonda.alerting;

import org.jspecify.annotations.NullMarked;
