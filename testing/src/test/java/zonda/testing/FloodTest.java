package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A server with less than 512 MB of heap takes a million plain values while scripts and patterns
/// do their worst beside them: each of those fails alone, with a reason.
class FloodTest {
    private static final int PLAIN_ITEMS = 100;
    private static final int REQUESTS = 100;
    private static final int A_REQUEST = 10_000;

    /// What is done to the value, by key.
    private static final Map<String, String> WORST = worst();

    private static Map<String, String> worst() {
        Map<String, String> steps = new LinkedHashMap<>();
        steps.put("endless", script("while (true) {}"));
        steps.put("doubling", script("var s = value; for (var i = 0; i < 40; i++) { s += s; } return s;"));
        steps.put("joined", script("return Array(1e8).join(value);"));
        steps.put("repeated", script("return value.repeat(1e9);"));
        steps.put("deep", script("function f() { return f() + 1; } return f();"));
        steps.put("searching", script("return /^(a+)+$/.test('a'.repeat(40) + 'b');"));
        steps.put("pattern", "{type: regex, parameters: ['^(a+)+$', '\\1']}");
        return steps;
    }

    private static String script(String source) {
        return "{type: javascript, parameters: [\"" + source + "\"]}";
    }

    private static String world() {
        StringBuilder text = new StringBuilder("hosts:\n  - host: h\n    items:\n");
        text.append("      - {repeat: {as: i, from: 1, to: ").append(PLAIN_ITEMS);
        text.append("}, key: \"plain[${i}]\", type: trapper, value_type: unsigned}\n");
        WORST.forEach((key, step) -> text.append("      - {key: ")
                .append(key)
                .append(", type: trapper, value_type: text, preprocessing: [")
                .append(step)
                .append("]}\n"));
        return text.toString();
    }

    @TempDir
    Path folder;

    @Test
    void aMillionPlainValuesPassWhileScriptsDoTheirWorst()
            throws IOException, InterruptedException, ExecutionException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), world());
        int port = freePort();
        try (ServerProcess server = ServerProcess.zonda(
                        folder,
                        "server",
                        "--data",
                        folder.resolve("data").toString(),
                        "--configuration",
                        configuration.toString(),
                        "--web",
                        "127.0.0.1:0",
                        "--trapper",
                        "127.0.0.1:" + port);
                Api api = new Api(server.ready()).login("zonda");
                ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            SenderClient client = new SenderClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            String hard = "a".repeat(40) + "b";
            List<Future<String>> bad = new ArrayList<>();
            for (String key : WORST.keySet()) {
                bad.add(senders.submit(() -> client.send("h", key, hard)));
            }
            long clock = System.currentTimeMillis() / 1_000 - REQUESTS * A_REQUEST / PLAIN_ITEMS;
            for (int request = 0; request < REQUESTS; request++) {
                SenderClient.Values values = client.values();
                for (int i = 0; i < A_REQUEST; i++) {
                    int number = request * A_REQUEST + i;
                    values.add(
                            "h",
                            "plain[" + (number % PLAIN_ITEMS + 1) + "]",
                            "" + number,
                            clock + number / PLAIN_ITEMS);
                }
                assertThat(values.send()).contains("processed: " + A_REQUEST + "; failed: 0");
            }
            for (Future<String> each : bad) {
                assertThat(each.get()).contains("processed: 1; failed: 0");
            }
            for (JsonNode item : api.result("item.get", "{\"output\":[\"key_\",\"error\",\"lastvalue\"]}")) {
                String key = item.path("key_").asString();
                if (WORST.containsKey(key)) {
                    assertThat(item.path("error").asString()).as(key).isNotEmpty();
                } else {
                    assertThat(item.path("error").asString()).as(key).isEmpty();
                }
            }
            JsonNode trapper = api.diag().path("trapper");
            assertThat(trapper.path("processed").asInt()).isEqualTo(REQUESTS * A_REQUEST + bad.size());
            String last = api.result("item.get", "{\"output\":[\"lastvalue\"],\"filter\":{\"key_\":\"plain[100]\"}}")
                    .get(0)
                    .path("lastvalue")
                    .asString();
            assertThat(last).isEqualTo("" + (REQUESTS * A_REQUEST - 1));
            assertThat(server.stop()).isEqualTo(143);
            assertThat(server.output() + server.errors())
                    .doesNotContainPattern(Pattern.compile("OutOfMemory|StackOverflow"));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
