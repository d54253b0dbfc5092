package zonda.testing.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import zonda.collector.Collector;
import zonda.collector.CollectorCounters;
import zonda.collector.CollectorSettings;
import zonda.collector.InternalSource;
import zonda.collector.NameResolver;
import zonda.collector.PollObserver;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.RawBatch;
import zonda.model.Slices;
import zonda.model.SnmpInterface;
import zonda.model.SnmpSecurity;
import zonda.model.UpdateInterval;
import zonda.runtime.Counter;
import zonda.runtime.FaultHandler;
import zonda.runtime.LocalMachine;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// The poller of `zonda dev bench snmp`, a process of its own: the product's [Collector] on one
/// shard of the product's machine, its values counted and dropped. Words on standard input, each
/// answered by one line: `counts`, `refresh`.
final class PollerProcess {
    private static final long FIRST_ADDRESS = 0x7f01_0001L;
    private static final int[] COLUMNS = {6, 10, 7, 11, 8, 12, 9, 13};
    private static final long ALL_SECONDS = (1L << 60) - 1;

    private final Machine machine;
    private final Shard shard;
    private final Collector collector;
    private final PollerSettings settings;
    private final Machine.Running running;
    private final Counter lines = new Counter();
    private final Counter rows = new Counter();
    private volatile long lastNanos;

    private PollerProcess(PollerSettings settings) throws IOException {
        this.settings = settings;
        FaultHandler faults = (where, fault) -> {
            System.err.println(where + ": " + fault);
            Runtime.getRuntime().halt(1);
        };
        machine = new LocalMachine(Path.of("").toAbsolutePath(), ZoneId.of("UTC"), faults);
        shard = machine.newShard(0, "poller", 65_536);
        CollectorSettings usual = CollectorSettings.defaults();
        collector = new Collector(
                machine.monotonicClock(),
                machine.wallClock(),
                List.of(machine.datagrams(shard).open(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0))),
                new ItemSlots(),
                this::count,
                availability -> {},
                () -> true,
                (hostId, key) -> new InternalSource.Answer.NotSupported("none here"),
                itemId -> 0,
                machine.errands(),
                shard::offer,
                NameResolver.system(),
                new CollectorSettings(
                        settings.window(),
                        usual.sendsPerTurn(),
                        usual.receivesPerTurn(),
                        usual.timersPerTurn(),
                        usual.unavailableDelayLeast(),
                        usual.unavailableDelay(),
                        usual.nameRefresh()),
                PollObserver.NONE);
        shard.add(collector);
        running = machine.run(shard);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        PollerProcess process = new PollerProcess(PollerSettings.parse(arguments));
        process.configure();
        System.out.println("ready");
        process.listen();
    }

    private void count(RawBatch batch) {
        if (settings.walks()) {
            long found = 0;
            for (int row = 0; row < batch.size(); row++) {
                int offset = Slices.offset(batch.bits[row]);
                int end = offset + Slices.length(batch.bits[row]);
                found += end > offset ? 1 : 0;
                for (int at = offset; at < end; at++) {
                    found += batch.arena[at] == '\n' ? 1 : 0;
                }
            }
            lines.add(found);
        }
        lastNanos = System.nanoTime();
        // Last: who waits for the rows reads the others after them.
        rows.add(batch.size());
    }

    /// Hands over the hosts in the shard's own thread, some at a time.
    private void configure() throws InterruptedException {
        for (int device = 0; device < settings.devices(); device++) {
            Host host = host(device);
            while (!shard.offer(() -> collector.apply(host))) {
                Thread.sleep(1);
            }
        }
        while (collector.counters().interfaces().value() < settings.devices()) {
            Thread.sleep(1);
        }
    }

    private Host host(int device) {
        long id = device + 1L;
        long address = FIRST_ADDRESS + device;
        String text = (address >>> 24) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "."
                + (address & 0xff);
        SnmpInterface face = new SnmpInterface(
                id,
                text,
                settings.port(),
                security(),
                settings.varbinds(),
                settings.repetitions(),
                Duration.ofMillis(settings.timeoutMillis()),
                2,
                Duration.ZERO,
                false);
        List<Item> items = new ArrayList<>();
        UpdateInterval interval = settings.walks()
                ? new UpdateInterval(
                        Duration.ZERO,
                        List.of(),
                        List.of(new UpdateInterval.Scheduled(
                                -2, 0xfe, 0xff_ffff, ALL_SECONDS, seconds(settings.interval()))))
                : UpdateInterval.every(Duration.ofSeconds(settings.interval()));
        int count = settings.walks() ? 1 : settings.items();
        for (int i = 0; i < count; i++) {
            String oid = settings.walks()
                    ? walk()
                    : "1.3.6.1.2.1.31.1.1.1." + COLUMNS[i % 2 + i / 96 * 2] + "." + (i / 2 % 48 + 1);
            items.add(new Item(
                    id * 1_000 + i,
                    id,
                    "item[" + i + "]",
                    "item " + i,
                    ItemType.SNMP_AGENT,
                    id,
                    oid,
                    settings.walks() ? ItemValueType.TEXT : ItemValueType.UNSIGNED,
                    "",
                    interval,
                    List.of(),
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    List.of()));
        }
        return new Host(id, text, text, List.of(), List.of(face), items, List.of(), List.of(), 1);
    }

    private SnmpSecurity security() {
        if (!settings.version3()) {
            return new SnmpSecurity.Community(false, "public");
        }
        return new SnmpSecurity.User(
                "sha256-aes128",
                SnmpSecurity.Auth.SHA256,
                "zonda-devices",
                SnmpSecurity.Priv.AES128,
                "zonda-devices",
                "",
                "");
    }

    /// Twelve columns of ifTable and ifXTable.
    private static String walk() {
        StringBuilder oid = new StringBuilder("walk[");
        for (int column : new int[] {2, 5, 7, 8, 13, 14}) {
            oid.append("1.3.6.1.2.1.2.2.1.").append(column).append(',');
        }
        for (int column : new int[] {1, 6, 8, 10, 12, 15}) {
            oid.append("1.3.6.1.2.1.31.1.1.1.").append(column).append(column == 15 ? "]" : ",");
        }
        return oid.toString();
    }

    private static long seconds(int interval) {
        long mask = 0;
        for (int second = 0; second < 60; second += interval) {
            mask |= 1L << second;
        }
        return mask;
    }

    private void listen() throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(
                    switch (line) {
                        case "counts" -> counts();
                        case "refresh" -> refresh();
                        default -> "unknown: " + line;
                    });
            System.out.flush();
        }
        running.close();
    }

    private String counts() {
        CollectorCounters counters = collector.counters();
        return "counts " + counters.requests().value() + " "
                + counters.responses().value() + " " + rows.value() + " "
                + counters.scheduled().value() + " " + counters.achieved().value() + " "
                + (counters.skipped().value() + counters.givenUp().value()) + " "
                + counters.late().value() + " " + counters.timeouts().value() + " " + cpuNanos() + " "
                + running.allocatedBytes() + " " + System.nanoTime();
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /// Waits for the next moment at which all walk, and then until all have.
    private String refresh() throws InterruptedException {
        long period = settings.interval() * 1_000_000_000L;
        long now = machine.wallClock().epochNanos();
        long wait = period - now % period;
        Thread.sleep(Math.max(0, wait / 1_000_000 - 20));
        long rowsBefore = rows.value();
        long linesBefore = lines.value();
        long cpuBefore = cpuNanos();
        long moment = System.nanoTime() + (period - machine.wallClock().epochNanos() % period);
        long patience = moment + period - 500_000_000L;
        while (rows.value() - rowsBefore < settings.devices() && System.nanoTime() < patience) {
            Thread.sleep(1);
        }
        return "refresh " + (rows.value() - rowsBefore) + " " + (lines.value() - linesBefore) + " "
                + (lastNanos - moment) / 1_000 + " " + (cpuNanos() - cpuBefore) / 1_000;
    }
}
