package zonda.server;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import zonda.collector.InternalSource;
import zonda.collector.QueueByDelay;
import zonda.history.HistoryStatistics;
import zonda.runtime.Duty;
import zonda.runtime.MonotonicClock;

/// What the server knows of itself: sampled once a second on alerting's shard, answered as items
/// `zabbix[...]` and at
/// `/diag`. The last sample is for any thread.
final class SelfMonitoring implements Duty, InternalSource {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    /// One shard's figures.
    record ShardSample(
            String name,
            double busyShare,
            double valuesPerSecond,
            int items,
            int mailboxDepth,
            int mailboxCapacity,
            long mailboxRefusals,
            long mailboxOldestNanos) {}

    /// Counts that only grow, of all shards.
    record Totals(long values, long scheduled, long late, long busyNanos) {}

    /// All figures at one moment.
    record Sample(
            long monotonicNanos,
            double valuesPerSecond,
            QueueByDelay queue,
            List<ShardSample> shards,
            Totals totals,
            HistoryStatistics history,
            double logBytesPerSecond,
            double commitsPerSecond,
            int problems) {}

    /// Reads what is to be told; called on the sampling thread.
    interface Probe {
        Sample read(Sample before, double seconds);
    }

    private final MonotonicClock clock;
    private final Probe probe;
    private final Supplier<Sample> first;
    private final long startNanos;
    private final Pattern keyForm = Pattern.compile("zabbix\\[([^\\]]*)\\]");
    private volatile Sample sample;
    private long nextNanos;

    SelfMonitoring(MonotonicClock clock, Supplier<Sample> first, Probe probe) {
        this.clock = clock;
        this.first = first;
        this.probe = probe;
        this.startNanos = clock.nanos();
        this.sample = first.get();
        this.nextNanos = startNanos;
    }

    Sample sample() {
        return sample;
    }

    long uptimeSeconds() {
        return (clock.nanos() - startNanos) / 1_000_000_000L;
    }

    @Override
    public String name() {
        return "self-monitoring";
    }

    @Override
    public int turn(long nowNanos) {
        if (nowNanos < nextNanos) {
            return 0;
        }
        nextNanos = nowNanos + PERIOD_NANOS;
        Sample before = sample;
        double seconds = (nowNanos - before.monotonicNanos()) / 1e9;
        sample = seconds <= 0 ? first.get() : probe.read(before, seconds);
        return 1;
    }

    @Override
    public long nextWakeNanos() {
        return nextNanos;
    }

    @Override
    public Answer ask(long hostId, String key) {
        Matcher form = keyForm.matcher(key);
        if (!form.matches()) {
            return new Answer.NotSupported("key '" + key + "', wanted zabbix[...]");
        }
        String[] parameters = form.group(1).split(",", -1);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = parameters[i].strip().replaceAll("^\"|\"$", "");
        }
        Sample now = sample;
        return switch (parameters[0]) {
            case "uptime" -> new Answer.Unsigned(uptimeSeconds());
            case "values" -> new Answer.Unsigned(now.totals().values());
            case "values_per_second" -> new Answer.Real(now.valuesPerSecond());
            case "queue" -> queue(now.queue(), parameters);
            case "problems" -> new Answer.Unsigned(now.problems());
            case "log" -> log(now, parameters.length > 1 ? parameters[1] : "");
            case "heap" -> heap(parameters.length > 1 ? parameters[1] : "used");
            case "process" -> process(now, parameters);
            case "mailbox" -> mailbox(now, parameters);
            default ->
                new Answer.NotSupported("zabbix[" + parameters[0] + "] is not known, wanted one of uptime, values,"
                        + " values_per_second, queue, problems, log, heap, process, mailbox");
        };
    }

    private static Answer queue(QueueByDelay queue, String[] parameters) {
        long from = 6;
        if (parameters.length > 1 && !parameters[1].isEmpty()) {
            try {
                from = zonda.language.Durations.seconds(parameters[1]);
            } catch (zonda.language.LanguageException e) {
                return new Answer.NotSupported("zabbix[queue]: " + e.getMessage());
            }
        }
        return new Answer.Unsigned(queue.atLeast(from));
    }

    private static Answer log(Sample sample, String what) {
        return switch (what) {
            case "state" ->
                new Answer.Text(sample.history().log().condition().name().toLowerCase(Locale.ROOT));
            case "bytes" -> new Answer.Unsigned(sample.history().logBytesOnDisk());
            case "bytes_per_second" -> new Answer.Real(sample.logBytesPerSecond());
            default -> new Answer.NotSupported("zabbix[log," + what + "], wanted state, bytes or bytes_per_second");
        };
    }

    private static Answer heap(String what) {
        Runtime runtime = Runtime.getRuntime();
        return switch (what) {
            case "used" -> new Answer.Unsigned(runtime.totalMemory() - runtime.freeMemory());
            case "max" -> new Answer.Unsigned(runtime.maxMemory());
            default -> new Answer.NotSupported("zabbix[heap," + what + "], wanted used or max");
        };
    }

    /// `zabbix[process,shard,<number|avg|max>,busy]`, in percent.
    private static Answer process(Sample sample, String[] parameters) {
        String which = parameters.length > 2 ? parameters[2] : "avg";
        List<ShardSample> shards = sample.shards();
        return switch (which) {
            case "", "avg" ->
                new Answer.Real(100
                        * shards.stream()
                                .mapToDouble(ShardSample::busyShare)
                                .average()
                                .orElse(0));
            case "max" ->
                new Answer.Real(100
                        * shards.stream()
                                .mapToDouble(ShardSample::busyShare)
                                .max()
                                .orElse(0));
            default -> {
                for (ShardSample shard : shards) {
                    if (shard.name().equals("shard-" + which)) {
                        yield new Answer.Real(100 * shard.busyShare());
                    }
                }
                yield new Answer.NotSupported(
                        "zabbix[process,shard," + which + "], wanted avg, max or 0 to " + (shards.size() - 1));
            }
        };
    }

    /// `zabbix[mailbox,<depth|refused|oldest>]`: over all shards; the oldest's age in seconds.
    private static Answer mailbox(Sample sample, String[] parameters) {
        String what = parameters.length > 1 ? parameters[1] : "depth";
        return switch (what) {
            case "depth" ->
                new Answer.Unsigned(sample.shards().stream()
                        .mapToLong(ShardSample::mailboxDepth)
                        .sum());
            case "refused" ->
                new Answer.Unsigned(sample.shards().stream()
                        .mapToLong(ShardSample::mailboxRefusals)
                        .sum());
            case "oldest" ->
                new Answer.Real(sample.shards().stream()
                                .mapToLong(ShardSample::mailboxOldestNanos)
                                .max()
                                .orElse(0)
                        / 1e9);
            default -> new Answer.NotSupported("zabbix[mailbox," + what + "], wanted depth, refused or oldest");
        };
    }
}
