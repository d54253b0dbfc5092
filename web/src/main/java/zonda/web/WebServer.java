package zonda.web;

import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import zonda.runtime.FaultHandler;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// The HTTP server: the page, the JSON-RPC API, and what the page reads besides. Threads: a virtual
/// thread for each connection, and one that feeds the live page.
public final class WebServer implements AutoCloseable {
    private final io.helidon.webserver.WebServer http;

    private WebServer(io.helidon.webserver.WebServer http) {
        this.http = http;
    }

    /// Starts to listen.
    ///
    /// @param random for session tokens
    /// @param faults told of what no one expected while answering; the request gets an error in
    ///     words
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
        io.helidon.webserver.WebServer http = io.helidon.webserver.WebServer.builder()
                .address(address)
                .port(settings.port())
                .shutdownHook(false)
                .routing((HttpRouting.Builder routing) -> routing.get("/ping", (_, response) -> response.send("pong")))
                .build();
        try {
            http.start();
        } catch (RuntimeException e) {
            throw new IOException(
                    "cannot listen on " + settings.address() + ":" + settings.port() + ": " + e.getMessage()
                            + "; another program may have the port: choose one with --web ADDRESS:PORT",
                    e);
        }
        return new WebServer(http);
    }

    /// The port that is listened on.
    public int port() {
        return http.port();
    }

    /// Stops listening and ends all connections.
    @Override
    public void close() {
        http.stop();
    }
}
