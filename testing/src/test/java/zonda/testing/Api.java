package zonda.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of a server's API, as one made for Zabbix, and of the requests of its page.
final class Api implements AutoCloseable {
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
    private final URI page;
    private String token = "";

    Api(int port) {
        this.page = URI.create("http://127.0.0.1:" + port + "/");
    }

    /// Shows the token that command-line tools show.
    Api asOperatorOf(Path dataFolder) {
        try {
            token = Files.readString(dataFolder.resolve("operator-token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /// Logs in as the administrator.
    Api login(String password) {
        token = "";
        token = result("user.login", "{\"username\":\"Admin\",\"password\":\"" + password + "\"}")
                .asString();
        return this;
    }

    /// The whole answer to a JSON-RPC request.
    JsonNode call(String method, String params) {
        String body = "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + ",\"id\":1}";
        return mapper.readTree(post("api_jsonrpc.php", body).body());
    }

    /// The result of a JSON-RPC request that succeeds.
    JsonNode result(String method, String params) {
        JsonNode answer = call(method, params);
        if (answer.has("error")) {
            throw new AssertionError(method + " " + params + ": " + answer);
        }
        return answer.path("result");
    }

    /// The error's data of a JSON-RPC request that is refused.
    String refusal(String method, String params) {
        JsonNode answer = call(method, params);
        if (!answer.has("error")) {
            throw new AssertionError(method + " " + params + " was not refused: " + answer);
        }
        return answer.path("error").path("data").asString();
    }

    /// Posts any body, as it stands.
    HttpResponse<String> post(String path, String body) {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    /// What `/diag` tells.
    JsonNode diag() {
        return mapper.readTree(get("diag").body());
    }

    /// What a request of the page is answered.
    JsonNode page(String path) {
        return mapper.readTree(get(path).body());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(page.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json-rpc");
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// One field of each element.
    static List<String> texts(JsonNode list, String field) {
        return list.valueStream().map(each -> each.path(field).asString()).toList();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
