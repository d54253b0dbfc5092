package zonda.testing.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import zonda.alerting.AcknowledgeOutcome;
import zonda.alerting.ProblemSnapshot;
import zonda.model.Acknowledgement;
import zonda.model.Problem;
import zonda.model.Severity;
import zonda.runtime.simulation.SeededRandom;
import zonda.server.Core;

/// The people who look after problems: they acknowledge, comment, close and rate them. What was
/// answered to them must be there after every crash, once, and nothing else may be there; what they
/// close must end.
final class Operators {
    private static final long DAY_NANOS = 86_400_000_000_000L;

    /// An ended problem is of interest for so long; clocks that step included, it is kept longer.
    private static final long INTEREST_NANOS = DAY_NANOS;

    private static final long SURELY_KEPT_NANOS = 20 * DAY_NANOS;

    private record Wish(long eventId, int action, String message, Severity severity) {
        boolean is(Acknowledgement done) {
            boolean rated = (action & Acknowledgement.SEVERITY) == 0 || severity == done.severity();
            return eventId == done.eventId()
                    && action == done.action()
                    && message.equals(done.message())
                    && rated
                    && done.user().equals(USER);
        }
    }

    private static final String USER = "operator";

    private final Violations violations;
    private final SeededRandom random;

    /// By message, which is different each time.
    private final TreeMap<String, Wish> wishes = new TreeMap<>();

    private final TreeMap<Long, Acknowledgement> answered = new TreeMap<>();

    /// Triggers that shall be closed, and that no shard has heard of yet.
    private final TreeSet<Long> closing = new TreeSet<>();

    private int wished;

    Operators(Violations violations, SeededRandom random) {
        this.violations = violations;
        this.random = random;
    }

    /// Wishes that were answered as done.
    long answered() {
        return answered.size();
    }

    /// Somebody does something about a problem.
    void act(Core server, long wallNanos) {
        List<Problem> near = new ArrayList<>();
        for (Problem problem : server.problems().problems().values()) {
            if (problem.isOpen() || Math.abs(wallNanos - problem.recoveryEpochNanos()) < INTEREST_NANOS) {
                near.add(problem);
            }
        }
        if (near.isEmpty()) {
            return;
        }
        Problem problem = random.pick(near);
        int action = Acknowledgement.MESSAGE
                | random.pick(List.of(
                        0,
                        Acknowledgement.ACKNOWLEDGE,
                        Acknowledgement.UNACKNOWLEDGE,
                        Acknowledgement.SEVERITY,
                        Acknowledgement.CLOSE,
                        Acknowledgement.CLOSE | Acknowledgement.ACKNOWLEDGE));
        Wish wish = new Wish(problem.event().id(), action, "note " + ++wished, Severity.of(random.below(6)));
        wishes.put(wish.message(), wish);
        boolean closes = (action & Acknowledgement.CLOSE) != 0;
        long triggerId = problem.event().triggerId();
        var _ = server.acknowledge(wish.eventId(), USER, action, wish.message(), wish.severity())
                .thenAccept(outcome -> {
                    switch (outcome) {
                        case AcknowledgeOutcome.Done(Acknowledgement done) -> done(wish, done);
                        case AcknowledgeOutcome.Refused(String reason) -> {
                            wishes.remove(wish.message());
                            // The trigger, or with it its problem, may have gone since the
                            // snapshot.
                            if (!closes) {
                                violations.add("acknowledgement", wish + " was refused: " + reason);
                            }
                        }
                    }
                });
        if (closes && problem.isOpen() && wishes.containsKey(wish.message())) {
            closing.add(triggerId);
        }
    }

    private void done(Wish wish, Acknowledgement done) {
        if (!wish.is(done)) {
            violations.add("acknowledgement", wish + " became " + done);
        }
        if (answered.put(done.id(), done) != null) {
            violations.add("ids", "acknowledgement " + done + " has an id that another one has");
        }
    }

    /// A shard has heard that it shall close a trigger.
    void closing(long triggerId) {
        closing.remove(triggerId);
    }

    /// The server starts again with these problems.
    void recovered(ProblemSnapshot problems, long wallNanos) {
        // What had not reached its shard is lost, and was not promised.
        closing.clear();
        compare(problems, wallNanos);
    }

    /// Long after the last wish.
    void settled(ProblemSnapshot problems, long wallNanos) {
        if (!closing.isEmpty()) {
            violations.add("acknowledgement", "triggers " + closing + " were to be closed, and no shard heard of it");
        }
        compare(problems, wallNanos);
    }

    private void compare(ProblemSnapshot problems, long wallNanos) {
        TreeSet<Long> there = new TreeSet<>();
        for (Problem problem : problems.problems().values()) {
            boolean acknowledged = false;
            Severity severity = problem.event().severity();
            for (Acknowledgement each : problem.acknowledgements()) {
                Wish wish = wishes.get(each.message());
                if (wish == null || !wish.is(each) || !there.add(each.id())) {
                    violations.add("acknowledgement", each + " is stored, asked for was " + wish);
                }
                acknowledged = switch (each.action() & (Acknowledgement.ACKNOWLEDGE | Acknowledgement.UNACKNOWLEDGE)) {
                    case Acknowledgement.ACKNOWLEDGE -> true;
                    case Acknowledgement.UNACKNOWLEDGE -> false;
                    default -> acknowledged;
                };
                severity = (each.action() & Acknowledgement.SEVERITY) != 0 ? each.severity() : severity;
            }
            if (acknowledged != problem.acknowledged() || severity != problem.severity()) {
                violations.add(
                        "acknowledgement",
                        "problem " + problem.event().id() + " is acknowledged " + problem.acknowledged() + " and "
                                + problem.severity() + ", its acknowledgements say " + acknowledged + " and "
                                + severity);
            }
        }
        for (Map.Entry<Long, Acknowledgement> each : answered.entrySet()) {
            boolean isNear = Math.abs(wallNanos - each.getValue().epochNanos()) < SURELY_KEPT_NANOS;
            if (isNear && !there.contains(each.getKey())) {
                violations.add("acknowledgement", each.getValue() + " was answered and is not stored");
            }
        }
    }
}
