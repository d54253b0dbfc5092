package zonda.alerting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.Acknowledgement;
import zonda.model.Event;
import zonda.model.Problem;
import zonda.model.Severity;
import zonda.model.Tag;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.runtime.WallClock;

/// From a transition to a problem and back, over a log that a test syncs.
class AlertingTest {
    private static final Duration KEEP = Duration.ofDays(7);
    private static final long SECOND = 1_000_000_000L;

    private final PaperLog log = new PaperLog();
    private final List<Long> closed = new ArrayList<>();
    private final Map<Long, Trigger> triggers = new TreeMap<>();
    private long now = 1_796_000_000L * SECOND;
    private boolean shardHasRoom = true;
    private boolean bookHasRoom = true;

    private final EventIds ids = new EventIds(0);
    private final ProblemBook book = book(log, ids);
    private final EventRecorder recorder = new EventRecorder(ids.forShard(0), log, this::trigger, events -> {
        if (bookHasRoom) {
            book.released(events);
        }
        return bookHasRoom;
    });

    private ProblemBook book(PaperLog into, EventIds from) {
        return new ProblemBook(
                into,
                from.forShard(9),
                () -> now,
                new WallClock() {
                    @Override
                    public long epochNanos() {
                        return now;
                    }

                    @Override
                    public ZoneId zone() {
                        return ZoneId.of("UTC");
                    }
                },
                KEEP,
                triggerId -> shardHasRoom && closed.add(triggerId),
                triggerId -> {
                    Trigger known = trigger(triggerId);
                    return known != null && known.manualClose();
                });
    }

    private @Nullable Trigger trigger(long id) {
        return triggers.computeIfAbsent(
                id,
                made -> made > 1_000
                        ? null
                        : new Trigger(
                                made,
                                5,
                                "Trigger " + made,
                                "last(/h/k)>0",
                                "",
                                Severity.AVERAGE,
                                made % 2 == 0,
                                "",
                                List.of(),
                                List.of(new Tag("scope", "test"))));
    }

    private void transition(long triggerId, boolean problem) {
        recorder.accept(new TriggerTransition(triggerId, problem, now, TriggerTransition.Cause.VALUE));
    }

    private void turn() {
        now += SECOND;
        recorder.turn(now);
        book.turn(now);
    }

    private void syncAndTurn() {
        log.sync();
        turn();
    }

    private Problem only() {
        assertThat(book.snapshot().problems()).hasSize(1);
        return book.snapshot().problems().firstEntry().getValue();
    }

    @Test
    void aProblemIsShownOnlyOnceItIsInTheLog() {
        transition(1, true);
        turn();
        assertThat(book.snapshot().problems()).isEmpty();
        assertThat(recorder.pendingEvents()).isEqualTo(1);
        syncAndTurn();
        assertThat(only().isOpen()).isTrue();
        assertThat(only().event().name()).isEqualTo("Trigger 1");
        assertThat(only().event().tags()).containsExactly(new Tag("scope", "test"));
        assertThat(book.snapshot().open(Severity.AVERAGE)).isEqualTo(1);
        assertThat(recorder.pendingEvents()).isZero();
    }

    @Test
    void itsEndNamesItsBeginning() {
        transition(1, true);
        transition(1, false);
        syncAndTurn();
        assertThat(only().isOpen()).isFalse();
        assertThat(only().recoveryEventId()).isGreaterThan(only().event().id());
        assertThat(book.snapshot().open()).isZero();
        assertThat(recorder.isOpen(1)).isFalse();
    }

    @Test
    void aTransitionThatChangesNothingMakesNoEvent() {
        transition(1, false);
        transition(1, true);
        transition(1, true);
        transition(2_000, true);
        syncAndTurn();
        assertThat(book.snapshot().problems()).hasSize(1);
    }

    @Test
    void eventsThatFindNoRoomAreOfferedAgainInOrder() {
        bookHasRoom = false;
        for (long id = 1; id <= 30; id++) {
            transition(id, true);
        }
        syncAndTurn();
        assertThat(recorder.pendingEvents()).isEqualTo(30);
        bookHasRoom = true;
        turn();
        assertThat(book.snapshot().open()).isEqualTo(30);
    }

    @Test
    void anAcknowledgementIsAnsweredOnlyOnceItIsInTheLog() {
        transition(2, true);
        syncAndTurn();
        CompletableFuture<AcknowledgeOutcome> answer = book.acknowledge(
                only().event().id(),
                "Admin",
                Acknowledgement.ACKNOWLEDGE | Acknowledgement.MESSAGE | Acknowledgement.SEVERITY,
                "Looking",
                Severity.DISASTER);
        turn();
        assertThat(answer).isNotDone();
        assertThat(only().acknowledged()).isFalse();
        syncAndTurn();
        assertThat(answer).isCompletedWithValueMatching(AcknowledgeOutcome.Done.class::isInstance);
        assertThat(only().acknowledged()).isTrue();
        assertThat(only().severity()).isEqualTo(Severity.DISASTER);
        assertThat(only().event().severity()).isEqualTo(Severity.AVERAGE);
        assertThat(book.snapshot().open(Severity.DISASTER)).isEqualTo(1);
        assertThat(only().acknowledgements())
                .extracting(Acknowledgement::message)
                .containsExactly("Looking");

        CompletableFuture<AcknowledgeOutcome> taken =
                book.acknowledge(only().event().id(), "Admin", Acknowledgement.UNACKNOWLEDGE, "", null);
        syncAndTurn();
        assertThat(taken).isDone();
        assertThat(only().acknowledged()).isFalse();
    }

    @Test
    void onlyAnOpenProblemOfATriggerThatAllowsItIsClosedByHand() {
        transition(1, true);
        transition(2, true);
        syncAndTurn();
        long refused = id(1);
        long allowed = id(2);
        assertRefused(refused, "does not allow manual closing");
        assertRefused(123_456, "no problem has the event id 123456");
        shardHasRoom = false;
        assertRefused(allowed, "busy; try again");
        shardHasRoom = true;
        CompletableFuture<AcknowledgeOutcome> answer =
                book.acknowledge(allowed, "Admin", Acknowledgement.CLOSE, "", null);
        syncAndTurn();
        assertThat(answer).isCompletedWithValueMatching(AcknowledgeOutcome.Done.class::isInstance);
        assertThat(closed).containsExactly(2L);
        recorder.accept(new TriggerTransition(2, false, now, TriggerTransition.Cause.MANUAL_CLOSE));
        syncAndTurn();
        assertRefused(allowed, "has ended already");
    }

    private long id(long triggerId) {
        return book.snapshot().problems().values().stream()
                .filter(problem -> problem.event().triggerId() == triggerId)
                .findFirst()
                .orElseThrow()
                .event()
                .id();
    }

    private void assertRefused(long eventId, String words) {
        assertThat(book.acknowledge(eventId, "Admin", Acknowledgement.CLOSE, "", null))
                .isCompletedWithValueMatching(outcome ->
                        outcome instanceof AcknowledgeOutcome.Refused(String reason) && reason.contains(words));
    }

    @Test
    void problemsThatEndedLongAgoAreForgottenAndOpenOnesNever() {
        transition(1, true);
        transition(2, true);
        transition(2, false);
        syncAndTurn();
        CompletableFuture<AcknowledgeOutcome> taken =
                book.acknowledge(id(2), "Admin", Acknowledgement.ACKNOWLEDGE, "", null);
        syncAndTurn();
        assertThat(taken).isDone();
        assertThat(log.afterCrash().keySet()).anyMatch(key -> key.startsWith("ack/"));
        now += KEEP.toNanos() + 120 * SECOND;
        syncAndTurn();
        syncAndTurn();
        assertThat(only().event().triggerId()).isEqualTo(1);
        assertThat(log.afterCrash().keySet().stream().filter(key -> !key.startsWith("ids/")))
                .containsExactly("event/" + only().event().id());
    }

    @Test
    void aSnapshotNeverChangesUnderItsReader() {
        transition(1, true);
        syncAndTurn();
        ProblemSnapshot before = book.snapshot();
        transition(1, false);
        transition(3, true);
        syncAndTurn();
        assertThat(before.problems()).hasSize(1);
        assertThat(before.open()).isEqualTo(1);
        assertThat(before.problems().firstEntry().getValue().isOpen()).isTrue();
        assertThat(book.snapshot().version()).isGreaterThan(before.version());
        assertThat(book.snapshot().problem(before.problems().firstKey())).isNotNull();
        assertThat(book.snapshot().problem(-1)).isNull();
    }

    @Test
    void snapshotsAreNotMadeMoreOftenThanTenTimesASecond() {
        transition(1, true);
        syncAndTurn();
        long version = book.snapshot().version();
        for (long trigger = 2; trigger < 100; trigger++) {
            transition(trigger, true);
            log.sync();
            now += 1_000_000;
            recorder.turn(now);
            book.turn(now);
        }
        assertThat(book.snapshot().version()).isEqualTo(version);
        assertThat(book.nextWakeNanos()).isLessThan(now + 100_000_000L);
        turn();
        assertThat(book.snapshot().version()).isEqualTo(version + 1);
        assertThat(book.snapshot().open()).isEqualTo(99);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noIdIsGivenTwiceAndNothingShownIsLostByCrashes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Long> given = new TreeSet<>();
        Map<String, byte[]> states = Map.of();
        for (int run = 0; run < 12; run++) {
            PaperLog runLog = new PaperLog().holding(states);
            EventIds runIds = new EventIds(ProblemBook.highestId(states));
            ProblemBook runBook = book(runLog, runIds);
            runBook.restore(states);
            Set<Long> shown = new TreeSet<>(runBook.snapshot().problems().keySet());
            List<EventRecorder> shards = new ArrayList<>();
            for (int shard = 0; shard < 3; shard++) {
                EventRecorder one = new EventRecorder(runIds.forShard(shard), runLog, this::trigger, events -> {
                    runBook.released(events);
                    for (Event event : events) {
                        assertThat(given.add(event.id()))
                                .as("id %d was given before, seed %d", event.id(), seed)
                                .isTrue();
                        shown.add(event.problem() ? event.id() : event.problemEventId());
                    }
                    return true;
                });
                shards.add(one);
            }
            for (Event event : runBook.openEvents()) {
                shards.get((int) (event.triggerId() % 3)).restore(event);
            }
            for (int step = random.nextInt(600); step > 0; step--) {
                long triggerId = 1L + random.nextInt(60);
                shards.get((int) (triggerId % 3))
                        .accept(new TriggerTransition(
                                triggerId, random.nextBoolean(), now, TriggerTransition.Cause.VALUE));
                if (random.nextInt(4) == 0) {
                    runLog.sync();
                    now += SECOND;
                    shards.forEach(shard -> shard.turn(now));
                    runBook.turn(now);
                }
            }
            states = runLog.afterCrash();
            ProblemBook restored = book(new PaperLog().holding(states), new EventIds(0));
            restored.restore(states);
            assertThat(restored.snapshot().problems().keySet())
                    .as("what was shown is there after the crash, seed %d", seed)
                    .containsAll(shown);
        }
    }
}
