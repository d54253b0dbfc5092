package zonda.testing.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import zonda.history.History;
import zonda.history.StoredCount;
import zonda.runtime.LocalDisk;

/// `zonda dev bench path`: values a second from the devices to the disk, through the product's own
/// server.
@Command(
        name = "path",
        mixinStandardHelpOptions = true,
        description = {
            "Values a second from simulated devices to the disk: the product's server in one process, the devices in"
                    + " another, real UDP between them. After the run polling is paused, a commit interval passes, the"
                    + " counters are read, the server is killed with -9 and started again, and what is stored is"
                    + " counted by reading the data folder.",
            "",
            "Exits 0 where achieved/scheduled >= 0.999, late_share <= 0.001 and dropped_values = 0, and with --require"
                    + " where that rate was achieved."
        })
public final class PathCommand implements Callable<Integer> {

    @Option(
            names = "--rate",
            defaultValue = "600000",
            description = "Values a second to schedule on live devices (default: 600000)")
    private long rate;

    @Option(names = "--devices", defaultValue = "10000", description = "Devices (default: 10000)")
    private int devices;

    @Option(
            names = "--items",
            defaultValue = "1000000",
            description = "Items in all, 10 or a multiple a device (default: 1000000)")
    private int items;

    @Option(names = "--varbinds", defaultValue = "10", description = "Varbinds a request (default: 10)")
    private int varbinds;

    @Option(names = "--warm-up", defaultValue = "20", description = "Seconds before the measured run (default: 20)")
    private int warmUp;

    @Option(names = "--seconds", defaultValue = "30", description = "Seconds of the measured run (default: 30)")
    private int seconds;

    @Option(names = "--shards", defaultValue = "0", description = "Shards of the server; 0: one a core (default: 0)")
    private int shards;

    @Option(names = "--latency", defaultValue = "0", description = "Latency of the devices in ms (default: 0)")
    private int latency;

    @Option(names = "--loss", defaultValue = "0", description = "Requests lost, in percent (default: 0)")
    private double loss;

    @Option(names = "--dead", defaultValue = "0", description = "Devices that never answer, in percent (default: 0)")
    private double dead;

    @Option(
            names = "--farm",
            paramLabel = "COMMAND",
            defaultValue = "",
            description = "Another farm, started as it stands; latency, loss and dead share are then in its command"
                    + " line, and --dead is given here too so that live devices get the whole rate")
    private String farm = "";

    @Option(names = "--port", defaultValue = "1161", description = "UDP port of the devices (default: 1161)")
    private int port;

    @Option(names = "--heap", defaultValue = "3g", description = "Heap of the server (default: 3g)")
    private String heap = "3g";

    @Option(names = "--require", paramLabel = "RATE", defaultValue = "0", description = "Fail below this achieved rate")
    private long require;

    @Option(names = "--keep", description = "Keep the data folder")
    private boolean keep;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private record Counts(
            long scheduled,
            long achieved,
            long late,
            long unavailable,
            long requests,
            long timeouts,
            long shardCpu,
            long logCpu,
            long allocated,
            long received,
            long processCpu,
            long nanos) {
        static Counts of(String line) {
            String[] parts = line.split(" ");
            long[] n = new long[parts.length];
            for (int i = 1; i < parts.length; i++) {
                n[i] = Long.parseLong(parts[i]);
            }
            return new Counts(n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12]);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        double configured = rate / (1 - dead / 100);
        String fault = PolledWorld.fault(devices, items, configured);
        if (!fault.isEmpty()) {
            throw new ParameterException(spec.commandLine(), fault);
        }
        Path folder = Files.createTempDirectory("zonda-bench");
        PolledWorld world = new PolledWorld(folder, devices, items, varbinds, port);
        Process farmProcess = world.startFarm(farm, latency, loss, dead);
        if (!keep) {
            PolledWorld.deleteAtExit(folder);
        }
        try {
            return run(world, folder, configured);
        } finally {
            PolledWorld.stop(farmProcess);
            if (keep) {
                tell("The data folder is kept: " + folder);
            } else {
                PolledWorld.delete(folder);
            }
        }
    }

    private int run(PolledWorld world, Path folder, double configured) throws IOException, InterruptedException {
        Path settings = world.writeSettings(configured, shards, PolledWorld.LAST);
        tell("Starting the server with " + items + " items on " + devices + " devices ...");
        ChildProcess server = world.startServer(settings, heap);
        String ready = server.line();
        tell("Ready after " + ready.split(" ")[1] + " ms; warming up for " + warmUp + " s ...");
        Thread.sleep(warmUp * 1_000L);
        Counts before = Counts.of(server.ask("counts"));
        server.ask("profile on");
        tell("Measuring for " + seconds + " s ...");
        Counts last = before;
        for (int i = 0; i < seconds; i += 5) {
            Thread.sleep(Math.min(5, seconds - i) * 1_000L);
            Counts now = Counts.of(server.ask("counts"));
            double span = (now.nanos() - last.nanos()) / 1e9;
            tell(String.format(
                    Locale.ROOT,
                    "  %,.0f values/s, %,.0f requests/s, late %d, timeouts %d, CPU %.2f cores",
                    (now.achieved() - last.achieved()) / span,
                    (now.requests() - last.requests()) / span,
                    now.late() - last.late(),
                    now.timeouts() - last.timeouts(),
                    (now.processCpu() - last.processCpu()) / 1e9 / span));
            last = now;
        }
        Counts after = Counts.of(server.ask("counts"));
        String stages = server.ask("profile off");
        server.ask("pause");
        long rss = peakRss(server.pid());
        Thread.sleep(1_500);
        Counts end = Counts.of(server.ask("counts"));
        Thread.sleep(500);
        tell("Killing the server with -9; counting what is stored ...");
        server.kill();
        StoredCount stored = History.count(new LocalDisk(folder.resolve("data")));
        tell("Starting the server again ...");
        ChildProcess again = world.startServer(settings, heap);
        String restart = again.line();
        long readBack = Long.parseLong(again.ask("stored"));
        tell("Ready again after " + restart.split(" ")[1] + " ms with " + readBack + " values");
        again.kill();
        return report(before, after, end, stored, readBack, stages, rss);
    }

    private int report(
            Counts before, Counts after, Counts end, StoredCount stored, long readBack, String stages, long rssMb) {
        double span = (after.nanos() - before.nanos()) / 1e9;
        double scheduled = (after.scheduled() - before.scheduled()) / span;
        long achievedValues = after.achieved() - before.achieved();
        double achieved = achievedValues / span;
        double lateShare = achievedValues == 0 ? 1 : (double) (after.late() - before.late()) / achievedValues;
        double perMillion = 1e6 / Math.max(1, achievedValues);
        long storedValues = stored.values() + stored.notSupported();
        long dropped = end.received() - storedValues;
        double ratio = scheduled == 0 ? 0 : achieved / scheduled;
        Map<String, Double> shares = new TreeMap<>();
        for (String part : stages.split(" ")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                shares.put(part.substring(0, equals), Double.valueOf(part.substring(equals + 1)));
            }
        }
        double shardCpu = (after.shardCpu() - before.shardCpu()) / 1e9;
        StringBuilder json = new StringBuilder("{");
        field(json, "scheduled_values_per_s", scheduled, 0);
        field(json, "achieved_values_per_s", achieved, 0);
        field(json, "achieved_share", ratio, 6);
        field(json, "late_share", lateShare, 6);
        field(json, "unavailable_values_per_s", (after.unavailable() - before.unavailable()) / span, 0);
        field(json, "requests_per_s", (after.requests() - before.requests()) / span, 0);
        field(json, "received_values", end.received());
        field(json, "stored_values", storedValues);
        field(json, "dropped_values", dropped);
        field(json, "read_back_values", readBack);
        field(json, "cpu_s_per_million_values", (after.processCpu() - before.processCpu()) / 1e9 * perMillion, 3);
        field(json, "cpu_s_per_million_values_log", (after.logCpu() - before.logCpu()) / 1e9 * perMillion, 3);
        for (Map.Entry<String, Double> share : shares.entrySet()) {
            field(json, "cpu_s_per_million_values_" + share.getKey(), shardCpu * share.getValue() * perMillion, 3);
        }
        field(
                json,
                "allocated_bytes_per_value",
                (double) (after.allocated() - before.allocated()) / Math.max(1, achievedValues),
                2);
        field(json, "peak_rss_mb", rssMb);
        long bytes = stored.blockBytes() + stored.logBytes();
        field(json, "bytes_per_value", (double) bytes / Math.max(1, storedValues), 2);
        if (stored.blockValues() > 0) {
            field(json, "bytes_per_value_in_blocks", (double) stored.blockBytes() / stored.blockValues(), 2);
        }
        field(json, "stored_faults", stored.faults().size());
        json.setCharAt(json.length() - 1, '}');
        boolean holds = ratio >= 0.999
                && lateShare <= 0.001
                && dropped == 0
                && readBack == storedValues
                && end.received() > 0
                && stored.faults().isEmpty()
                && achieved >= require;
        spec.commandLine().getOut().println(json);
        spec.commandLine().getOut().flush();
        return holds ? 0 : 1;
    }

    private static void field(StringBuilder json, String name, long value) {
        json.append('"').append(name).append("\":").append(value).append(',');
    }

    private static void field(StringBuilder json, String name, double value, int decimals) {
        json.append('"').append(name).append("\":");
        json.append(String.format(Locale.ROOT, "%." + decimals + "f", value)).append(',');
    }

    private void tell(String words) {
        spec.commandLine().getErr().println(words);
        spec.commandLine().getErr().flush();
    }

    /// The largest resident size of a process so far, in MB (`VmHWM`).
    private static long peakRss(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        return 0;
    }
}
