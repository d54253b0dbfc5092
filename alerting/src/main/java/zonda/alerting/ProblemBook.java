package zonda.alerting;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import zonda.model.Acknowledgement;
import zonda.model.Event;
import zonda.model.Problem;
import zonda.model.Severity;
import zonda.runtime.Duty;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// All problems, open and lately ended, and what people did to them. Owned by the thread of
/// alerting's shard; readers
/// take [#snapshot], which is replaced at most ten times a second, and less often where there are
/// very many, so that a mass outage costs a small share of the shard's time.
public final class ProblemBook implements Duty {
    private static final long SNAPSHOT_GAP_NANOS = 100_000_000L;

    /// Copying a problem into a snapshot takes a twentieth of it.
    private static final long SNAPSHOT_GAP_NANOS_A_PROBLEM = 1_000L;

    private record Waiting(long sequence, Acknowledgement what, CompletableFuture<AcknowledgeOutcome> answer) {}

    private final StateLog log;
    private final EventIds.ForShard ids;
    private final MonotonicClock clock;
    private final WallClock wallClock;
    private final long keepNanos;
    private final LongPredicate closeTrigger;
    private final LongPredicate mayClose;
    private final TreeMap<Long, Problem> problems = new TreeMap<>();

    /// Event ids of problems that have ended, in that order.
    private final ArrayDeque<Long> ended = new ArrayDeque<>();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final List<Consumer<ProblemSnapshot>> listeners = new ArrayList<>();
    private volatile ProblemSnapshot snapshot = ProblemSnapshot.empty();
    private boolean changed;
    private long lastSnapshotNanos;
    private long nextSweepNanos;

    /// @param keep how long ended problems are kept
    /// @param closeTrigger asks the trigger's shard to close it; false when the shard has no room
    /// @param mayClose whether people may close this trigger's problems
    public ProblemBook(
            StateLog log,
            EventIds.ForShard ids,
            MonotonicClock clock,
            WallClock wallClock,
            Duration keep,
            LongPredicate closeTrigger,
            LongPredicate mayClose) {
        this.log = log;
        this.ids = ids;
        this.clock = clock;
        this.wallClock = wallClock;
        this.keepNanos = keep.toNanos();
        this.closeTrigger = closeTrigger;
        this.mayClose = mayClose;
        this.lastSnapshotNanos = clock.nanos() - SNAPSHOT_GAP_NANOS;
        this.nextSweepNanos = clock.nanos();
    }

    /// What the log knew at the start.
    ///
    /// @param states all records, by key
    /// @return the highest event id that any record names
    public long restore(Map<String, byte[]> states) {
        long highest = 0;
        List<Event> events = new ArrayList<>();
        List<Acknowledgement> acknowledgements = new ArrayList<>();
        for (Map.Entry<String, byte[]> state : states.entrySet()) {
            String key = state.getKey();
            if (key.startsWith(Records.EVENT_PREFIX)) {
                events.add(Records.decodeEvent(state.getValue()));
            } else if (key.startsWith(Records.ACKNOWLEDGEMENT_PREFIX)) {
                acknowledgements.add(Records.decodeAcknowledgement(state.getValue()));
            }
        }
        events.sort(java.util.Comparator.comparingLong(Event::id));
        acknowledgements.sort(java.util.Comparator.comparingLong(Acknowledgement::id));
        for (Event event : events) {
            highest = Math.max(highest, event.id());
            if (event.problem()) {
                put(event);
            }
        }
        for (Event event : events) {
            if (!event.problem()) {
                put(event);
            }
        }
        for (Acknowledgement acknowledgement : acknowledgements) {
            highest = Math.max(highest, acknowledgement.id());
            put(acknowledgement);
        }
        publish();
        return highest;
    }

    /// The highest event id that the log's records make unusable, for [EventIds].
    public static long highestId(Map<String, byte[]> states) {
        long highest = 0;
        for (Map.Entry<String, byte[]> state : states.entrySet()) {
            String key = state.getKey();
            if (key.startsWith(EventIds.KEY_PREFIX)) {
                highest = Math.max(highest, EventIds.decodeEnd(state.getValue()));
            } else if (key.startsWith(Records.EVENT_PREFIX) || key.startsWith(Records.ACKNOWLEDGEMENT_PREFIX)) {
                highest = Math.max(highest, Long.parseLong(key.substring(key.indexOf('/') + 1)));
            }
        }
        return highest;
    }

    /// Is told of each new snapshot, on alerting's thread. Before the start only.
    public void listen(Consumer<ProblemSnapshot> listener) {
        listeners.add(listener);
    }

    /// The problems a moment ago. Any thread.
    public ProblemSnapshot snapshot() {
        return snapshot;
    }

    /// Open problems' events, for the shards at the start.
    public List<Event> openEvents() {
        return problems.values().stream()
                .filter(Problem::isOpen)
                .map(Problem::event)
                .toList();
    }

    /// Takes events that are in the log. Alerting's thread.
    public void released(List<Event> events) {
        for (Event event : events) {
            put(event);
        }
    }

    /// Acknowledges, closes, or comments a problem. Alerting's thread; the answer comes once it is
    /// in the log.
    ///
    /// @param action see [Acknowledgement]
    /// @param severity the new one where the action changes it, else null
    public CompletableFuture<AcknowledgeOutcome> acknowledge(
            long eventId, String user, int action, String message, @Nullable Severity severity) {
        Problem problem = problems.get(eventId);
        if (problem == null) {
            return refused("no problem has the event id " + eventId);
        }
        if ((action & Acknowledgement.CLOSE) != 0) {
            if (!problem.isOpen()) {
                return refused("problem " + eventId + " has ended already");
            }
            if (!mayClose.test(problem.event().triggerId())) {
                return refused("the trigger of problem " + eventId + " does not allow manual closing");
            }
            if (!closeTrigger.test(problem.event().triggerId())) {
                return refused("the shard of problem " + eventId + " is busy; try again");
            }
        }
        List<StateLog.Entry> entries = new ArrayList<>(2);
        Acknowledgement what = new Acknowledgement(
                ids.take(entries),
                eventId,
                user,
                wallClock.epochNanos(),
                action,
                message,
                severity == null ? problem.severity() : severity);
        entries.add(new StateLog.Entry(Records.acknowledgementKey(what.id()), Records.encode(what)));
        CompletableFuture<AcknowledgeOutcome> answer = new CompletableFuture<>();
        waiting.add(new Waiting(log.put(entries), what, answer));
        return answer;
    }

    private static CompletableFuture<AcknowledgeOutcome> refused(String reason) {
        return CompletableFuture.completedFuture(new AcknowledgeOutcome.Refused(reason));
    }

    @Override
    public String name() {
        return "problems";
    }

    @Override
    public int turn(long nowNanos) {
        int done = answerWaiting();
        if (nowNanos >= nextSweepNanos) {
            nextSweepNanos = nowNanos + 60_000_000_000L;
            done += sweep();
        }
        if (changed && nowNanos - lastSnapshotNanos >= snapshotGapNanos()) {
            publish();
            done++;
        }
        return done;
    }

    @Override
    public long nextWakeNanos() {
        return changed ? Math.min(nextSweepNanos, lastSnapshotNanos + snapshotGapNanos()) : nextSweepNanos;
    }

    private long snapshotGapNanos() {
        return Math.max(SNAPSHOT_GAP_NANOS, problems.size() * SNAPSHOT_GAP_NANOS_A_PROBLEM);
    }

    private int answerWaiting() {
        List<Waiting> done = new ArrayList<>();
        long synced = log.syncedSequence();
        while (!waiting.isEmpty() && waiting.peekFirst().sequence() <= synced) {
            Waiting next = waiting.removeFirst();
            put(next.what());
            done.add(next);
        }
        if (!done.isEmpty()) {
            // Whoever is answered sees it.
            publish();
        }
        for (Waiting each : done) {
            each.answer().complete(new AcknowledgeOutcome.Done(each.what()));
        }
        return done.size();
    }

    /// Forgets problems that ended longer ago than they are kept.
    private int sweep() {
        long before = wallClock.epochNanos() - keepNanos;
        List<StateLog.Entry> gone = new ArrayList<>();
        while (!ended.isEmpty() && gone.size() < 1_000) {
            Problem problem = problems.get(ended.getFirst());
            if (problem != null && problem.recoveryEpochNanos() >= before) {
                break;
            }
            ended.removeFirst();
            if (problem == null) {
                continue;
            }
            problems.remove(problem.event().id());
            changed = true;
            gone.add(new StateLog.Entry(Records.eventKey(problem.event().id()), new byte[0]));
            gone.add(new StateLog.Entry(Records.eventKey(problem.recoveryEventId()), new byte[0]));
            for (Acknowledgement acknowledgement : problem.acknowledgements()) {
                gone.add(new StateLog.Entry(Records.acknowledgementKey(acknowledgement.id()), new byte[0]));
            }
        }
        if (!gone.isEmpty()) {
            log.put(gone);
        }
        return gone.size();
    }

    private void put(Event event) {
        changed = true;
        if (event.problem()) {
            problems.putIfAbsent(event.id(), new Problem(event, event.severity(), 0, 0, false, List.of()));
            return;
        }
        Problem problem = problems.get(event.problemEventId());
        if (problem != null) {
            if (problem.isOpen()) {
                ended.add(problem.event().id());
            }
            problems.put(
                    problem.event().id(),
                    new Problem(
                            problem.event(),
                            problem.severity(),
                            event.id(),
                            event.epochNanos(),
                            problem.acknowledged(),
                            problem.acknowledgements()));
        }
    }

    private void put(Acknowledgement what) {
        Problem problem = problems.get(what.eventId());
        if (problem == null) {
            return;
        }
        changed = true;
        List<Acknowledgement> all = new ArrayList<>(problem.acknowledgements());
        all.add(what);
        boolean acknowledged = (what.action() & Acknowledgement.UNACKNOWLEDGE) == 0
                && (problem.acknowledged() || (what.action() & Acknowledgement.ACKNOWLEDGE) != 0);
        Severity severity = (what.action() & Acknowledgement.SEVERITY) != 0 ? what.severity() : problem.severity();
        problems.put(
                what.eventId(),
                new Problem(
                        problem.event(),
                        severity,
                        problem.recoveryEventId(),
                        problem.recoveryEpochNanos(),
                        acknowledged,
                        all));
    }

    private void publish() {
        changed = false;
        lastSnapshotNanos = clock.nanos();
        Integer[] open = {0, 0, 0, 0, 0, 0};
        for (Problem problem : problems.values()) {
            if (problem.isOpen()) {
                open[problem.severity().code()]++;
            }
        }
        ProblemSnapshot next = new ProblemSnapshot(
                snapshot.version() + 1, Collections.unmodifiableNavigableMap(new TreeMap<>(problems)), List.of(open));
        snapshot = next;
        for (Consumer<ProblemSnapshot> listener : listeners) {
            listener.accept(next);
        }
    }
}
