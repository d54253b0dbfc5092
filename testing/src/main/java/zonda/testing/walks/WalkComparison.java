package zonda.testing.walks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import picocli.CommandLine;
import zonda.devices.farm.Network;
import zonda.devices.farm.RecordingFarm;
import zonda.devices.farm.RecordingSettings;
import zonda.devices.recording.Recording;
import zonda.devices.recording.RecordingFolder;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;
import zonda.server.SnmpCommand;

/// Serves recordings and walks each in every [Way], with net-snmp's command and with ours. Values
/// that vary stand still, so that both see the same.
final class WalkComparison implements AutoCloseable {
    private static final int SHOWN_LINES = 3;
    private static final long PATIENCE_MINUTES = 10;

    private final Path tools;
    private final Path scratch;
    private final Network network;
    private final List<Recording> recordings = new ArrayList<>();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final Thread serving;
    private final Consumer<String> tell;

    /// What came of it.
    ///
    /// @param devices that were walked: recordings with rows
    /// @param identical in every way
    /// @param differ in some way, without a reason that is known
    /// @param known that differ or are empty for a reason that is known
    /// @param empty with nothing walked though there are rows, without a known reason
    /// @param rowsRecorded of all devices
    /// @param rowsWalked that net-snmp printed in the first way
    /// @param withoutRows recordings that give no row at all
    /// @param linesSkipped of all recordings, by reason
    record Result(
            int devices,
            int identical,
            int differ,
            int known,
            int empty,
            long rowsRecorded,
            long rowsWalked,
            int withoutRows,
            SortedMap<String, Long> linesSkipped) {
        boolean holds() {
            return devices > 0 && differ == 0 && empty == 0 && rowsWalked > 0;
        }
    }

    /// @param tools the folder of net-snmp's commands
    /// @param scratch an empty folder
    /// @param tell takes words for people
    WalkComparison(List<RecordingFolder.Found> files, long seed, Path tools, Path scratch, Consumer<String> tell)
            throws IOException {
        this.tools = tools;
        this.scratch = scratch;
        this.tell = tell;
        this.network = Network.parse("127.0.0.0/8");
        for (RecordingFolder.Found file : files) {
            recordings.add(RecordingFolder.read(file, true));
        }
        this.serving = Thread.ofPlatform().name("devices").start(() -> serve(seed));
    }

    /// So many of the files by chance; all when there are not more.
    static List<RecordingFolder.Found> sample(List<RecordingFolder.Found> files, int most, long seed) {
        List<RecordingFolder.Found> mixed = new ArrayList<>(files);
        Collections.shuffle(mixed, new Random(seed));
        return mixed.subList(0, Math.min(most, mixed.size()));
    }

    /// The socket belongs to the thread that opens it.
    private void serve(long seed) {
        try (RecordingFarm farm = new RecordingFarm(
                RecordingSettings.still(network, seed),
                recordings,
                MonotonicClock.system(),
                WallClock.system(ZoneOffset.UTC))) {
            port.complete(farm.port());
            farm.run(stop::get, (_, _) -> {});
        } catch (IOException | RuntimeException e) {
            port.completeExceptionally(e);
        }
    }

    Result run() throws IOException, InterruptedException {
        SortedMap<String, Long> skipped = new TreeMap<>();
        int devices = 0;
        int identical = 0;
        int differ = 0;
        int known = 0;
        int empty = 0;
        int withoutRows = 0;
        long recorded = 0;
        long walked = 0;
        for (int i = 0; i < recordings.size(); i++) {
            Recording recording = recordings.get(i);
            recording.skipped().forEach((reason, count) -> skipped.merge(reason, (long) count, Long::sum));
            if (recording.rows() == 0) {
                withoutRows++;
                tell.accept(recording.name() + ": no rows, skipped " + recording.skipped());
                continue;
            }
            devices++;
            recorded += recording.rows();
            Walked seen = walked(recording, network.address(i));
            walked += seen.rows();
            if (seen.isEmpty() || !seen.isSame()) {
                if (Known.isKnown(recording.name())) {
                    known++;
                    continue;
                }
                empty += seen.isEmpty() ? 1 : 0;
                differ += seen.isSame() ? 0 : 1;
                if (seen.isEmpty()) {
                    tell.accept(recording.name() + ": nothing walked of " + recording.rows() + " rows");
                }
            } else {
                identical++;
            }
        }
        return new Result(devices, identical, differ, known, empty, recorded, walked, withoutRows, skipped);
    }

    private record Walked(boolean isSame, boolean isEmpty, long rows) {}

    private Walked walked(Recording recording, int address) throws IOException, InterruptedException {
        String target = Network.dotted(address) + ":" + port.join();
        boolean same = true;
        boolean empty = false;
        long rows = 0;
        for (Way way : Way.ALL) {
            String theirs = theirs(way, target);
            String ours = ours(way, target);
            if (!theirs.equals(ours)) {
                same = false;
                tell.accept(recording.name() + ", " + way + ": " + firstDifference(theirs, ours));
            }
            long seen = theirs.lines()
                    .filter(line -> line.startsWith(".")
                            && !line.contains(" = No more variables left")
                            && !line.contains(" = No Such "))
                    .count();
            boolean mayBeEmpty = way.version().equals("1") && recording.hasOnlyCounters64();
            empty |= seen == 0 && !mayBeEmpty;
            rows = way.equals(Way.ALL.getFirst()) ? seen : rows;
        }
        return new Walked(same, empty, rows);
    }

    /// Standard output and error of net-snmp's command, apart, in one text.
    private String theirs(Way way, String target) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(tools.resolve(way.isBulk() ? "snmpbulkwalk" : "snmpwalk").toString());
        command.addAll(way.arguments(target));
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("SNMP_PERSISTENT_DIR", scratch.toString());
        builder.environment().put("SNMPCONFPATH", scratch.toString());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(command + " did not end within " + PATIENCE_MINUTES + " minutes");
        }
        String words = Files.readString(err, StandardCharsets.ISO_8859_1)
                .replaceAll("(?m)^Created directory: .*\\R", "")
                .replaceAll("(?m)^snmp(bulk)?walk: ", "");
        return Files.readString(out, StandardCharsets.ISO_8859_1) + "\n--- " + words;
    }

    private static String ours(Way way, String target) {
        List<String> arguments = new ArrayList<>();
        arguments.add(way.isBulk() ? "bulkwalk" : "walk");
        arguments.addAll(way.arguments(target));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        new CommandLine(new SnmpCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
        return out + "\n--- " + err.toString().replaceAll("(?m)^snmp (bulk)?walk: ", "");
    }

    private static String firstDifference(String theirs, String ours) {
        List<String> left = theirs.lines().toList();
        List<String> right = ours.lines().toList();
        int at = 0;
        while (at < left.size() && at < right.size() && left.get(at).equals(right.get(at))) {
            at++;
        }
        StringBuilder text = new StringBuilder("line " + (at + 1));
        for (int i = at; i < Math.min(at + SHOWN_LINES, Math.max(left.size(), right.size())); i++) {
            text.append("\n  net-snmp: ").append(i < left.size() ? left.get(i) : "(end)");
            text.append("\n  ours:     ").append(i < right.size() ? right.get(i) : "(end)");
        }
        return text.toString();
    }

    @Override
    public void close() {
        stop.set(true);
        try {
            serving.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
