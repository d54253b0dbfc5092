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
    private static final int TOLD_EACH = 50;
    private static final int SIMULATED_AT_ONCE = 40;
    private static final long PATIENCE_MINUTES = 10;

    private final List<RecordingFolder.Found> files;
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
        this.files = List.copyOf(files);
        this.tools = tools;
        this.scratch = scratch;
        this.tell = tell;
        this.network = Network.parse("127.0.0.0/8");
        for (RecordingFolder.Found file : files) {
            recordings.add(RecordingFolder.readOrEmpty(file, true, tell));
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
            if (devices % TOLD_EACH == 0) {
                tell.accept(devices + " devices walked, " + (recordings.size() - i - 1) + " recordings to go");
            }
            recorded += recording.rows();
            Walked seen = walked(recording, network.address(i));
            walked += seen.rows();
            if (seen.isEmpty() || !seen.isSame()) {
                if (Known.isKnown(files.get(i))) {
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

    /// What came of walks of snmpsim's devices.
    ///
    /// @param same as those of our devices
    /// @param differ
    /// @param unfit recordings whose walk there is no measure, by reason
    record Agreement(int same, int differ, SortedMap<String, Long> unfit) {}

    /// Walks the devices of Debian's snmpsim that have the same recordings.
    Agreement snmpsim(Path program) throws IOException, InterruptedException {
        SortedMap<String, Long> unfit = new TreeMap<>();
        List<Integer> fit = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            Recording recording = recordings.get(i);
            String reason = recording.rows() == 0
                    ? "no rows"
                    : recording.skipped().containsKey("unreadable value")
                            ? "values that cannot be read"
                            : Snmpsim.unfit(files.get(i));
            if (reason.isEmpty()) {
                fit.add(i);
            } else {
                unfit.merge(reason, 1L, Long::sum);
            }
        }
        int same = 0;
        int differ = 0;
        Way way = Way.ALL.getFirst();
        for (int from = 0; from < fit.size(); from += SIMULATED_AT_ONCE) {
            List<Integer> some = fit.subList(from, Math.min(fit.size(), from + SIMULATED_AT_ONCE));
            Path folder = Files.createTempDirectory("zonda-snmpsim");
            try (Snmpsim simulator = Snmpsim.start(some.stream().map(files::get).toList(), program, folder)) {
                for (int i = 0; i < some.size(); i++) {
                    String here =
                            ours(way, "compare", Network.dotted(network.address(some.get(i))) + ":" + port.join());
                    here = asSnmpsim(here);
                    String there = asSnmpsim(ours(way, "d" + i, simulator.target()));
                    if (here.equals(there)) {
                        same++;
                    } else {
                        differ++;
                        tell.accept(files.get(some.get(i)).name() + ", snmpsim: "
                                + firstDifference(there, here).replace("net-snmp:", "snmpsim:"));
                    }
                }
            } finally {
                CompareWalksCommand.delete(folder);
            }
            tell.accept("snmpsim: " + (from + some.size()) + " of " + fit.size() + " recordings walked");
        }
        return new Agreement(same, differ, unfit);
    }

    /// snmpsim tells the end of the tree once for each row that it has no more of, and loses blanks
    /// at the ends of a recording's lines.
    private static String asSnmpsim(String walk) {
        return walk.replaceAll("(?m)^\\.[0-9.]+ = No more variables left in this MIB View.*\\R", "")
                .replaceAll("(?m) +\"$", "\"")
                .strip();
    }

    private static String ours(Way way, String target) {
        return ours(way, "compare", target);
    }

    static String ours(Way way, String community, String target) {
        List<String> arguments = new ArrayList<>();
        arguments.add(way.isBulk() ? "bulkwalk" : "walk");
        arguments.addAll(way.arguments(community, target));
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
