package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import zonda.collector.Collector;
import zonda.collector.CollectorSettings;
import zonda.collector.InternalSource;
import zonda.collector.NameResolver;
import zonda.collector.PollObserver;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.RawBatch;
import zonda.model.SnmpInterface;
import zonda.model.SnmpSecurity;
import zonda.model.UpdateInterval;
import zonda.model.WireType;
import zonda.runtime.LocalMachine;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// Each quirk of `zonda devices --quirk`, polled by the product's collector over real UDP: all
/// devices at once, one of each kind. What a value has to be, its object tells.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OddDevicesTest {
    private static final int GETS = 25;
    private static final int ROWS = 40;
    private static final long WALK = 999;
    private static final long UPTIME = 998;
    private static final int ROUNDS = 5;
    private static final String TABLE = "1.3.6.1.2.1.2.2.1.1.";

    /// The devices, in the order of their addresses: recordings are served in the order of names.
    private enum Odd {
        CLOCK("resetting-clock=2"),
        DEAD("silent"),
        DUPLICATE("duplicate"),
        EMPTY("zero-length-integers"),
        FOREIGN("foreign-source"),
        LATE("late=1300"),
        LOOPING("looping"),
        PLAIN(""),
        QUIET("silent=4"),
        REPORT("wrong-report-id=77"),
        SHORT("short-answers=7"),
        SLOW("slow=350"),
        TOO_BIG("empty-too-big=6"),
        UNORDERED("unordered");

        private final String quirk;

        Odd(String quirk) {
            this.quirk = quirk;
        }
    }

    private record Row(long hostId, long object, long nanos, WireType type, long number, String text, long uptime) {}

    private final ServedRecordings devices;
    private final Machine.Running running;
    private final List<Row> rows = new CopyOnWriteArrayList<>();
    private final List<Availability> availability = new CopyOnWriteArrayList<>();

    OddDevicesTest(@TempDir Path folder) throws IOException {
        List<String> quirks = new ArrayList<>();
        for (Odd odd : Odd.values()) {
            Files.writeString(folder.resolve(odd.name() + ".snmprec"), recording(odd == Odd.UNORDERED));
            if (!odd.quirk.isEmpty()) {
                quirks.add(odd.quirk + "@" + odd.name());
            }
        }
        devices = ServedRecordings.growing(folder, quirks.toArray(String[]::new));
        Machine machine = new LocalMachine(folder, ZoneId.of("UTC"), (where, fault) -> {
            throw new IllegalStateException(where, fault);
        });
        Shard shard = machine.newShard(0, "poller", 4_096);
        Collector collector = new Collector(
                machine.monotonicClock(),
                machine.wallClock(),
                List.of(machine.datagrams(shard).open(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0))),
                new ItemSlots(),
                this::take,
                availability::add,
                () -> true,
                (hostId, key) -> new InternalSource.Answer.NotSupported("none here"),
                itemId -> 0,
                machine.errands(),
                shard::offer,
                NameResolver.system(),
                CollectorSettings.defaults(),
                PollObserver.NONE);
        shard.add(collector);
        running = machine.run(shard);
        for (Odd odd : Odd.values()) {
            shard.offer(() -> collector.apply(host(odd, 0, false)));
        }
        // The same device at another of its addresses, and believed from there.
        shard.offer(() -> collector.apply(host(Odd.FOREIGN, Odd.values().length, true)));
    }

    @AfterAll
    void stop() {
        running.close();
        devices.close();
    }

    private static String recording(boolean backwards) {
        List<String> lines = new ArrayList<>(List.of("1.3.6.1.2.1.1.3.0|67|500"));
        IntStream.rangeClosed(1, GETS).forEach(i -> lines.add("1.3.6.1.2.1.2.2.1.4." + i + "|2|" + (10_000 + i)));
        List<String> table = new ArrayList<>();
        IntStream.rangeClosed(1, ROWS).forEach(i -> table.add(TABLE + i + "|2|" + i));
        if (backwards) {
            java.util.Collections.swap(table, 3, 30);
            java.util.Collections.swap(table, 11, 20);
        }
        table.addAll(lines);
        return String.join("\n", backwards ? table : table.reversed()) + "\n";
    }

    private Host host(Odd odd, int further, boolean anySource) {
        long id = odd.ordinal() + further + 1L;
        String address = "127.0.0." + id;
        boolean version3 = odd == Odd.CLOCK || odd == Odd.REPORT;
        SnmpSecurity security = version3
                ? new SnmpSecurity.User(
                        "sha256-aes128",
                        SnmpSecurity.Auth.SHA256,
                        "zonda-devices",
                        SnmpSecurity.Priv.AES128,
                        "zonda-devices",
                        "",
                        "")
                : new SnmpSecurity.Community(false, "public");
        SnmpInterface face = new SnmpInterface(
                id, address, devices.port(), security, 10, 25, Duration.ofMillis(300), 2, Duration.ZERO, anySource);
        List<Item> items = new ArrayList<>();
        for (int i = 1; i <= objects(odd); i++) {
            items.add(item(id, i, "1.3.6.1.2.1.2.2.1.4." + i, ItemValueType.UNSIGNED));
        }
        if (odd == Odd.SLOW || odd == Odd.LATE) {
            return new Host(id, address, address, List.of(), List.of(face), items, List.of(), List.of(), 1);
        }
        items.add(item(id, UPTIME, "1.3.6.1.2.1.1.3.0", ItemValueType.UNSIGNED));
        items.add(item(id, WALK, "walk[1.3.6.1.2.1.2.2.1.1]", ItemValueType.TEXT));
        return new Host(id, address, address, List.of(), List.of(face), items, List.of(), List.of(), 1);
    }

    /// A device that takes longer than the time-out has time for a few in an interval.
    private static int objects(Odd odd) {
        return switch (odd) {
            case SLOW -> 1;
            case LATE -> 12;
            case CLOCK, DEAD, DUPLICATE, EMPTY, FOREIGN, LOOPING, PLAIN, QUIET, REPORT, SHORT, TOO_BIG, UNORDERED ->
                GETS;
        };
    }

    private static Item item(long hostId, long object, String oid, ItemValueType type) {
        return new Item(
                hostId * 1_000 + object,
                hostId,
                "item[" + object + "]",
                "item " + object,
                ItemType.SNMP_AGENT,
                hostId,
                oid,
                type,
                "",
                UpdateInterval.every(Duration.ofSeconds(1)),
                List.of(),
                Duration.ofDays(1),
                Duration.ofDays(1),
                List.of());
    }

    /// On the shard's thread.
    private void take(RawBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            WireType type = batch.wireType(i);
            rows.add(new Row(
                    batch.itemIds[i] / 1_000,
                    batch.itemIds[i] % 1_000,
                    batch.epochNanos[i],
                    type,
                    type.isSlice() ? 0 : batch.bits[i],
                    type.isSlice() ? batch.text(i) : "",
                    batch.uptimeTicks));
        }
    }

    private List<Row> of(long hostId, long object) {
        return rows.stream()
                .filter(row -> row.hostId() == hostId && row.object() == object)
                .toList();
    }

    /// Waits for five values of each object, and looks whether each is the object's own.
    private void isReadInFull(Odd odd) {
        isReadInFull(odd.ordinal() + 1L, objects(odd));
    }

    private void isReadInFull(long hostId, int objects) {
        for (int i = 1; i <= objects; i++) {
            int object = i;
            List<Row> seen = Waiting.until(
                    ROUNDS + " values of object " + i + " of device " + hostId,
                    () -> of(hostId, object),
                    list -> list.size() >= ROUNDS);
            assertThat(seen).allMatch(row -> row.type() == WireType.INTEGER && row.number() == 10_000 + object);
        }
    }

    /// Waits for a walk that is whole.
    private void isWalkedInFull(Odd odd) {
        String wanted = IntStream.rangeClosed(1, ROWS)
                .mapToObj(i -> "." + TABLE + i + " = INTEGER: " + i)
                .sorted()
                .collect(Collectors.joining("\n"));
        List<Row> walks =
                Waiting.until("a walk of " + odd, () -> of(odd.ordinal() + 1L, WALK), list -> !list.isEmpty());
        assertThat(walks)
                .allMatch(row -> row.text()
                        .lines()
                        .sorted()
                        .collect(Collectors.joining("\n"))
                        .equals(wanted));
    }

    @Test
    void aPlainDeviceIsReadInFull() {
        isReadInFull(Odd.PLAIN);
        isWalkedInFull(Odd.PLAIN);
    }

    @Test
    void anUnorderedDeviceIsWalkedInFull() {
        isWalkedInFull(Odd.UNORDERED);
    }

    @Test
    void aLoopingDeviceIsWalkedOnceAround() {
        isReadInFull(Odd.LOOPING);
        isWalkedInFull(Odd.LOOPING);
    }

    @Test
    void whatAShortAnswerLacksIsAskedForAgain() {
        isReadInFull(Odd.SHORT);
        isWalkedInFull(Odd.SHORT);
    }

    @Test
    void anEmptyTooBigMakesRequestsSmaller() {
        isReadInFull(Odd.TOO_BIG);
        isWalkedInFull(Odd.TOO_BIG);
    }

    @Test
    void integersWithoutContentAreNeverZeroAndLoseNoRow() {
        isReadInFull(Odd.EMPTY);
        isWalkedInFull(Odd.EMPTY);
    }

    @Test
    void anAnswerFromAForeignSourceIsTakenOnlyWhereThatIsSet() {
        isReadInFull(Odd.FOREIGN.ordinal() + 1L + Odd.values().length, GETS);
        isUnavailable(Odd.FOREIGN);
    }

    @Test
    void reportsWithAnotherRequestIdAreUnderstood() {
        isReadInFull(Odd.REPORT);
        isWalkedInFull(Odd.REPORT);
    }

    @Test
    void aSlowDevicesLateAnswersSatisfyTheirOwnRequests() {
        isReadInFull(Odd.SLOW);
    }

    @Test
    void anAnswerThatComesAfterItsRequestWasGivenUpIsNobodys() {
        long id = Odd.LATE.ordinal() + 1L;
        List<Row> seen = Waiting.until(
                "values of a device whose answers are late",
                () -> rows.stream()
                        .filter(row -> row.hostId() == id && row.type() != WireType.NOT_SUPPORTED)
                        .toList(),
                list -> list.size() >= 2 * objects(Odd.LATE));
        assertThat(seen).allMatch(row -> row.number() == 10_000 + row.object());
    }

    @Test
    void aDuplicateAnswerCountsOnce() {
        isReadInFull(Odd.DUPLICATE);
        isWalkedInFull(Odd.DUPLICATE);
        List<Row> seen = of(Odd.DUPLICATE.ordinal() + 1L, 1);
        for (int i = 1; i < seen.size(); i++) {
            assertThat(seen.get(i).nanos() - seen.get(i - 1).nanos()).isGreaterThan(300_000_000L);
        }
    }

    @Test
    void aDeviceThatIsSilentToLargeRequestsIsReadInSmallerOnes() {
        isReadInFull(Odd.QUIET);
        isWalkedInFull(Odd.QUIET);
    }

    @Test
    void aSilentDeviceIsUnavailable() {
        isUnavailable(Odd.DEAD);
    }

    private void isUnavailable(Odd odd) {
        long id = odd.ordinal() + 1L;
        Waiting.until(
                odd + " is unavailable",
                () -> availability.stream()
                        .anyMatch(each -> each.hostId() == id && each.state() == Availability.State.UNAVAILABLE));
        assertThat(rows).noneMatch(row -> row.hostId() == id && row.type() != WireType.NOT_SUPPORTED);
    }

    /// The time of its engine jumps by days to and fro, and its own begins anew every two seconds.
    @Test
    void aDeviceWhoseClockBeginsAnewIsReadOn() {
        isReadInFull(Odd.CLOCK);
        long id = Odd.CLOCK.ordinal() + 1L;
        List<Row> uptimes =
                Waiting.until("a clock that went back twice", () -> of(id, UPTIME), list -> stepsBack(list) >= 2);
        assertThat(uptimes).allMatch(row -> row.number() >= 500 && row.number() < 500 + 200);
        assertThat(availability)
                .noneMatch(each -> each.hostId() == id && each.state() == Availability.State.UNAVAILABLE);
    }

    private static int stepsBack(List<Row> list) {
        int steps = 0;
        for (int i = 1; i < list.size(); i++) {
            steps += list.get(i).number() < list.get(i - 1).number() ? 1 : 0;
        }
        return steps;
    }
}
