package zonda.server;

import java.util.List;
import java.util.function.Predicate;
import zonda.alerting.ProblemSnapshot;
import zonda.collector.PollObserver;
import zonda.history.HistoryReader;
import zonda.history.ShardHistory;
import zonda.model.Event;
import zonda.model.Host;
import zonda.model.RawBatch;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.runtime.Duty;
import zonda.runtime.Sink;
import zonda.trigger.PeerObserver;

/// The joints of the value's path, where the simulation listens and plants its faults. Asked once a
/// shard while it is
/// wired; each method gives back what shall stand at the joint. In production all give back what
/// they get.
public interface Joints {
    /// Nothing is listened to.
    static Joints plain() {
        return new Joints() {};
    }

    /// Collector to preprocessing.
    default Sink<RawBatch> raw(int shard, Sink<RawBatch> next) {
        return next;
    }

    /// Preprocessing to history.
    default Sink<ValueBatch> values(int shard, Sink<ValueBatch> next) {
        return next;
    }

    /// History, as the path writes to it.
    default ShardHistory history(int shard, ShardHistory next) {
        return next;
    }

    /// History to the triggers.
    default Sink<ValueBatch> judged(int shard, Sink<ValueBatch> next) {
        return next;
    }

    /// Triggers to events.
    default Sink<TriggerTransition> transitions(int shard, Sink<TriggerTransition> next) {
        return next;
    }

    /// Events that are in the log, to the problems.
    default Predicate<List<Event>> released(int shard, Predicate<List<Event>> next) {
        return next;
    }

    /// Each duty before it is put on its shard.
    default Duty duty(int shard, Duty duty) {
        return duty;
    }

    /// Watches the polls of a shard.
    default PollObserver polls(int shard) {
        return PollObserver.NONE;
    }

    /// Watches what the triggers of a shard get from other shards.
    default PeerObserver peers(int shard) {
        return PeerObserver.NONE;
    }

    /// The highest event id that the log knows, as found at the start.
    default long highestEventId(long found) {
        return found;
    }

    /// History and problems are read back; no host is applied yet.
    default void opened(HistoryReader reader, ProblemSnapshot problems) {}

    /// A host's image is about to be taken over, on its shard's thread.
    default void applying(int shard, Host host) {}

    /// A host is about to be let go, on its shard's thread.
    default void removing(int shard, long hostId) {}

    /// A trigger's problem is about to be ended because a person says so, on its shard's thread.
    default void closing(int shard, long triggerId) {}
}
