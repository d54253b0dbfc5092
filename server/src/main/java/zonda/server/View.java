package zonda.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import zonda.alerting.AcknowledgeOutcome;
import zonda.alerting.ProblemSnapshot;
import zonda.collector.CollectorCounters;
import zonda.collector.PollTrace;
import zonda.collector.QueueByDelay;
import zonda.collector.Trapper;
import zonda.collector.TrapperCounters;
import zonda.history.HistoryReader;
import zonda.history.HistoryStatistics;
import zonda.history.HourlyTrends;
import zonda.history.ItemState;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Severity;
import zonda.model.Slices;
import zonda.model.SnmpInterface;
import zonda.model.Trigger;
import zonda.model.ValueBatch;
import zonda.preprocessing.StepTrial;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;
import zonda.web.ItemValue;
import zonda.web.MonitoringView;

/// What the page and the API see of the [Core]. Any thread that may block.
final class View implements MonitoringView {
    private static final Duration LOG_PATIENCE = Duration.ofSeconds(15);
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final int COUNTED_MATCHES = 20_000;
    private static final byte[] NO_BYTES = {};

    /// Reads the configuration again.
    interface Reload {
        Reloaded run() throws java.io.IOException;
    }

    private static final long TRIAL_SECONDS = 60;
    private static final int SHOWN_LOOPS = 100;

    private final Core core;
    private final Reload reload;
    private final WallClock wallClock;
    private final MonotonicClock clock;

    View(Core core, Reload reload, WallClock wallClock, MonotonicClock clock) {
        this.core = core;
        this.reload = reload;
        this.wallClock = wallClock;
        this.clock = clock;
    }

    private HistoryReader reader() {
        return core.reader();
    }

    @Override
    public List<Host> hosts() {
        return List.copyOf(core.catalog().hosts().values());
    }

    @Override
    public Optional<Host> host(long hostId) {
        return Optional.ofNullable(core.catalog().hosts().get(hostId));
    }

    @Override
    public Optional<Item> item(long itemId) {
        return core.catalog().item(itemId);
    }

    @Override
    public Optional<Trigger> trigger(long triggerId) {
        return core.catalog().trigger(triggerId);
    }

    /// Hosts are few against items: they are sorted and matched first, and only the items of hosts
    /// that a word does not
    /// already settle are looked at. Counting ends early where the page asked for is full.
    @Override
    public ItemPage searchItems(ItemSearch search) {
        String[] words = search.text().strip().toLowerCase(Locale.ROOT).split("\\s+");
        List<Item> page = new ArrayList<>();
        long total = 0;
        List<Host> hosts = new ArrayList<>(core.catalog().hosts().values());
        hosts.removeIf(host -> !isWanted(host, search));
        hosts.sort(Comparator.comparing(Host::name).thenComparingLong(Host::id));
        for (Host host : hosts) {
            String hostText = (host.name() + "\n" + host.host()).toLowerCase(Locale.ROOT);
            List<String> open = new ArrayList<>();
            for (String word : words) {
                if (!word.isEmpty() && !hostText.contains(word)) {
                    open.add(word);
                }
            }
            List<Item> matching = open.isEmpty() ? host.items() : matching(host, open);
            if (page.size() < search.limit() && total + matching.size() > search.offset()) {
                List<Item> sorted = new ArrayList<>(matching);
                sorted.sort(Comparator.comparing(Item::name).thenComparingLong(Item::id));
                int from = (int) Math.max(0, search.offset() - total);
                for (int i = from; i < sorted.size() && page.size() < search.limit(); i++) {
                    page.add(sorted.get(i));
                }
            }
            total += matching.size();
            boolean full = page.size() == search.limit();
            if (full && !open.isEmpty() && total > search.offset() + (long) COUNTED_MATCHES) {
                return new ItemPage(page, total, false);
            }
        }
        return new ItemPage(page, total, true);
    }

    private static boolean isWanted(Host host, ItemSearch search) {
        return (search.hostIds().isEmpty() || search.hostIds().contains(host.id()))
                && (search.groups().isEmpty() || host.groups().stream().anyMatch(search.groups()::contains));
    }

    private static List<Item> matching(Host host, List<String> words) {
        List<Item> found = new ArrayList<>();
        for (Item item : host.items()) {
            String text = (item.name() + "\n" + item.key()).toLowerCase(Locale.ROOT);
            if (words.stream().allMatch(text::contains)) {
                found.add(item);
            }
        }
        return found;
    }

    @Override
    public List<LatestValue> latest(List<Long> itemIds) {
        List<LatestValue> all = new ArrayList<>();
        for (long itemId : itemIds) {
            if (item(itemId).isEmpty()) {
                continue;
            }
            ValueBatch last = reader().lastN(itemId, 2, Long.MAX_VALUE);
            ItemState state = reader().state(itemId);
            all.add(new LatestValue(itemId, samples(last), state.supported() ? "" : state.reason()));
        }
        return all;
    }

    @Override
    public List<Sample> history(long itemId, long fromEpochNanos, long toEpochNanos, int limit, boolean newestFirst) {
        return samples(reader().range(itemId, fromEpochNanos, toEpochNanos, limit, newestFirst));
    }

    private static List<Sample> samples(ValueBatch rows) {
        List<Sample> samples = new ArrayList<>(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            byte[] bytes = NO_BYTES;
            if (rows.kind(row).isSlice()) {
                int from = Slices.offset(rows.bits[row]);
                bytes = Arrays.copyOfRange(rows.arena, from, from + Slices.length(rows.bits[row]));
            }
            samples.add(new Sample(rows.epochNanos[row], ItemValue.of(rows.kind(row), rows.bits[row], bytes)));
        }
        return samples;
    }

    @Override
    public Buckets trends(long itemId, long fromEpochNanos, long toEpochNanos) {
        HourlyTrends hours = reader().trends(itemId, fromEpochNanos, toEpochNanos);
        return new Buckets(HOUR_NANOS, hours.epochNanos(), hours.min(), hours.avg(), hours.max(), hours.count());
    }

    @Override
    public Buckets buckets(long itemId, long fromEpochNanos, long toEpochNanos, int buckets) {
        zonda.history.Buckets all = reader().buckets(itemId, fromEpochNanos, toEpochNanos, buckets);
        int filled = (int) Arrays.stream(all.count()).filter(count -> count > 0).count();
        long[] times = new long[filled];
        double[] min = new double[filled];
        double[] avg = new double[filled];
        double[] max = new double[filled];
        long[] counts = new long[filled];
        int to = 0;
        for (int i = 0; i < all.count().length; i++) {
            if (all.count()[i] > 0) {
                times[to] = all.fromNanos() + i * all.stepNanos();
                min[to] = all.min()[i];
                avg[to] = all.avg()[i];
                max[to] = all.max()[i];
                counts[to] = all.count()[i];
                to++;
            }
        }
        return new Buckets(all.stepNanos(), times, min, avg, max, counts);
    }

    @Override
    public ProblemSnapshot problems() {
        return core.problems();
    }

    @Override
    public AcknowledgeOutcome acknowledge(
            long eventId, String user, int action, String message, @Nullable Severity severity) {
        zonda.history.LogState log = core.historyStatistics().log();
        if (!log.isWriting()) {
            // Not taken and done later: whoever is refused may try again.
            return new AcknowledgeOutcome.Refused("nothing was done, since " + log.words());
        }
        try {
            return core.acknowledge(eventId, user, action, message, severity)
                    .get(LOG_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return new AcknowledgeOutcome.Refused("it is not on disk after " + LOG_PATIENCE.toSeconds()
                    + " s; it is kept and done once the disk takes it, so look before trying again. "
                    + core.historyStatistics().log().words());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new AcknowledgeOutcome.Refused("the server is stopping");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public List<Availability> availability() {
        List<Availability> all = new ArrayList<>();
        for (Host host : core.catalog().hosts().values()) {
            all.addAll(availability(host));
        }
        return all;
    }

    @Override
    public List<Availability> availability(long hostId) {
        return host(hostId).map(this::availability).orElse(List.of());
    }

    private List<Availability> availability(Host host) {
        List<Availability> all = new ArrayList<>();
        for (SnmpInterface each : host.interfaces()) {
            Availability known = core.availability(each.id());
            all.add(known != null ? known : new Availability(each.id(), host.id(), Availability.State.UNKNOWN, 0, ""));
        }
        return all;
    }

    @Override
    public Pulse pulse() {
        SelfMonitoring.Sample sample = core.selfMonitoring().sample();
        zonda.history.LogState log = sample.history().log();
        LogState state = switch (log.condition()) {
            case WRITING -> LogState.WRITING;
            case FULL -> LogState.DISK_FULL;
            case FAILING -> LogState.FAILING;
        };
        double busiest = sample.shards().stream()
                .mapToDouble(SelfMonitoring.ShardSample::busyShare)
                .max()
                .orElse(0);
        return new Pulse(
                state, log.words(), sample.valuesPerSecond(), sample.queue().atLeast(5), busiest);
    }

    @Override
    public Map<String, Object> diag() {
        SelfMonitoring.Sample sample = core.selfMonitoring().sample();
        Map<String, Object> diag = new LinkedHashMap<>();
        diag.put("version", Main.version());
        diag.put("uptime_s", core.selfMonitoring().uptimeSeconds());
        diag.put("values_per_s", sample.valuesPerSecond());
        diag.put("hosts", core.catalog().hosts().size());
        diag.put("items", core.catalog().itemCount());
        diag.put("triggers", core.catalog().triggerCount());
        diag.put("configuration_epoch", core.catalog().epoch());
        diag.put("queue", queue(sample.queue()));
        List<Map<String, Object>> shards = new ArrayList<>();
        List<Map<String, Object>> mailboxes = new ArrayList<>();
        for (SelfMonitoring.ShardSample shard : sample.shards()) {
            shards.add(ordered(
                    "name", shard.name(),
                    "busy_share", shard.busyShare(),
                    "values_per_s", shard.valuesPerSecond(),
                    "items", shard.items()));
            mailboxes.add(ordered(
                    "name", shard.name(),
                    "depth", shard.mailboxDepth(),
                    "capacity", shard.mailboxCapacity(),
                    "refused", shard.mailboxRefusals(),
                    "oldest_age_ms", shard.mailboxOldestNanos() / 1e6));
        }
        diag.put("shards", shards);
        diag.put("mailboxes", mailboxes);
        diag.put("log", log(sample));
        diag.put("history", history(sample.history()));
        diag.put("collector", collector());
        diag.put("preprocessing", preprocessing());
        diag.put("trapper", trapper());
        diag.put("heap", heap());
        diag.put("faults", core.faults());
        return diag;
    }

    private static List<Map<String, Object>> queue(QueueByDelay queue) {
        return List.of(
                ordered("delay", "5 s", "items", queue.fiveSeconds()),
                ordered("delay", "10 s", "items", queue.tenSeconds()),
                ordered("delay", "30 s", "items", queue.thirtySeconds()),
                ordered("delay", "1 min", "items", queue.oneMinute()),
                ordered("delay", "5 min", "items", queue.fiveMinutes()),
                ordered("delay", "10 min", "items", queue.tenMinutes()));
    }

    private static Map<String, Object> log(SelfMonitoring.Sample sample) {
        zonda.history.LogState state = sample.history().log();
        String word = switch (state.condition()) {
            case WRITING -> "writing";
            case FULL -> "disk_full";
            case FAILING -> "failing";
        };
        return ordered(
                "state", word,
                "message", state.words(),
                "bytes", sample.history().logBytesOnDisk(),
                "bytes_per_s", sample.logBytesPerSecond(),
                "commits_per_s", sample.commitsPerSecond());
    }

    private static Map<String, Object> history(HistoryStatistics history) {
        return ordered(
                "received_values", history.receivedValues(),
                "recovered_values", history.recoveredValues(),
                "head_values", history.headValues(),
                "head_bytes", history.headBytes(),
                "blocks", history.blocks(),
                "block_values", history.blockValues(),
                "block_bytes", history.blockBytes(),
                "seals", history.seals());
    }

    private Map<String, Object> collector() {
        Map<String, Object> sums = new TreeMap<>();
        for (ValuePath path : core.paths()) {
            CollectorCounters counters = path.collector().counters();
            add(sums, "scheduled", counters.scheduled().value());
            add(sums, "achieved", counters.achieved().value());
            add(sums, "late", counters.late().value());
            add(sums, "skipped", counters.skipped().value());
            add(sums, "given_up", counters.givenUp().value());
            add(sums, "due_while_unavailable", counters.dueWhileUnavailable().value());
            add(sums, "not_supported", counters.notSupported().value());
            add(sums, "requests", counters.requests().value());
            add(sums, "retries", counters.retries().value());
            add(sums, "responses", counters.responses().value());
            add(sums, "timeouts", counters.timeouts().value());
            add(sums, "malformed", counters.malformed().value());
            add(sums, "strays", counters.strays().value());
            add(sums, "unknown_ids", counters.unknownIds().value());
            add(sums, "looping_walks", counters.loopingWalks().value());
            add(sums, "shrinks", counters.shrinks().value());
            add(sums, "clock_steps", counters.clockSteps().value());
            add(sums, "in_flight", counters.inFlight().value());
            add(sums, "unavailable", counters.unavailable().value());
        }
        sums.put("looping_items", looping());
        return sums;
    }

    /// Items whose last walk went in circles, and where.
    private List<String> looping() {
        Map<Long, String> found = new TreeMap<>();
        core.paths().forEach(path -> found.putAll(path.collector().loopingWalks()));
        List<String> told = new ArrayList<>();
        found.forEach((itemId, words) -> item(itemId)
                .ifPresent(item ->
                        told.add(host(item.hostId()).map(Host::host).orElse("") + ", " + item.key() + ": " + words)));
        return told.size() > SHOWN_LOOPS ? told.subList(0, SHOWN_LOOPS) : told;
    }

    private Map<String, Object> preprocessing() {
        Core.PreprocessingCounts counts = core.preprocessingCounts();
        return ordered(
                "received", counts.received(),
                "passed", counts.passed(),
                "discarded", counts.discarded(),
                "failed", counts.failed(),
                "not_supported", counts.notSupported(),
                "waiting", counts.waiting(),
                "overrun", counts.overrun(),
                "json_parsed", counts.jsonParsed(),
                "prometheus_parsed", counts.prometheusParsed(),
                "xml_parsed", counts.xmlParsed(),
                "walks_parsed", counts.walksParsed());
    }

    private Map<String, Object> trapper() {
        Trapper trapper = core.trapper();
        if (trapper == null) {
            return Map.of();
        }
        TrapperCounters counters = trapper.counters();
        return ordered(
                "connections", counters.connections().value(),
                "accepted", counters.accepted().value(),
                "requests", counters.requests().value(),
                "refused", counters.refused().value(),
                "processed", counters.processed().value(),
                "failed", counters.failed().value(),
                "waiting", counters.waiting().value(),
                "malformed", counters.malformed().value(),
                "timeouts", counters.timeouts().value(),
                "evicted", counters.evicted().value(),
                "broken", counters.broken().value(),
                "held", counters.held().value(),
                "last_fault", trapper.lastFault());
    }

    private static void add(Map<String, Object> sums, String name, long value) {
        sums.merge(name, value, (a, b) -> (Long) a + (Long) b);
    }

    private static Map<String, Object> heap() {
        var usage = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return ordered(
                "used_bytes", usage.getUsed(), "committed_bytes", usage.getCommitted(), "max_bytes", usage.getMax());
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    /// The stops of the newest value. The first call for an item begins to watch it; until its next
    /// value has passed
    /// only the poll's stops are known.
    @Override
    public List<TraceStop> trace(long itemId) {
        Optional<Item> item = item(itemId);
        if (item.isEmpty()) {
            return List.of();
        }
        Core.Traced traced = core.trace(item.get());
        List<TraceStop> stops = new ArrayList<>();
        PollTrace poll = traced.poll();
        if (poll != null) {
            add(stops, "due", poll.dueNanos(), "interval slot");
            add(stops, "asked", poll.askedNanos(), poll.address());
            add(stops, "answered", poll.answeredNanos(), "");
        }
        Tracer.Passage passage = traced.passage();
        if (passage != null) {
            stops.add(new TraceStop("preprocessed", passage.preprocessedNanos, "value " + passage.value));
            stops.add(new TraceStop("logged", passage.loggedNanos, "kept in memory, on its way to the disk"));
            stops.add(new TraceStop("judged", passage.judgedNanos, "by the triggers that read it"));
            if (passage.isComplete()) {
                stops.add(new TraceStop("synced", passage.syncedNanos, "on disk"));
            }
        }
        return stops;
    }

    @Override
    public Reloaded reload() throws java.io.IOException {
        return reload.run();
    }

    @Override
    public TrialResult tryOut(Trial trial) throws IOException {
        CompletableFuture<StepTrial.Result> tried = new CompletableFuture<>();
        core.workers().start("trial of steps", () -> {
            try {
                tried.complete(Trials.run(
                        new Trials.Request(
                                trial.steps(),
                                trial.expressions(),
                                trial.valueType(),
                                trial.value(),
                                trial.isReason(),
                                trial.previous(),
                                trial.age()),
                        Map.of()));
            } catch (IOException | Trials.Unreadable | RuntimeException e) {
                tried.completeExceptionally(e);
            }
        });
        try {
            StepTrial.Result result = tried.get(TRIAL_SECONDS, TimeUnit.SECONDS);
            return new TrialResult(
                    result.stops().stream()
                            .map(stop -> new TrialStep(
                                    stop.number(), stop.name(), outcome(stop.outcome()), stop.text(), stop.nanos()))
                            .toList(),
                    outcome(result.outcome()),
                    result.text());
        } catch (ExecutionException e) {
            throw new IOException(
                    String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), e);
        } catch (TimeoutException e) {
            throw new IOException("the steps were not done within " + TRIAL_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static TrialOutcome outcome(StepTrial.Outcome outcome) {
        return switch (outcome) {
            case VALUE -> TrialOutcome.VALUE;
            case DISCARDED -> TrialOutcome.DISCARDED;
            case NOT_SUPPORTED -> TrialOutcome.NOT_SUPPORTED;
        };
    }

    private void add(List<TraceStop> stops, String stop, long monotonicNanos, String detail) {
        if (monotonicNanos != 0) {
            stops.add(new TraceStop(stop, wallClock.epochNanos() - (clock.nanos() - monotonicNanos), detail));
        }
    }
}
