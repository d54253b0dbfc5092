package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.history.History;
import zonda.runtime.LocalDisk;
import zonda.server.Server;

/// The story of one value, in the order of docs/value-path.md: due, asked, answered, preprocessed,
/// logged and kept, judged, an event, a problem, and what people see and do.
class ValueStoryTest {
    @TempDir
    Path folder;

    @Test
    void aValueTravelsFromTheDeviceToTheDiskAProblemAndTheApi() throws IOException {
        Path data = folder.resolve("data");
        try (HandDevice device = new HandDevice().set(Worlds.OID, 42)) {
            Path configuration = Worlds.written(folder.resolve("world.yaml"), Worlds.oneDevice(device.port()));
            try (Server server = Worlds.server(data, configuration);
                    Api api = new Api(server.webPort()).login("zonda")) {
                JsonNode item =
                        api.result("item.get", "{\"output\":\"extend\"}").get(0);
                String itemId = item.path("itemid").asString();

                // Due, asked, answered, preprocessed, logged, judged, synced: the trace names them.
                List<String> stops = Waiting.until(
                        "the trace of the item reaches the disk",
                        () -> Api.texts(api.page("api/trace?itemid=" + itemId).path("stops"), "stop"),
                        names -> names.contains("synced"));
                assertThat(stops)
                        .containsExactly("due", "asked", "answered", "preprocessed", "logged", "judged", "synced");

                // Kept: the newest value and the history tell what the device said, as strings.
                assertThat(lastValue(api)).isEqualTo("42");
                JsonNode history =
                        api.result("history.get", "{\"history\":3,\"itemids\":[\"" + itemId + "\"],\"limit\":1}");
                assertThat(history.get(0).path("value").asString()).isEqualTo("42");
                assertThat(history.get(0).path("value").isString()).isTrue();
                assertThat(history.get(0).path("clock").isString()).isTrue();
                assertThat(history.get(0).path("ns").asString()).endsWith("000000");

                // Judged: no problem at 42, one above 90, and its end only below 50.
                assertThat(problems(api, "")).isEmpty();
                device.set(Worlds.OID, 99);
                JsonNode problem = Waiting.until("a problem", () -> problems(api, ""), list -> list.size() == 1)
                        .get(0);
                assertThat(problem.path("name").asString()).isEqualTo("Load of A device is high");
                assertThat(problem.path("severity").asString()).isEqualTo("4");
                assertThat(triggerValue(api)).isEqualTo("1");

                device.set(Worlds.OID, 60);
                Waiting.until("the value 60", () -> lastValue(api), "60"::equals);
                assertThat(problems(api, "")).hasSize(1);
                device.set(Worlds.OID, 10);
                Waiting.until("the problem's end", () -> problems(api, "").isEmpty());
                JsonNode ended = problems(api, "\"recent\":true,").get(0);
                assertThat(ended.path("eventid").asString())
                        .isEqualTo(problem.path("eventid").asString());
                assertThat(Long.parseLong(ended.path("r_eventid").asString()))
                        .isGreaterThan(Long.parseLong(ended.path("eventid").asString()));
                assertThat(triggerValue(api)).isEqualTo("0");
            }
            // On disk: the store holds the values when no server runs.
            assertThat(History.count(new LocalDisk(data)).values()).isGreaterThanOrEqualTo(4);
        }
    }

    private static String lastValue(Api api) {
        return api.result("item.get", "{\"output\":[\"lastvalue\"]}")
                .get(0)
                .path("lastvalue")
                .asString();
    }

    private static JsonNode problems(Api api, String more) {
        return api.result("problem.get", "{" + more + "\"output\":\"extend\"}");
    }

    private static String triggerValue(Api api) {
        return api.result("trigger.get", "{\"output\":[\"value\"]}")
                .get(0)
                .path("value")
                .asString();
    }
}
