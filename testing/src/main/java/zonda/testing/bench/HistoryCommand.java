package zonda.testing.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import zonda.history.HistoryReader;
import zonda.history.HistoryStatistics;
import zonda.history.StoreShares;
import zonda.history.StoreTools;
import zonda.model.ValueKind;
import zonda.runtime.LocalDisk;
import zonda.runtime.simulation.SeededRandom;

/// `zonda dev bench history`: bytes a value, values a second, reads.
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = {
            "Bytes a value of an SNMP day at 60 s (30 % constants and states, 25 % idle counters, 15 % octet and 10 %"
                    + " packet counters, 20 % gauges with two decimals; jitter of 3 ms), through the product's own"
                    + " history, blocks merged, index included; then writing in shuffled order, bytes of memory an"
                    + " item, reading, and stalls of a shard while blocks are sealed and merged.",
            "",
            "Without --quick also bytes a value of the same values in VictoriaMetrics, ClickHouse and PostgreSQL with"
                    + " Zabbix's table layout (Debian's packages; testing/install-peers installs them), on the SNMP"
                    + " day's kinds, its mix, and the published data sets in ../shared/data/timeseries. What a store"
                    + " holds is read back; where it is not the same bit for bit, its figure is marked lossy and not"
                    + " compared.",
            "",
            "Figures of time are of CPU where they say core, of the clock elsewhere: on a busy machine only the"
                    + " former mean much.",
            "",
            "Exits 0 where bytes_per_value_mix <= 1.3 and bytes_per_item_in_memory <= 400, and, where peers were"
                    + " measured, no store without loss has fewer bytes for the mix, nor less than 1/1.1 of ours"
                    + " on any kind or data set."
        })
public final class HistoryCommand implements Callable<Integer> {
    private static final double MOST_BYTES_A_VALUE = 1.3;
    private static final double MOST_BYTES_AN_ITEM = 400;
    static final int ITEMS_AN_ANSWER = 10;
    private static final long DAY_NANOS = 86_400_000_000_000L;
    private static final int YEAR = 365;

    @Option(names = "--quick", description = "Fewer items: under 45 s on an idle machine")
    private boolean quick;

    @Option(names = "--seed", defaultValue = "1", description = "Of the generator (default: 1)")
    private long seed;

    @Option(names = "--peers", description = "Measures the peers too, --quick or not, and nothing else")
    private boolean onlyPeers;

    @Option(
            names = "--peer-items",
            defaultValue = "1000",
            description = "Items of the SNMP day that the peers get (default: 1000)")
    private int peerItems;

    private final Map<String, Object> figures = new LinkedHashMap<>();
    private double mixBytes;
    private double itemBytes;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!onlyPeers) {
            measureOwn();
        }
        figures.put("quick", quick);
        figures.put("seed", seed);
        boolean holds = mixBytes <= MOST_BYTES_A_VALUE && itemBytes <= MOST_BYTES_AN_ITEM;
        if (onlyPeers || !quick) {
            holds &= new Comparison(figures, seed, peerItems, aDayAgo()).run();
        }
        System.out.println(json());
        return holds ? 0 : 1;
    }

    private void measureOwn() throws IOException, InterruptedException {
        int items = quick ? 1_000 : 10_000;
        measureBytes("", items, false, 1);
        measureBytes("_shared_times", items, false, ITEMS_AN_ANSWER);
        measureBytes("_rates", items, true, 1);
        measureBytes("_rates_shared_times", items, true, ITEMS_AN_ANSWER);
        measureMemory(quick ? 20_000 : 200_000);
        measureWriting(quick ? 100_000 : 1_000_000, quick ? 20 : 30);
        measureTrends();
    }

    private String json() {
        StringBuilder text = new StringBuilder("{");
        figures.forEach((name, value) -> text.append(text.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append("\":")
                .append(value instanceof Double number ? String.format(Locale.ROOT, "%.4f", number) : quoted(value)));
        return text.append("}").toString();
    }

    private static Object quoted(Object value) {
        return value instanceof String text ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : value;
    }

    private void put(String name, double value) {
        figures.put(name, value);
        System.out.printf(Locale.ROOT, "%-48s %12.4f%n", name, value);
    }

    private static Path temporary() throws IOException {
        return Files.createTempDirectory("zonda-bench-history");
    }

    /// The day before yesterday, UTC.
    private static long aDayAgo() {
        return Math.floorDiv(System.currentTimeMillis() * 1_000_000L, DAY_NANOS) * DAY_NANOS - 2 * DAY_NANOS;
    }

    private static Rig.Source dayOf(SnmpDay day, int items, int minutes) {
        int[] at = {0, 0};
        return batch -> {
            if (at[1] == minutes) {
                return false;
            }
            int to = Math.min(items, at[0] + ITEMS_AN_ANSWER);
            day.add(at[1], at[0], to, batch);
            at[0] = to;
            if (to == items) {
                at[0] = 0;
                at[1]++;
            }
            return true;
        };
    }

    private void measureBytes(String suffix, int items, boolean asRates, int itemsAnAnswer)
            throws IOException, InterruptedException {
        SnmpDay day = new SnmpDay(seed, items, asRates, itemsAnAnswer, aDayAgo());
        try (Rig rig = new Rig(temporary(), items)) {
            rig.feed(dayOf(day, items, SnmpDay.MINUTES));
            rig.settle();
            StoreShares shares = StoreTools.shares(new LocalDisk(rig.folder), items, (read, all) -> {});
            put("bytes_per_value_mix" + suffix, shares.bytesPerValue());
            mixBytes = suffix.isEmpty() ? shares.bytesPerValue() : mixBytes;
            if (itemsAnAnswer == 1) {
                classes(suffix, shares, day);
                double entropy = SnmpDay.timeEntropy();
                for (SnmpDay.Kind kind : SnmpDay.Kind.values()) {
                    entropy += day.entropy(kind) * share(day, kind, items);
                }
                put("entropy_bytes_mix" + suffix, entropy);
            }
            if (suffix.isEmpty()) {
                put(
                        "bytes_per_value_trends",
                        shares.trends() == 0 ? 0 : (double) shares.trendBytes() / shares.trends());
                shares.encodings()
                        .forEach(each -> System.out.printf(
                                Locale.ROOT,
                                "  %-60s %9d values %10d bytes%n",
                                each.name(),
                                each.values(),
                                each.bytes()));
                measureReading(rig.history.reader(), items);
                measureColdReading(rig, items);
            }
        }
    }

    private static double share(SnmpDay day, SnmpDay.Kind kind, int items) {
        int count = 0;
        for (int item = 0; item < items; item++) {
            count += day.kind(item) == kind ? 1 : 0;
        }
        return (double) count / items;
    }

    /// Bytes by class; the index counts for each item alike.
    private void classes(String suffix, StoreShares shares, SnmpDay day) {
        long chunks = 0;
        Map<SnmpDay.Kind, long[]> sums = new EnumMap<>(SnmpDay.Kind.class);
        for (StoreShares.ItemShare item : shares.items()) {
            long[] sum = sums.computeIfAbsent(day.kind((int) item.itemId() - 1), _ -> new long[3]);
            sum[0] += item.values();
            sum[1] += item.bytes();
            sum[2]++;
            chunks += item.bytes();
        }
        double index = (double) (shares.valueBytes() - chunks) / shares.items().size();
        sums.forEach((kind, sum) -> {
            String name = kind.name().toLowerCase(Locale.ROOT);
            put("bytes_per_value_" + name + suffix, (sum[1] + index * sum[2]) / sum[0]);
            put("entropy_bytes_" + name + suffix, day.entropy(kind) + SnmpDay.timeEntropy());
        });
    }

    private void measureReading(HistoryReader reader, int items) {
        SeededRandom random = new SeededRandom(seed);
        int rounds = quick ? 2_000 : 20_000;
        long[] one = new long[1];
        long sum = 0;
        for (int pass = 0; pass < 2; pass++) {
            long start = System.nanoTime();
            for (int i = 0; i < rounds; i++) {
                one[0] = 1L + random.below(items);
                sum += reader.last(one).size();
            }
            if (pass == 1) {
                put("read_last_us", (System.nanoTime() - start) / 1e3 / rounds);
            }
            start = System.nanoTime();
            for (int i = 0; i < rounds; i++) {
                sum += reader.range(1L + random.below(items), 0, Long.MAX_VALUE, Integer.MAX_VALUE, false)
                        .size();
            }
            if (pass == 1) {
                double each = (System.nanoTime() - start) / 1e3 / rounds;
                put("read_day_warm_us", each);
                put("read_100_items_day_us", each * 100);
            }
        }
        if (sum == 0) {
            throw new IllegalStateException("nothing was read");
        }
    }

    /// One item's day out of blocks whose pages were dropped, each time another item's.
    private void measureColdReading(Rig rig, int items) throws IOException {
        PageCache cache = new PageCache();
        HistoryReader reader = rig.history.reader();
        SeededRandom random = new SeededRandom(seed);
        int rounds = quick ? 50 : 200;
        long[] taken = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            cache.drop(rig.folder.resolve("blocks"));
            long item = 1L + random.below(items);
            long start = System.nanoTime();
            if (reader.range(item, 0, Long.MAX_VALUE, Integer.MAX_VALUE, false).isEmpty()) {
                throw new IllegalStateException("nothing was read");
            }
            taken[i] = System.nanoTime() - start;
        }
        Arrays.sort(taken);
        put("read_day_cold_us", taken[rounds / 2] / 1e3);
        put("read_day_cold_worst_us", taken[rounds - 1] / 1e3);
    }

    /// An hour of 60 s values in memory, nothing sealed.
    private void measureMemory(int items) throws IOException, InterruptedException {
        SnmpDay day = new SnmpDay(seed, items, false, ITEMS_AN_ANSWER, aDayAgo());
        try (Rig rig = new Rig(temporary(), items)) {
            rig.feed(dayOf(day, items, 60));
            Thread.sleep(50);
            HistoryStatistics statistics = rig.history.statistics();
            // Slots of items: 24 bytes a key, at most half of them used, and 8 a slot.
            itemBytes = (double) statistics.headBytes() / items + 32;
            put("bytes_per_item_in_memory", itemBytes);
        }
    }

    /// All items once a round, the answers in a new order each time, as they come from a network.
    private void measureWriting(int items, int rounds) throws IOException, InterruptedException {
        OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        int answers = items / ITEMS_AN_ANSWER;
        SeededRandom random = new SeededRandom(seed);
        int[] order = new int[answers];
        Arrays.setAll(order, i -> i);
        for (int i = answers - 1; i > 0; i--) {
            int other = random.below(i + 1);
            int swap = order[i];
            order[i] = order[other];
            order[other] = swap;
        }
        long[] value = new long[items];
        Arrays.setAll(value, item -> random.nextLong() >>> 20);
        long start = aDayAgo();
        try (Rig rig = new Rig(temporary(), items)) {
            rig.feed(rounds(order, value, start, 0, 5));
            long cpu = machine.getProcessCpuTime();
            long clock = System.nanoTime();
            rig.feed(rounds(order, value, start, 5, 5 + rounds));
            long taken = machine.getProcessCpuTime() - cpu;
            put("write_values_per_s", (double) items * rounds / (System.nanoTime() - clock) * 1e9);
            rig.settle();
            double values = (double) items * rounds;
            put("write_values_per_core_s", values / taken * 1e9);
            put("write_sealed_merged_values_per_core_s", values / (machine.getProcessCpuTime() - cpu) * 1e9);
            // Sealing and merging go on beside the writing.
            rig.history.seal();
            rig.feed(rounds(order, value, start, 5 + rounds, 10 + rounds));
            rig.history.merge();
            rig.feed(rounds(order, value, start, 10 + rounds, 15 + rounds));
            put("stall_p999_ms", rig.feeder.stallMillis(0.999));
        }
    }

    private static Rig.Source rounds(int[] order, long[] value, long start, int from, int to) {
        int[] at = {0, from};
        return batch -> {
            if (at[1] == to) {
                return false;
            }
            int first = order[at[0]] * ITEMS_AN_ANSWER;
            long time = start + at[1] * SnmpDay.MINUTE_NANOS + (at[0] * 7919L % 60_000) * 1_000_000L;
            for (int item = first; item < first + ITEMS_AN_ANSWER; item++) {
                // Three of ten count on, by something like noise.
                if (item % 10 < 3) {
                    value[item] += 50_000_000L + (value[item] * 0x9E3779B97F4A7C15L >>> 40);
                }
                batch.addNumber(item + 1L, item, time, ValueKind.UNSIGNED, value[item]);
            }
            if (++at[0] == order.length) {
                at[0] = 0;
                at[1]++;
            }
            return true;
        };
    }

    /// A year of hourly trends of 100 items.
    private void measureTrends() throws IOException, InterruptedException {
        int items = 100;
        long start = aDayAgo() - YEAR * DAY_NANOS;
        try (Rig rig = new Rig(temporary(), items)) {
            int[] at = {0};
            rig.feed(batch -> {
                if (at[0] == YEAR * 24) {
                    return false;
                }
                for (int item = 0; item < items; item++) {
                    batch.addNumber(
                            item + 1L,
                            item,
                            start + at[0] * 60L * SnmpDay.MINUTE_NANOS,
                            ValueKind.UNSIGNED,
                            at[0] + item);
                }
                at[0]++;
                return true;
            });
            rig.settle();
            HistoryReader reader = rig.history.reader();
            for (int pass = 0; pass < 3; pass++) {
                long clock = System.nanoTime();
                for (int item = 1; item <= items; item++) {
                    int hours = reader.trends(item, start, start + YEAR * DAY_NANOS - 1)
                            .size();
                    if (hours != YEAR * 24) {
                        throw new IllegalStateException(hours + " hours, wanted " + YEAR * 24);
                    }
                }
                if (pass == 2) {
                    put("read_100_items_year_of_trends_us", (System.nanoTime() - clock) / 1e3);
                }
            }
        }
    }
}
