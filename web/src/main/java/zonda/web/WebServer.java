package zonda.web;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.BiConsumer;
import zonda.runtime.FaultHandler;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;
import zonda.web.api.JsonRpc;
import zonda.web.live.LiveFeed;
import zonda.web.page.PageApi;
import zonda.web.session.Sessions;

/// The HTTP server: the page, the JSON-RPC API, and what the page reads besides. Threads: a virtual
/// thread for each connection, and one that feeds the live page.
public final class WebServer implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 2_000;
    private static final Duration IDLE_CONNECTION = Duration.ofMinutes(2);

    private final io.helidon.webserver.WebServer http;
    private final LiveFeed feed;

    private WebServer(io.helidon.webserver.WebServer http, LiveFeed feed) {
        this.http = http;
        this.feed = feed;
    }

    /// Starts to listen.
    ///
    /// @param random for session tokens
    /// @param faults told of what no one expected while answering; the request gets an error in
    ///     words and the others go on, so that it need not stop the server
    /// @throws IOException when the address cannot be listened on, with the reason and the remedy
    public static WebServer start(
            WebSettings settings,
            MonitoringView view,
            Accounts accounts,
            WallClock wallClock,
            MonotonicClock clock,
            SecureRandom random,
            FaultHandler faults)
            throws IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(settings.address());
        } catch (UnknownHostException e) {
            throw new IOException(
                    "the page's address " + settings.address() + " is not known; wanted an IP address of"
                            + " this machine, such as 127.0.0.1",
                    e);
        }
        probe(settings, address);
        BiConsumer<String, RuntimeException> told = (where, fault) -> faults.broken("web: " + where, fault);
        Sessions sessions = new Sessions(accounts, clock, random, settings.operatorToken(), settings.sessionIdle());
        LiveFeed feed = new LiveFeed(view, told);
        Answers answers = new Answers(
                new JsonRpc(view, sessions, wallClock, told), new PageApi(view, wallClock), feed, sessions, told);
        io.helidon.webserver.WebServer http = io.helidon.webserver.WebServer.builder()
                .address(address)
                .port(settings.port())
                .shutdownHook(false)
                .shutdownGracePeriod(Duration.ofMillis(500))
                .maxTcpConnections(MOST_CONNECTIONS)
                .idleConnectionTimeout(IDLE_CONNECTION)
                .protocolsDiscoverServices(false)
                .addProtocol(Http1Config.builder()
                        .maxPrologueLength(24 * 1024)
                        .maxHeadersSize(16 * 1024)
                        .build())
                .routing((HttpRouting.Builder routing) -> answers.route(routing))
                .build();
        http.start();
        if (!http.isRunning()) {
            feed.close();
            throw new IOException(cannotListen(settings, "the reason is in the server's log"));
        }
        return new WebServer(http, feed);
    }

    /// Binds once for the reason why not, since Helidon only logs that.
    private static void probe(WebSettings settings, InetAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, settings.port()));
        } catch (IOException e) {
            throw new IOException(cannotListen(settings, String.valueOf(e.getMessage())), e);
        }
    }

    private static String cannotListen(WebSettings settings, String reason) {
        return "cannot listen on " + settings.address() + ":" + settings.port() + ": " + reason
                + (reason.contains("in use")
                        ? "; another program has the port: choose one with --web ADDRESS:PORT"
                        : "; choose an address of this machine and a free port with --web ADDRESS:PORT");
    }

    /// The port that is listened on.
    public int port() {
        return http.port();
    }

    /// Lets the live pages go, stops listening and ends all connections.
    @Override
    public void close() {
        feed.close();
        http.stop();
    }
}
