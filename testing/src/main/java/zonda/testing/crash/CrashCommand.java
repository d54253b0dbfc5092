package zonda.testing.crash;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `zonda dev crash`.
@Command(
        name = "crash",
        mixinStandardHelpOptions = true,
        description = {
            "Kills a server under load with kill -9, again and again on the same data, and counts what it had"
                    + " acknowledged to real zabbix_senders and to framed clients of our own: none may be lost,"
                    + " none made up, none there twice. Polled values may be neither made up nor there twice.",
            "Ends with one line of JSON."
        })
public final class CrashCommand implements Callable<Integer> {
    @Option(names = "--kills", defaultValue = "50", description = "How many (default: 50)")
    private int kills;

    @Option(names = "--seed", defaultValue = "1", description = "Of the moments of the kills (default: 1)")
    private long seed;

    @Option(
            names = "--load",
            paramLabel = "MS",
            defaultValue = "1500",
            description = "The longest load before a kill, in milliseconds (default: 1500)")
    private int load;

    @Option(names = "--sender", paramLabel = "FILE", description = "zabbix_sender (default: the one of PATH)")
    private @Nullable Path sender;

    @Option(names = "--heap", defaultValue = "256m", description = "Of the server (default: 256m)")
    private String heap = "256m";

    @Option(names = "--keep", description = "Keep the folder with data and output")
    private boolean keep;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<Path> program = Optional.ofNullable(sender).or(CrashCommand::senderOfPath);
        if (program.isEmpty()) {
            err.println("zonda dev crash: there is no zabbix_sender; get it with: apt-get install zabbix-agent");
            return 2;
        }
        if (kills < 1 || load < 1) {
            err.println("zonda dev crash: --kills is " + kills + " and --load " + load + ", wanted 1 or more");
            return 2;
        }
        Path folder = Files.createTempDirectory("zonda-crash");
        long began = System.nanoTime();
        try {
            CrashTrial.Outcome outcome = new CrashTrial(
                            new CrashTrial.Plan(kills, seed, program.get(), 2, 2, load, heap), folder, out)
                    .run();
            outcome.faults().forEach(fault -> err.println("FAULT: " + fault));
            out.println(json(outcome, (System.nanoTime() - began) / 1e9));
            out.flush();
            return outcome.isClean() ? 0 : 1;
        } finally {
            if (keep) {
                err.println("Kept: " + folder);
            } else {
                delete(folder);
            }
        }
    }

    private static Optional<Path> senderOfPath() {
        for (String folder : (System.getenv("PATH") + ":/usr/bin").split(":", -1)) {
            Path path = Path.of(folder, "zabbix_sender");
            if (Files.isExecutable(path)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    private String json(CrashTrial.Outcome outcome, double seconds) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kills", outcome.kills());
        fields.put("seed", seed);
        fields.put("acknowledged_zabbix_sender", outcome.acknowledgedBySender());
        fields.put("acknowledged_framed", outcome.acknowledgedFramed());
        fields.put("stored_pushed", outcome.storedPushed());
        fields.put("stored_polled", outcome.storedPolled());
        fields.put("repeated_batches", outcome.repeatedBatches());
        fields.put("lost", outcome.lost());
        fields.put("invented", outcome.invented());
        fields.put("doubled", outcome.doubled());
        fields.put("faults", outcome.faults().size());
        fields.put("seconds", Math.round(seconds * 10) / 10.0);
        return JsonMapper.builder().build().writeValueAsString(fields);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
