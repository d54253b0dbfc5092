package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static zonda.collector.Rig.MILLIS;
import static zonda.collector.Rig.SECONDS;
import static zonda.collector.Rig.oid;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.SnmpInterface;
import zonda.model.UpdateInterval;
import zonda.model.WireType;

class ScheduleTest {
    private static final String A = "127.1.0.1";
    private static final int ALL_DAYS = -2;
    private static final int ALL_WEEK = 0b1111_1110;
    private final Rig rig = new Rig();

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static List<Long> times(FakeDevice device) {
        return device.requests.stream().map(FakeDevice.Request::nanos).toList();
    }

    @Test
    void aRestartKeepsThePhaseAndMakesNoBurst() {
        List<Long> askedAt = new ArrayList<>();
        for (int start = 0; start < 3; start++) {
            Rig rig = new Rig();
            rig.nanos += start * 17_000L * SECONDS;
            rig.wallAt("2026-03-01T12:00:0" + start * 3 + "Z");
            FakeDevice device = rig.device(A);
            Collector collector = rig.collector();
            collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 60));
            rig.run(collector, seconds(120));
            assertThat(device.requests).hasSize(2);
            long wallMillis = (device.requests.getFirst().nanos() + rig.wallOffset) / MILLIS;
            askedAt.add(Math.floorMod(wallMillis, 60_000L));
        }
        assertThat(askedAt.get(1)).isCloseTo(askedAt.get(0), org.assertj.core.data.Offset.offset(2L));
        assertThat(askedAt.get(2)).isCloseTo(askedAt.get(0), org.assertj.core.data.Offset.offset(2L));
    }

    @Test
    void aThousandInterfacesAreSpreadOverTheirInterval() {
        Collector collector = rig.collector();
        List<FakeDevice> devices = new ArrayList<>();
        for (int i = 1; i <= 1000; i++) {
            String address = "127.2." + i / 250 + "." + (i % 250 + 1);
            devices.add(rig.device(address));
            collector.apply(Rig.simpleHost(i, address, 10, i * 10L, 3, 60));
        }
        long start = rig.nanos;
        rig.run(collector, seconds(60));
        int[] perSecond = new int[61];
        for (FakeDevice device : devices) {
            assertThat(device.requests).hasSize(1);
            perSecond[(int) ((device.requests.getFirst().nanos() - start) / SECONDS)]++;
        }
        for (int count : perSecond) {
            assertThat(count).isLessThan(40);
        }
    }

    @Test
    void aStepOfTheWallClockMovesNoSlotOfAPlainInterval() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(35));
        rig.wallOffset += 86_400 * SECONDS;
        rig.run(collector, seconds(35));
        rig.wallOffset -= 2 * 86_400 * SECONDS;
        rig.run(collector, seconds(30));
        List<Long> times = times(device);
        assertThat(times).hasSize(10);
        for (int i = 1; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 1)).isBetween(9_998 * MILLIS, 10_002 * MILLIS);
        }
        assertThat(collector.counters().clockSteps().value()).isEqualTo(2);
    }

    @Test
    void afterAPauseOfTheShardSlotsAreSkippedAndNotMadeUpForInABurst() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(20));
        assertThat(device.requests).hasSize(2);
        rig.nanos += 65 * SECONDS;
        rig.run(collector, seconds(15));
        assertThat(device.requests.size()).isBetween(4, 5);
        CollectorCounters counters = collector.counters();
        assertThat(counters.skipped().value()).isBetween(50L, 60L);
        assertThat(counters.scheduled().value())
                .isEqualTo(counters.achieved().value() + counters.skipped().value());
    }

    private static UpdateInterval dailyAt(int hour) {
        return new UpdateInterval(
                Duration.ZERO, List.of(), List.of(new UpdateInterval.Scheduled(ALL_DAYS, ALL_WEEK, 1 << hour, 1L, 1L)));
    }

    private FakeDevice scheduledDevice(Collector collector, UpdateInterval interval) {
        FakeDevice device = rig.device(A);
        collector.apply(Rig.host(1, List.of(Rig.snmp(10, A, 10)), List.of(Rig.item(1, 1, 10, oid(1), interval))));
        return device;
    }

    private String wallOf(FakeDevice.Request request) {
        return Instant.ofEpochSecond((request.nanos() + rig.wallOffset) / SECONDS)
                .atOffset(ZoneOffset.UTC)
                .toString();
    }

    @Test
    void aScheduledMomentIsAskedOnTheWallClock() {
        rig.zone = ZoneId.of("Europe/Berlin");
        Collector collector = rig.collector();
        FakeDevice device = scheduledDevice(collector, dailyAt(14));
        rig.run(collector, Duration.ofDays(2));
        assertThat(device.requests.stream().map(this::wallOf))
                .containsExactly("2026-03-01T13:00Z", "2026-03-02T13:00Z");
    }

    @Test
    void aMomentThatTheClockJumpsOverIsAskedOnceAtOnce() {
        Collector collector = rig.collector();
        FakeDevice device = scheduledDevice(collector, dailyAt(14));
        rig.run(collector, Duration.ofHours(1));
        rig.wallOffset += 90 * 60 * SECONDS;
        rig.run(collector, seconds(10));
        assertThat(device.requests).hasSize(1);
        rig.run(collector, Duration.ofHours(12));
        assertThat(device.requests).hasSize(1);
    }

    @Test
    void aMomentThatHasRunIsNotRunAgainWhenTheClockStepsBackALittle() {
        Collector collector = rig.collector();
        FakeDevice device = scheduledDevice(collector, dailyAt(14));
        rig.run(collector, Duration.ofMinutes(125));
        assertThat(device.requests).hasSize(1);
        rig.wallOffset -= 20 * 60 * SECONDS;
        rig.run(collector, Duration.ofHours(12));
        assertThat(device.requests).hasSize(1);
        rig.run(collector, Duration.ofHours(14));
        assertThat(device.requests).hasSize(2);
    }

    @Test
    void aClockThatWasYearsAheadDoesNotStopScheduledMoments() {
        Collector collector = rig.collector();
        FakeDevice device = scheduledDevice(collector, dailyAt(14));
        rig.wallOffset += Duration.ofDays(16_000).toNanos();
        rig.run(collector, Duration.ofDays(2));
        int before = device.requests.size();
        rig.wallOffset -= Duration.ofDays(16_000).toNanos();
        rig.run(collector, Duration.ofDays(2));
        assertThat(device.requests.size() - before).isBetween(2, 3);
    }

    @Test
    void flexibleIntervalsRunWithoutGapOrBurstWhenTheClockSteps() {
        UpdateInterval interval = new UpdateInterval(
                Duration.ofSeconds(10),
                List.of(new UpdateInterval.Flexible(
                        Duration.ofSeconds(5), new zonda.model.TimeOfWeek(1, 7, 0, 86_400))),
                List.of());
        Collector collector = rig.collector();
        FakeDevice device = scheduledDevice(collector, interval);
        rig.run(collector, seconds(60));
        rig.wallOffset -= 1_800 * SECONDS;
        rig.run(collector, seconds(60));
        rig.wallOffset += 7_200 * SECONDS;
        rig.run(collector, seconds(60));
        List<Long> times = times(device);
        assertThat(times).hasSize(36);
        for (int i = 1; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 1)).isBetween(4_990 * MILLIS, 5_010 * MILLIS);
        }
    }

    @Test
    void anUnchangedItemKeepsItsScheduleAndItsAnswerInFlightWhenItsHostChanges() {
        FakeDevice device = rig.device(A);
        device.delayNanos = 800 * MILLIS;
        Collector collector = rig.collector();
        Host before = Rig.simpleHost(1, A, 10, 1, 10, 10);
        collector.apply(before);
        while (device.requests.isEmpty()) {
            rig.run(collector, Duration.ofMillis(100));
        }
        // The request is on its way: item 3 goes, item 4 asks another OID, item 11 is new.
        List<Item> items = new ArrayList<>(before.items());
        items.removeIf(item -> item.id() == 3);
        items.replaceAll(item -> item.id() == 4 ? Rig.item(4, 1, 10, oid(400), Rig.every(10)) : item);
        items.add(Rig.item(11, 1, 10, oid(11), Rig.every(10)));
        collector.apply(Rig.host(1, before.interfaces(), items, 2));
        rig.run(collector, seconds(1));
        assertThat(rig.rows.stream().map(Rig.Row::itemId)).containsExactly(1L, 2L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(rig.epochs).containsExactly(1L);
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(3)).isEmpty();
        assertThat(rig.rowsOf(4)).hasSize(1);
        assertThat(rig.rowsOf(11)).hasSize(1);
        assertThat(rig.rowsOf(1)).hasSize(2);
        assertThat(rig.epochs).containsExactly(1L, 2L);
        assertThat(collector.counters().items().value()).isEqualTo(10);
        long apart =
                rig.rowsOf(1).get(1).monotonicNanos() - rig.rowsOf(1).get(0).monotonicNanos();
        assertThat(apart).isBetween(9_998 * MILLIS, 10_002 * MILLIS);
    }

    @Test
    void anItemThatGoesInTheSecondOfTwoChangesDuringARoundIsNotHeardOfAgain() {
        FakeDevice device = rig.device(A);
        device.delayNanos = 800 * MILLIS;
        Collector collector = rig.collector();
        Host first = Rig.simpleHost(1, A, 10, 1, 10, 10);
        collector.apply(first);
        while (device.requests.isEmpty()) {
            rig.run(collector, Duration.ofMillis(100));
        }
        collector.apply(Rig.host(1, first.interfaces(), first.items().subList(0, 9), 2));
        collector.apply(Rig.host(1, first.interfaces(), first.items().subList(1, 9), 3));
        collector.apply(Rig.host(1, first.interfaces(), first.items(), 4));
        rig.run(collector, seconds(1));
        assertThat(rig.rows.stream().map(Rig.Row::itemId)).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(1)).hasSize(1);
        assertThat(rig.rowsOf(10)).hasSize(1);
        assertThat(rig.rowsOf(5)).hasSize(2);
    }

    @Test
    void anAddressThatBecomesANameIsAskedOnceItIsResolved() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        Host before = Rig.simpleHost(1, A, 10, 1, 30, 10);
        collector.apply(before);
        device.delayNanos = 500 * MILLIS;
        while (device.requests.isEmpty()) {
            rig.run(collector, Duration.ofMillis(100));
        }
        rig.names.put("switch.example", InetAddress.ofLiteral(A));
        SnmpInterface named = new SnmpInterface(10, "switch.example", 1161, "public", 10, Duration.ofSeconds(1), 1);
        collector.apply(Rig.host(1, List.of(named), before.items(), 2));
        rig.run(collector, seconds(3));
        assertThat(rig.rows).isEmpty();
        runErrands();
        rig.run(collector, seconds(3));
        assertThat(rig.rows).hasSize(30);
        assertThat(rig.availability).noneMatch(told -> told.state() == Availability.State.UNAVAILABLE);
    }

    @Test
    void aRemovedHostIsAskedNoMoreAndItsLateAnswersReachNobody() {
        FakeDevice device = rig.device(A);
        device.delayNanos = 800 * MILLIS;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 30, 10));
        while (device.requests.isEmpty()) {
            rig.run(collector, Duration.ofMillis(100));
        }
        collector.remove(1);
        rig.run(collector, seconds(60));
        assertThat(device.requests).hasSize(1);
        assertThat(rig.rows).isEmpty();
        assertThat(collector.counters().unknownIds().value()).isEqualTo(1);
        assertThat(collector.counters().inFlight().value()).isZero();
        assertThat(collector.counters().items().value()).isZero();
        assertThat(collector.counters().interfaces().value()).isZero();
        assertThat(collector.trace(1)).isEmpty();
    }

    @Test
    void aChangedAddressIsAskedFromThenOnAndNothingOfTheOldOneIsBelieved() {
        FakeDevice old = rig.device(A);
        FakeDevice now = rig.device("127.1.0.2");
        old.delayNanos = 500 * MILLIS;
        Collector collector = rig.collector();
        Host before = Rig.simpleHost(1, A, 10, 1, 10, 10);
        collector.apply(before);
        while (old.requests.isEmpty()) {
            rig.run(collector, Duration.ofMillis(100));
        }
        collector.apply(Rig.host(1, List.of(Rig.snmp(10, "127.1.0.2", 10)), before.items(), 2));
        rig.run(collector, seconds(15));
        assertThat(old.requests).hasSize(1);
        assertThat(now.requests).hasSize(2);
        assertThat(rig.rowsOf(1)).hasSize(2);
        assertThat(rig.epochs).containsOnly(2L);
    }

    @Test
    void aChangedCommunityIsUsedAtOnce() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        Host before = Rig.simpleHost(1, A, 10, 1, 10, 10);
        collector.apply(before);
        rig.run(collector, seconds(10));
        SnmpInterface changed = new SnmpInterface(10, A, 1161, "secret", 4, Duration.ofSeconds(1), 1);
        collector.apply(Rig.host(1, List.of(changed), before.items(), 2));
        device.requests.clear();
        rig.run(collector, seconds(10));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(4, 4, 2);
        assertThat(rig.rowsOf(1)).hasSize(2);
    }

    @Test
    void aLongIntervalThatIsOverdueAfterARestartIsMadeUpForSoonOnceAndSpread() {
        long[] soonest = {Long.MAX_VALUE};
        long[] latest = {0};
        long start = rig.nanos;
        Collector collector = rig.collector();
        for (int i = 1; i <= 200; i++) {
            FakeDevice device = rig.device("127.3.0." + i);
            collector.apply(Rig.simpleHost(i, "127.3.0." + i, 10, i * 10L, 3, 86_400));
            device.delayNanos = MILLIS;
        }
        rig.run(collector, seconds(61));
        for (FakeDevice device : rig.devices.values()) {
            assertThat(device.requests.size()).isEqualTo(1);
            long after = device.requests.getFirst().nanos() - start;
            soonest[0] = Math.min(soonest[0], after);
            latest[0] = Math.max(latest[0], after);
        }
        assertThat(soonest[0]).isLessThan(5 * SECONDS);
        assertThat(latest[0]).isBetween(55 * SECONDS, 61 * SECONDS);
    }

    @Test
    void aLongIntervalThatIsNotOverdueAfterARestartWaitsForItsSlot() {
        FakeDevice device = rig.device(A);
        rig.stored.put(1L, rig.nanos + rig.wallOffset - SECONDS);
        rig.wallAt("2026-03-01T12:00:00Z");
        long slot = NextDue.slotAtOrBefore(
                rig.nanos + rig.wallOffset, 86_400 * SECONDS, NextDue.phase(10, 86_400 * SECONDS));
        rig.stored.put(1L, slot + MILLIS);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 1, 86_400));
        rig.run(collector, seconds(120));
        assertThat(device.requests).isEmpty();
        rig.run(collector, Duration.ofDays(1));
        assertThat(device.requests).hasSize(1);
    }

    @Test
    void internalItemsAreAnsweredAtTheirInterval() {
        rig.internal = (hostId, key) -> switch (key) {
            case "key[1]" -> new InternalSource.Answer.Unsigned(7);
            case "key[2]" -> new InternalSource.Answer.Real(0.5);
            case "key[3]" -> new InternalSource.Answer.Text("8.0");
            default -> new InternalSource.Answer.NotSupported("unknown key " + key);
        };
        Collector collector = rig.collector();
        List<Item> items = new ArrayList<>();
        for (long i = 1; i <= 4; i++) {
            items.add(Rig.item(i, 1, 0, "", Rig.every(10)));
        }
        collector.apply(Rig.host(1, List.of(), items));
        rig.run(collector, seconds(20));
        assertThat(rig.rows).hasSize(8);
        assertThat(rig.rowsOf(1).getFirst().number()).isEqualTo(7);
        assertThat(Double.longBitsToDouble(rig.rowsOf(2).getFirst().number())).isEqualTo(0.5);
        assertThat(rig.rowsOf(3).getFirst().text()).isEqualTo("8.0");
        assertThat(rig.rowsOf(4).getFirst().type()).isEqualTo(WireType.NOT_SUPPORTED);
        assertThat(rig.rowsOf(4).getFirst().text()).isEqualTo("unknown key key[4]");
        collector.remove(1);
        rig.run(collector, seconds(20));
        assertThat(rig.rows).hasSize(8);
    }

    @Test
    void aNameIsResolvedByAnErrandAndFollowedWhenItMoves() throws Exception {
        FakeDevice first = rig.device(A);
        FakeDevice second = rig.device("127.1.0.2");
        rig.names.put("switch.example", InetAddress.ofLiteral(A));
        Collector collector = rig.collector();
        SnmpInterface named = new SnmpInterface(10, "switch.example", 1161, "public", 10, Duration.ofSeconds(1), 1);
        collector.apply(Rig.host(1, List.of(named), List.of(Rig.item(1, 1, 10, oid(1), Rig.every(10)))));
        rig.run(collector, seconds(20));
        assertThat(first.requests).isEmpty();
        runErrands();
        rig.run(collector, seconds(10));
        // The slot that passed meanwhile is made up for, then comes the next one.
        assertThat(first.requests.size()).isBetween(1, 2);
        rig.names.put("switch.example", InetAddress.ofLiteral("127.1.0.2"));
        rig.run(collector, seconds(60));
        runErrands();
        rig.run(collector, seconds(10));
        assertThat(second.requests.size()).isBetween(1, 2);
        rig.names.clear();
        rig.run(collector, seconds(60));
        runErrands();
        int before = second.requests.size();
        rig.run(collector, seconds(60));
        assertThat(second.requests.size()).isEqualTo(before + 6);
        assertThat(rig.availability).noneMatch(told -> told.state() == Availability.State.UNAVAILABLE);
    }

    @Test
    void aNameWithoutAnAddressIsUnavailableWithAReasonUntilItHasOne() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        SnmpInterface named = new SnmpInterface(10, "nowhere.example", 1161, "public", 10, Duration.ofSeconds(1), 1);
        collector.apply(Rig.host(1, List.of(named), List.of(Rig.item(1, 1, 10, oid(1), Rig.every(10)))));
        for (int i = 0; i < 3; i++) {
            runErrands();
            rig.run(collector, seconds(61));
        }
        assertThat(rig.availability).hasSize(1);
        assertThat(rig.availability.getFirst().reason()).isEqualTo("the name 'nowhere.example' cannot be resolved");
        rig.names.put("nowhere.example", InetAddress.ofLiteral(A));
        runErrands();
        rig.run(collector, seconds(20));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.AVAILABLE);
        assertThat(device.requests.size()).isGreaterThanOrEqualTo(2);
        assertThat(rig.rows).isNotEmpty();
    }

    private void runErrands() {
        while (!rig.errands.isEmpty()) {
            rig.errands.remove().run();
        }
    }

    @Test
    void anAddressOfAFamilyWithoutAPortIsToldSo() {
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, "::1", 10, 1, 1, 10));
        rig.run(collector, seconds(30));
        assertThat(rig.availability).hasSize(1);
        assertThat(rig.availability.getFirst().reason()).startsWith("no IPv6 port is open");
        assertThat(collector.counters().dueWhileUnavailable().value()).isEqualTo(3);
    }

    @Test
    void aTraceTellsTheTimesOfTheLastPoll() {
        FakeDevice device = rig.device(A);
        device.delayNanos = 20 * MILLIS;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 25, 60));
        rig.run(collector, seconds(60));
        PollTrace trace = collector.trace(15).orElseThrow();
        assertThat(trace.address()).isEqualTo("127.1.0.1:1161");
        assertThat(trace.askedNanos() - trace.dueNanos()).isBetween(20 * MILLIS, 23 * MILLIS);
        assertThat(trace.answeredNanos() - trace.askedNanos()).isBetween(19 * MILLIS, 22 * MILLIS);
        assertThat(trace.nextDueNanos() - trace.dueNanos()).isEqualTo(60 * SECONDS);
    }

    @Test
    void aSecondInterfaceOfAHostIsOnItsOwn() {
        FakeDevice good = rig.device(A);
        FakeDevice dead = rig.device("127.1.0.2");
        dead.silent = true;
        Collector collector = rig.collector();
        collector.apply(Rig.host(
                1,
                List.of(Rig.snmp(10, A, 10), Rig.snmp(11, "127.1.0.2", 10)),
                List.of(Rig.item(1, 1, 10, oid(1), Rig.every(10)), Rig.item(2, 1, 11, oid(2), Rig.every(10)))));
        rig.run(collector, seconds(60));
        assertThat(good.requests).hasSize(6);
        assertThat(rig.rowsOf(1)).hasSize(6);
        assertThat(rig.availability)
                .extracting(Availability::interfaceId, Availability::state)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(10L, Availability.State.AVAILABLE),
                        org.assertj.core.groups.Tuple.tuple(11L, Availability.State.UNAVAILABLE));
    }

    @Test
    void theWindowBoundsWhatIsInFlight() {
        rig.settings = new CollectorSettings(
                4, 64, 512, 512, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60));
        Collector collector = rig.collector();
        for (int i = 1; i <= 50; i++) {
            rig.device("127.4.0." + i).delayNanos = 300 * MILLIS;
            collector.apply(Rig.simpleHost(i, "127.4.0." + i, 10, i * 10L, 3, 10));
        }
        long most = 0;
        for (int i = 0; i < 1000; i++) {
            rig.run(collector, Duration.ofMillis(10));
            most = Math.max(most, collector.counters().inFlight().value());
        }
        assertThat(most).isEqualTo(4);
        assertThat(collector.counters().achieved().value()).isGreaterThan(130);
    }
}
