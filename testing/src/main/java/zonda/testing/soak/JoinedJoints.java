package zonda.testing.soak;

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
import zonda.server.Joints;
import zonda.trigger.PeerObserver;

/// Two decorations of one joint: what comes along the path meets the outer one first.
record JoinedJoints(Joints outer, Joints inner) implements Joints {
    @Override
    public Sink<RawBatch> raw(int shard, Sink<RawBatch> next) {
        return outer.raw(shard, inner.raw(shard, next));
    }

    @Override
    public Sink<ValueBatch> values(int shard, Sink<ValueBatch> next) {
        return outer.values(shard, inner.values(shard, next));
    }

    @Override
    public ShardHistory history(int shard, ShardHistory next) {
        return outer.history(shard, inner.history(shard, next));
    }

    @Override
    public Sink<ValueBatch> judged(int shard, Sink<ValueBatch> next) {
        return outer.judged(shard, inner.judged(shard, next));
    }

    @Override
    public Sink<TriggerTransition> transitions(int shard, Sink<TriggerTransition> next) {
        return outer.transitions(shard, inner.transitions(shard, next));
    }

    @Override
    public Predicate<List<Event>> released(int shard, Predicate<List<Event>> next) {
        return outer.released(shard, inner.released(shard, next));
    }

    @Override
    public long highestEventId(long found) {
        return outer.highestEventId(inner.highestEventId(found));
    }

    @Override
    public Duty duty(int shard, Duty duty) {
        return outer.duty(shard, inner.duty(shard, duty));
    }

    @Override
    public PeerObserver peers(int shard) {
        return outer.peers(shard);
    }

    @Override
    public PollObserver polls(int shard) {
        return outer.polls(shard);
    }

    @Override
    public void opened(HistoryReader reader, ProblemSnapshot problems) {
        outer.opened(reader, problems);
        inner.opened(reader, problems);
    }

    @Override
    public void applying(int shard, Host host) {
        outer.applying(shard, host);
        inner.applying(shard, host);
    }

    @Override
    public void removing(int shard, long hostId) {
        outer.removing(shard, hostId);
        inner.removing(shard, hostId);
    }

    @Override
    public void closing(int shard, long triggerId) {
        outer.closing(shard, triggerId);
        inner.closing(shard, triggerId);
    }
}
