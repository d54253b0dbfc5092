package zonda.testing.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `zonda dev bench devices`: what an exchange costs the simulated devices.
@Command(
        name = "devices",
        mixinStandardHelpOptions = true,
        description = {
            "What an exchange of ten varbinds costs 'zonda devices', user and kernel, while the product's collector asks"
                    + " them as fast as it can: the farm of switches and a recording, in v2c; a recording in v3"
                    + " (authPriv, SHA-256 and AES-128).",
            "",
            "Exits 0 where both of v2c answer; with --require also where both answer at least"
                    + " 150,000 exchanges in a second of CPU."
        })
final class DevicesCommand implements Callable<Integer> {
    private static final double WANTED = 150_000;
    private static final Pattern RATE = Pattern.compile("(\\d+) exchanges/s");

    /// So long a process of devices takes at most until it listens, milliseconds.
    private static final int START_MILLIS = 2_500;

    @Option(names = "--devices", defaultValue = "10000", description = "Devices (default: 10000)")
    private int devices;

    @Option(names = "--window", defaultValue = "1000", description = "Requests in flight (default: 1000)")
    private int window;

    @Option(names = "--seconds", defaultValue = "6", description = "Seconds of each measurement (default: 6)")
    private int seconds;

    @Option(names = "--warm-up", defaultValue = "8", description = "Seconds before each (default: 8)")
    private int warmUp;

    @Option(names = "--port", defaultValue = "1471", description = "UDP port of the devices (default: 1471)")
    private int port;

    @Option(
            names = "--load",
            defaultValue = "",
            description =
                    "Command that asks the devices of v2c instead of our collector, which is slower than they are;"
                            + " started with ' -p PORT -h DEVICES -w WINDOW -v 10 -t SECONDS', it prints its 'exchanges/s'")
    private String load = "";

    @Option(names = "--require", description = "Judges the absolute figures too")
    private boolean require;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final List<String> fields = new ArrayList<>();
    private boolean holds = true;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("zonda-bench-devices");
        try {
            Path recordings = Files.createDirectories(folder.resolve("recordings"));
            Files.writeString(recordings.resolve("switch.snmprec"), SnmpCommand.recording(), StandardCharsets.US_ASCII);
            List<String> served =
                    List.of("--recordings", recordings.toString(), "--listen", "127.0.0.0/8:" + port, "--grow");
            measure("farm", List.of("farm", "--port=" + port), false, folder);
            measure("recordings", served, false, folder);
            measure("recordings_v3", served, true, folder);
            PrintWriter out = spec.commandLine().getOut();
            out.println("{" + String.join(",", fields) + "}");
            out.flush();
            return holds ? 0 : 1;
        } finally {
            try (var all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void measure(String name, List<String> words, boolean version3, Path folder)
            throws IOException, InterruptedException {
        tell(name + " ...");
        Path log = folder.resolve("devices.log");
        Process process = new ProcessBuilder(ChildProcess.java("512m", "zonda.devices.DevicesMain", words))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (process.waitFor(START_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        "the devices ended at once: " + Files.readString(log).strip());
            }
            if (!version3 && !load.isBlank()) {
                load(folder, warmUp);
                Duration cpuBefore = cpu(process);
                double rate = load(folder, seconds);
                tell(name, Math.round(rate * seconds), seconds, cpu(process).minus(cpuBefore));
                return;
            }
            PollerSettings settings = new PollerSettings(version3, false, devices, 200, 1, 10, 10, window, 2_000, port);
            try (ChildProcess poller = ChildProcess.start(
                    ChildProcess.java("3g", PollerProcess.class.getName(), settings.words()),
                    folder.resolve("poller.log"))) {
                poller.line();
                Thread.sleep(warmUp * 1_000L);
                Duration cpuBefore = cpu(process);
                String[] before = poller.ask("counts").split(" ", -1);
                Thread.sleep(seconds * 1_000L);
                String[] after = poller.ask("counts").split(" ", -1);
                Duration cpuAfter = cpu(process);
                tell(
                        name,
                        difference(before, after, 2),
                        difference(before, after, 11) / 1e9,
                        cpuAfter.minus(cpuBefore));
            }
        } finally {
            process.destroy();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /// @return exchanges a second
    private double load(Path folder, int span) throws IOException, InterruptedException {
        Path log = folder.resolve("load.log");
        String options = " -p " + port + " -h " + devices + " -w " + window + " -v 10 -t " + span;
        new ProcessBuilder("sh", "-c", "exec " + load + options)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        String words = Files.readString(log);
        Matcher matcher = RATE.matcher(words);
        if (!matcher.find()) {
            throw new IOException("--load '" + load + "' printed '" + words.strip() + "', wanted '... N exchanges/s'");
        }
        return Double.parseDouble(matcher.group(1));
    }

    /// User and kernel, in steps of 10 ms.
    private static Duration cpu(Process process) throws IOException {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IOException("this machine does not tell a process's CPU time"));
    }

    private static long difference(String[] before, String[] after, int place) {
        return Long.parseLong(after[place]) - Long.parseLong(before[place]);
    }

    private void tell(String name, long exchanges, double elapsed, Duration cpu) {
        double cpuSeconds = cpu.toNanos() / 1e9;
        double aCore = exchanges / cpuSeconds;
        tell(String.format(
                Locale.ROOT,
                "  %,.0f exchanges/s, %.2f us of the devices' CPU each: %,.0f exchanges/s a core",
                exchanges / elapsed,
                cpuSeconds / exchanges * 1e6,
                aCore));
        fields.add(String.format(Locale.ROOT, "\"%s_exchanges_per_s\":%.0f", name, exchanges / elapsed));
        fields.add(String.format(Locale.ROOT, "\"%s_us\":%.2f", name, cpuSeconds / exchanges * 1e6));
        fields.add(String.format(Locale.ROOT, "\"%s_exchanges_per_cpu_s\":%.0f", name, aCore));
        holds &= exchanges > 0;
        if (require && !name.endsWith("v3") && aCore < WANTED) {
            tell("Missed: " + name + " answers fewer than 150,000 exchanges a second of CPU");
            holds = false;
        }
    }

    private void tell(String words) {
        spec.commandLine().getErr().println(words);
        spec.commandLine().getErr().flush();
    }
}
