package zonda.testing.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import zonda.history.StoreTools;
import zonda.model.ValueKind;
import zonda.runtime.LocalDisk;

/// The same values in the product's history and in its peers: bytes a value, index included, after
/// each has merged what it merges. What is stored is read back.
final class Comparison {
    private static final double MOST_TIMES = 1.1;
    private static final int ROWS_A_BATCH = 64;
    private static final long NANOS = 1_000_000L;

    private final Map<String, Object> figures;
    private final long seed;
    private final int items;
    private final long startNanos;
    private boolean holds = true;

    /// @param figures get what was measured
    Comparison(Map<String, Object> figures, long seed, int items, long startNanos) {
        this.figures = figures;
        this.seed = seed;
        this.items = items;
        this.startNanos = startNanos;
    }

    /// @return whether we are as small as we want to be
    boolean run() throws IOException, InterruptedException {
        List<Peer> peers = new ArrayList<>();
        try {
            begin(peers);
            for (DataSet data : sets()) {
                compare(data, peers);
            }
        } finally {
            for (Peer peer : peers) {
                peer.close();
            }
        }
        return holds;
    }

    private interface Begin {
        Peer begin(Path program) throws IOException, InterruptedException;
    }

    private void begin(List<Peer> peers) throws IOException, InterruptedException {
        begin(peers, "victoria_metrics", PeerProcess.program("victoria-metrics"), VictoriaMetricsPeer::new);
        begin(peers, "clickhouse", PeerProcess.program("clickhouse-server"), ClickHousePeer::new);
        begin(peers, "postgresql", PeerProcess.program("pg_ctl", "/usr/lib/postgresql/15/bin"), PostgresPeer::new);
    }

    private void begin(List<Peer> peers, String name, Optional<Path> program, Begin begin)
            throws IOException, InterruptedException {
        if (program.isEmpty()) {
            System.out.println(name + " is not installed: testing/install-peers");
            figures.put("version_" + name, "not installed");
            holds = false;
            return;
        }
        Peer peer = begin.begin(program.get());
        peers.add(peer);
        figures.put("version_" + name, peer.version());
        System.out.println(name + ": " + peer.version());
    }

    private List<DataSet> sets() throws IOException {
        List<DataSet> sets = new ArrayList<>();
        for (boolean asRates : new boolean[] {false, true}) {
            String suffix = asRates ? "_rates" : "";
            SnmpDay kinds = new SnmpDay(seed, items, asRates, 1, startNanos);
            sets.add(DataSet.of("mix" + suffix, seed, items, asRates, startNanos, _ -> true));
            for (SnmpDay.Kind kind : SnmpDay.Kind.values()) {
                String name = kind.name().toLowerCase(Locale.ROOT) + suffix;
                sets.add(DataSet.of(name, seed, items, asRates, startNanos, item -> kinds.kind(item) == kind));
            }
        }
        Path published = Path.of(System.getProperty("zonda.root", "."), "../shared/data/timeseries");
        if (Files.isDirectory(published)) {
            sets.addAll(DataSet.published(published, seed, startNanos / NANOS));
        } else {
            System.out.println("no published data sets: there is no folder " + published);
            holds = false;
        }
        return sets;
    }

    private void compare(DataSet data, List<Peer> peers) throws IOException, InterruptedException {
        double own = own(data);
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%-42s %8d values %4d left out   zonda %.4f",
                data.name(),
                data.values(),
                data.leftOut(),
                own));
        figures.put("values_" + data.name(), data.values());
        figures.put("bytes_per_value_" + data.name() + "_zonda", own);
        for (Peer peer : peers) {
            Peer.Stored stored = peer.store(data);
            double bytes = (double) stored.bytes() / data.values();
            boolean isSame = data.isSame(stored.back());
            figures.put("bytes_per_value_" + data.name() + "_" + peer.name(), bytes);
            figures.put("lossy_" + data.name() + "_" + peer.name(), !isSame);
            line.append(String.format(Locale.ROOT, "   %s %.4f", peer.name(), bytes));
            if (!isSame) {
                line.append(" (lossy)");
                continue;
            }
            double times = own / bytes;
            boolean isMix = data.name().startsWith("mix");
            if (times > (isMix ? 1 : MOST_TIMES)) {
                holds = false;
                line.append(String.format(Locale.ROOT, " (ours is %.2f times that)", times));
            }
        }
        System.out.println(line);
    }

    private static double own(DataSet data) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("zonda-bench-history");
        try (Rig rig = new Rig(folder, data.series().size())) {
            rig.feed(source(data));
            rig.seal();
            rig.end();
            LocalDisk disk = new LocalDisk(folder);
            List<String> faults = new ArrayList<>();
            StoreTools.compact(disk, System.currentTimeMillis() * NANOS, faults::add, (_, _) -> {});
            List<Series.Builder> back = new ArrayList<>();
            data.series().forEach(each -> back.add(new Series.Builder(each.kind())));
            StoreTools.dump(
                    disk,
                    _ -> true,
                    Long.MIN_VALUE,
                    Long.MAX_VALUE,
                    rows -> {
                        for (int row = 0; row < rows.size(); row++) {
                            back.get((int) rows.itemIds[row] - 1)
                                    .add(Math.floorDiv(rows.epochNanos[row], NANOS), rows.bits[row]);
                        }
                    },
                    faults::add,
                    (_, _) -> {});
            if (!faults.isEmpty()
                    || !data.isSame(back.stream().map(Series.Builder::build).toList())) {
                throw new IllegalStateException(data.name() + " was not read back as it was written: " + faults);
            }
            return StoreTools.shares(disk, 0, (_, _) -> {}).bytesPerValue();
        }
    }

    /// Row after row of all items, in the order of their minutes.
    private static Rig.Source source(DataSet data) {
        List<Series> series = data.series();
        int most = series.stream().mapToInt(Series::size).max().orElse(0);
        int[] at = {0, 0};
        return batch -> {
            while (batch.size() < ROWS_A_BATCH && at[1] < most) {
                Series each = series.get(at[0]);
                if (at[1] < each.size()) {
                    ValueKind kind = each.kind();
                    batch.addNumber(at[0] + 1L, at[0], each.epochMillis()[at[1]] * NANOS, kind, each.bits()[at[1]]);
                }
                if (++at[0] == series.size()) {
                    at[0] = 0;
                    at[1]++;
                }
            }
            return !batch.isEmpty();
        };
    }
}
