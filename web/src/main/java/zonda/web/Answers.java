package zonda.web;

import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import zonda.web.api.JsonRpc;
import zonda.web.live.LiveClient;
import zonda.web.live.LiveFeed;
import zonda.web.page.Asked;
import zonda.web.page.PageApi;
import zonda.web.page.PageFault;
import zonda.web.page.UiFiles;
import zonda.web.session.Sessions;

/// Which address is answered by what, with the checks that all answers share. Any thread.
final class Answers {
    /// The largest body that is read.
    private static final int MAX_BODY = 1024 * 1024;

    private static final int HEARTBEAT_SECONDS = 10;

    private static final List<String> JSON_TYPES =
            List.of("application/json-rpc", "application/json", "application/jsonrequest");

    /// Scripts only from our own files; styles may stand in the page, since the component library
    /// sets
    /// them on elements.
    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"
            + " 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";

    private final JsonRpc rpc;
    private final PageApi page;
    private final LiveFeed feed;
    private final Sessions sessions;
    private final BiConsumer<String, RuntimeException> faults;
    private final UiFiles files = new UiFiles();

    Answers(JsonRpc rpc, PageApi page, LiveFeed feed, Sessions sessions, BiConsumer<String, RuntimeException> faults) {
        this.rpc = rpc;
        this.page = page;
        this.feed = feed;
        this.sessions = sessions;
        this.faults = faults;
    }

    void route(HttpRouting.Builder routing) {
        routing.addFilter((chain, request, response) -> {
            response.header("X-Content-Type-Options", "nosniff");
            response.header("X-Frame-Options", "DENY");
            response.header("Referrer-Policy", "no-referrer");
            response.header("Cross-Origin-Opener-Policy", "same-origin");
            response.header("Cross-Origin-Resource-Policy", "same-origin");
            response.header("Content-Security-Policy", CONTENT_POLICY);
            chain.proceed();
        });
        routing.get("/ping", (_, response) -> response.send("pong"))
                .post("/api_jsonrpc.php", this::jsonRpc)
                .any("/api_jsonrpc.php", (_, response) -> refuse(response, 405, "Send requests with POST."))
                .get("/api/latest", (request, response) -> answer(request, response, page::latest))
                .get("/api/series", (request, response) -> answer(request, response, page::series))
                .get("/api/problems", (request, response) -> answer(request, response, page::problems))
                .get("/api/hosts", (request, response) -> answer(request, response, page::hosts))
                .get("/api/overview", (request, response) -> answer(request, response, _ -> page.overview()))
                .get("/api/trace", (request, response) -> answer(request, response, page::trace))
                .post("/api/reload", (request, response) -> answer(request, response, _ -> page.reload()))
                .get("/api/live", this::live)
                .get("/diag", (request, response) -> answer(request, response, _ -> page.diag()))
                .any(
                        "/api/*",
                        (request, response) -> refuse(
                                response, 404, "Nothing is at " + request.path().path() + "."))
                .get("/*", this::file)
                .error(RuntimeException.class, this::broken);
    }

    /// What was thrown before an answer began: a request that Helidon cannot read is the client's,
    /// all
    /// else is a fault of ours, and told.
    private void broken(ServerRequest request, ServerResponse response, RuntimeException thrown) {
        if (thrown instanceof HttpException refused) {
            refuse(response, refused.status().code(), "The request cannot be read: " + refused.getMessage() + ".");
            return;
        }
        faults.accept(request.path().path(), thrown);
        refuse(response, 500, "Internal error: the server's log tells more.");
    }

    /// Writes an answer. Once it has begun nothing else can be said on the connection: whatever
    /// goes
    /// wrong then closes it, and is told unless it was the client who went away.
    private void send(ServerRequest request, ServerResponse response, Consumer<OutputStream> answer) {
        // Jackson wraps what the stream throws; the stream itself knows that it was the connection.
        boolean[] gone = {false};
        try (OutputStream out = new FilterOutputStream(response.outputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                try {
                    out.write(bytes, offset, length);
                } catch (IOException | RuntimeException e) {
                    gone[0] = true;
                    throw e;
                }
            }

            @Override
            public void close() throws IOException {
                try {
                    out.close();
                } catch (IOException | RuntimeException e) {
                    gone[0] = true;
                    throw e;
                }
            }
        }) {
            answer.accept(out);
        } catch (IOException | RuntimeException e) {
            if (!gone[0] && e instanceof RuntimeException ours) {
                faults.accept(request.path().path(), ours);
            }
            throw new CloseConnectionException("the answer ended early", e);
        }
    }

    /// An answer of the page's API to a request's parameters.
    @FunctionalInterface
    private interface Page {
        PageApi.Ready ready(Asked asked) throws PageFault;
    }

    private void answer(ServerRequest request, ServerResponse response, Page what) {
        if (sessions.account(token(request)).isEmpty()) {
            refuse(response, 401, "You are not logged in, or your session has ended.");
            return;
        }
        PageApi.Ready ready;
        try {
            ready = what.ready(asked(request));
        } catch (PageFault fault) {
            refuse(response, fault.status(), fault.reason());
            return;
        }
        json(response);
        send(request, response, out -> page.write(ready, out));
    }

    private static Asked asked(ServerRequest request) {
        Map<String, String> values = new TreeMap<>();
        for (String name : request.query().names()) {
            values.put(name, request.query().first(name).orElse(""));
        }
        return new Asked(values);
    }

    private static String token(ServerRequest request) {
        String header = request.headers().first(HeaderNames.AUTHORIZATION).orElse("");
        return header.regionMatches(true, 0, "Bearer ", 0, 7)
                ? header.substring(7).trim()
                : "";
    }

    private static void json(ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
    }

    private void refuse(ServerResponse response, int status, String reason) {
        json(response);
        response.status(Status.create(status));
        response.send(page.bytes(PageApi.error(reason)));
    }

    private void jsonRpc(ServerRequest request, ServerResponse response) {
        String type =
                request.headers().first(HeaderNames.CONTENT_TYPE).orElse("").toLowerCase(Locale.ROOT);
        int semicolon = type.indexOf(';');
        if (!JSON_TYPES.contains((semicolon < 0 ? type : type.substring(0, semicolon)).trim())) {
            refuse(
                    response,
                    412,
                    "The header Content-Type must be application/json-rpc, application/json or"
                            + " application/jsonrequest.");
            return;
        }
        Optional<byte[]> body = body(request);
        if (body.isEmpty()) {
            refuse(response, 413, "The body is larger than " + MAX_BODY + " bytes.");
            return;
        }
        json(response);
        send(
                request,
                response,
                out -> rpc.answer(
                        body.get(), token(request), request.remotePeer().host(), out));
    }

    /// The body, or empty when it is too large.
    private static Optional<byte[]> body(ServerRequest request) {
        if (!request.content().hasEntity()) {
            return Optional.of(new byte[0]);
        }
        try (InputStream in = request.content().inputStream()) {
            byte[] bytes = in.readNBytes(MAX_BODY + 1);
            return bytes.length > MAX_BODY ? Optional.empty() : Optional.of(bytes);
        } catch (IOException | UncheckedIOException e) {
            throw new CloseConnectionException("the client went away", e);
        }
    }

    private void file(ServerRequest request, ServerResponse response) {
        String path = request.path().path();
        Optional<UiFiles.File> file = files.file(path.startsWith("/") ? path.substring(1) : path);
        if (file.isEmpty()) {
            refuse(
                    response,
                    404,
                    path.indexOf('.') < 0
                            ? "The page was left out when this server was built (-Dzonda.skipUi)."
                            : "Nothing is at " + path + ".");
            return;
        }
        response.header(HeaderNames.CONTENT_TYPE, file.get().type());
        response.header(
                HeaderNames.CACHE_CONTROL, file.get().lasting() ? "public, max-age=31536000, immutable" : "no-cache");
        response.header(HeaderNames.VARY, "Accept-Encoding");
        String accepted = request.headers().first(HeaderNames.ACCEPT_ENCODING).orElse("");
        if (file.get().gzip().length > 0 && accepted.contains("gzip")) {
            response.header(HeaderNames.CONTENT_ENCODING, "gzip");
            response.send(file.get().gzip());
            return;
        }
        response.send(file.get().bytes());
    }

    /// Streams server-sent events until the client goes, its session ends, or the server stops.
    private void live(ServerRequest request, ServerResponse response) {
        String token = token(request);
        if (sessions.account(token).isEmpty()) {
            refuse(response, 401, "You are not logged in, or your session has ended.");
            return;
        }
        List<Long> itemIds;
        try {
            itemIds = asked(request).ids("itemids", LiveFeed.MOST_ITEMS);
        } catch (PageFault fault) {
            refuse(response, fault.status(), fault.reason());
            return;
        }
        Optional<LiveClient> joined = feed.join(itemIds);
        if (joined.isEmpty()) {
            refuse(response, 503, "Too many pages follow live (" + LiveFeed.MOST_CLIENTS + "); try again later.");
            return;
        }
        LiveClient client = joined.get();
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header("X-Accel-Buffering", "no");
        try (OutputStream out = response.outputStream()) {
            stream(client, token, out);
        } catch (IOException | UncheckedIOException | ServerConnectionException e) {
            throw new CloseConnectionException("the client went away, which is how streams end", e);
        } catch (CloseConnectionException e) {
            throw e;
        } catch (RuntimeException e) {
            faults.accept(request.path().path(), e);
            throw new CloseConnectionException("the stream broke", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            feed.leave(client);
        }
    }

    private void stream(LiveClient client, String token, OutputStream out) throws IOException, InterruptedException {
        for (; ; ) {
            LiveClient.News news = client.takeWithin(HEARTBEAT_SECONDS);
            if (!news.open() || sessions.account(token).isEmpty()) {
                return;
            }
            ByteArrayOutputStream text = new ByteArrayOutputStream(1024);
            if (!news.values().isEmpty()) {
                event(text, "values", page.values(news.values()));
            }
            if (news.problems()) {
                event(text, "problems", page.problemCounts());
            }
            if (news.pulse()) {
                event(text, "pulse", page.pulse());
            }
            if (text.size() == 0) {
                text.writeBytes(": still here\n\n".getBytes(StandardCharsets.UTF_8));
            }
            out.write(text.toByteArray());
            out.flush();
        }
    }

    private void event(ByteArrayOutputStream out, String name, PageApi.Ready data) {
        out.writeBytes(("event: " + name + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(page.bytes(data));
        out.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    }
}
