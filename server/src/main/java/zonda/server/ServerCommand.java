package zonda.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `zonda server`: runs until Ctrl-C.
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the server until Ctrl-C or SIGTERM.",
            "",
            "Settings come from the settings file; what is given here goes before it."
        })
final class ServerCommand implements Callable<Integer> {
    /// The demo gives its well-known password by this name, so that it stands in no process list.
    private static final String FIRST_PASSWORD = "ZONDA_FIRST_PASSWORD";

    /// Held, since the JDK's log manager forgets loggers that nobody holds.
    private static final java.util.logging.Logger HTTP_LIBRARY = java.util.logging.Logger.getLogger("io.helidon");

    @Option(names = "--data", paramLabel = "DIR", description = "The data folder (default: data)")
    private @Nullable Path data;

    @Option(names = "--settings", paramLabel = "FILE", description = "The settings file (YAML)")
    private @Nullable Path settingsFile;

    @Option(
            names = "--configuration",
            paramLabel = "FILE",
            description = "What is monitored (YAML); may be given more than once")
    private List<Path> configuration = new ArrayList<>();

    @Option(
            names = "--web",
            paramLabel = "ADDRESS:PORT",
            description = "Where the page listens (default: 127.0.0.1:8080)")
    private @Nullable String web;

    @Option(
            names = "--trapper",
            paramLabel = "ADDRESS:PORT",
            description = "Where senders connect (default: 127.0.0.1:10051)")
    private @Nullable String trapper;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        // The HTTP library's own words about its start are in another form than ours, and tell
        // users nothing.
        HTTP_LIBRARY.setLevel(java.util.logging.Level.WARNING);
        Settings settings;
        try {
            settings = Settings.read(settingsFile, new Settings.Overrides(data, configuration, web, trapper));
        } catch (SettingsException e) {
            e.faults().forEach(err::println);
            return 2;
        }
        String first = System.getenv(FIRST_PASSWORD);
        Server server;
        try {
            server = Server.start(settings, first == null ? "" : first);
        } catch (IOException | zonda.history.HistoryException e) {
            err.println("zonda server: " + e.getMessage());
            return 1;
        }
        Thread stop = Thread.ofPlatform().name("shutdown").unstarted(() -> {
            try {
                server.close();
            } catch (IOException e) {
                err.println("zonda server: while stopping: " + e.getMessage());
            }
        });
        Runtime.getRuntime().addShutdownHook(stop);
        if (!server.initialPassword().isEmpty()) {
            out.println("The administrator's password, told this once: " + server.initialPassword());
            out.println("Log in as Admin; change it with: zonda passwd --data " + settings.data());
        }
        if (settings.configuration().isEmpty()) {
            out.println("Nothing is monitored yet: give --configuration FILE (see docs/how-to/configure.md)");
        }
        InetSocketAddress senders = server.trapperAddress();
        out.println("Values of zabbix_sender are taken at "
                + senders.getAddress().getHostAddress() + ":" + senders.getPort());
        out.println("Zonda is ready: http://" + settings.webAddress() + ":" + server.webPort() + "/");
        out.flush();
        server.await();
        return server.isBroken() ? 70 : 0;
    }
}
