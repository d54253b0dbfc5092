package zonda.testing.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import zonda.model.ValueKind;

/// VictoriaMetrics, one server a data set. Imported and exported as JSON lines, merged by force;
/// what counts are its folders of data and index after an orderly end.
final class VictoriaMetricsPeer implements Peer {
    private static final int SERIES_A_REQUEST = 50;
    private static final String PACKAGE = "victoria-metrics";
    private static final long SETTLE_MILLIS = 1_500;

    private final Path program;
    private final String version;
    private final ObjectMapper mapper = new ObjectMapper();

    VictoriaMetricsPeer(Path program) throws IOException, InterruptedException {
        this.program = program;
        this.version = PeerProcess.debianVersion(PACKAGE);
    }

    @Override
    public String name() {
        return "victoria_metrics";
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Stored store(DataSet data) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("zonda-bench-victoria");
        String at = "127.0.0.1:" + PeerProcess.freePort();
        String url = "http://" + at;
        List<Series> back;
        try (PeerProcess server = new PeerProcess(
                List.of(
                        program.toString(),
                        "-storageDataPath=" + folder.resolve("store"),
                        "-httpListenAddr=" + at,
                        "-retentionPeriod=100y",
                        "-loggerLevel=WARN"),
                folder.resolve("log"))) {
            server.awaitReady(url + "/health");
            List<Series> series = data.series();
            for (int from = 0; from < series.size(); from += SERIES_A_REQUEST) {
                int to = Math.min(series.size(), from + SERIES_A_REQUEST);
                server.post(url + "/api/v1/import", lines(series, from, to).getBytes(StandardCharsets.UTF_8));
            }
            server.get(url + "/internal/force_flush");
            Thread.sleep(SETTLE_MILLIS);
            server.get(url + "/internal/force_merge");
            awaitMerged(server, url);
            back = back(server.get(url + "/api/v1/export?match=v&start=0&end=9999999999"), series);
        }
        Path store = folder.resolve("store");
        long bytes = PeerProcess.bytesBelow(store.resolve("data")) + PeerProcess.bytesBelow(store.resolve("indexdb"));
        PeerProcess.delete(folder);
        return new Stored(bytes, back);
    }

    private static void awaitMerged(PeerProcess server, String url) throws IOException, InterruptedException {
        String idle = "vm_active_force_merges 0";
        do {
            Thread.sleep(SETTLE_MILLIS);
        } while (!new String(server.get(url + "/metrics"), StandardCharsets.UTF_8).contains(idle));
    }

    private static String lines(List<Series> series, int from, int to) {
        StringBuilder out = new StringBuilder();
        for (int i = from; i < to; i++) {
            Series each = series.get(i);
            out.append("{\"metric\":{\"__name__\":\"v\",\"item\":\"")
                    .append(i + 1)
                    .append("\"},\"values\":[");
            for (int row = 0; row < each.size(); row++) {
                out.append(row == 0 ? "" : ",");
                if (each.kind() == ValueKind.UNSIGNED) {
                    out.append(each.bits()[row]);
                } else {
                    out.append(Double.longBitsToDouble(each.bits()[row]));
                }
            }
            out.append("],\"timestamps\":[");
            for (int row = 0; row < each.size(); row++) {
                out.append(row == 0 ? "" : ",").append(each.epochMillis()[row]);
            }
            out.append("]}\n");
        }
        return out.toString();
    }

    /// Lines may each have a part of an item's values.
    private List<Series> back(byte[] export, List<Series> sent) {
        List<TreeMap<Long, Long>> rows = new ArrayList<>();
        sent.forEach(_ -> rows.add(new TreeMap<>(Comparator.naturalOrder())));
        for (String line : new String(export, StandardCharsets.UTF_8).split("\n", -1)) {
            if (line.isBlank()) {
                continue;
            }
            JsonNode node = mapper.readTree(line);
            int item = Integer.parseInt(node.get("metric").get("item").asString()) - 1;
            boolean isUnsigned = sent.get(item).kind() == ValueKind.UNSIGNED;
            JsonNode values = node.get("values");
            JsonNode times = node.get("timestamps");
            for (int i = 0; i < values.size(); i++) {
                double value = values.get(i).asDouble();
                long bits = isUnsigned ? (long) value : Double.doubleToRawLongBits(value);
                rows.get(item).put(times.get(i).asLong(), bits);
            }
        }
        List<Series> back = new ArrayList<>();
        for (int item = 0; item < sent.size(); item++) {
            Series.Builder builder = new Series.Builder(sent.get(item).kind());
            rows.get(item).forEach(builder::add);
            back.add(builder.build());
        }
        return back;
    }

    @Override
    public void close() {
        // each server has ended with its data set
    }
}
