package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.server.Server;

/// Big documents with thousands of dependents, sent to a running server as Zabbix's "sender data":
/// each is parsed once.
class BigPagesTest {
    private static final int METRICS = 10_000;
    private static final int OF_METRICS = 5_000;
    private static final int OF_JSON = 2_000;

    private static final String WORLD = """
            hosts:
              - host: h
                items:
                  - {key: page, type: trapper, value_type: text, history: 0}
                  - {key: json, type: trapper, value_type: text, history: 0}
                  - repeat: {as: i, from: 1, to: %d}
                    key: metric[${i}]
                    type: dependent
                    master_item: page
                    value_type: float
                    preprocessing: [{type: prometheus_pattern, parameters: ['metric_${i * 2}{n="${i * 2}"}', value, ""]}]
                  - repeat: {as: i, from: 1, to: %d}
                    key: field[${i}]
                    type: dependent
                    master_item: json
                    value_type: unsigned
                    preprocessing: [{type: jsonpath, parameters: ["$.k${i}.v"]}]
            """.formatted(OF_METRICS, OF_JSON);

    @TempDir
    Path folder;

    @Test
    void aBigDocumentIsParsedOnceForAllItsDependents() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), WORLD);
        try (Server server = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(server.webPort()).login("zonda")) {
            SenderClient client = new SenderClient(server.trapperAddress());
            assertThat(client.send("h", "page", prometheus())).contains("processed: 1; failed: 0");
            assertThat(client.send("h", "json", json())).contains("processed: 1; failed: 0");
            // The answer comes once all that came of them is kept.
            Map<String, String> values = values(api);
            assertThat(values).hasSizeGreaterThanOrEqualTo(OF_METRICS + OF_JSON);
            for (int i = 1; i <= OF_METRICS; i++) {
                assertThat(values).containsEntry("metric[" + i + "]", 2 * i + ".5");
            }
            for (int i = 1; i <= OF_JSON; i++) {
                assertThat(values).containsEntry("field[" + i + "]", Integer.toString(7 * i));
            }
            JsonNode counts = api.diag().path("preprocessing");
            assertThat(counts.path("prometheus_parsed").asInt()).isEqualTo(1);
            assertThat(counts.path("json_parsed").asInt()).isEqualTo(1);
            assertThat(counts.path("waiting").asInt()).isZero();
            assertThat(counts.path("failed").asInt()).isZero();
        }
    }

    private static String prometheus() {
        StringBuilder page = new StringBuilder("# HELP metric_1 one of many\n# TYPE metric_1 gauge\n");
        for (int i = 1; i <= METRICS; i++) {
            page.append("metric_").append(i).append("{n=\"").append(i).append("\",host=\"h\"} ");
            page.append(i).append(".5\n");
        }
        return page.toString();
    }

    /// Five megabytes.
    private static String json() {
        String padding = "x".repeat(2_480);
        StringBuilder document = new StringBuilder("{");
        for (int i = 1; i <= OF_JSON; i++) {
            document.append(i > 1 ? "," : "")
                    .append("\"k")
                    .append(i)
                    .append("\":{\"v\":")
                    .append(7 * i);
            document.append(",\"padding\":\"").append(padding).append("\"}");
        }
        String text = document.append('}').toString();
        assertThat(text.length()).isGreaterThan(5_000_000);
        return text;
    }

    private static Map<String, String> values(Api api) {
        Map<String, String> values = new TreeMap<>();
        for (JsonNode item : api.result("item.get", "{\"output\":[\"key_\",\"lastvalue\",\"lastclock\"]}")) {
            if (!item.path("lastclock").asString().equals("0")) {
                values.put(item.path("key_").asString(), item.path("lastvalue").asString());
            }
        }
        return values;
    }
}
