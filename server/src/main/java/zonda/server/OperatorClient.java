package zonda.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Asks the running server of a data folder, with the token that lies there.
final class OperatorClient {
    private final String page;
    private final String token;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    OperatorClient(Path data) throws IOException {
        page = DataFolder.noted(data, DataFolder.PAGE);
        token = DataFolder.noted(data, DataFolder.TOKEN);
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).GET().build());
    }

    JsonNode post(String path) throws IOException, InterruptedException {
        return send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(page).resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new IOException("no server answers at " + page + "; is it running?", e);
        }
        if (response.statusCode() != 200) {
            throw new IOException("the server answered " + response.statusCode() + ": " + response.body());
        }
        return JsonMapper.shared().readTree(response.body());
    }
}
