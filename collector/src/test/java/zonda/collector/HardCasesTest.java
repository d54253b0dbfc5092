package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static zonda.collector.Rig.MILLIS;
import static zonda.collector.Rig.SECONDS;
import static zonda.collector.Rig.oid;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.collector.FakeDevice.Answer;
import zonda.collector.FakeDevice.Binding;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.SnmpReading;
import zonda.model.WireType;
import zonda.protocol.snmp.Ber;

/// Faults that users met on other systems, each by its name.
class HardCasesTest {
    private static final String A = "127.1.0.1";
    private final Rig rig = new Rig();

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void itemsOfOneIntervalTravelInAsFewRequestsAsFit() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 25, 60));
        rig.run(collector, seconds(60));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(10, 10, 5);
        assertThat(rig.rows).hasSize(25);
        assertThat(collector.counters().achieved().value()).isEqualTo(25);
        assertThat(collector.counters().late().value()).isZero();
    }

    @Test
    void tooBigWithAnEmptyListHalvesAndRemembers() {
        FakeDevice device = rig.device(A);
        device.tooBigAbove = 12;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 50, 1, 50, 10));
        rig.run(collector, seconds(10));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(50, 25, 12, 12, 12, 12, 2);
        device.requests.clear();
        rig.run(collector, seconds(10));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(12, 12, 12, 12, 2);
        assertThat(rig.rows).hasSize(100).noneMatch(row -> row.type() == WireType.NOT_SUPPORTED);
    }

    @Test
    void sizesGrowAgainSlowlyOnceTheDeviceCanTakeMore() {
        FakeDevice device = rig.device(A);
        device.tooBigAbove = 5;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 20, 1, 20, 10));
        rig.run(collector, seconds(20));
        assertThat(device.requests.getLast().oids()).hasSize(5);
        device.tooBigAbove = 1000;
        rig.run(collector, seconds(3600));
        assertThat(device.requests.getLast().oids()).hasSize(20);
    }

    @Test
    void tooBigForOneValueIsThatItemsReason() {
        FakeDevice device = rig.device(A);
        device.tooBigAbove = 0;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 2, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(2).allMatch(row -> row.type() == WireType.NOT_SUPPORTED);
        assertThat(rig.rows.getFirst().text()).contains("tooBig");
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.AVAILABLE);
    }

    @Test
    void oneValueThatIsTooBigDoesNotMakeTheRequestsOfTheOthersSmaller() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer ->
                answer.bindings().stream().anyMatch(binding -> binding.oid().equals(oid(7)))
                        ? new Answer(answer.requestId(), Ber.TOO_BIG, 0, List.of())
                        : answer;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 20, 10));
        rig.run(collector, seconds(20));
        assertThat(rig.rowsOf(7).getFirst().text()).contains("tooBig");
        assertThat(rig.rows.stream().filter(row -> row.type() == WireType.COUNTER32))
                .hasSize(38);
        device.requests.clear();
        rig.run(collector, seconds(10));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(10, 9, 1);
    }

    @Test
    void genErrThatNamesAVarbindSpoilsItAloneAndTheRestIsAskedInTheSameRound() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer -> errorFor(answer, oid(4), Ber.GEN_ERR, true);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(10));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(10, 9);
        assertThat(rig.rows).hasSize(10);
        assertThat(rig.rowsOf(4).getFirst().text()).contains("genErr");
        assertThat(rig.rows.stream().filter(row -> row.type() == WireType.COUNTER32))
                .hasSize(9);
        device.requests.clear();
        rig.run(collector, seconds(10));
        // The spoiler goes alone from now on.
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(9, 1);
        assertThat(device.requests.getLast().oids()).containsExactly(oid(4));
    }

    @Test
    void anItemThatSpoiledOnceMayTravelWithTheOthersAgain() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer -> errorFor(answer, oid(4), Ber.GEN_ERR, true);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(10));
        device.misbehaviour = answer -> answer;
        rig.run(collector, seconds(300));
        assertThat(device.requests.getLast().oids()).hasSize(10);
        assertThat(rig.rowsOf(4)).hasSize(31);
        assertThat(rig.rowsOf(9)).hasSize(31);
    }

    @Test
    void noSuchNameInsideV2cIsThatItemsReason() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer -> errorFor(answer, oid(2), Ber.NO_SUCH_NAME, true);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 3, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(2).getFirst().text()).contains("noSuchName");
        assertThat(rig.rowsOf(1).getFirst().type()).isEqualTo(WireType.COUNTER32);
        assertThat(rig.rowsOf(3).getFirst().type()).isEqualTo(WireType.COUNTER32);
    }

    @Test
    void genErrWithoutAnIndexIsHuntedByHalving() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer -> errorFor(answer, oid(7), Ber.GEN_ERR, false);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 20, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(20);
        assertThat(rig.rows.stream().filter(row -> row.type() == WireType.NOT_SUPPORTED))
                .singleElement()
                .matches(row -> row.itemId() == 7);
        device.requests.clear();
        rig.run(collector, seconds(10));
        // The size was not to blame: requests stay as large as they were.
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(10, 9, 1);
    }

    @Test
    void genErrThatComesFromTheSizeAloneMakesRequestsSmaller() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer ->
                answer.bindings().size() > 6 ? new Answer(answer.requestId(), Ber.GEN_ERR, 0, List.of()) : answer;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 20, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(20).noneMatch(row -> row.type() == WireType.NOT_SUPPORTED);
        device.requests.clear();
        rig.run(collector, seconds(10));
        assertThat(device.requests).allMatch(request -> request.oids().size() <= 6);
        assertThat(rig.rows).hasSize(40);
    }

    @Test
    void authorizationErrorIsEachItemsReasonWithoutAHunt() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer -> new Answer(answer.requestId(), 16, 0, List.of());
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(10));
        assertThat(device.requests).hasSize(1);
        assertThat(rig.rows).hasSize(10).allMatch(row -> row.text().contains("authorizationError"));
    }

    /// An agent that refuses the whole request when one OID is not to its taste.
    @Test
    void answersThatCameDuringAPauseOfTheProcessAreReadBeforeTheirTimeoutsCount() {
        rig.settings = new CollectorSettings(8192, 64, 2, 512, seconds(5), seconds(60), seconds(60));
        Collector collector = rig.collector();
        for (int d = 1; d <= 40; d++) {
            rig.device("127.6.1." + d);
            collector.apply(Rig.simpleHost(d, "127.6.1." + d, 10, d * 1000L, 1, 60));
        }
        rig.accepting = false;
        rig.run(collector, seconds(61));
        rig.accepting = true;
        collector.turn(rig.nanos);
        rig.nanos += seconds(3).toNanos();
        rig.run(collector, seconds(1));
        assertThat(collector.counters().timeouts().value()).isZero();
        assertThat(rig.rows).hasSizeGreaterThanOrEqualTo(40);
    }

    private static Answer errorFor(Answer answer, String oid, int status, boolean named) {
        for (int i = 0; i < answer.bindings().size(); i++) {
            if (answer.bindings().get(i).oid().equals(oid)) {
                return new Answer(answer.requestId(), status, named ? i + 1 : 0, answer.bindings());
            }
        }
        return answer;
    }

    @Test
    void noSuchInstanceSpoilsThatItemAlone() {
        FakeDevice device = rig.device(A);
        device.values.put(oid(2), Binding.empty(oid(2), Ber.NO_SUCH_INSTANCE));
        device.values.put(oid(3), Binding.empty(oid(3), Ber.NO_SUCH_OBJECT));
        device.values.put(oid(4), Binding.empty(oid(4), Ber.END_OF_MIB_VIEW));
        device.values.put(oid(5), Binding.empty(oid(5), Ber.NULL));
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 6, 10));
        rig.run(collector, seconds(10));
        assertThat(device.requests).hasSize(1);
        assertThat(rig.rowsOf(1).getFirst().type()).isEqualTo(WireType.COUNTER32);
        assertThat(rig.rowsOf(2).getFirst().text()).isEqualTo("No Such Instance currently exists at this OID");
        assertThat(rig.rowsOf(3).getFirst().text()).startsWith("No Such Object available");
        assertThat(rig.rowsOf(4).getFirst().text()).startsWith("No more variables left");
        assertThat(rig.rowsOf(5).getFirst().text()).contains("NULL");
        assertThat(rig.rowsOf(6).getFirst().type()).isEqualTo(WireType.COUNTER32);
        assertThat(collector.counters().notSupported().value()).isEqualTo(4);
    }

    @Test
    void aBadValueSpoilsItselfAloneAndIsNeverZero() {
        FakeDevice device = rig.device(A);
        device.values.put(oid(2), Binding.of(oid(2), Ber.INTEGER, new byte[0]));
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 3, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(2).getFirst().type()).isEqualTo(WireType.NOT_SUPPORTED);
        assertThat(rig.rowsOf(2).getFirst().text()).contains("INTEGER of 0 bytes");
        assertThat(rig.rowsOf(1)).hasSize(1);
        assertThat(rig.rowsOf(3)).hasSize(1);
    }

    @Test
    void everyWireTypeArrivesAsItWasSent() {
        FakeDevice device = rig.device(A);
        device.values.put(oid(1), Binding.of(oid(1), Ber.INTEGER, new byte[] {-1}));
        device.values.put(oid(2), new Binding(oid(2), Ber.COUNTER64, -17_363_445_875L, new byte[0]));
        device.values.put(oid(3), Binding.of(oid(3), Ber.COUNTER32, new byte[] {(byte) 0x80, 0, 0, 1}));
        device.values.put(oid(4), new Binding(oid(4), Ber.TIME_TICKS, 123, new byte[0]));
        device.values.put(oid(5), Binding.of(oid(5), Ber.OCTET_STRING, "eth0".getBytes(StandardCharsets.UTF_8)));
        device.values.put(oid(6), Binding.of(oid(6), Ber.OBJECT_IDENTIFIER, new byte[] {43, 6, 1}));
        device.values.put(oid(7), Binding.of(oid(7), Ber.IP_ADDRESS, new byte[] {10, 0, 0, (byte) 200}));
        device.values.put(oid(8), Binding.of(oid(8), Ber.OPAQUE, new byte[] {(byte) 0x9F, 0x78, 4, 0x42, 0x28, 0, 0}));
        device.values.put(oid(9), Binding.of(oid(9), Ber.OPAQUE, new byte[] {1, 2}));
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 9, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows.stream().map(Rig.Row::type))
                .containsExactly(
                        WireType.INTEGER,
                        WireType.COUNTER64,
                        WireType.COUNTER32,
                        WireType.TIME_TICKS,
                        WireType.OCTET_STRING,
                        WireType.OBJECT_IDENTIFIER,
                        WireType.IP_ADDRESS,
                        WireType.DOUBLE,
                        WireType.OPAQUE);
        assertThat(rig.rowsOf(1).getFirst().number()).isEqualTo(-1);
        assertThat(rig.rowsOf(2).getFirst().number()).isEqualTo(-17_363_445_875L);
        assertThat(rig.rowsOf(3).getFirst().number()).isEqualTo(2_147_483_649L);
        assertThat(rig.rowsOf(5).getFirst().text()).isEqualTo("eth0");
        assertThat(rig.rowsOf(6).getFirst().text()).isEqualTo("1.3.6.1");
        assertThat(rig.rowsOf(7).getFirst().text()).isEqualTo("10.0.0.200");
        assertThat(Double.longBitsToDouble(rig.rowsOf(8).getFirst().number())).isEqualTo(42.0);
    }

    @Test
    void whatATruncatedAnswerLacksIsAskedAgainAndTheSizeRemembered() {
        FakeDevice device = rig.device(A);
        device.answersAtMost = 4;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(10);
        assertThat(rig.rows.stream().map(Rig.Row::itemId).distinct()).hasSize(10);
        device.requests.clear();
        rig.run(collector, seconds(10));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(4, 4, 2);
    }

    @Test
    void anItemThatAnAgentLeavesOutDoesNotMakeRequestsSmallerForEver() {
        FakeDevice device = rig.device(A);
        device.misbehaviour = answer -> new Answer(
                answer.requestId(),
                0,
                0,
                answer.bindings().stream()
                        .filter(binding -> !binding.oid().equals(oid(5)))
                        .toList());
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(10);
        assertThat(rig.rowsOf(5).getFirst().text()).contains("without a value");
        device.requests.clear();
        rig.run(collector, seconds(10));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(9, 1);
    }

    @Test
    void anotherOidInAnAnswerForSeveralIsNotBelieved() {
        FakeDevice device = rig.device(A);
        device.values.put(oid(2), Binding.counter("1.3.6.1.4.1.9999.2.0", 666));
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 3, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(3);
        assertThat(rig.rowsOf(2).getFirst().text()).contains("another OID than " + oid(2));
        assertThat(rig.rowsOf(3).getFirst().type()).isEqualTo(WireType.COUNTER32);
    }

    @Test
    void anotherOidInAnAnswerForOneIsTakenWithANote() {
        FakeDevice device = rig.device(A);
        device.values.put("1.3.6.1.2.1.1.7", Binding.counter("1.3.6.1.2.1.1.7.0", 72));
        Collector collector = rig.collector();
        collector.apply(Rig.host(
                1, List.of(Rig.snmp(10, A, 10)), List.of(Rig.item(1, 1, 10, "1.3.6.1.2.1.1.7", Rig.every(10)))));
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(1).getFirst().number()).isEqualTo(72);
        assertThat(collector.counters().otherOids().value()).isEqualTo(1);
    }

    @Test
    void varbindsInAnotherOrderReachTheirOwnItems() {
        FakeDevice device = rig.device(A);
        for (long i = 1; i <= 5; i++) {
            device.values.put(oid(i), Binding.counter(oid(i), 100 + i));
        }
        device.misbehaviour =
                answer -> new Answer(answer.requestId(), 0, 0, new ArrayList<>(answer.bindings()).reversed());
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 5, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(5).allMatch(row -> row.number() == 100 + row.itemId());
    }

    @Test
    void aLateFirstAnswerSatisfiesTheRetransmissionAndTheSecondIsDropped() {
        FakeDevice device = rig.device(A);
        device.delayNanos = 1_400 * MILLIS;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 1, 1, 1, 10));
        rig.run(collector, seconds(9));
        assertThat(device.requests).hasSize(2);
        assertThat(device.requests.getFirst().requestId())
                .isEqualTo(device.requests.getLast().requestId());
        assertThat(rig.rows).hasSize(1);
        assertThat(collector.counters().unknownIds().value()).isEqualTo(1);
        assertThat(rig.availability).hasSize(1);
        assertThat(rig.availability.getFirst().state()).isEqualTo(Availability.State.AVAILABLE);
    }

    @Test
    void aLateAnswerIsNeverGivenToTheNextRequest() {
        FakeDevice device = rig.device(A);
        for (long i = 1; i <= 3; i++) {
            device.values.put(oid(i), Binding.counter(oid(i), 100 + i));
        }
        device.delayNanos = 2_500 * MILLIS;
        device.copies = 2;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 1, 1, 3, 10));
        rig.run(collector, seconds(12));
        device.delayNanos = 5 * MILLIS;
        rig.run(collector, seconds(60));
        assertThat(rig.rows).isNotEmpty().allMatch(row -> row.number() == 100 + row.itemId());
        assertThat(collector.counters().unknownIds().value()).isGreaterThan(3);
    }

    @Test
    void duplicateAnswersCountOnce() {
        FakeDevice device = rig.device(A);
        device.copies = 3;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 4, 10));
        rig.run(collector, seconds(20));
        assertThat(rig.rows).hasSize(8);
        assertThat(collector.counters().unknownIds().value()).isEqualTo(4);
    }

    @Test
    void anAnswerFromAnotherAddressIsAStray() {
        FakeDevice device = rig.device(A);
        device.source = new InetSocketAddress(InetAddress.ofLiteral("127.9.9.9"), 1161);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 1, 1, 1, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rows).isEmpty();
        assertThat(collector.counters().strays().value()).isEqualTo(2);
    }

    @Test
    void aSilentDeviceIsUnavailableWithAReasonAfterItsLastTryAndNotBefore() {
        FakeDevice device = rig.device(A);
        device.silent = true;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 1, 1, 1, 10));
        rig.run(collector, seconds(30));
        assertThat(rig.availability).hasSize(1);
        Availability told = rig.availability.getFirst();
        assertThat(told.state()).isEqualTo(Availability.State.UNAVAILABLE);
        assertThat(told.reason()).isEqualTo("no answer from 127.1.0.1:1161 within 1s, 2 tries");
        long asked = device.requests.getFirst().nanos() + rig.wallOffset;
        assertThat(told.sinceEpochNanos()).isBetween(asked + 2 * SECONDS, asked + 2 * SECONDS + 5 * MILLIS);
        assertThat(rig.rows).isEmpty();
        assertThat(collector.counters().unavailable().value()).isEqualTo(1);
    }

    @Test
    void theFirstTimeOutOfARoundGivesUpTheRestOfIt() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 100, 60));
        rig.run(collector, seconds(60));
        assertThat(rig.rows).hasSize(100);
        device.silent = true;
        device.requests.clear();
        rig.run(collector, seconds(60));
        // Two tries of the first request, then one small probe at a time.
        assertThat(device.requests.stream().filter(request -> request.oids().size() > 1))
                .hasSize(2);
        assertThat(device.requests.size()).isLessThanOrEqualTo(4);
        assertThat(collector.counters().givenUp().value()).isEqualTo(100);
    }

    @Test
    void aSilentDeviceIsBackWithinOneInterval() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 30, 10));
        rig.run(collector, seconds(10));
        device.silent = true;
        rig.run(collector, seconds(100));
        int before = rig.rows.size();
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.UNAVAILABLE);
        device.silent = false;
        rig.run(collector, Duration.ofMillis(11_100));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.AVAILABLE);
        assertThat(rig.rows.size()).isGreaterThanOrEqualTo(before + 30);
        assertThat(rig.rows).noneMatch(row -> row.type() == WireType.NOT_SUPPORTED);
    }

    @Test
    void oneDeadDeviceAmongAHundredCostsTheOthersNothing() {
        Collector collector = rig.collector();
        for (int i = 1; i <= 100; i++) {
            FakeDevice device = rig.device("127.1.1." + i);
            device.silent = i == 50;
            collector.apply(Rig.simpleHost(i, "127.1.1." + i, 10, i * 100L, 20, 10));
        }
        rig.run(collector, seconds(100));
        assertThat(collector.counters().achieved().value()).isEqualTo(99 * 20 * 10);
        assertThat(collector.counters().late().value()).isZero();
        assertThat(rig.availability.stream().filter(told -> told.state() == Availability.State.UNAVAILABLE))
                .hasSize(1);
    }

    @Test
    void aDeviceThatDoesNotAnswerLargeRequestsAtAllIsAskedInSmallerOnes() {
        FakeDevice device = rig.device(A);
        device.silentAbove = 6;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 20, 1, 20, 60));
        rig.run(collector, seconds(120));
        assertThat(rig.availability).allMatch(told -> told.state() == Availability.State.AVAILABLE);
        assertThat(rig.rows).hasSize(40);
        device.requests.clear();
        rig.run(collector, seconds(60));
        assertThat(device.requests).allMatch(request -> request.oids().size() <= 6);
    }

    @Test
    void anOidThatADeviceHangsOnSpoilsItselfAlone() {
        FakeDevice device = rig.device(A);
        device.silentFor = oid(7);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 20, 60));
        rig.run(collector, seconds(120));
        assertThat(rig.availability).allMatch(told -> told.state() == Availability.State.AVAILABLE);
        assertThat(rig.rowsOf(7)).isNotEmpty().allMatch(row -> row.text().endsWith("for this OID alone"));
        assertThat(rig.rowsOf(6)).hasSize(2);
        assertThat(rig.rowsOf(20)).hasSize(2);
        device.requests.clear();
        rig.run(collector, seconds(60));
        assertThat(device.requests.stream().map(request -> request.oids().size()))
                .containsExactly(10, 9, 1, 1, 1);
    }

    @Test
    void anOidThatADeviceBeginsToHangOnCostsTheOthersOneRoundAtMost() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 20, 60));
        rig.run(collector, seconds(120));
        device.silentFor = oid(7);
        rig.run(collector, seconds(300));
        assertThat(rig.rowsOf(7)).hasSizeGreaterThan(4);
        assertThat(rig.rowsOf(20).size()).isGreaterThanOrEqualTo(6);
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.AVAILABLE);
    }

    @Test
    void aDatagramTooLongForTheSocketIsNoDeadDevice() {
        FakeDevice device = rig.device(A);
        rig.mostBytes = 1_400;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 200, 1, 200, 60));
        rig.run(collector, seconds(60));
        assertThat(rig.rows).hasSize(200);
        assertThat(rig.availability).allMatch(told -> told.state() == Availability.State.AVAILABLE);
        assertThat(device.requests).hasSizeLessThan(8);
    }

    @Test
    void aDeviceWithoutARouteIsUnavailableWithThatReason() {
        rig.device(A);
        rig.mostBytes = 0;
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 3, 10));
        rig.run(collector, seconds(30));
        assertThat(rig.availability).hasSize(1);
        assertThat(rig.availability.getFirst().reason()).isEqualTo("cannot send to 127.1.0.1:1161: Message too long");
        rig.mostBytes = Integer.MAX_VALUE;
        rig.run(collector, seconds(20));
        assertThat(rig.availability.getLast().state()).isEqualTo(Availability.State.AVAILABLE);
        assertThat(rig.rows).isNotEmpty();
    }

    @Test
    void aLostDatagramIsRepeatedAndNothingElse() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 30, 10));
        rig.run(collector, seconds(10));
        device.dropNext = 1;
        rig.run(collector, seconds(10));
        assertThat(rig.rows).hasSize(60);
        assertThat(collector.counters().retries().value()).isEqualTo(1);
        assertThat(collector.counters().shrinks().value()).isZero();
    }

    @Test
    void theAnswersUptimeIsToldWhereItWasAskedFor() {
        FakeDevice device = rig.device(A);
        device.values.put("1.3.6.1.2.1.1.3.0", new Binding("1.3.6.1.2.1.1.3.0", Ber.TIME_TICKS, 4711, new byte[0]));
        Collector collector = rig.collector();
        collector.apply(Rig.host(
                1,
                List.of(Rig.snmp(10, A, 10)),
                List.of(
                        Rig.item(1, 1, 10, oid(1), Rig.every(10)),
                        Rig.item(2, 1, 10, ".1.3.6.1.2.1.1.3.0", Rig.every(10)),
                        Rig.item(3, 1, 10, oid(3), Rig.every(30)))));
        rig.run(collector, seconds(10));
        assertThat(rig.uptimes).contains(4711L);
    }

    /// manubulon-snmp#62, Cacti#3901: a line card that is reset tells so by
    /// ifCounterDiscontinuityTime.
    @Test
    void aCounterGoesWithItsInterfacesDiscontinuityTimeOfTheSameAnswer() {
        FakeDevice device = rig.device(A);
        String table = "1.3.6.1.2.1.31.1.1.1.";
        device.values.put(table + "19.1", new Binding(table + "19.1", Ber.TIME_TICKS, 700, new byte[0]));
        device.values.put(table + "19.2", Binding.empty(table + "19.2", Ber.NO_SUCH_INSTANCE));
        List<String> oids = List.of(
                table + "6.1", "1.3.6.1.2.1.2.2.1.14.1", table + "6.2", table + "19.2", table + "19.1", table + "6.11");
        List<Item> items = new ArrayList<>();
        for (String oid : oids) {
            items.add(Rig.item(items.size() + 1L, 1, 10, oid, Rig.every(10)));
        }
        Collector collector = rig.collector();
        collector.apply(Rig.host(1, List.of(Rig.snmp(10, A, 10)), items));
        rig.run(collector, seconds(10));
        assertThat(rig.rows.stream().map(Rig.Row::itemId)).containsExactly(3L, 4L, 6L, 1L, 2L, 5L);
        assertThat(rig.discontinuities).containsExactly(-1L, 700L);
        assertThat(rig.rows.stream().map(Rig.Row::epochNanos).distinct()).hasSize(1);
    }

    /// snmp_exporter#322: an item of numbers takes a date as seconds since the epoch.
    @Test
    void aDateIsANumberWhereTheItemWantsOne() {
        FakeDevice device = rig.device(A);
        device.values.put(
                oid(1), Binding.of(oid(1), Ber.OCTET_STRING, new byte[] {7, (byte) 0xE8, 2, 29, 23, 59, 59, 9}));
        device.values.put(oid(2), Binding.of(oid(2), Ber.OCTET_STRING, new byte[8]));
        Host host = Rig.simpleHost(1, A, 10, 1, 3, 10);
        List<Item> items = host.items().stream()
                .map(item -> new Item(
                        item.id(),
                        item.hostId(),
                        item.key(),
                        item.name(),
                        item.type(),
                        item.interfaceId(),
                        item.oid(),
                        item.valueType(),
                        item.units(),
                        item.interval(),
                        item.steps(),
                        item.history(),
                        item.trends(),
                        item.tags(),
                        item.allowedHosts(),
                        item.masterItemId(),
                        new SnmpReading(true, true)))
                .toList();
        Collector collector = rig.collector();
        collector.apply(Rig.host(1, host.interfaces(), items));
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(1).getFirst().number()).isEqualTo(1_709_251_199);
        assertThat(rig.rowsOf(2).getFirst().text())
                .isEqualTo("The device answered with a date of zeros: it is not set");
        assertThat(rig.rowsOf(3).getFirst().type()).isEqualTo(WireType.COUNTER32);
    }

    /// ZBX-18885, ZBX-17178, telegraf PR#15439: long texts of many lines, and octets that are no
    /// text,
    /// arrive whole and harm no other.
    @Test
    void longTextsAndOctetsThatAreNoTextArriveWhole() {
        FakeDevice device = rig.device(A);
        byte[] text = ("a line\r\n" + "\t of text \0").repeat(500).getBytes(StandardCharsets.UTF_8);
        device.values.put(oid(1), Binding.of(oid(1), Ber.OCTET_STRING, text));
        device.values.put(oid(2), Binding.of(oid(2), Ber.OCTET_STRING, new byte[] {(byte) 0xC3, 0x28, 0x41}));
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 3, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(1).getFirst().text()).isEqualTo(new String(text, StandardCharsets.UTF_8));
        assertThat(rig.rowsOf(2).getFirst().type()).isEqualTo(WireType.OCTET_STRING);
        assertThat(rig.rowsOf(3).getFirst().type()).isEqualTo(WireType.COUNTER32);
    }

    @Test
    void timesOfOneReplyAreOneAndGrowEvenWhenTheWallClockStepsBack() {
        rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.run(collector, seconds(30));
        rig.wallOffset -= 3_600 * SECONDS;
        rig.run(collector, seconds(30));
        assertThat(rig.rowsOf(1)).hasSize(6);
        List<Rig.Row> rows = rig.rowsOf(1);
        for (int i = 1; i < rows.size(); i++) {
            assertThat(rows.get(i).epochNanos()).isGreaterThan(rows.get(i - 1).epochNanos());
            assertThat(rows.get(i).monotonicNanos() - rows.get(i - 1).monotonicNanos())
                    .isBetween(9_900 * MILLIS, 10_100 * MILLIS);
        }
        assertThat(rows.get(3).epochNanos()).isEqualTo(rows.get(2).epochNanos() + MILLIS);
        assertThat(rows).allMatch(row -> row.epochNanos() % MILLIS == 0);
        assertThat(collector.counters().clockSteps().value()).isEqualTo(1);
    }

    @Test
    void timesGoOnFromWhatIsStoredAfterARestart() {
        rig.device(A);
        long future = rig.nanos + rig.wallOffset + 600 * SECONDS;
        rig.stored.put(1L, future);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 1, 10));
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(1).getFirst().epochNanos()).isEqualTo(future - future % MILLIS + MILLIS);
    }

    @Test
    void aFullSocketDelaysAndLosesNothing() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 30, 10));
        rig.socketRoom = 1;
        rig.run(collector, Duration.ofMillis(10_100));
        assertThat(device.requests).hasSize(1);
        rig.socketRoom = Integer.MAX_VALUE;
        rig.run(collector, seconds(2));
        assertThat(rig.rows).hasSize(30);
    }

    @Test
    void whileDownstreamIsFullNothingIsAskedAndTheQueueTellsSo() {
        FakeDevice device = rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 30, 10));
        rig.accepting = false;
        rig.run(collector, seconds(40));
        assertThat(device.requests).isEmpty();
        assertThat(collector.queue().atLeast(5)).isEqualTo(30);
        assertThat(collector.queue().thirtySeconds()).isEqualTo(30);
        assertThat(collector.counters().skipped().value()).isEqualTo(90);
        rig.accepting = true;
        rig.run(collector, Duration.ofMillis(500));
        // One run, not four.
        assertThat(rig.rows).hasSize(30);
        assertThat(collector.counters().late().value()).isEqualTo(30);
        assertThat(collector.queue()).isEqualTo(QueueByDelay.EMPTY);
    }

    @Test
    void malformedDatagramsAreCountedAndHarmNothing() {
        rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 10, 1, 10, 10));
        rig.inject(rig.nanos, new byte[0], Rig.at(A));
        rig.inject(rig.nanos, new byte[] {0x30, 5, 1, 2}, Rig.at(A));
        rig.inject(rig.nanos, "hello".getBytes(StandardCharsets.UTF_8), Rig.at(A));
        rig.run(collector, seconds(10));
        assertThat(collector.counters().malformed().value()).isEqualTo(3);
        assertThat(rig.rows).hasSize(10);
    }

    @Test
    void anItemWithAnOidThatIsNoneGetsItsReasonAndTheOthersTheirValues() {
        rig.device(A);
        Collector collector = rig.collector();
        Item bad = Rig.item(2, 1, 10, "1.3.6.one", Rig.every(10));
        Item lost = Rig.item(3, 1, 99, oid(3), Rig.every(10));
        Host host = Rig.host(
                1, List.of(Rig.snmp(10, A, 10)), List.of(Rig.item(1, 1, 10, oid(1), Rig.every(10)), bad, lost));
        collector.apply(host);
        rig.run(collector, seconds(10));
        assertThat(rig.rowsOf(1).getFirst().type()).isEqualTo(WireType.COUNTER32);
        assertThat(rig.rowsOf(2).getFirst().text()).contains("'one'");
        assertThat(rig.rowsOf(3).getFirst().text()).contains("no interface 99");
    }
}
