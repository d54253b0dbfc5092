package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.server.Server;

/// What steps remember survives a restart of the server, and a change of the configuration that
/// does not touch it; nothing is invented.
class StepRestartTest {
    private static final String WORLD = """
            hosts:
              - host: h
                items:
                  - {key: change, type: trapper, value_type: unsigned, preprocessing: [{type: simple_change}]}
                  - {key: news, type: trapper, value_type: text, preprocessing: [{type: discard_unchanged}]}
                  - key: other
                    type: trapper
                    value_type: unsigned
                    preprocessing: [{type: multiplier, parameters: ["%s"]}, {type: simple_change}]
            """;

    @TempDir
    Path folder;

    @Test
    void aRestartIsNoChangeAndLosesNone() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), WORLD.formatted("1"));
        try (Server server = Worlds.server(folder.resolve("data"), configuration)) {
            SenderClient client = new SenderClient(server.trapperAddress());
            client.send("h", "change", "10");
            client.send("h", "news", "up");
            client.send("h", "other", "10");
        }
        try (Server server = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(server.webPort()).login("zonda")) {
            SenderClient client = new SenderClient(server.trapperAddress());
            client.send("h", "change", "17");
            client.send("h", "news", "up");
            client.send("h", "other", "12");
            assertThat(history(api, "change", 3)).containsExactly("7");
            assertThat(history(api, "news", 4)).containsExactly("up");
            assertThat(history(api, "other", 3)).containsExactly("2");
            Worlds.written(configuration, WORLD.formatted("3"));
            assertThat(api.post("api/reload", "").statusCode()).isEqualTo(200);
            client.send("h", "change", "20");
            client.send("h", "news", "up");
            client.send("h", "other", "13");
            client.send("h", "other", "15");
            assertThat(history(api, "change", 3)).containsExactly("7", "3");
            assertThat(history(api, "news", 4)).containsExactly("up");
            assertThat(history(api, "other", 3)).as("13 x 3 is no change of 12").containsExactly("2", "6");
        }
        assertThat(folder.resolve("data/steps")).exists();
    }

    private static List<String> history(Api api, String key, int valueType) {
        JsonNode item = api.result("item.get", "{\"output\":[\"itemid\"],\"filter\":{\"key_\":\"" + key + "\"}}");
        JsonNode rows = api.result(
                "history.get",
                "{\"itemids\":\"" + item.get(0).path("itemid").asString() + "\",\"history\":" + valueType
                        + ",\"sortfield\":\"clock\",\"output\":\"extend\"}");
        List<String> values = new ArrayList<>();
        for (JsonNode row : rows) {
            values.add(row.path("value").asString());
        }
        return values;
    }
}
