package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.server.Server;

/// Debian's zabbix_sender against a server: what it says, and what is stored then.
class SenderTest {
    private static final String WORLD = """
            hosts:
              - host: h1
                name: One
                items:
                  - {key: number, type: trapper, value_type: unsigned}
                  - {key: float, type: trapper, value_type: float}
                  - {key: text, type: trapper, value_type: text}
                  - key: log
                    type: trapper
                    value_type: log
                    preprocessing: [{type: trim, parameters: ["!"]}]
                  - {key: 'many[a,"b c"]', type: trapper, value_type: text}
                  - {key: elsewhere, type: trapper, value_type: text, allowed_hosts: 192.0.2.1}
                  - {key: here, type: trapper, value_type: text, allowed_hosts: "192.0.2.1,127.0.0.0/8"}
                  - key: changes
                    type: trapper
                    value_type: unsigned
                    preprocessing: [{type: discard_unchanged}]
                  - {key: "zabbix[uptime]", type: internal, value_type: unsigned}
                  - {key: off, type: trapper, enabled: false}
                triggers:
                  - {name: high, expression: "last(/h1/number)>90", severity: high}
            """;

    @TempDir
    Path folder;

    private String run(InetSocketAddress server, String input, String... arguments) {
        Path sender = DebianPackages.program("zabbix_sender", "zabbix-agent");
        List<String> command = new ArrayList<>(List.of(
                sender.toString(),
                "-z",
                server.getAddress().getHostAddress(),
                "-p",
                Integer.toString(server.getPort()),
                "-vv"));
        command.addAll(List.of(arguments));
        try {
            Path typed = Files.writeString(folder.resolve("typed.txt"), input);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(typed.toFile())
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return said;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static List<String> history(Api api, String key, int valueType) {
        JsonNode item = api.result("item.get", "{\"output\":[\"itemid\"],\"filter\":{\"key_\":\"" + key + "\"}}");
        JsonNode rows = api.result(
                "history.get",
                "{\"itemids\":\"" + item.get(0).path("itemid").asString() + "\",\"history\":" + valueType
                        + ",\"sortfield\":\"clock\",\"output\":\"extend\"}");
        List<String> values = new ArrayList<>();
        for (JsonNode row : rows) {
            values.add(row.path("clock").asString() + "." + row.path("ns").asString() + "="
                    + row.path("value").asString());
        }
        return values;
    }

    @Test
    void whatTheSenderIsToldIsSoAndWhatItSentIsStoredToTheNanosecond() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), WORLD);
        long now = System.currentTimeMillis() / 1_000;
        try (Server server = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(server.webPort()).login("zonda")) {
            InetSocketAddress to = server.trapperAddress();
            assertThat(run(to, "", "-s", "h1", "-k", "number", "-o", "17"))
                    .containsPattern("\"processed: 1; failed: 0; total: 1; seconds spent: [0-9]+\\.[0-9]{6}\"")
                    .contains("sent: 1; skipped: 0; total: 1");
            String text = "ü € 😀 \"quoted\" \\ back\tslash";
            assertThat(run(to, "", "-s", "h1", "-k", "text", "-o", text)).contains("processed: 1; failed: 0");
            assertThat(history(api, "text", 4).getFirst()).endsWith("=" + text);
            StringBuilder input = new StringBuilder();
            for (int i = 0; i < 600; i++) {
                input.append("h1 number ")
                        .append(now - 600 + i)
                        .append(' ')
                        .append(i)
                        .append(' ')
                        .append(i + 100);
                input.append('\n');
            }
            input.append("h1 number ").append(now - 7).append(" 999999999 18446744073709551615\n");
            input.append("h1 float ").append(now - 5).append(" 5 -1.5e-3\n");
            input.append("h1 \"many[a,\\\"b c\\\"]\" ").append(now - 5).append(" 6 \"a b\"\n");
            assertThat(run(to, input.toString(), "-T", "-N", "-i", "-"))
                    .contains("processed: 250; failed: 0; total: 250")
                    .contains("processed: 103; failed: 0; total: 103");
            List<String> numbers = history(api, "number", 3);
            assertThat(numbers)
                    .hasSize(602)
                    .contains(
                            (now - 7) + ".999999999=18446744073709551615",
                            (now - 600) + ".0=100",
                            (now - 1) + ".599=699");
            assertThat(history(api, "float", 0)).containsExactly((now - 5) + ".5=-0.0015");
            assertThat(history(api, "many[a,\\\"b c\\\"]", 4)).containsExactly((now - 5) + ".6=a b");
            assertThat(run(to, input.toString(), "-T", "-N", "-i", "-")).contains("processed: 250; failed: 0");
            assertThat(history(api, "number", 3))
                    .as("the same again is the same")
                    .hasSize(602);
        }
    }

    private static String request(InetSocketAddress to, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(13 + body.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.put("ZBXD\1".getBytes(StandardCharsets.US_ASCII))
                .putLong(body.length)
                .put(body);
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            socket.getOutputStream().write(frame.array());
            byte[] answer = socket.getInputStream().readAllBytes();
            return new String(answer, 13, answer.length - 13, StandardCharsets.UTF_8);
        }
    }

    @Test
    void aLogLineKeepsItsSourceSeverityEventAndTimeThroughItsSteps() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), WORLD);
        long now = System.currentTimeMillis() / 1_000;
        String row = "{\"host\":\"h1\",\"key\":\"%s\",\"value\":\"%s\",\"clock\":%d,\"ns\":1%s}";
        try (Server server = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(server.webPort()).login("zonda")) {
            InetSocketAddress to = server.trapperAddress();
            String line = ",\"source\":\"Säkerhet\",\"severity\":4,\"eventid\":\"4625\",\"timestamp\":1600000000";
            String data = row.formatted("log", "!logon failed!", now - 3, line) + ","
                    + row.formatted("log", "plain", now - 2, "") + ","
                    + row.formatted("log", "odd", now - 1, ",\"severity\":\"x\",\"eventid\":-1") + ","
                    + row.formatted("text", "of no log", now - 1, line);
            assertThat(request(to, "{\"request\":\"sender data\",\"data\":[" + data + "]}"))
                    .contains("processed: 4; failed: 0");
            assertThat(lines(api))
                    .containsExactly("logon failed|Säkerhet|4|4625|1600000000", "plain||0|0|0", "odd||0|0|0");
            assertThat(history(api, "text", 4)).containsExactly((now - 1) + ".1=of no log");
        }
        try (Server again = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(again.webPort()).login("zonda")) {
            assertThat(lines(api)).as("after a restart").hasSize(3).contains("logon failed|Säkerhet|4|4625|1600000000");
        }
    }

    private static List<String> lines(Api api) {
        JsonNode item = api.result("item.get", "{\"output\":[\"itemid\"],\"filter\":{\"key_\":\"log\"}}");
        List<String> lines = new ArrayList<>();
        for (JsonNode row : api.result(
                "history.get",
                "{\"itemids\":\"" + item.get(0).path("itemid").asString()
                        + "\",\"history\":2,\"sortfield\":\"clock\",\"output\":\"extend\"}")) {
            lines.add(row.path("value").asString() + "|" + row.path("source").asString() + "|"
                    + row.path("severity").asString() + "|"
                    + row.path("logeventid").asString() + "|"
                    + row.path("timestamp").asString());
        }
        return lines;
    }

    @Test
    void whatFailsIsCountedAsZabbixCountsIt() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), WORLD);
        try (Server server = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(server.webPort()).login("zonda")) {
            InetSocketAddress to = server.trapperAddress();
            String input = """
                    h1 number 1
                    h1 nothing 1
                    h2 number 1
                    h1 elsewhere 1
                    h1 here 1
                    h1 off 1
                    h1 "zabbix[uptime]" 1
                    h1 float text
                    h1 changes 5
                    h1 changes 5
                    """;
            assertThat(run(to, input, "-i", "-")).contains("processed: 5; failed: 5; total: 10");
            assertThat(history(api, "changes", 3)).hasSize(1);
            assertThat(history(api, "float", 0)).isEmpty();
            assertThat(api.result("item.get", "{\"output\":[\"error\"],\"filter\":{\"key_\":\"float\"}}")
                            .get(0)
                            .path("error")
                            .asString())
                    .contains("text");
            assertThat(api.diag().path("trapper").path("failed").asLong()).isEqualTo(5);
        }
    }

    @Test
    void aPushedValueIsJudgedAndAReloadBringsNewItems() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), WORLD);
        try (Server server = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(server.webPort()).login("zonda")) {
            InetSocketAddress to = server.trapperAddress();
            assertThat(run(to, "", "-s", "h1", "-k", "number", "-o", "91")).contains("processed: 1");
            Waiting.until(
                    "the problem",
                    () -> Api.texts(api.result("problem.get", "{\"output\":[\"name\"]}"), "name"),
                    names -> names.equals(List.of("high")));
            assertThat(run(to, "", "-s", "h9", "-k", "late", "-o", "1")).contains("processed: 0; failed: 1");
            Worlds.written(
                    configuration, WORLD + "  - {host: h9, items: [{key: late, type: trapper, value_type: text}]}\n");
            server.reload();
            Waiting.until(
                    "the new item",
                    () -> run(to, "", "-s", "h9", "-k", "late", "-o", "1").contains("processed: 1; failed: 0"));
            Worlds.written(configuration, WORLD);
            server.reload();
            Waiting.until(
                    "the item gone",
                    () -> run(to, "", "-s", "h9", "-k", "late", "-o", "1").contains("processed: 0; failed: 1"));
        }
    }
}
