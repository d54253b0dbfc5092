package zonda.web;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import zonda.alerting.AcknowledgeOutcome;
import zonda.alerting.ProblemSnapshot;
import zonda.model.Acknowledgement;
import zonda.model.Availability;
import zonda.model.Event;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.LogValue;
import zonda.model.Problem;
import zonda.model.Severity;
import zonda.model.SnmpInterface;
import zonda.model.Tag;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.UpdateInterval;

/// A monitored world made up for tests and for work on the page: hosts of a few kinds, whose values
/// are functions of time, so that any range of history can be computed and nothing is stored.
public final class FakeWorld implements MonitoringView {
    public static final long SECOND = 1_000_000_000L;

    private final LongSupplier clock;
    private final long beganNanos;
    private final List<Host> hosts = new ArrayList<>();
    private final Map<Long, Host> hostsById = new LinkedHashMap<>();
    private final Map<Long, Item> itemsById = new LinkedHashMap<>();
    private final Map<Long, Trigger> triggersById = new LinkedHashMap<>();
    private final Map<Long, String> errors = new LinkedHashMap<>();
    private final TreeMap<Long, Problem> problems = new TreeMap<>();
    private volatile ProblemSnapshot snapshot = ProblemSnapshot.empty();
    public volatile Pulse pulse = new Pulse(LogState.WRITING, "", 1_250, 3, 0.31);
    public volatile boolean broken;
    private long nextId = 1;
    private long nextEventId = 900_000;

    /// @param clock nanoseconds since the epoch
    /// @param past how far history reaches back from now
    public FakeWorld(int hostCount, LongSupplier clock, Duration past) {
        this.clock = clock;
        this.beganNanos = clock.getAsLong() - past.toNanos();
        addServer();
        for (int i = 1; i < hostCount; i++) {
            addHost(i);
        }
    }

    private void addServer() {
        long hostId = nextId++;
        List<Item> items = new ArrayList<>();
        add(items, hostId, "zabbix[wcache,values]", "Values processed per second", "vps", ItemValueType.FLOAT, 1);
        add(items, hostId, "zabbix[queue,10s]", "Queue over 10 seconds", "", ItemValueType.UNSIGNED, 1);
        addHost(new Host(
                hostId, "zonda", "Zonda server", List.of("Servers"), List.of(), items, List.of(), List.of(), 1));
    }

    private void addHost(int i) {
        long hostId = nextId++;
        String kind = switch (i % 4) {
            case 0 -> "core-router";
            case 1 -> "access-switch";
            case 2 -> "ups";
            default -> "linux";
        };
        String name = String.format(Locale.ROOT, "%s-%02d", kind, i / 4 + 1);
        long interfaceId = nextId++;
        SnmpInterface address = new SnmpInterface(
                interfaceId, "127.0." + i / 250 + "." + (i % 250 + 1), 1161, "public", 10, Duration.ofSeconds(1), 1);
        List<Item> items = new ArrayList<>();
        switch (i % 4) {
            case 0, 1 -> addPorts(items, hostId);
            case 2 -> addPower(items, hostId);
            default -> addMachine(items, hostId);
        }
        add(items, hostId, "sysUpTime", "Uptime", "uptime", ItemValueType.UNSIGNED, 30);
        add(items, hostId, "sysDescr", "System description", "", ItemValueType.CHARACTER, 300);
        List<Trigger> triggers = List.of(
                trigger(
                        hostId,
                        name,
                        items.getFirst(),
                        "High value of " + items.getFirst().name(),
                        Severity.WARNING),
                trigger(hostId, name, items.getLast(), "No SNMP data from " + name, Severity.HIGH));
        addHost(new Host(
                hostId,
                name,
                name,
                List.of(i % 4 < 2 ? "Network" : i % 4 == 2 ? "Power" : "Servers", "Site " + (char) ('A' + i % 5)),
                List.of(address),
                items,
                triggers,
                List.of(new Tag("class", kind)),
                1));
    }

    private void addHost(Host host) {
        hosts.add(host);
        hostsById.put(host.id(), host);
        host.items().forEach(item -> itemsById.put(item.id(), item));
        host.triggers().forEach(trigger -> triggersById.put(trigger.id(), trigger));
    }

    private void addPorts(List<Item> items, long hostId) {
        for (int port = 1; port <= 4; port++) {
            String name = "Gi0/" + port;
            add(
                    items,
                    hostId,
                    "ifHCInOctets[" + port + "]",
                    name + ": Bits received",
                    "bps",
                    ItemValueType.UNSIGNED,
                    1);
            add(items, hostId, "ifHCOutOctets[" + port + "]", name + ": Bits sent", "bps", ItemValueType.UNSIGNED, 1);
            add(
                    items,
                    hostId,
                    "ifOperStatus[" + port + "]",
                    name + ": Operational status",
                    "",
                    ItemValueType.UNSIGNED,
                    10);
        }
        add(items, hostId, "cpmCPUTotal", "CPU utilization", "%", ItemValueType.FLOAT, 5);
        add(items, hostId, "entSensor[1]", "Chassis temperature", "°C", ItemValueType.FLOAT, 10);
    }

    private void addPower(List<Item> items, long hostId) {
        add(items, hostId, "upsCharge", "Battery charge", "%", ItemValueType.FLOAT, 10);
        add(items, hostId, "upsInput", "Input voltage", "V", ItemValueType.FLOAT, 5);
        add(items, hostId, "upsLoad", "Output power", "W", ItemValueType.FLOAT, 5);
        add(items, hostId, "upsLeft", "Runtime left", "s", ItemValueType.FLOAT, 30);
    }

    private void addMachine(List<Item> items, long hostId) {
        add(items, hostId, "hrCpu", "CPU utilization", "%", ItemValueType.FLOAT, 2);
        add(items, hostId, "hrMemUsed", "Memory used", "B", ItemValueType.UNSIGNED, 5);
        add(items, hostId, "hrStorage[/]", "/: Space used", "%", ItemValueType.FLOAT, 10);
        add(items, hostId, "icmppingsec", "ICMP response time", "s", ItemValueType.FLOAT, 5);
        add(items, hostId, "ifHCInOctets[1]", "eth0: Bits received", "bps", ItemValueType.UNSIGNED, 2);
        add(items, hostId, "ifHCOutOctets[1]", "eth0: Bits sent", "bps", ItemValueType.UNSIGNED, 2);
        add(items, hostId, "syslog", "Messages", "", ItemValueType.LOG, 20);
    }

    private void add(
            List<Item> items, long hostId, String key, String name, String units, ItemValueType type, int seconds) {
        items.add(new Item(
                nextId++,
                hostId,
                key,
                name,
                hostId == 1 ? ItemType.INTERNAL : ItemType.SNMP_AGENT,
                hostId == 1 ? 0 : hostId + 1,
                hostId == 1 ? "" : "1.3.6.1.2.1.31.1.1.1.6.1",
                type,
                units,
                UpdateInterval.every(Duration.ofSeconds(seconds)),
                List.of(),
                Duration.ofDays(7),
                Duration.ofDays(365),
                List.of(new Tag("component", "fake"))));
    }

    private Trigger trigger(long hostId, String host, Item item, String name, Severity severity) {
        return new Trigger(
                nextId++,
                hostId,
                name,
                "last(/" + host + "/" + item.key() + ")>5",
                "",
                severity,
                severity == Severity.WARNING,
                "Now {ITEM.LASTVALUE1}",
                List.of(new Trigger.ItemReference(host, item.key(), item.id(), hostId, item.valueType())),
                List.of(new Tag("scope", "performance")));
    }

    // ---- what tests change ----

    /// Opens a problem of a host's trigger.
    public synchronized long open(Host host, int trigger, Severity severity, long secondsAgo) {
        Trigger of = host.triggers().get(trigger);
        long id = nextEventId++;
        Event event = new Event(
                id,
                of.id(),
                host.id(),
                true,
                clock.getAsLong() - secondsAgo * SECOND,
                0,
                severity,
                of.name(),
                TriggerTransition.Cause.VALUE,
                of.tags());
        problems.put(id, new Problem(event, severity, 0, 0, false, List.of()));
        publish();
        return id;
    }

    public synchronized void resolve(long eventId) {
        problems.computeIfPresent(
                eventId,
                (_, p) -> new Problem(
                        p.event(),
                        p.severity(),
                        nextEventId++,
                        clock.getAsLong(),
                        p.acknowledged(),
                        p.acknowledgements()));
        publish();
    }

    public synchronized void fail(long itemId, String reason) {
        errors.put(itemId, reason);
    }

    private void publish() {
        int[] counts = new int[6];
        for (Problem problem : problems.values()) {
            if (problem.isOpen()) {
                counts[problem.severity().code()]++;
            }
        }
        List<Integer> bySeverity = new ArrayList<>();
        for (int count : counts) {
            bySeverity.add(count);
        }
        snapshot = new ProblemSnapshot(
                snapshot.version() + 1, Collections.unmodifiableNavigableMap(new TreeMap<>(problems)), bySeverity);
    }

    // ---- values ----

    private static long intervalNanos(Item item) {
        return item.interval().interval().toNanos();
    }

    private static double noise(long seed) {
        long h = seed * 0x9E3779B97F4A7C15L;
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h ^= h >>> 27;
        return (h >>> 11) / (double) (1L << 53);
    }

    public ItemValue valueAt(Item item, long nanos) {
        double seconds = nanos / (double) SECOND;
        double phase = noise(item.id()) * 6.28;
        double slow = Math.sin(seconds / 140 + phase) * 0.5 + Math.sin(seconds / 900 + phase * 3) * 0.3;
        double jitter = noise(item.id() * 31 + nanos / intervalNanos(item)) - 0.5;
        double size = 0.3 + noise(item.id() + 7);
        return switch (item.valueType()) {
            case FLOAT -> new ItemValue.Real(round(real(item, slow, jitter, size)));
            case UNSIGNED -> new ItemValue.Unsigned(whole(item, slow, jitter, size, nanos));
            case CHARACTER, TEXT -> new ItemValue.Text("Zonda simulated device, version 1." + item.id());
            case LOG ->
                new ItemValue.Log(new LogValue(
                        "sshd[" + (1000 + (nanos / SECOND) % 9000) + "]: session opened",
                        "syslog",
                        1,
                        7,
                        nanos / SECOND));
            case BINARY -> new ItemValue.Binary("bytes".getBytes(StandardCharsets.UTF_8));
        };
    }

    private static double round(double value) {
        return Math.abs(value) < 1 ? value : Math.round(value * 100) / 100.0;
    }

    private static double real(Item item, double slow, double jitter, double size) {
        return switch (item.units()) {
            case "%" -> Math.clamp(45 * size + 25 * slow + 9 * jitter, 0, 100);
            case "°C" -> 38 + 6 * slow + jitter;
            case "V" -> 230 + 2.5 * slow + 2 * jitter;
            case "W" -> 1800 * size + 300 * slow + 90 * jitter;
            case "s" ->
                item.key().startsWith("icmp")
                        ? 0.004 + 0.002 * Math.abs(slow) + 0.003 * Math.abs(jitter)
                        : 2400 + 300 * slow;
            case "vps" -> 1200 + 160 * slow + 60 * jitter;
            default -> 10 + 5 * slow + jitter;
        };
    }

    private static long whole(Item item, double slow, double jitter, double size, long nanos) {
        return switch (item.units()) {
            case "bps" -> (long) Math.max(0, 420e6 * size * (1 + 0.75 * slow + 0.25 * jitter));
            case "B" -> (long) (6.5e9 * size + 1.2e9 * slow + 2e8 * jitter);
            case "uptime" -> nanos / SECOND % 8_640_000;
            default -> item.key().startsWith("ifOper") ? 1 : (long) Math.max(0, 4 * jitter + 1);
        };
    }

    @Override
    public List<Host> hosts() {
        return hosts;
    }

    @Override
    public Optional<Host> host(long hostId) {
        return Optional.ofNullable(hostsById.get(hostId));
    }

    @Override
    public Optional<Item> item(long itemId) {
        return Optional.ofNullable(itemsById.get(itemId));
    }

    @Override
    public Optional<Trigger> trigger(long triggerId) {
        return Optional.ofNullable(triggersById.get(triggerId));
    }

    @Override
    public ItemPage searchItems(ItemSearch search) {
        List<Item> found = new ArrayList<>();
        long total = 0;
        String[] words = search.text().toLowerCase(Locale.ROOT).trim().split("\\s+", -1);
        for (Host host : hosts) {
            if ((!search.hostIds().isEmpty() && !search.hostIds().contains(host.id()))
                    || (!search.groups().isEmpty() && Collections.disjoint(search.groups(), host.groups()))) {
                continue;
            }
            for (Item item : host.items()) {
                String all = (host.name() + " " + item.name() + " " + item.key()).toLowerCase(Locale.ROOT);
                boolean fits = true;
                for (String word : words) {
                    fits &= all.contains(word);
                }
                if (fits && total++ >= search.offset() && found.size() < search.limit()) {
                    found.add(item);
                }
            }
        }
        return new ItemPage(found, total, true);
    }

    @Override
    public synchronized List<LatestValue> latest(List<Long> itemIds) {
        List<LatestValue> out = new ArrayList<>();
        long now = clock.getAsLong();
        for (long id : itemIds) {
            Item item = itemsById.get(id);
            if (item != null) {
                String error = errors.getOrDefault(id, "");
                out.add(new LatestValue(id, history(id, beganNanos, now, 2, true), error));
            }
        }
        return out;
    }

    @Override
    public List<Sample> history(long itemId, long from, long to, int limit, boolean newestFirst) {
        Item item = itemsById.get(itemId);
        List<Sample> out = new ArrayList<>();
        if (item == null) {
            return out;
        }
        long step = intervalNanos(item);
        long phase = Math.floorMod(itemId * 37 * 1_000_000L, step);
        long first = Math.ceilDiv(Math.max(from, beganNanos) - phase, step);
        long last = Math.floorDiv(Math.min(to, clock.getAsLong()) - phase, step);
        for (long i = 0; i <= last - first && out.size() < limit; i++) {
            long at = (newestFirst ? last - i : first + i) * step + phase;
            out.add(new Sample(at, valueAt(item, at)));
        }
        return out;
    }

    @Override
    public Buckets trends(long itemId, long from, long to) {
        long hour = 3_600_000_000_000L;
        List<Sample> newest = history(itemId, from, to, 1, true);
        List<Sample> oldest = history(itemId, from, to, 1, false);
        if (newest.isEmpty() || oldest.isEmpty()) {
            return new Buckets(hour, new long[0], new double[0], new double[0], new double[0], new long[0]);
        }
        long start = Math.floorDiv(oldest.getFirst().epochNanos(), hour) * hour;
        long end = (Math.floorDiv(newest.getFirst().epochNanos(), hour) + 1) * hour;
        return buckets(itemId, start, end, (int) ((end - start) / hour));
    }

    @Override
    public Buckets buckets(long itemId, long from, long to, int buckets) {
        long step = (to - from) / buckets;
        Map<Long, double[]> found = new TreeMap<>();
        for (Sample sample : history(itemId, from, to - 1, 2_000_000, false)) {
            double value = sample.value().asDouble();
            double[] bucket = found.computeIfAbsent(Math.floorDiv(sample.epochNanos() - from, step), _ ->
                    new double[] {Double.MAX_VALUE, 0, -Double.MAX_VALUE, 0});
            bucket[0] = Math.min(bucket[0], value);
            bucket[1] += value;
            bucket[2] = Math.max(bucket[2], value);
            bucket[3]++;
        }
        List<double[]> rows = List.copyOf(found.values());
        return new Buckets(
                step,
                found.keySet().stream().mapToLong(i -> from + i * step).toArray(),
                rows.stream().mapToDouble(row -> row[0]).toArray(),
                rows.stream().mapToDouble(row -> row[1] / row[3]).toArray(),
                rows.stream().mapToDouble(row -> row[2]).toArray(),
                rows.stream().mapToLong(row -> (long) row[3]).toArray());
    }

    @Override
    public ProblemSnapshot problems() {
        if (broken) {
            throw new IllegalStateException("a broken world");
        }
        return snapshot;
    }

    @Override
    public synchronized AcknowledgeOutcome acknowledge(
            long eventId, String user, int action, String message, @Nullable Severity severity) {
        Problem problem = problems.get(eventId);
        if (problem == null) {
            return new AcknowledgeOutcome.Refused("no problem has the event id " + eventId);
        }
        boolean close = (action & Acknowledgement.CLOSE) != 0;
        if (close && !trigger(problem.event().triggerId()).orElseThrow().manualClose()) {
            return new AcknowledgeOutcome.Refused(
                    "the trigger of problem " + eventId + " does not allow manual closing");
        }
        Severity now = severity == null ? problem.severity() : severity;
        Acknowledgement done =
                new Acknowledgement(nextEventId++, eventId, user, clock.getAsLong(), action, message, now);
        List<Acknowledgement> all = new ArrayList<>(problem.acknowledgements());
        all.add(done);
        boolean taken = (action & Acknowledgement.UNACKNOWLEDGE) == 0
                && (problem.acknowledged() || (action & Acknowledgement.ACKNOWLEDGE) != 0);
        problems.put(
                eventId,
                new Problem(
                        problem.event(),
                        now,
                        close ? nextEventId++ : problem.recoveryEventId(),
                        close ? clock.getAsLong() : problem.recoveryEpochNanos(),
                        taken,
                        all));
        publish();
        return new AcknowledgeOutcome.Done(done);
    }

    @Override
    public List<Availability> availability() {
        return hosts.stream().flatMap(host -> availability(host.id()).stream()).toList();
    }

    @Override
    public List<Availability> availability(long hostId) {
        return host(hostId).stream()
                .flatMap(host -> host.interfaces().stream())
                .map(each -> {
                    String name = host(hostId).orElseThrow().name();
                    Availability.State state = name.endsWith("-03")
                            ? Availability.State.UNAVAILABLE
                            : name.endsWith("-05") ? Availability.State.UNKNOWN : Availability.State.AVAILABLE;
                    return new Availability(
                            each.id(),
                            hostId,
                            state,
                            state == Availability.State.UNKNOWN ? 0 : clock.getAsLong() - 754 * SECOND,
                            state == Availability.State.UNAVAILABLE
                                    ? "no answer from " + each.address() + ":" + each.port()
                                            + " within 1 s, tried twice"
                                    : "");
                })
                .toList();
    }

    @Override
    public Pulse pulse() {
        double wave = Math.sin(clock.getAsLong() / (double) SECOND / 9);
        return new Pulse(
                pulse.log(),
                pulse.message(),
                pulse.valuesPerSecond() * (1 + 0.1 * wave),
                pulse.lateItems(),
                pulse.busyShare());
    }

    @Override
    public Map<String, Object> diag() {
        Pulse now = pulse();
        Map<String, Object> diag = new LinkedHashMap<>();
        diag.put("version", "0.1.0");
        diag.put("uptime_s", (clock.getAsLong() - beganNanos) / SECOND);
        diag.put("values_per_s", now.valuesPerSecond());
        diag.put("hosts", hosts.size());
        diag.put("items", itemsById.size());
        diag.put("triggers", triggersById.size());
        diag.put("configuration_epoch", 4);
        List<Object> queue = new ArrayList<>();
        String[] delays = {"over 5 s", "over 10 s", "over 30 s", "over 1 min", "over 5 min", "over 10 min"};
        for (int i = 0; i < delays.length; i++) {
            queue.add(Map.of("delay", delays[i], "items", Math.max(0, 24 >> i)));
        }
        diag.put("queue", queue);
        List<Object> shards = new ArrayList<>();
        List<Object> mailboxes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Map<String, Object> shard = new LinkedHashMap<>();
            shard.put("name", "shard " + i);
            shard.put("busy_share", 0.28 + 0.4 * i);
            shard.put("values_per_s", now.valuesPerSecond() / 2);
            shard.put("items", itemsById.size() / 2);
            shards.add(shard);
            Map<String, Object> mailbox = new LinkedHashMap<>();
            mailbox.put("name", "shard " + i);
            mailbox.put("depth", 3 + i);
            mailbox.put("capacity", 1024);
            mailbox.put("refused", 0);
            mailbox.put("oldest_age_ms", 0.4 + i);
            mailboxes.add(mailbox);
        }
        diag.put("shards", shards);
        diag.put("mailboxes", mailboxes);
        Map<String, Object> log = new LinkedHashMap<>();
        log.put("state", now.log().name().toLowerCase(Locale.ROOT));
        log.put("message", now.message());
        log.put("bytes", 734_003_200L);
        log.put("bytes_per_s", 48_128);
        log.put("unsynced_bytes", 9_216);
        log.put("commits_per_s", 5.0);
        log.put("last_sync_ms", 0.31);
        diag.put("log", log);
        diag.put("heap", Map.of("used_bytes", 412L << 20, "committed_bytes", 900L << 20, "max_bytes", 2048L << 20));
        diag.put("snmp", Map.of("requests_per_s", 212.5, "timeouts", 14, "retries", 31));
        return diag;
    }

    @Override
    public List<TraceStop> trace(long itemId) {
        Item item = itemsById.get(itemId);
        if (item == null) {
            return List.of();
        }
        long at = history(itemId, 0, clock.getAsLong(), 1, true).getFirst().epochNanos();
        return List.of(
                new TraceStop(
                        "due",
                        at - 1_900_000,
                        "every " + item.interval().interval().toSeconds() + " s"),
                new TraceStop("asked", at - 1_640_000, "request 48121 with 10 varbinds"),
                new TraceStop("answered", at, "received from 127.0.0.2:1161"),
                new TraceStop("preprocessed", at + 4_000, "change per second"),
                new TraceStop("logged", at + 61_000_000, "synced with commit 9187"),
                new TraceStop("judged", at + 9_000, "1 trigger, no change"));
    }
}
