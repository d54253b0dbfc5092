package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import zonda.protocol.zabbix.Frames;
import zonda.server.Server;

/// `zonda store` on a data folder that a server has left.
class StoreCommandTest {
    private static final String WORLD = """
            hosts:
              - host: h1
                items:
                  - {key: number, type: trapper, value_type: unsigned}
                  - {key: float, type: trapper, value_type: float}
                  - {key: 'text[a,"b"]', type: trapper, value_type: text}
                  - {key: line, type: trapper, value_type: log}
            """;
    /// Old enough to be settled, young enough to be kept.
    private static final long FIRST = System.currentTimeMillis() / 1_000 - 20_000;

    @TempDir
    Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    /// A server that takes values, seals them into blocks twice, and stops.
    private void fill() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), WORLD);
        try (Server server = Worlds.server(data(), configuration)) {
            for (int round = 0; round < 2; round++) {
                StringBuilder rows = new StringBuilder();
                for (int i = 0; i < 500; i++) {
                    rows.append(row("number", "1844674407370955" + (1_000 + i), round * 1_000 + i))
                            .append(',');
                }
                rows.append(row("float", "-0.1", round * 1_000)).append(',');
                rows.append(row("float", "not a number", round * 1_000 + 1)).append(',');
                rows.append(row("text[a,\\\"b\\\"]", "comma, \\\"quote\\\"\\nline ü", round * 1_000))
                        .append(',');
                rows.append(row("line", "a line", round * 1_000));
                push(server.trapperAddress(), rows.toString());
                long seals = server.core().historyStatistics().seals();
                server.core().seal();
                Waiting.until("a block", () -> server.core().historyStatistics().seals() > seals);
            }
            push(server.trapperAddress(), row("number", "7", 5_000));
        }
    }

    private static String row(String key, String value, int second) {
        return "{\"host\":\"h1\",\"key\":\"" + key + "\",\"value\":\"" + value + "\",\"clock\":" + (FIRST + second)
                + ",\"ns\":" + second + "}";
    }

    private static void push(InetSocketAddress server, String rows) throws IOException {
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            socket.getOutputStream()
                    .write(Frames.encode("{\"request\":\"sender data\",\"data\":[" + rows + "]}")
                            .array());
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("failed: 0;");
        }
    }

    private record Said(int status, String out, String err) {}

    private Said zonda(String... arguments) {
        try (ServerProcess process = ServerProcess.zonda(folder, arguments)) {
            int status = process.ended();
            return new Said(status, process.output(), process.errors());
        }
    }

    private static JsonNode json(String line) {
        return JsonMapper.builder().build().readTree(line);
    }

    @Test
    void checksMeasuresDumpsAndCompactsWhatAServerHasLeft() throws IOException {
        fill();
        String data = data().toString();
        Said check = zonda("store", "check", data);
        assertThat(check.status()).as(check.toString()).isZero();
        assertThat(check.out())
                .endsWith("sound\n")
                .contains(Instant.ofEpochSecond(FIRST).toString());
        JsonNode stat = json(zonda("store", "stat", data, "--json").out());
        assertThat(stat.path("values").asLong()).isGreaterThanOrEqualTo(1_008);
        assertThat(stat.path("items").get(0).path("host").asString()).isEqualTo("h1");
        assertThat(zonda("store", "stat", data).out()).contains("bytes a value").contains("h1: number");

        Said csv = zonda("store", "dump", data);
        assertThat(csv.status()).as(csv.err()).isZero();
        assertThat(csv.out())
                .startsWith("itemid,host,key,clock,ns,kind,value,source,severity,eventid,timestamp\r\n")
                .contains(",h1,number," + FIRST + ",0,unsigned,18446744073709551000,,,,\r\n")
                .contains(",h1,number," + (FIRST + 5_000) + ",5000,unsigned,7,,,,\r\n")
                .contains(",h1,float," + (FIRST + 1_000) + ",1000,double,-0.1,,,,\r\n")
                .contains("not_supported,")
                .contains(",h1,\"text[a,\"\"b\"\"]\"," + FIRST + ",0,text,\"comma, \"\"quote\"\"\nline ü\",,,,\r\n")
                .contains(",h1,line," + FIRST + ",0,log,a line,,0,0,0\r\n");
        assertThat(csv.out().lines().filter(line -> line.contains(",number,"))).hasSize(1_001);

        String from = Instant.ofEpochSecond(FIRST + 900).toString();
        List<String> lines = zonda(
                        "store",
                        "dump",
                        data,
                        "--format",
                        "jsonl",
                        "--key",
                        "text[a,\"b\"]",
                        "--host",
                        "h1",
                        "--from",
                        from)
                .out()
                .lines()
                .toList();
        assertThat(lines).hasSize(1);
        assertThat(json(lines.getFirst()).path("value").asString()).isEqualTo("comma, \"quote\"\nline ü");
        assertThat(json(lines.getFirst()).path("clock").asLong()).isEqualTo(FIRST + 1_000);

        Said compact = zonda("store", "compact", data, "--json");
        assertThat(compact.status()).as(compact.err()).isZero();
        assertThat(json(compact.out()).path("blocks_after").asInt()).isPositive();
        Path file = folder.resolve("dump.csv");
        assertThat(zonda("store", "dump", data, "--output", file.toString()).status())
                .isZero();
        assertThat(Files.readString(file)).as("after compacting").isEqualTo(csv.out());
    }

    @Test
    void aDamagedBlockIsToldAndTheRestIsDumped() throws IOException {
        fill();
        List<Path> blocks;
        try (Stream<Path> all = Files.list(data().resolve("blocks"))) {
            blocks = all.sorted().toList();
        }
        try (RandomAccessFile file = new RandomAccessFile(blocks.getFirst().toFile(), "rw")) {
            for (long at = 40; at < file.length(); at += 97) {
                file.seek(at);
                file.write(0xA5);
            }
        }
        Said check = zonda("store", "check", data().toString());
        assertThat(check.status()).as(check.out()).isEqualTo(1);
        assertThat(check.out()).contains("DAMAGED: block " + blocks.getFirst().getFileName());
        Said dump = zonda("store", "dump", data().toString());
        assertThat(dump.status()).isEqualTo(1);
        assertThat(dump.err()).contains("DAMAGED, left out: ");
        assertThat(dump.out()).contains(",h1,number," + (FIRST + 1_000) + ",1000,unsigned,");
    }

    @Test
    void saysWhatIsWrongWithWhatItIsGiven() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), "hosts: []\n");
        assertThat(zonda("store", "check", folder.resolve("none").toString()).err())
                .contains("zonda store check: there is no data folder");
        try (Server _ = Worlds.server(data(), configuration)) {
            Said said = zonda("store", "stat", data().toString());
            assertThat(said.status()).isEqualTo(2);
            assertThat(said.err()).contains("is in use by another Zonda server");
        }
        assertThat(zonda("store", "dump", data().toString(), "--from", "yesterday")
                        .err())
                .contains("--from is 'yesterday', wanted seconds since 1970");
        assertThat(zonda("store", "dump", data().toString(), "--format", "xml").err())
                .contains("--format is 'xml', wanted csv or jsonl");
    }
}
