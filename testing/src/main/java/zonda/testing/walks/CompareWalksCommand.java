package zonda.testing.walks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import zonda.devices.recording.RecordingFolder;

/// `zonda dev compare-walks DIR`.
@Command(
        name = "compare-walks",
        mixinStandardHelpOptions = true,
        description = "Serves each recording below a folder and walks it with net-snmp's snmpwalk (v1) and snmpbulkwalk"
                + " (v2c and v3, several repetitions) and with ours, and compares line by line. Exits 0 only when all"
                + " are identical, or differ for a reason that is known.")
public final class CompareWalksCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The folder, or one file")
    private Path folder = Path.of("");

    @Option(names = "--sample", paramLabel = "NUMBER", description = "So many recordings by chance (default: all)")
    private int sample = Integer.MAX_VALUE;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "The sample and all chance in values depend on it (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--tools",
            paramLabel = "DIR",
            defaultValue = "/usr/bin",
            description = "Where net-snmp's commands are (default: ${DEFAULT-VALUE})")
    private Path tools = Path.of("/usr/bin");

    @Option(
            names = "--snmpsim",
            paramLabel = "PROGRAM",
            description = "Walks the devices of this snmpsimd too (Debian: apt-get install snmpsim), where it can"
                    + " serve the same recording, and compares")
    private @Nullable Path snmpsim;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        if (!Files.isExecutable(tools.resolve("snmpbulkwalk"))) {
            throw new IOException("no snmpbulkwalk in " + tools + "; Debian: apt-get install snmp");
        }
        List<RecordingFolder.Found> files = WalkComparison.sample(RecordingFolder.find(folder), sample, seed);
        if (files.isEmpty()) {
            throw new IOException("no recordings in '" + folder + "'");
        }
        Path scratch = Files.createTempDirectory("zonda-walks");
        try (WalkComparison comparison = new WalkComparison(files, seed, tools, scratch, words -> {
            err.println(words);
            err.flush();
        })) {
            WalkComparison.Result result = comparison.run();
            Path program = snmpsim;
            WalkComparison.Agreement agreement =
                    program == null ? new WalkComparison.Agreement(0, 0, new TreeMap<>()) : comparison.snmpsim(program);
            spec.commandLine().getOut().println(json(result, agreement));
            spec.commandLine().getOut().flush();
            return result.holds() && agreement.differ() == 0 ? 0 : 1;
        } finally {
            delete(scratch);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private String json(WalkComparison.Result result, WalkComparison.Agreement agreement) {
        StringBuilder json = new StringBuilder("{\"devices\":" + result.devices());
        json.append(",\"identical\":").append(result.identical());
        json.append(",\"differ\":").append(result.differ());
        json.append(",\"known_differences\":").append(result.known());
        json.append(",\"empty\":").append(result.empty());
        json.append(",\"rows_recorded\":").append(result.rowsRecorded());
        json.append(",\"rows_walked\":").append(result.rowsWalked());
        json.append(",\"recordings_without_rows\":").append(result.withoutRows());
        counted(json, "lines_skipped", result.linesSkipped());
        if (snmpsim != null) {
            json.append(",\"snmpsim_identical\":").append(agreement.same());
            json.append(",\"snmpsim_differ\":").append(agreement.differ());
            counted(json, "snmpsim_unfit", agreement.unfit());
        }
        return json.append(",\"ways\":")
                .append(Way.ALL.size())
                .append(",\"seed\":")
                .append(seed)
                .append('}')
                .toString();
    }

    private static void counted(StringBuilder json, String name, Map<String, Long> counts) {
        json.append(",\"").append(name).append("\":{");
        String comma = "";
        for (Map.Entry<String, Long> reason : counts.entrySet()) {
            json.append(comma).append('"').append(reason.getKey().replaceAll("[^a-zA-Z0-9]+", "_"));
            json.append("\":").append(reason.getValue());
            comma = ",";
        }
        json.append('}');
    }
}
