package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.history.History;
import zonda.history.StoredCount;
import zonda.model.Host;
import zonda.model.ValueBatch;
import zonda.runtime.LocalDisk;
import zonda.server.Server;

/// kill -9 at any moment, again and again on the same data: what was synced stays, once.
class CrashTest {
    private static final int HOSTS = 40;
    private static final int ITEMS = 40;
    private static final int KILLS = 5;
    private static final Pattern LISTENING = Pattern.compile("UDP port (\\d+)");

    @TempDir
    Path folder;

    private static String world(int port) {
        StringBuilder text = new StringBuilder("hosts:\n");
        for (int host = 1; host <= HOSTS; host++) {
            text.append("  - host: h").append(host).append('\n');
            text.append("    groups: [Farm]\n");
            text.append("    interfaces:\n      - {type: snmp, address: 127.77.0.")
                    .append(host);
            text.append(", port: ").append(port).append(", timeout: 1s, retries: 2}\n    items:\n");
            for (int item = 1; item <= ITEMS; item++) {
                text.append("      - {key: in").append(item);
                text.append(", type: snmp_agent, oid: 1.3.6.1.2.1.31.1.1.1.6.").append(item);
                text.append(", value_type: unsigned, update_interval: 1s}\n");
            }
            text.append("    triggers:\n      - {name: \"h").append(host);
            text.append(" is there\", expression: \"last(/h")
                    .append(host)
                    .append("/in1)>=0\", severity: information}\n");
        }
        return text.toString();
    }

    @Test
    void whatIsOnTheDiskSurvivesKillsOnceAndProblemsToo() throws IOException {
        Path data = folder.resolve("data");
        try (ServerProcess farm = ServerProcess.devices(folder, "farm", "--port", "0")) {
            int port = Integer.parseInt(farm.line(LISTENING).group(1));
            Path configuration = Worlds.written(folder.resolve("world.yaml"), world(port));
            long stored = 0;
            Set<String> problems = new TreeSet<>();
            Set<String> items = new TreeSet<>();
            for (int kill = 1; kill <= KILLS; kill++) {
                try (ServerProcess server = ServerProcess.zonda(
                        folder,
                        "server",
                        "--data",
                        data.toString(),
                        "--configuration",
                        configuration.toString(),
                        "--web",
                        "127.0.0.1:0")) {
                    try (Api api = new Api(server.ready()).asOperatorOf(data)) {
                        Set<String> open = Waiting.until(
                                "a problem of each host", () -> openProblems(api), all -> all.size() == HOSTS);
                        assertThat(open).as("problems after kill %d", kill - 1).containsAll(problems);
                        problems.addAll(open);
                        JsonNode all = api.result("item.get", "{\"output\":[\"itemid\",\"hostid\"]}");
                        items.addAll(Api.texts(all, "itemid"));
                        long synced = synced(api, all);
                        server.kill();
                        StoredCount count = History.count(new LocalDisk(data));
                        long now = count.values() + count.notSupported();
                        assertThat(now)
                                .as("stored after kill %d, of %d before and %d synced since", kill, stored, synced)
                                .isGreaterThanOrEqualTo(stored + synced);
                        stored = now;
                    }
                }
            }
            nothingIsThereTwice(data, items, stored);
        }
    }

    private static Set<String> openProblems(Api api) {
        return new TreeSet<>(Api.texts(api.result("problem.get", "{\"output\":[\"eventid\"]}"), "eventid"));
    }

    /// A number of values that are known to be synced: those that were received before a value of
    /// each shard set out that has reached the disk.
    private static long synced(Api api, JsonNode items) {
        long received = Waiting.until(
                "values of all items",
                () -> api.diag().path("history").path("received_values").asLong(),
                count -> count > 3L * HOSTS * ITEMS);
        long seen = System.currentTimeMillis();
        int shards = api.diag().path("shards").size();
        List<String> oneOfEachShard = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            for (JsonNode item : items) {
                if (Host.shardOf(Long.parseLong(item.path("hostid").asString()), shards) == shard) {
                    oneOfEachShard.add(item.path("itemid").asString());
                    break;
                }
            }
        }
        for (String item : oneOfEachShard) {
            Waiting.until("a later value on disk", () -> {
                JsonNode stops = api.page("api/trace?itemid=" + item).path("stops");
                return stops.valueStream()
                                .anyMatch(stop -> stop.path("stop").asString().equals("synced"))
                        && stops.valueStream()
                                .anyMatch(stop -> stop.path("stop").asString().equals("preprocessed")
                                        && stop.path("clock").asLong() > seen);
            });
        }
        return received;
    }

    private void nothingIsThereTwice(Path data, Set<String> items, long stored) throws IOException {
        Path nothing = Worlds.written(folder.resolve("nothing.yaml"), "hosts: []\n");
        long rows = 0;
        try (Server server = Worlds.server(data, nothing)) {
            for (String item : items) {
                ValueBatch batch = server.core().reader().rows(Long.parseLong(item), 0, Long.MAX_VALUE);
                for (int row = 1; row < batch.size(); row++) {
                    assertThat(batch.epochNanos[row])
                            .as("item %s, row %d", item, row)
                            .isGreaterThan(batch.epochNanos[row - 1]);
                }
                rows += batch.size();
            }
        }
        assertThat(rows).as("rows that can be read, of those counted").isEqualTo(stored);
    }
}
