package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.server.Server;

/// The API of a real server, in Zabbix's form, and what garbage does to it: nothing.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiTest {
    private HandDevice device = new HandDevice();
    private Server server;
    private Api api;

    ApiTest(@TempDir Path folder) throws IOException {
        device.set(Worlds.OID, 95);
        Path configuration = Worlds.written(folder.resolve("world.yaml"), Worlds.oneDevice(device.port()));
        server = Worlds.server(folder.resolve("data"), configuration);
        api = new Api(server.webPort());
    }

    @BeforeAll
    void logsIn() {
        api.login("zonda");
        Waiting.until("a problem", () -> openProblems() == 1);
    }

    @AfterAll
    void ends() throws IOException {
        api.close();
        server.close();
        device.close();
    }

    private int openProblems() {
        return Integer.parseInt(
                api.result("problem.get", "{\"countOutput\":true}").asString());
    }

    @Test
    void tellsItsVersionToAnyone() {
        try (Api stranger = new Api(server.webPort())) {
            assertThat(stranger.result("apiinfo.version", "[]").asString()).matches("7\\.0\\.\\d+");
        }
    }

    @Test
    void givesNothingElseToStrangers() {
        try (Api stranger = new Api(server.webPort())) {
            assertThat(stranger.refusal("host.get", "{}")).contains("Not authorized");
            assertThat(stranger.get("diag").statusCode()).isEqualTo(401);
            assertThat(stranger.post("api/reload", "").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void refusesAWrongPasswordAndAWrongName() {
        try (Api stranger = new Api(server.webPort())) {
            assertThat(stranger.refusal("user.login", "{\"username\":\"Admin\",\"password\":\"wrong\"}"))
                    .contains("Incorrect user name or password");
            assertThat(stranger.refusal("user.login", "{\"username\":\"admin\",\"password\":\"zonda\"}"))
                    .contains("Incorrect user name or password");
        }
    }

    @Test
    void endsASessionAtTheLogout() {
        try (Api leaving = new Api(server.webPort())) {
            leaving.login("zonda");
            assertThat(leaving.result("user.logout", "[]").asBoolean()).isTrue();
            assertThat(leaving.refusal("host.get", "{}")).contains("re-login");
        }
    }

    @Test
    void tellsHostsItemsAndTriggersWithNumbersAsStrings() {
        JsonNode host = api.result("host.get", "{\"output\":\"extend\",\"selectInterfaces\":\"extend\"}")
                .get(0);
        assertThat(host.path("host").asString()).isEqualTo("device");
        assertThat(host.path("name").asString()).isEqualTo("A device");
        assertThat(host.path("hostid").isString()).isTrue();
        assertThat(host.path("interfaces").get(0).path("port").asString()).isEqualTo(String.valueOf(device.port()));
        JsonNode item = api.result("item.get", "{\"output\":\"extend\",\"filter\":{\"key_\":\"load\"}}")
                .get(0);
        assertThat(item.path("value_type").asString()).isEqualTo("3");
        assertThat(item.path("lastvalue").isString()).isTrue();
        assertThat(item.path("itemid").isString()).isTrue();
        JsonNode trigger = api.result("trigger.get", "{\"output\":\"extend\",\"filter\":{\"priority\":4}}")
                .get(0);
        assertThat(trigger.path("priority").asString()).isEqualTo("4");
        for (String method : new String[] {"host.get", "item.get", "trigger.get"}) {
            assertThat(api.result(method, "{\"countOutput\":true}").asString()).isEqualTo("1");
        }
    }

    @Test
    void acknowledgesAndClosesAProblemByHandAndItComesAgainWithItsNextBadValue() {
        String eventId = api.result("problem.get", "{}").get(0).path("eventid").asString();
        api.result(
                "event.acknowledge", "{\"eventids\":[\"" + eventId + "\"],\"action\":6,\"message\":\"Looking at it\"}");
        JsonNode taken = api.result("problem.get", "{\"output\":\"extend\",\"selectAcknowledges\":\"extend\"}")
                .get(0);
        assertThat(taken.path("acknowledged").asString()).isEqualTo("1");
        assertThat(taken.path("acknowledges").get(0).path("message").asString()).isEqualTo("Looking at it");

        api.result("event.acknowledge", "{\"eventids\":\"" + eventId + "\",\"action\":1}");
        JsonNode closed = Waiting.until(
                "the problem's end",
                () -> api.result(
                        "problem.get", "{\"recent\":true,\"output\":\"extend\",\"eventids\":[\"" + eventId + "\"]}"),
                list -> list.size() == 1
                        && !list.get(0).path("r_eventid").asString().equals("0"));
        assertThat(closed.get(0).path("eventid").asString()).isEqualTo(eventId);
        assertThat(api.refusal("event.acknowledge", "{\"eventids\":\"" + eventId + "\",\"action\":1}"))
                .contains("has ended already");
        Waiting.until("another problem, since the value is still bad", () -> openProblems() == 1);
        assertThat(api.result("problem.get", "{}").get(0).path("eventid").asString())
                .isNotEqualTo(eventId);
    }

    @Test
    void refusesToTouchProblemsThatAreNot() {
        assertThat(api.refusal("event.acknowledge", "{\"eventids\":[\"999999999\"],\"action\":2}"))
                .contains("999999999");
        assertThat(api.refusal("event.acknowledge", "{\"eventids\":[\"1\"]}")).contains("action");
    }

    @Test
    void garbageAtTheApiIsRefusedInWordsAndHarmsNobody() {
        SplittableRandom random = new SplittableRandom(7);
        String good = "{\"jsonrpc\":\"2.0\",\"method\":\"host.get\",\"params\":{\"output\":\"extend\"},\"id\":1}";
        for (int i = 0; i < 500; i++) {
            StringBuilder bad = new StringBuilder(good);
            for (int hits = random.nextInt(1, 6); hits > 0; hits--) {
                bad.setCharAt(random.nextInt(bad.length()), (char) random.nextInt(1, 0x2FF));
            }
            bad.setLength(random.nextInt(bad.length()) + 1);
            HttpResponse<String> answer = api.post("api_jsonrpc.php", bad.toString());
            assertThat(answer.statusCode()).as("seed 7, case %d: %s", i, bad).isEqualTo(200);
        }
        assertThat(api.post("api_jsonrpc.php", "[".repeat(100_000)).body()).contains("error");
        assertThat(api.post("api_jsonrpc.php", "x".repeat(2_000_000)).statusCode())
                .isEqualTo(413);
        assertThat(api.result("host.get", "{\"countOutput\":true}").asString()).isEqualTo("1");
    }

    @Test
    void malformedDatagramsAtThePollPortChangeNothing() {
        Waiting.until("the server asks the device", () -> !device.askers().isEmpty());
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[random.nextInt(0, 120)];
            random.nextBytes(bytes);
            if (bytes.length > 1 && random.nextBoolean()) {
                bytes[0] = 0x30;
                bytes[1] = (byte) (bytes.length - 2);
            }
            device.askers().forEach(asker -> device.throwAt(asker, bytes));
        }
        Waiting.until(
                "the garbage is counted",
                () -> api.diag().path("collector").path("malformed").asLong() > 0);
        device.set(Worlds.OID, 96);
        Waiting.until(
                "the next good value",
                () -> api.result("item.get", "{\"output\":[\"lastvalue\"]}")
                        .get(0)
                        .path("lastvalue")
                        .asString(),
                "96"::equals);
        assertThat(server.isBroken()).isFalse();
        JsonNode history = api.result("history.get", "{\"history\":3,\"output\":\"extend\",\"limit\":1000}");
        assertThat(Api.texts(history, "value")).isSubsetOf("95", "96");
    }
}
