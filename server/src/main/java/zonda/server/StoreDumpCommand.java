package zonda.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import zonda.configuration.ItemNames;
import zonda.history.StoreTools;

/// `zonda store dump`: values as text.
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        description = {
            "Writes stored values as text, item by item, oldest first. Nothing is changed.",
            "",
            "Fields: itemid, host, key, clock (seconds since 1970), ns, kind (unsigned, double, text, log, binary,"
                    + " not_supported), value; of log lines also source, severity, eventid, timestamp. Doubles are"
                    + " written so that they read back bit for bit, binary values in base 64.",
            "Exit status: 0 all was read, 1 something is damaged and left out, 2 the folder cannot be read."
        })
final class StoreDumpCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DATA", description = "The data folder; its server must not run")
    private Path data = Path.of("data");

    @Option(
            names = "--format",
            paramLabel = "csv|jsonl",
            defaultValue = "csv",
            description = "CSV (RFC 4180, with a first line of names) or JSON lines (default: csv)")
    private String format = "csv";

    @Option(names = "--item", paramLabel = "ID", description = "Only these items; may be given more than once")
    private List<Long> items = new ArrayList<>();

    @Option(names = "--host", paramLabel = "NAME", description = "Only items of these hosts; may be repeated")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--key", paramLabel = "KEY", description = "Only items with these keys; may be repeated")
    private List<String> keys = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Oldest time: seconds since 1970, or such as 2026-03-01T12:00:00Z")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Newest time, included")
    private @Nullable String to;

    @Option(names = "--output", paramLabel = "FILE", description = "Into a file instead of standard output")
    private @Nullable Path output;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        long fromNanos;
        long toNanos;
        try {
            fromNanos = from == null ? Long.MIN_VALUE : nanos("--from", from);
            toNanos = to == null ? Long.MAX_VALUE : nanos("--to", to);
        } catch (IllegalArgumentException e) {
            err.println("zonda store dump: " + e.getMessage());
            return 2;
        }
        if (!format.equals("csv") && !format.equals("jsonl")) {
            err.println("zonda store dump: --format is '" + format + "', wanted csv or jsonl");
            return 2;
        }
        return StoreFolder.with(data, "zonda store dump", err, folder -> dump(folder, fromNanos, toNanos));
    }

    private int dump(StoreFolder folder, long fromNanos, long toNanos) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Optional<ItemNames> names = folder.names(err);
        if (names.isEmpty() && !(hosts.isEmpty() && keys.isEmpty())) {
            err.println("zonda store dump: without names --host and --key cannot be used; use --item");
            return 2;
        }
        Path file = output;
        List<String> faults = new ArrayList<>();
        try (PrintWriter out = file == null
                        ? new PrintWriter(spec.commandLine().getOut())
                        : new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
                ProgressBar bar = ProgressBar.onTerminal(err, "dumping")) {
            DumpWriter writer = new DumpWriter(out, format.equals("csv"), names);
            writer.begin();
            StoreTools.dump(folder.disk(), wanted(names), fromNanos, toNanos, writer, faults::add, bar);
            out.flush();
            if (out.checkError()) {
                throw new IOException("the output cannot be written: is the disk full, or the reader gone?");
            }
        }
        faults.forEach(fault -> err.println("DAMAGED, left out: " + fault));
        return faults.isEmpty() ? 0 : 1;
    }

    private LongPredicate wanted(Optional<ItemNames> names) {
        Set<Long> ids = new HashSet<>(items);
        Set<String> hostNames = new HashSet<>(hosts);
        Set<String> keyNames = new HashSet<>(keys);
        return id -> {
            if (!ids.isEmpty() && !ids.contains(id)) {
                return false;
            }
            if (hostNames.isEmpty() && keyNames.isEmpty()) {
                return true;
            }
            Optional<ItemNames.Name> name = names.flatMap(all -> all.name(id));
            return name.isPresent()
                    && (hostNames.isEmpty() || hostNames.contains(name.get().host()))
                    && (keyNames.isEmpty() || keyNames.contains(name.get().key()));
        };
    }

    private static long nanos(String option, String text) {
        try {
            Instant at =
                    text.matches("-?[0-9]{1,12}") ? Instant.ofEpochSecond(Long.parseLong(text)) : Instant.parse(text);
            return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    option + " is '" + text + "', wanted seconds since 1970, or a time such as 2026-03-01T12:00:00Z",
                    e);
        }
    }
}
