package zonda.web;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import zonda.model.Host;
import zonda.model.Severity;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// Serves the page over a made-up world, for work on the page: arguments are the port, the number
/// of
/// hosts, and optionally the state of the log (`disk_full`, `failing`). The login is Admin / zonda.
final class FakeServer {
    private FakeServer() {}

    static Accounts accounts() {
        return (username, password) -> username.equals("Admin") && password.equals("zonda")
                ? Optional.of(new Accounts.Account(1, "Admin", "Zonda", "Administrator"))
                : Optional.empty();
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        int hosts = Integer.parseInt(arguments[1]);
        WallClock clock = WallClock.system(ZoneId.systemDefault());
        FakeWorld world = new FakeWorld(hosts, clock::epochNanos, Duration.ofHours(30));
        if (arguments.length > 2) {
            world.pulse = new MonitoringView.Pulse(
                    MonitoringView.LogState.valueOf(arguments[2].toUpperCase(Locale.ROOT)),
                    "No space is left in the data folder; free some and values are accepted again.",
                    0,
                    480,
                    0.02);
        }
        for (int i = 1; i < Math.min(hosts, 40); i += 3) {
            Host host = world.hosts().get(i);
            world.open(host, i % 2, Severity.of((i * 7) % 6), 40L * i * i);
        }
        Host failing = world.hosts().get(1);
        world.fail(failing.items().get(5).id(), "no such object at 1.3.6.1.2.1.2.2.1.8.2");
        WebSettings settings = new WebSettings("127.0.0.1", port, "", Duration.ofHours(8));
        WebServer server = WebServer.start(
                settings, world, accounts(), clock, MonotonicClock.system(), new SecureRandom(), (where, fault) -> {
                    System.err.println(where);
                    fault.printStackTrace();
                });
        System.out.println("listening at " + URI.create("http://127.0.0.1:" + server.port()));
        ArrayDeque<Long> open = new ArrayDeque<>();
        for (int i = 0; ; i++) {
            LockSupport.parkNanos(4_000_000_000L);
            Host host = world.hosts().get(2 + (i * 5) % (hosts - 2));
            open.add(world.open(host, i % 2, Severity.of(1 + i % 5), 0));
            if (open.size() > 3) {
                world.resolve(open.remove());
            }
        }
    }
}
