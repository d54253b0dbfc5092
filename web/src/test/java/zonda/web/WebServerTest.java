package zonda.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Severity;
import zonda.runtime.MonotonicClock;

/// The server over real HTTP.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WebServerTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String OPERATOR = "operator-token-operator-token-operator";

    private final AtomicLong clock = new AtomicLong(1_796_000_000_500_000_000L);
    private final FakeWorld world = new FakeWorld(20, clock::get, Duration.ofHours(2));
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private WebServer server = start(0);

    WebServerTest() throws IOException {}

    private WebServer start(int port) throws IOException {
        return WebServer.start(
                new WebSettings("127.0.0.1", port, OPERATOR, Duration.ofHours(1)),
                world,
                FakeServer.accounts(),
                JsonRpcTest.fixed(clock),
                MonotonicClock.system(),
                new SecureRandom(),
                (where, fault) -> faults.add(where + ": " + fault));
    }

    @BeforeEach
    void listens() {
        assertThat(server.port()).isPositive();
    }

    @AfterEach
    void stop() {
        server.close();
        http.close();
        assertThat(faults).isEmpty();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> page(String path) throws IOException, InterruptedException {
        return send(to(path).header("Authorization", "Bearer " + OPERATOR));
    }

    private JsonNode read(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = page(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private Item item(String key) {
        return world.hosts().stream()
                .flatMap(host -> host.items().stream())
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    // ---- what all answers share ----

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/latest",
                "/api/series?itemid=6",
                "/api/problems",
                "/api/hosts",
                "/api/overview",
                "/api/live",
                "/api/trace?itemid=6",
                "/diag"
            })
    void nothingIsToldWithoutALogin(String path) throws Exception {
        HttpResponse<String> without = send(to(path));
        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(JSON.readTree(without.body()).path("error").asString()).contains("not logged in");
        assertThat(send(to(path).header("Authorization", "Bearer wrong")).statusCode())
                .isEqualTo(401);
    }

    @Test
    void everyAnswerCarriesTheSecurityHeaders() throws Exception {
        for (String path : List.of("/ping", "/diag", "/assets/probe-1.js", "/no/such.thing")) {
            HttpResponse<String> answer = send(to(path));
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .contains("script-src 'self'")
                    .contains("frame-ancestors 'none'");
            assertThat(answer.headers().firstValue("X-Content-Type-Options"))
                    .as(path)
                    .contains("nosniff");
        }
    }

    @Test
    void servesThePagesFilesAndNothingElse() throws Exception {
        HttpResponse<String> asset = send(to("/assets/probe-1.js"));
        assertThat(asset.statusCode()).isEqualTo(200);
        assertThat(asset.headers().firstValue("Content-Type").orElse("")).startsWith("text/javascript");
        assertThat(asset.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
        for (String path : List.of(
                "/assets/no.js",
                "/../WebServer.class",
                "/assets/..%2f..%2fWebServer.class",
                "/assets/%2e%2e/x.class",
                "/.git",
                "//etc/passwd.txt",
                "/api/none")) {
            assertThat(send(to(path)).statusCode()).as(path).isGreaterThanOrEqualTo(400);
        }
    }

    @Test
    void compressesWhatBecomesSmallerForBrowsersThatReadIt() throws Exception {
        HttpResponse<byte[]> small = http.send(
                to("/assets/probe-2.css").header("Accept-Encoding", "br, gzip").build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(small.headers().firstValue("Content-Encoding")).contains("gzip");
        String plain = send(to("/assets/probe-2.css")).body();
        assertThat(small.body().length).isLessThan(plain.length());
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(small.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(plain);
        }
    }

    @Test
    void refusesABodyThatIsTooLargeOrOfTheWrongType() throws Exception {
        HttpResponse<String> large = send(to("/api_jsonrpc.php")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[3 << 20])));
        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(large.body()).contains("1048576");
        HttpResponse<String> type = send(to("/api_jsonrpc.php")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(type.statusCode()).isEqualTo(412);
        assertThat(send(to("/api_jsonrpc.php")).statusCode()).isEqualTo(405);
    }

    @Test
    void speaksJsonRpc() throws Exception {
        HttpResponse<String> answer = send(to("/api_jsonrpc.php")
                .header("Content-Type", "application/json-rpc; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"method\":\"user.login\","
                        + "\"params\":{\"username\":\"Admin\",\"password\":\"zonda\"},\"id\":1}")));
        String token = JSON.readTree(answer.body()).path("result").asString();
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(send(to("/api/hosts").header("Authorization", "Bearer " + token))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void saysPlainlyThatAPortIsTaken() {
        int port = server.port();
        assertThatThrownBy(() -> start(port))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("--web ADDRESS:PORT");
        assertThatThrownBy(() -> new WebSettings("127.0.0.1", 70_000, "", Duration.ofHours(1)))
                .hasMessageContaining("70000");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/latest?limit=0, Parameter limit is 0",
        "/api/latest?limit=x, a whole number from 1 to 1000",
        "/api/latest?hostid=a, numbers separated by commas",
        "/api/series?itemids=, Parameter itemids is missing",
        "/api/series?itemid=6&from=5&to=5, before to",
        "/api/series?itemid=6&buckets=100000, a whole number from 1 to 2000",
        "/api/problems?acknowledged=maybe, 0 or 1",
        "/api/hosts?state=fine, 'unknown, available or unavailable'",
        "/api/live?itemids=1.5, numbers separated by commas",
    })
    void namesTheParameterThatIsWrong(String path, String words) throws Exception {
        HttpResponse<String> answer = page(path);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).path("error").asString()).contains(words);
    }

    // ---- what the page reads ----

    @Test
    void tellsLatestDataByPagesAndByIds() throws Exception {
        JsonNode page = read("/api/latest?search=router%20cpu&limit=2&offset=1");
        assertThat(page.path("total").longValue()).isEqualTo(4);
        assertThat(page.path("items").size()).isEqualTo(2);
        JsonNode first = page.path("items").get(0);
        assertThat(first.path("units").asString()).isEqualTo("%");
        assertThat(first.path("value").isString()).isTrue();
        assertThat(first.path("clock").longValue()).isPositive();
        Item item = item("sysUpTime");
        world.fail(item.id(), "no such object");
        JsonNode one = read("/api/latest?itemids=" + item.id() + ",999999").path("items");
        assertThat(one.size()).isEqualTo(1);
        assertThat(one.get(0).path("error").asString()).isEqualTo("no such object");
    }

    @Test
    void tellsASeriesRawWhileItFitsAndInBucketsBeyond() throws Exception {
        Item item = item("ifHCInOctets[1]");
        long to = clock.get() / 1_000_000;
        JsonNode raw = read("/api/series?itemid=" + item.id() + "&from=" + (to - 60_000) + "&to=" + to + "&buckets=100")
                .path("series")
                .get(0);
        assertThat(raw.path("step").longValue()).isZero();
        assertThat(raw.path("t").size()).isBetween(59, 61);
        assertThat(raw.has("min")).isFalse();
        JsonNode buckets = read("/api/series?itemids=" + item.id() + ","
                        + item("sysDescr").id() + "&from=" + (to - 3_600_000) + "&to=" + to + "&buckets=60")
                .path("series");
        assertThat(buckets.size()).as("texts have no series").isEqualTo(1);
        JsonNode one = buckets.get(0);
        assertThat(one.path("step").longValue()).isEqualTo(60_000);
        int rows = one.path("t").size();
        assertThat(rows).isBetween(60, 61);
        for (int i = 0; i < rows; i++) {
            assertThat(one.path("avg").get(i).doubleValue())
                    .isBetween(
                            one.path("min").get(i).doubleValue(),
                            one.path("max").get(i).doubleValue());
        }
    }

    @Test
    void tellsProblemsWithTheirHostAndOperationalData() throws Exception {
        Host host = world.hosts().get(4);
        world.open(host, 0, Severity.HIGH, 30);
        long ended = world.open(world.hosts().get(5), 0, Severity.WARNING, 60);
        world.resolve(ended);
        JsonNode open = read("/api/problems");
        assertThat(open.path("total").longValue()).isEqualTo(1);
        JsonNode problem = open.path("problems").get(0);
        assertThat(problem.path("host").asString()).isEqualTo(host.name());
        assertThat(problem.path("opdata").asString()).matches("Now [0-9.]+ Mbps");
        assertThat(problem.path("itemids").size()).isEqualTo(1);
        assertThat(read("/api/problems?recent=1").path("total").longValue()).isEqualTo(2);
        assertThat(read("/api/problems?severities=2").path("total").longValue()).isZero();
        assertThat(read("/api/problems?search=" + host.name()).path("total").longValue())
                .isEqualTo(1);
        assertThat(read("/api/problems?acknowledged=1").path("total").longValue())
                .isZero();
    }

    @Test
    void tellsHostsWithTheReasonWhyTheyAreNotAvailable() throws Exception {
        JsonNode page = read("/api/hosts?state=unavailable");
        assertThat(page.path("total").intValue())
                .isEqualTo(page.path("counts").path("unavailable").intValue())
                .isPositive();
        for (JsonNode host : page.path("hosts")) {
            assertThat(host.path("interfaces").get(0).path("reason").asString()).contains("no answer from");
        }
        assertThat(page.path("counts").path("total").intValue()).isEqualTo(20);
        assertThat(read("/api/hosts?search=POWER").path("total").intValue()).isEqualTo(5);
    }

    @Test
    void tellsTheOverviewAndTheInside() throws Exception {
        world.open(world.hosts().get(3), 1, Severity.DISASTER, 5);
        JsonNode overview = read("/api/overview");
        assertThat(overview.path("counts").get(5).intValue()).isEqualTo(1);
        assertThat(overview.path("top").get(0).path("severity").intValue()).isEqualTo(5);
        assertThat(overview.path("pulse").path("log").asString()).isEqualTo("writing");
        JsonNode diag = read("/diag");
        assertThat(diag.path("shards").get(1).path("busy_share").doubleValue()).isBetween(0.0, 1.0);
        assertThat(diag.path("log").path("state").asString()).isEqualTo("writing");
    }

    @Test
    void tracesAValue() throws Exception {
        JsonNode trace = read("/api/trace?itemid=" + item("cpmCPUTotal").id());
        assertThat(trace.path("stops").get(0).path("stop").asString()).isEqualTo("due");
        assertThat(trace.path("stops").get(0).path("offset_us").longValue()).isZero();
        assertThat(page("/api/trace?itemid=999999").statusCode()).isEqualTo(404);
        assertThat(page("/api/trace").body()).contains("itemid is missing");
    }

    // ---- the live stream ----

    private BufferedReader follow(String query) throws IOException, InterruptedException {
        HttpResponse<InputStream> stream = http.send(
                to("/api/live" + query)
                        .header("Authorization", "Bearer " + OPERATOR)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(stream.headers().firstValue("Content-Type")).contains("text/event-stream");
        return new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
    }

    /// Reads on until an event of the name whose data has the words.
    private static String await(BufferedReader stream, String name, String words) throws IOException {
        String event = "";
        for (String line = stream.readLine(); line != null; line = stream.readLine()) {
            if (line.startsWith("event: ")) {
                event = line.substring(7);
            } else if (line.startsWith("data: ") && event.equals(name) && line.contains(words)) {
                return line.substring(6);
            }
        }
        throw new IOException("the stream ended before " + name + " with " + words);
    }

    @Test
    void streamsValuesProblemsAndThePulse() throws Exception {
        Item item = item("ifHCInOctets[1]");
        try (BufferedReader stream = follow("?itemids=" + item.id())) {
            await(stream, "values", "\"itemid\":\"" + item.id() + "\"");
            clock.addAndGet(FakeWorld.SECOND);
            String newest = world.latest(List.of(item.id()))
                    .getFirst()
                    .samples()
                    .getFirst()
                    .value()
                    .asText();
            await(stream, "values", "\"value\":\"" + newest + "\"");
            world.open(world.hosts().get(2), 0, Severity.DISASTER, 0);
            await(stream, "problems", "\"counts\":[0,0,0,0,0,1]");
            world.pulse = new MonitoringView.Pulse(
                    MonitoringView.LogState.DISK_FULL, "No space is left in the data folder.", 0, 9, 0.1);
            await(stream, "pulse", "\"log\":\"disk_full\",\"message\":\"No space is left in the data folder.\"");
        }
    }

    @Test
    void endsItsStreamsWhenItStops() throws Exception {
        try (BufferedReader stream = follow("")) {
            await(stream, "pulse", "writing");
            server.close();
            String last = "";
            try {
                for (String line = stream.readLine(); line != null; line = stream.readLine()) {
                    last = line;
                }
            } catch (IOException cut) {
                last = "cut";
            }
            assertThat(last).isNotNull();
        }
        server = start(0);
    }

    @Test
    void aClientThatGoesAwayInTheMiddleOfAnAnswerIsNoFault() throws Exception {
        for (String path : List.of("/api/latest?limit=1000", "/api/live?itemids=6", "/diag")) {
            for (int i = 0; i < 5; i++) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                    socket.setSoLinger(true, 0);
                    socket.getOutputStream()
                            .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + OPERATOR
                                            + "\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
                    assertThat(socket.getInputStream().read()).isEqualTo('H');
                }
            }
        }
        String body = "{\"jsonrpc\":\"2.0\",\"method\":\"item.get\",\"params\":{},\"id\":1}";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream()
                    .write(("POST /api_jsonrpc.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                    + "Authorization: Bearer " + OPERATOR + "\r\nContent-Length: " + body.length()
                                    + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(send(to("/ping")).body()).isEqualTo("pong");
    }

    @Test
    void aFaultOfOursIsToldAndAnsweredInWords() throws Exception {
        world.broken = true;
        HttpResponse<String> answer = page("/api/overview");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(JSON.readTree(answer.body()).path("error").asString()).contains("Internal error");
        assertThat(faults).singleElement().asString().contains("/api/overview").contains("a broken world");
        faults.clear();
        HttpResponse<String> rpc = send(to("/api_jsonrpc.php")
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + OPERATOR)
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"problem.get\",\"params\":{},\"id\":1}")));
        assertThat(rpc.body()).contains("-32500").contains("Internal error");
        assertThat(faults).singleElement().asString().contains("problem.get");
        faults.clear();
        world.broken = false;
        assertThat(page("/api/overview").statusCode()).isEqualTo(200);
    }

    @Test
    void survivesBytesThatAreNoRequest() throws Exception {
        for (String junk : List.of(
                "\u0000\u0001\u0002",
                "GET",
                "POST /api_jsonrpc.php HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "GET / HTTP/9.9\r\n\r\n",
                "x".repeat(100_000))) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.getOutputStream().write(junk.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
            } catch (IOException refused) {
                assertThat(refused).hasMessageNotContaining("Connection refused");
            }
        }
        assertThat(send(to("/ping")).body()).isEqualTo("pong");
    }
}
