package zonda.testing.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import zonda.history.History;
import zonda.history.StoredCount;
import zonda.runtime.LocalDisk;

/// `zonda dev bench restart`: how soon the server polls again after kill -9.
@Command(
        name = "restart",
        mixinStandardHelpOptions = true,
        description = {
            "How soon the product's server polls again after kill -9: it polls simulated devices over UDP, is killed,"
                    + " and started again on what it left. Each port has a trigger over a window of five minutes,"
                    + " which must be warm again. Reading the configuration is told apart.",
            "",
            "Exits 0 where the first poll, without the reading of the configuration, comes in less than 15 s after the"
                    + " start of the process, the log to replay holds at most 5 minutes, every value that was stored is"
                    + " there, and no trigger that could be judged before is unknown."
        })
public final class RestartCommand implements Callable<Integer> {
    private static final double MOST_SECONDS = 15;
    private static final double MOST_LOG_SECONDS = 300;
    private static final String WINDOW = "avg(//net.if.in.octets[${i}],5m)>100G";

    @Option(names = "--rate", defaultValue = "100000", description = "Values a second (default: 100000)")
    private long rate;

    @Option(names = "--devices", defaultValue = "10000", description = "Devices (default: 10000)")
    private int devices;

    @Option(names = "--items", defaultValue = "1000000", description = "Items in all (default: 1000000)")
    private int items;

    @Option(
            names = "--seconds",
            defaultValue = "285",
            description = "From the first poll to the kill; chunks are sealed every 300 s at the latest, so that just"
                    + " before it most is to be replayed (default: 285)")
    private int seconds;

    @Option(names = "--heap", defaultValue = "3g", description = "Heap of the server (default: 3g)")
    private String heap = "3g";

    @Option(names = "--farm", paramLabel = "COMMAND", defaultValue = "", description = "Another farm, as it stands")
    private String farm = "";

    @Option(names = "--port", defaultValue = "1161", description = "UDP port of the devices (default: 1161)")
    private int port;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /// What a start took, in seconds from the start of the process.
    private record Start(double configuration, double firstPoll) {
        double withoutConfiguration() {
            return firstPoll - configuration;
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String fault = PolledWorld.fault(devices, items, (double) rate);
        if (!fault.isEmpty()) {
            throw new ParameterException(spec.commandLine(), fault);
        }
        Path folder = Files.createTempDirectory("zonda-bench");
        PolledWorld.deleteAtExit(folder);
        PolledWorld world = new PolledWorld(folder, devices, items, 10, port);
        Process devicesProcess = world.startFarm(farm, 0, 0, 0);
        try {
            return run(world, folder);
        } finally {
            PolledWorld.stop(devicesProcess);
            PolledWorld.delete(folder);
        }
    }

    private int run(PolledWorld world, Path folder) throws IOException, InterruptedException {
        Path settings = world.writeSettings((double) rate, 0, WINDOW);
        tell("Starting the server with " + items + " items on " + devices + " devices ...");
        long began = System.nanoTime();
        ChildProcess server = world.startServer(settings, heap);
        Start first = start(server, began);
        tell("First poll after " + shown(first.firstPoll()) + "; polling for " + seconds + " s ...");
        for (int left = seconds; left > 0; left -= 15) {
            Thread.sleep(Math.min(15, left) * 1_000L);
            tell("  " + Math.max(0, left - 15) + " s to go");
        }
        long unknownBefore = Long.parseLong(server.ask("unknown"));
        server.kill();
        StoredCount stored = History.count(new LocalDisk(folder.resolve("data")));
        long storedValues = stored.values() + stored.notSupported();
        double logSeconds = (double) stored.logValues() / rate;
        tell("Killed; " + storedValues + " values stored, " + shown(logSeconds) + " of them only in the log ("
                + (stored.logBytes() >> 20) + " MB). Starting again ...");
        began = System.nanoTime();
        ChildProcess again = world.startServer(settings, heap);
        Start second = start(again, began);
        long readBack = Long.parseLong(again.ask("stored"));
        long unknown = Long.parseLong(again.ask("unknown"));
        again.kill();
        tell("First poll after " + shown(second.firstPoll()) + ", of which " + shown(second.configuration())
                + " for the configuration");
        boolean holds = second.withoutConfiguration() < MOST_SECONDS
                && logSeconds <= MOST_LOG_SECONDS
                && storedValues > 0
                && readBack == storedValues
                && stored.faults().isEmpty()
                && unknown <= unknownBefore;
        spec.commandLine()
                .getOut()
                .println(String.format(
                        Locale.ROOT,
                        "{\"restart_to_first_poll_s\":%.2f,\"configuration_read_s\":%.2f,"
                                + "\"restart_to_first_poll_without_configuration_s\":%.2f,"
                                + "\"first_start_to_first_poll_without_configuration_s\":%.2f,"
                                + "\"log_s_on_disk\":%.1f,\"log_values\":%d,\"log_mb\":%d,\"stored_values\":%d,"
                                + "\"read_back_values\":%d,\"triggers_unknown_before\":%d,"
                                + "\"triggers_unknown_after\":%d,\"items\":%d,\"values_per_s\":%d,\"holds\":%b}",
                        second.firstPoll(),
                        second.configuration(),
                        second.withoutConfiguration(),
                        first.withoutConfiguration(),
                        logSeconds,
                        stored.logValues(),
                        stored.logBytes() >> 20,
                        storedValues,
                        readBack,
                        unknownBefore,
                        unknown,
                        items,
                        rate,
                        holds));
        spec.commandLine().getOut().flush();
        return holds ? 0 : 1;
    }

    private static Start start(ChildProcess server, long began) throws IOException {
        String[] ready = server.line().split(" ");
        server.ask("polled");
        double atPoll = (System.nanoTime() - began) / 1e9;
        return new Start(Long.parseLong(ready[2]) / 1e3, atPoll);
    }

    private static String shown(double seconds) {
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }

    private void tell(String words) {
        spec.commandLine().getErr().println(words);
        spec.commandLine().getErr().flush();
    }
}
