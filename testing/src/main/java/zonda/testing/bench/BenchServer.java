package zonda.testing.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import zonda.history.HistoryStatistics;
import zonda.server.Core;
import zonda.server.Server;
import zonda.server.Settings;
import zonda.server.SettingsException;

/// The server of `zonda dev bench path` and `restart`, a process of its own: the product's [Server]
/// over the product's settings, with a few words on standard input: `counts`, `stored`, `unknown`,
/// `polled`, `pause`, `profile on`, `profile off`. Each is answered by one line.
final class BenchServer {
    private static final int LOOK_MILLIS = 20;

    private final Server server;
    private final Map<String, Long> stages = new TreeMap<>();
    private volatile boolean profiling;

    private BenchServer(Server server) {
        this.server = server;
    }

    public static void main(String[] arguments) throws IOException, SettingsException {
        Settings settings = Settings.read(
                Path.of(arguments[0]), new Settings.Overrides(null, List.of(), "127.0.0.1:0", "127.0.0.1:0"));
        long began = System.nanoTime();
        Server server = Server.start(settings, "bench-password");
        System.out.println("ready " + (System.nanoTime() - began) / 1_000_000 + " "
                + server.configurationReading().toMillis());
        BenchServer bench = new BenchServer(server);
        Thread.ofPlatform().daemon().name("profile").start(bench::profile);
        bench.listen();
    }

    private void listen() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "counts" -> System.out.println(counts());
                case "stored" -> {
                    HistoryStatistics history = server.core().historyStatistics();
                    System.out.println(history.recoveredValues() + history.blockValues());
                }
                case "unknown" -> System.out.println(server.core().unknownTriggers());
                case "polled" -> System.out.println(firstPoll());
                case "pause" -> {
                    server.core().pausePolling(true);
                    System.out.println("paused");
                }
                case "profile on" -> {
                    profiling = true;
                    System.out.println("profiling");
                }
                case "profile off" -> {
                    profiling = false;
                    System.out.println(stages());
                }
                default -> System.out.println("unknown: " + line);
            }
            System.out.flush();
        }
    }

    /// Comes back once a request has been sent.
    private String firstPoll() {
        while (server.core().pathCounts().requests() == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        return "polled";
    }

    private String counts() {
        Core.PathCounts path = server.core().pathCounts();
        HistoryStatistics history = server.core().historyStatistics();
        long cpu = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
        return "counts " + path.scheduled() + " " + path.achieved() + " " + path.late() + " " + path.unavailable() + " "
                + path.requests() + " " + path.timeouts() + " " + path.shardCpuNanos() + " " + path.logCpuNanos() + " "
                + path.shardAllocatedBytes() + " " + history.receivedValues() + " " + cpu + " " + System.nanoTime();
    }

    /// Looks at the shards' stacks every 20 ms and notes whose code they are in: the share of each
    /// stage.
    private void profile() {
        while (true) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            if (!profiling) {
                continue;
            }
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("shard-") && thread.getState() == Thread.State.RUNNABLE) {
                    String stage = stage(thread.getStackTrace());
                    if (!stage.isEmpty()) {
                        stages.merge(stage, 1L, Long::sum);
                    }
                }
            }
        }
    }

    private static String stage(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (name.startsWith("sun.nio.ch.") && frame.getMethodName().contains("poll")) {
                return "";
            }
            if (name.startsWith("sun.nio.ch.DatagramChannelImpl")) {
                return frame.getMethodName().startsWith("send") ? "kernel_send" : "kernel_receive";
            }
            if (name.equals("zonda.runtime.LinuxSockets")) {
                return frame.getMethodName().startsWith("send") ? "kernel_send" : "kernel_receive";
            }
            if (name.startsWith("sun.nio.ch.Selector")) {
                return "";
            }
            for (String room : List.of("protocol", "collector", "preprocessing", "history", "trigger", "alerting")) {
                if (name.startsWith("zonda." + room + ".")) {
                    return room;
                }
            }
        }
        return "other";
    }

    private String stages() {
        long all =
                Math.max(1, stages.values().stream().mapToLong(Long::longValue).sum());
        StringBuilder out = new StringBuilder("stages");
        stages.forEach(
                (stage, count) -> out.append(' ').append(stage).append('=').append((double) count / all));
        return out.toString();
    }
}
