package zonda.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import zonda.alerting.AcknowledgeOutcome;
import zonda.alerting.EventIds;
import zonda.alerting.ProblemBook;
import zonda.alerting.ProblemSnapshot;
import zonda.collector.CollectorCounters;
import zonda.collector.LearnedSizes;
import zonda.collector.PollTrace;
import zonda.collector.QueueByDelay;
import zonda.collector.Trapper;
import zonda.collector.TrapperSettings;
import zonda.history.History;
import zonda.history.HistoryReader;
import zonda.history.HistoryStatistics;
import zonda.history.Retention;
import zonda.history.ShardHistory;
import zonda.model.Availability;
import zonda.model.ConfigurationDelta;
import zonda.model.Event;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.Severity;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.preprocessing.Preprocessor;
import zonda.preprocessing.Scripts;
import zonda.preprocessing.StepMemory;
import zonda.runtime.Errands;
import zonda.runtime.Machine;
import zonda.runtime.Shard;
import zonda.trigger.TriggerEvaluator;

/// The value's path of a whole server over a [Machine], real or simulated: shards with their
/// [ValuePath]s, the log's
/// shard, alerting's shard. Made, started, changed and closed by one thread; what is read of it,
/// any thread may ask.
public final class Core implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Core.class);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Machine machine;
    private final CoreSettings settings;
    private final Shard logShard;
    private final Shard alertingShard;
    private final List<Shard> shards = new ArrayList<>();
    private final List<ValuePath> paths = new ArrayList<>();
    private final List<Machine.Running> running = new ArrayList<>();
    private final Map<Long, Availability> availability = new ConcurrentSkipListMap<>();
    private final History history;
    private final ProblemBook problems;
    private final SelfMonitoring selfMonitoring;
    private final SizeKeeper sizeKeeper;
    private final List<String> faults = new ArrayList<>();
    private @Nullable Shard trapperShard;
    private volatile @Nullable Trapper trapper;
    private volatile Catalog catalog;
    private volatile boolean paused;

    /// Opens the data folder, reads back what it holds, and wires everything; nothing runs yet.
    ///
    /// @param joints [Joints#plain] in production
    /// @param progress told while a long log is read
    public Core(
            Machine machine,
            CoreSettings settings,
            List<Host> hosts,
            long epoch,
            Joints joints,
            History.Progress progress) {
        this.machine = machine;
        this.settings = settings;
        this.catalog = Catalog.of(epoch, hosts);
        int count = settings.shards();
        List<History.Writer> writers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Shard shard = machine.newShard(i, "shard-" + i, settings.mailboxCapacity());
            shards.add(shard);
            writers.add(new History.Writer(shard, new ItemSlots()));
        }
        alertingShard = machine.newShard(count, "alerting", settings.mailboxCapacity());
        writers.add(new History.Writer(alertingShard, new ItemSlots()));
        logShard = machine.newShard(-1, "log", settings.mailboxCapacity());
        // Slots in the order of the hosts, so that the items of one host are neighbours in every
        // stage.
        for (Host host : catalog.hosts().values()) {
            ItemSlots slots = writers.get(Host.shardOf(host.id(), count)).slots();
            host.items().forEach(item -> slots.assign(item.id()));
        }
        history = History.open(machine, settings.history(), logShard, writers, this::writerOf, progress);
        history.retention(new ItemRetention());
        ShardHistory alertingLog = joints.history(count, history.writer(count));
        EventIds eventIds = new EventIds(joints.highestEventId(ProblemBook.highestId(history.states())));
        problems = new ProblemBook(
                ValuePath.stateLog(alertingLog),
                eventIds.forShard(count),
                machine.monotonicClock(),
                machine.wallClock(),
                settings.keepProblems(),
                this::closeTrigger,
                this::mayClose);
        problems.restore(history.states());
        joints.opened(history.reader(), problems.snapshot());
        List<Event> open = problems.openEvents();
        Set<Long> inProblem = new LinkedHashSet<>();
        open.forEach(event -> inProblem.add(event.triggerId()));
        selfMonitoring = new SelfMonitoring(machine.monotonicClock(), this::firstSample, this::sample);
        ValuePath.Surroundings around = new ValuePath.Surroundings(
                machine,
                settings,
                new Scripts(
                        new ScriptWorld(machine.monotonicClock(), machine.wallClock()),
                        Runtime.getRuntime().maxMemory()),
                joints,
                history.reader(),
                eventIds,
                () -> catalog,
                selfMonitoring,
                change -> availability.put(change.interfaceId(), change),
                events -> alertingShard.offer(() -> problems.released(events)),
                () -> paused,
                history::newestSealedNanos,
                inProblem);
        for (int i = 0; i < count; i++) {
            paths.add(new ValuePath(i, shards.get(i), writers.get(i).slots(), history.writer(i), around));
        }
        TriggerEvaluator.join(paths.stream().map(ValuePath::triggers).toList(), shards);
        restore(open);
        StepMemory memory = stepMemory();
        paths.forEach(path -> path.preprocessor().recall(memory, machine.bootId()));
        LearnedSizes sizes = learnedSizes();
        paths.forEach(path -> path.collector().recall(sizes));
        applyAll();
        paths.forEach(path -> path.collector().recall(new LearnedSizes()));
        paths.forEach(path -> path.preprocessor().recall(new StepMemory(""), ""));
        endProblemsOfNoTrigger(open);
        alertingShard.add(joints.duty(count, alertingLog));
        alertingShard.add(joints.duty(count, problems));
        alertingShard.add(joints.duty(count, selfMonitoring));
        sizeKeeper = new SizeKeeper(
                paths,
                alertingShard,
                machine.errands(),
                machine.disk(),
                machine.monotonicClock().nanos(),
                sizes);
        alertingShard.add(joints.duty(count, sizeKeeper));
    }

    /// Each path takes over its hosts, all paths at the same time.
    private void applyAll() {
        List<List<Host>> ofPath = new ArrayList<>();
        List<List<String>> found = new ArrayList<>();
        List<Runnable> tasks = new ArrayList<>();
        for (ValuePath path : paths) {
            List<Host> own = new ArrayList<>();
            List<String> told = new ArrayList<>();
            ofPath.add(own);
            found.add(told);
            tasks.add(() -> own.forEach(host -> told.addAll(path.apply(host))));
        }
        for (Host host : catalog.hosts().values()) {
            ofPath.get(Host.shardOf(host.id(), paths.size())).add(host);
        }
        machine.together(tasks);
        found.forEach(faults::addAll);
    }

    /// As the items say; what is of no item any more is kept as long as history's settings say.
    private final class ItemRetention implements Retention {
        @Override
        public long historyNanos(long itemId) {
            return catalog.item(itemId)
                    .map(Item::history)
                    .orElse(settings.history().retention())
                    .toNanos();
        }

        @Override
        public long trendNanos(long itemId) {
            return catalog.item(itemId)
                    .map(Item::trends)
                    .orElse(settings.history().retention())
                    .toNanos();
        }
    }

    private StepMemory stepMemory() {
        try {
            return StepMemory.take(machine.disk());
        } catch (IOException e) {
            faults.add(String.valueOf(e.getMessage()));
            return new StepMemory("");
        }
    }

    private LearnedSizes learnedSizes() {
        try {
            return LearnedSizes.read(machine.disk());
        } catch (IOException e) {
            faults.add("what was learned of devices' sizes cannot be read: " + e.getMessage());
            return new LearnedSizes();
        }
    }

    private void restore(List<Event> open) {
        for (Event event : open) {
            pathOf(event.hostId()).events().restore(event);
        }
    }

    /// Problems whose trigger went while the server was away end now.
    private void endProblemsOfNoTrigger(List<Event> open) {
        for (Event event : open) {
            if (catalog.triggerOrNull(event.triggerId()) == null) {
                pathOf(event.hostId())
                        .events()
                        .accept(new TriggerTransition(
                                event.triggerId(),
                                false,
                                machine.wallClock().epochNanos(),
                                TriggerTransition.Cause.CONFIGURATION));
            }
        }
    }

    /// Listens for those who push values, on a shard of its own. Before [#start].
    ///
    /// @throws IOException when the port cannot be had
    public void listen(InetSocketAddress local, TrapperSettings trapping) throws IOException {
        Shard shard = machine.newShard(settings.shards() + 1, "trapper", settings.mailboxCapacity());
        Trapper listening = new Trapper(
                machine.monotonicClock(),
                machine.wallClock(),
                machine.streams(shard),
                local,
                List.copyOf(shards),
                paths.stream().map(ValuePath::intake).toList(),
                machine.errands(),
                shard,
                trapping);
        catalog.hosts().values().forEach(listening::apply);
        shard.add(listening);
        trapperShard = shard;
        trapper = listening;
    }

    /// Who listens for pushed values; null where nobody does.
    public @Nullable Trapper trapper() {
        return trapper;
    }

    /// Lets everything run.
    public void start() {
        running.add(machine.run(logShard));
        running.add(machine.run(alertingShard));
        for (Shard shard : shards) {
            running.add(machine.run(shard));
        }
        Shard listening = trapperShard;
        if (listening != null) {
            running.add(machine.run(listening));
        }
    }

    private int writerOf(long itemId) {
        return catalog.shardOf(itemId, settings.shards());
    }

    private ValuePath pathOf(long hostId) {
        return paths.get(Host.shardOf(hostId, settings.shards()));
    }

    /// Applies a change, host by host, each as a message of its own so that no shard is held up.
    /// For an errand: it
    /// waits where a mailbox is full.
    public void apply(ConfigurationDelta delta) {
        Catalog former = catalog;
        catalog = former.with(delta);
        for (long hostId : delta.removed()) {
            Host gone = former.hosts().get(hostId);
            if (gone != null) {
                tellTrapper(listening -> listening.remove(hostId));
                tell(hostId, path -> path.remove(gone));
                gone.interfaces().forEach(each -> availability.remove(each.id()));
            }
        }
        for (Host host : delta.replaced()) {
            Host before = former.hosts().get(host.id());
            tell(host.id(), path -> {
                List<String> found = before == null ? path.apply(host) : path.replace(before, host);
                if (!found.isEmpty()) {
                    synchronized (faults) {
                        faults.addAll(found);
                    }
                }
            });
            tellTrapper(listening -> listening.apply(host));
        }
    }

    private void tellTrapper(java.util.function.Consumer<Trapper> message) {
        Trapper listening = trapper;
        Shard shard = trapperShard;
        if (listening != null && shard != null) {
            while (!shard.offer(() -> message.accept(listening))) {
                Thread.onSpinWait();
            }
        }
    }

    private void tell(long hostId, java.util.function.Consumer<ValuePath> message) {
        ValuePath path = pathOf(hostId);
        while (!path.shard().offer(() -> message.accept(path))) {
            Thread.onSpinWait();
        }
    }

    /// Faults of the data folder, as far as it has been read, and of the configuration that the
    /// path
    /// found, in words.
    public List<String> faults() {
        List<String> all = new ArrayList<>(history.faults());
        synchronized (faults) {
            all.addAll(faults);
        }
        return all;
    }

    public Catalog catalog() {
        return catalog;
    }

    public HistoryReader reader() {
        return history.reader();
    }

    /// What the log does, and how much there is.
    public HistoryStatistics historyStatistics() {
        return history.statistics();
    }

    public ProblemSnapshot problems() {
        return problems.snapshot();
    }

    /// Availability of all interfaces that were asked, by interface id.
    public List<Availability> availability() {
        return List.copyOf(availability.values());
    }

    public @Nullable Availability availability(long interfaceId) {
        return availability.get(interfaceId);
    }

    SelfMonitoring selfMonitoring() {
        return selfMonitoring;
    }

    List<ValuePath> paths() {
        return paths;
    }

    List<Machine.Running> running() {
        return running;
    }

    /// Begins no more polls, or begins them again; what is on its way still arrives.
    public void pausePolling(boolean pause) {
        paused = pause;
        shards.forEach(Shard::wake);
    }

    /// What the path has done since the start, for benchmarks. Any thread.
    ///
    /// @param scheduled values that became due and whose device did not fall silent before they
    ///     were answered
    /// @param achieved of them, those answered
    /// @param late of those, over a second late
    /// @param unavailable values due on devices known to be silent, or given up when they fell
    ///     silent
    /// @param shardCpuNanos of the shards' threads
    /// @param logCpuNanos of the log's thread
    /// @param shardAllocatedBytes by the shards' threads
    public record PathCounts(
            long scheduled,
            long achieved,
            long late,
            long unavailable,
            long requests,
            long timeouts,
            long shardCpuNanos,
            long logCpuNanos,
            long shardAllocatedBytes) {}

    /// Triggers that cannot be judged now. Any thread.
    public long unknownTriggers() {
        return paths.stream().mapToLong(path -> path.triggers().unknown()).sum();
    }

    /// Steps of the wall clock that a shard has seen; the most of any.
    long clockSteps() {
        return paths.stream()
                .mapToLong(path -> path.collector().counters().clockSteps().value())
                .max()
                .orElse(0);
    }

    /// What preprocessing has done since the start.
    ///
    /// @param waiting values that wait for a dear step now
    /// @param overrun values not taken, since too many of their item waited
    /// @param jsonParsed documents of each kind that were parsed: a master's value once for all its
    ///     dependents
    public record PreprocessingCounts(
            long received,
            long passed,
            long discarded,
            long failed,
            long notSupported,
            long waiting,
            long overrun,
            long jsonParsed,
            long prometheusParsed,
            long xmlParsed,
            long walksParsed) {}

    public PreprocessingCounts preprocessingCounts() {
        long[] sums = new long[11];
        for (ValuePath path : paths) {
            Preprocessor each = path.preprocessor();
            Preprocessor.Parsed parsed = each.parsed();
            long[] counts = {
                each.received(),
                each.passed(),
                each.discarded(),
                each.failedSteps(),
                each.notSupported(),
                each.waiting(),
                each.overrun(),
                parsed.json(),
                parsed.prometheus(),
                parsed.xml(),
                parsed.walks()
            };
            for (int i = 0; i < sums.length; i++) {
                sums[i] += counts[i];
            }
        }
        return new PreprocessingCounts(
                sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], sums[8], sums[9], sums[10]);
    }

    /// Runs what takes CPU, away from the shards.
    Errands workers() {
        return machine.workers();
    }

    public PathCounts pathCounts() {
        long scheduled = 0;
        long achieved = 0;
        long late = 0;
        long unavailable = 0;
        long requests = 0;
        long timeouts = 0;
        for (ValuePath path : paths) {
            CollectorCounters counters = path.collector().counters();
            long givenUp = counters.givenUp().value();
            scheduled += counters.scheduled().value() - givenUp;
            achieved += counters.achieved().value();
            late += counters.late().value();
            unavailable += counters.dueWhileUnavailable().value() + givenUp;
            requests += counters.requests().value();
            timeouts += counters.timeouts().value();
        }
        long cpu = 0;
        long allocated = 0;
        for (int i = 2; i < Math.min(running.size(), 2 + shards.size()); i++) {
            cpu += running.get(i).cpuNanos();
            allocated += running.get(i).allocatedBytes();
        }
        long logCpu = running.isEmpty() ? 0 : running.get(0).cpuNanos();
        return new PathCounts(scheduled, achieved, late, unavailable, requests, timeouts, cpu, logCpu, allocated);
    }

    /// Seals recent values into a block now.
    public void seal() {
        history.seal();
    }

    /// Acknowledges or closes a problem. The answer comes once that is in the log.
    public CompletableFuture<AcknowledgeOutcome> acknowledge(
            long eventId, String user, int action, String message, @Nullable Severity severity) {
        return alertingShard.ask(() -> problems.acknowledge(eventId, user, action, message, severity), PATIENCE);
    }

    private boolean closeTrigger(long triggerId) {
        Trigger trigger = catalog.triggerOrNull(triggerId);
        if (trigger == null) {
            return false;
        }
        ValuePath path = pathOf(trigger.hostId());
        return path.shard().offer(() -> path.closeProblem(triggerId));
    }

    private boolean mayClose(long triggerId) {
        Trigger trigger = catalog.triggerOrNull(triggerId);
        return trigger != null && trigger.manualClose();
    }

    /// The stops of an item's newest value: the poll, and what was noted since the item is watched.
    record Traced(@Nullable PollTrace poll, Tracer.@Nullable Passage passage) {}

    Traced trace(Item item) {
        ValuePath path = pathOf(item.hostId());
        return path.shard()
                .ask(
                        () -> {
                            path.tracer().watch(item.id());
                            return new Traced(
                                    path.collector().trace(item.id()).orElse(null),
                                    path.tracer().passage(item.id()));
                        },
                        PATIENCE);
    }

    private SelfMonitoring.Sample firstSample() {
        return new SelfMonitoring.Sample(
                machine.monotonicClock().nanos(),
                0,
                QueueByDelay.EMPTY,
                List.of(),
                new SelfMonitoring.Totals(0, 0, 0, 0),
                history.statistics(),
                0,
                0,
                0);
    }

    private volatile QueueByDelay queue = QueueByDelay.EMPTY;
    private final Map<Integer, QueueByDelay> queues = new ConcurrentSkipListMap<>();

    private SelfMonitoring.Sample sample(SelfMonitoring.Sample before, double seconds) {
        List<SelfMonitoring.ShardSample> each = new ArrayList<>();
        long values = 0;
        long scheduled = 0;
        long late = 0;
        long busyNanos = 0;
        Map<String, long[]> now = new TreeMap<>();
        for (ValuePath path : paths) {
            String name = "shard-" + path.number();
            long passed = path.preprocessor().passed();
            long busy = path.shard().busyNanos();
            long[] last = lastOfShard.getOrDefault(name, new long[2]);
            now.put(name, new long[] {passed, busy});
            each.add(new SelfMonitoring.ShardSample(
                    name,
                    Math.min(1, Math.max(0, (busy - last[1]) / (seconds * 1e9))),
                    (passed - last[0]) / seconds,
                    (int) path.collector().counters().items().value(),
                    path.shard().mailbox().depth(),
                    path.shard().mailbox().capacity(),
                    path.shard().mailbox().refusals(),
                    path.shard().mailbox().oldestAgeNanos()));
            values += passed;
            scheduled += path.collector().counters().scheduled().value();
            late += path.collector().counters().late().value();
            busyNanos += busy;
            path.shard().offer(() -> queues.put(path.number(), path.collector().queue()));
        }
        lastOfShard = now;
        QueueByDelay sum = QueueByDelay.EMPTY;
        for (QueueByDelay one : queues.values()) {
            sum = sum.plus(one);
        }
        queue = sum;
        HistoryStatistics statistics = history.statistics();
        return new SelfMonitoring.Sample(
                machine.monotonicClock().nanos(),
                (values - before.totals().values()) / seconds,
                queue,
                each,
                new SelfMonitoring.Totals(values, scheduled, late, busyNanos),
                statistics,
                (statistics.logBytes() - before.history().logBytes()) / seconds,
                (statistics.commits() - before.history().commits()) / seconds,
                problems.snapshot().open());
    }

    private Map<String, long[]> lastOfShard = new TreeMap<>();

    /// Stops the shards, writes what is left, and lets the data folder go.
    @Override
    public void close() {
        for (int i = running.size() - 1; i >= 0; i--) {
            running.get(i).close();
        }
        running.clear();
        Trapper listening = trapper;
        if (listening != null) {
            listening.close();
        }
        paths.forEach(ValuePath::close);
        history.close();
        StepMemory memory = new StepMemory(machine.bootId());
        paths.forEach(path -> path.preprocessor().remember(memory));
        try {
            memory.write(machine.disk());
        } catch (IOException e) {
            LOG.warn("What steps remember is not kept: {}", e.getMessage());
        }
        LearnedSizes sizes = new LearnedSizes();
        paths.forEach(path -> path.collector().remember(sizes));
        sizeKeeper.write(sizes);
    }
}
