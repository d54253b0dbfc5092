package zonda.alerting;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import zonda.model.Event;
import zonda.model.Severity;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.runtime.Duty;
import zonda.runtime.Sink;

/// Makes an event of each transition of a trigger of one shard, writes it to the log, and releases
/// it once it is
/// synced: nobody sees an event that a crash could take back. Owned by the shard's thread.
public final class EventRecorder implements Sink<TriggerTransition>, Duty {
    private record Pending(long sequence, Event event) {}

    private static final int RELEASES_A_TURN = 1_000;

    private final EventIds.ForShard ids;
    private final StateLog log;
    private final LongFunction<@Nullable Trigger> triggers;
    private final Predicate<List<Event>> released;
    private final Map<Long, Event> openByTrigger = new TreeMap<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final List<Event> batch = new ArrayList<>();

    /// @param triggers the image of a trigger by id; null when it is gone
    /// @param released takes events that are in the log, in order; false when it has no room: they
    ///     are
    ///     offered again
    public EventRecorder(
            EventIds.ForShard ids,
            StateLog log,
            LongFunction<@Nullable Trigger> triggers,
            Predicate<List<Event>> released) {
        this.ids = ids;
        this.log = log;
        this.triggers = triggers;
        this.released = released;
    }

    /// Tells of a problem that was open when the server stopped, so that its end finds it.
    public void restore(Event problem) {
        openByTrigger.put(problem.triggerId(), problem);
    }

    /// Whether a trigger has an open problem here: its value is PROBLEM.
    public boolean isOpen(long triggerId) {
        return openByTrigger.containsKey(triggerId);
    }

    @Override
    public void accept(TriggerTransition transition) {
        List<StateLog.Entry> entries = new ArrayList<>(2);
        Event event = transition.problem() ? begun(transition, entries) : ended(transition, entries);
        if (event == null) {
            return;
        }
        entries.add(new StateLog.Entry(Records.eventKey(event.id()), Records.encode(event)));
        pending.add(new Pending(log.put(entries), event));
    }

    private @Nullable Event begun(TriggerTransition transition, List<StateLog.Entry> entries) {
        if (openByTrigger.containsKey(transition.triggerId())) {
            return null;
        }
        Trigger trigger = triggers.apply(transition.triggerId());
        if (trigger == null) {
            return null;
        }
        Event event = new Event(
                ids.take(entries),
                trigger.id(),
                trigger.hostId(),
                true,
                transition.epochNanos(),
                0,
                trigger.severity(),
                trigger.name(),
                transition.cause(),
                trigger.tags());
        openByTrigger.put(trigger.id(), event);
        return event;
    }

    private @Nullable Event ended(TriggerTransition transition, List<StateLog.Entry> entries) {
        Event problem = openByTrigger.remove(transition.triggerId());
        if (problem == null) {
            return null;
        }
        Severity severity = problem.severity();
        return new Event(
                ids.take(entries),
                problem.triggerId(),
                problem.hostId(),
                false,
                transition.epochNanos(),
                problem.id(),
                severity,
                problem.name(),
                transition.cause(),
                problem.tags());
    }

    @Override
    public String name() {
        return "events";
    }

    @Override
    public int turn(long nowNanos) {
        if (pending.isEmpty()) {
            return 0;
        }
        long synced = log.syncedSequence();
        batch.clear();
        for (Pending next : pending) {
            if (next.sequence() > synced || batch.size() == RELEASES_A_TURN) {
                break;
            }
            batch.add(next.event());
        }
        if (batch.isEmpty() || !released.test(List.copyOf(batch))) {
            return 0;
        }
        for (int i = 0; i < batch.size(); i++) {
            pending.removeFirst();
        }
        return batch.size();
    }

    /// Waits for the log's word, which wakes the shard; no time of its own.
    @Override
    public long nextWakeNanos() {
        return Long.MAX_VALUE;
    }

    /// Events written and not yet released.
    public int pendingEvents() {
        return pending.size();
    }
}
