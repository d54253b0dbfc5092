package zonda.testing.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What benchmarks of the whole server poll: simulated devices in a process of their own, and the
/// configuration and settings of the product's server for them.
final class PolledWorld {
    static final int ITEMS_AN_INTERFACE = 10;

    /// A trigger's expression over the last value.
    static final String LAST = "last(//net.if.in.octets[${i}])>100G";

    /// Counters that every device of the farm has for each of its interfaces: name and column.
    private static final String[][] COLUMNS = {
        {"in.octets", "1.3.6.1.2.1.31.1.1.1.6"},
        {"in.unicast", "1.3.6.1.2.1.31.1.1.1.7"},
        {"in.multicast", "1.3.6.1.2.1.31.1.1.1.8"},
        {"in.broadcast", "1.3.6.1.2.1.31.1.1.1.9"},
        {"out.octets", "1.3.6.1.2.1.31.1.1.1.10"},
        {"out.unicast", "1.3.6.1.2.1.31.1.1.1.11"},
        {"out.multicast", "1.3.6.1.2.1.31.1.1.1.12"},
        {"out.broadcast", "1.3.6.1.2.1.31.1.1.1.13"},
        {"in.errors", "1.3.6.1.2.1.2.2.1.14"},
        {"out.errors", "1.3.6.1.2.1.2.2.1.20"},
    };

    private final Path folder;
    private final int devices;
    private final int items;
    private final int varbinds;
    private final int port;

    /// @param folder for everything; exists
    /// @param items in all
    /// @param port of the devices
    PolledWorld(Path folder, int devices, int items, int varbinds, int port) {
        this.folder = folder;
        this.devices = devices;
        this.items = items;
        this.varbinds = varbinds;
        this.port = port;
    }

    /// Starts the simulated devices.
    ///
    /// @param farm another farm's command line; empty for our own
    Process startFarm(String farm, int latency, double loss, double dead) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (farm.isBlank()) {
            List<String> words = new ArrayList<>(List.of("farm", "--port", String.valueOf(port)));
            words.addAll(List.of("--latency", String.valueOf(latency), "--loss", String.valueOf(loss)));
            words.addAll(List.of("--dead", String.valueOf(dead)));
            command.addAll(ChildProcess.java("512m", "zonda.devices.DevicesMain", words));
        } else {
            command.addAll(List.of("sh", "-c", "exec " + farm));
        }
        Path log = folder.resolve("farm.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread.sleep(farm.isBlank() ? 2_500 : 500);
        if (!process.isAlive()) {
            throw new IOException("the farm '" + String.join(" ", command) + "' ended at once: "
                    + Files.readString(log).strip());
        }
        return process;
    }

    ChildProcess startServer(Path settings, String heap) throws IOException {
        List<String> command =
                new ArrayList<>(ChildProcess.java(heap, BenchServer.class.getName(), List.of(settings.toString())));
        command.add(1, "-Xms" + heap);
        return ChildProcess.start(command, folder.resolve("server.log"));
    }

    /// @param rate values a second of the configuration
    /// @param shards 0: one a core
    /// @param expression of a port's trigger
    Path writeSettings(double rate, int shards, String expression) throws IOException {
        Path configuration = folder.resolve("bench.yaml");
        Files.writeString(configuration, configuration(rate, expression));
        Path settings = folder.resolve("settings.yaml");
        Files.writeString(
                settings,
                "data: data\nconfiguration: bench.yaml\nmax_in_flight: 4096\n"
                        + (shards > 0 ? "shards: " + shards + "\n" : ""));
        return settings;
    }

    /// Each device is asked every `k` or every `k + 1` seconds, in shares that give the rate.
    private String configuration(double configured, String expression) {
        int perDevice = items / devices;
        double perSecond = configured / devices;
        int slow = (int) Math.ceil(perDevice / perSecond - 1e-9);
        int fast = Math.max(1, slow - 1);
        int fastDevices = 0;
        if (slow > fast) {
            double slowRate = (double) perDevice / slow;
            double fastRate = (double) perDevice / fast;
            fastDevices = (int) Math.round(devices * (perSecond - slowRate) / (fastRate - slowRate));
        }
        StringBuilder yaml = new StringBuilder("hosts:\n");
        if (fastDevices > 0) {
            host(yaml, "fast", 1, fastDevices, fast, perDevice, expression);
        }
        if (fastDevices < devices) {
            host(yaml, "slow", fastDevices + 1, devices, slow, perDevice, expression);
        }
        return yaml.toString();
    }

    private void host(
            StringBuilder yaml, String name, int from, int to, int interval, int perDevice, String expression) {
        int ports = perDevice / ITEMS_AN_INTERFACE;
        yaml.append("  - repeat: {as: n, from: ")
                .append(from)
                .append(", to: ")
                .append(to)
                .append("}\n");
        yaml.append("    host: ").append(name).append("-${n:05}\n");
        yaml.append("    groups: [Bench]\n    interfaces:\n");
        yaml.append("      - {type: snmp, address: \"127.${1 + n / 65536}.${n / 256 % 256}.${n % 256}\", port: ")
                .append(port)
                .append(", community: public, max_varbinds: ")
                .append(varbinds)
                .append(", timeout: 2s, retries: 1}\n");
        yaml.append("    items:\n");
        for (String[] column : COLUMNS) {
            yaml.append("      - repeat: {as: i, from: 1, to: ").append(ports).append("}\n");
            yaml.append("        key: net.if.").append(column[0]).append("[${i}]\n");
            yaml.append("        name: \"").append(column[0]).append(" ${i}\"\n");
            yaml.append("        oid: ").append(column[1]).append(".${i}\n");
            yaml.append("        value_type: unsigned\n        update_interval: ")
                    .append(interval)
                    .append("s\n");
            yaml.append("        preprocessing: [{type: change_per_second}]\n");
        }
        yaml.append("    triggers:\n");
        yaml.append("      - repeat: {as: i, from: 1, to: ").append(ports).append("}\n");
        yaml.append("        name: \"Port ${i} is busy\"\n");
        yaml.append("        expression: ").append(expression).append("\n        severity: warning\n");
    }

    /// What is wrong with so many items on so many devices at such a rate; empty where nothing is.
    static String fault(int devices, int items, double rate) {
        if (devices < 1 || items < devices * ITEMS_AN_INTERFACE || items % (devices * ITEMS_AN_INTERFACE) != 0) {
            return "--items is " + items + " and --devices " + devices + ", wanted a multiple of " + ITEMS_AN_INTERFACE
                    + " items a device";
        }
        return rate > items
                ? "--rate is above " + items + " for as many items at whole seconds, wanted at most one value a"
                        + " second and item"
                : "";
    }

    /// Ends the simulated devices.
    static void stop(Process farm) throws InterruptedException {
        farm.destroy();
        farm.waitFor(5, TimeUnit.SECONDS);
        farm.destroyForcibly();
    }

    /// At a stop by signal a run does not come to its end: the folder goes all the same.
    static void deleteAtExit(Path folder) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteLeft(folder), "bench-folder"));
    }

    private static void deleteLeft(Path folder) {
        try {
            if (Files.exists(folder)) {
                delete(folder);
            }
        } catch (IOException e) {
            System.err.println("The data folder is left: " + folder + ": " + e.getMessage());
        }
    }

    static void delete(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
