package zonda.server;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import zonda.history.StoreReport;
import zonda.history.StoreTools;

/// `zonda store check`: reads all of a data folder and verifies it.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Reads every block and the log, and verifies headers, checksums and rows. Nothing is changed.",
            "Exit status: 0 sound, 1 something is damaged, 2 the folder cannot be read."
        })
final class StoreCheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DATA", description = "The data folder; its server must not run")
    private Path data = Path.of("data");

    @Option(names = "--json", description = "One line of JSON instead of words")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        return StoreFolder.with(data, "zonda store check", err, folder -> {
            StoreReport report;
            try (ProgressBar bar = ProgressBar.onTerminal(err, "checking")) {
                report = StoreTools.check(folder.disk(), bar);
            }
            if (json) {
                out.println(JsonMapper.builder().build().writeValueAsString(fields(report)));
            } else {
                tell(report, out);
            }
            out.flush();
            return report.isSound() ? 0 : 1;
        });
    }

    private static void tell(StoreReport report, PrintWriter out) {
        out.println(String.format(
                Locale.ROOT, "%-24s %-7s %10s %9s %12s  %s", "block", "holds", "size", "items", "rows", "times"));
        for (StoreReport.BlockReport block : report.blocks()) {
            out.println(String.format(
                    Locale.ROOT,
                    "%-24s %-7s %10s %9d %12d  %s",
                    block.name(),
                    !block.readable() ? "?" : block.isTrends() ? "trends" : "values",
                    ProgressBar.size(block.bytes()),
                    block.items(),
                    block.rows(),
                    block.readable() ? time(block.firstNanos()) + " to " + time(block.lastNanos()) : ""));
            for (String fault : block.faults()) {
                out.println("  DAMAGED: " + fault);
            }
            if (block.readable() && !block.faults().isEmpty()) {
                out.println("  of its " + block.rows() + " rows " + block.readRows() + " can be read");
            }
        }
        for (String fault : report.faults()) {
            out.println("DAMAGED: " + fault);
        }
        out.println("log: " + report.logSegments() + " segments, " + ProgressBar.size(report.logBytes()) + ", "
                + report.logValues() + " rows that are in no block; " + report.states() + " states");
        out.println(report.isSound() ? "sound" : "damaged; what is not is served as before");
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L)).toString();
    }

    private static Map<String, Object> fields(StoreReport report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sound", report.isSound());
        fields.put("blocks", report.blocks().size());
        List<StoreReport.BlockReport> damaged = report.blocks().stream()
                .filter(block -> !block.faults().isEmpty())
                .toList();
        fields.put(
                "damaged_blocks",
                damaged.stream().map(StoreReport.BlockReport::name).toList());
        fields.put(
                "block_bytes",
                report.blocks().stream()
                        .mapToLong(StoreReport.BlockReport::bytes)
                        .sum());
        fields.put(
                "block_rows",
                report.blocks().stream()
                        .mapToLong(StoreReport.BlockReport::rows)
                        .sum());
        fields.put(
                "block_rows_read",
                report.blocks().stream()
                        .mapToLong(StoreReport.BlockReport::readRows)
                        .sum());
        fields.put("log_segments", report.logSegments());
        fields.put("log_bytes", report.logBytes());
        fields.put("log_rows", report.logValues());
        fields.put("states", report.states());
        List<String> faults = new java.util.ArrayList<>(report.faults());
        damaged.forEach(block -> faults.addAll(block.faults()));
        fields.put("faults", faults);
        return fields;
    }
}
