package zonda.server;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import zonda.configuration.ItemNames;
import zonda.history.StoreShares;
import zonda.history.StoreTools;

/// `zonda store stat`: what takes how much room.
@Command(
        name = "stat",
        mixinStandardHelpOptions = true,
        description = "Measures what takes how much room: bytes a value, by encoding and by item. Nothing is changed.")
final class StoreStatCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DATA", description = "The data folder; its server must not run")
    private Path data = Path.of("data");

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "So many of the items that take the most (default: 20)")
    private int top = 20;

    @Option(names = "--json", description = "One line of JSON instead of tables")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (top < 0) {
            err.println("zonda store stat: --top is " + top + ", wanted 0 or more");
            return 2;
        }
        return StoreFolder.with(data, "zonda store stat", err, folder -> {
            StoreShares shares;
            try (ProgressBar bar = ProgressBar.onTerminal(err, "measuring")) {
                shares = StoreTools.shares(folder.disk(), top, bar);
            }
            Optional<ItemNames> names = folder.names(err);
            if (json) {
                out.println(JsonMapper.builder().build().writeValueAsString(fields(shares, names)));
            } else {
                tell(shares, names, out);
            }
            out.flush();
            return 0;
        });
    }

    private static double each(long bytes, long values) {
        return values == 0 ? 0 : (double) bytes / values;
    }

    private static void tell(StoreShares shares, Optional<ItemNames> names, PrintWriter out) {
        out.println(String.format(
                Locale.ROOT,
                "%d values in %s of blocks: %.3f bytes a value; %d trends in %s; log %s",
                shares.values(),
                ProgressBar.size(shares.valueBytes()),
                shares.bytesPerValue(),
                shares.trends(),
                ProgressBar.size(shares.trendBytes()),
                ProgressBar.size(shares.logBytes())));
        out.println();
        out.println(String.format(
                Locale.ROOT, "%12s %14s %14s %8s  %s", "columns", "values", "bytes", "a value", "written as"));
        for (StoreShares.EncodingShare each : shares.encodings()) {
            out.println(String.format(
                    Locale.ROOT,
                    "%12d %14d %14d %8.3f  %s",
                    each.columns(),
                    each.values(),
                    each.bytes(),
                    each(each.bytes(), each.values()),
                    each.name()));
        }
        if (!shares.items().isEmpty()) {
            out.println();
            out.println(String.format(
                    Locale.ROOT, "%12s %14s %14s %8s  %s", "item", "values", "bytes", "a value", "host: key"));
        }
        for (StoreShares.ItemShare each : shares.items()) {
            out.println(String.format(
                    Locale.ROOT,
                    "%12d %14d %14d %8.3f  %s",
                    each.itemId(),
                    each.values(),
                    each.bytes(),
                    each(each.bytes(), each.values()),
                    names.flatMap(all -> all.name(each.itemId()))
                            .map(name -> name.host() + ": " + name.key())
                            .orElse("")));
        }
    }

    private static Map<String, Object> fields(StoreShares shares, Optional<ItemNames> names) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("values", shares.values());
        fields.put("value_bytes", shares.valueBytes());
        fields.put("bytes_per_value", shares.bytesPerValue());
        fields.put("trends", shares.trends());
        fields.put("trend_bytes", shares.trendBytes());
        fields.put("log_bytes", shares.logBytes());
        List<Map<String, Object>> encodings = new ArrayList<>();
        for (StoreShares.EncodingShare each : shares.encodings()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", each.name());
            one.put("columns", each.columns());
            one.put("values", each.values());
            one.put("bytes", each.bytes());
            encodings.add(one);
        }
        fields.put("encodings", encodings);
        List<Map<String, Object>> items = new ArrayList<>();
        for (StoreShares.ItemShare each : shares.items()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("itemid", each.itemId());
            names.flatMap(all -> all.name(each.itemId())).ifPresent(name -> {
                one.put("host", name.host());
                one.put("key", name.key());
            });
            one.put("values", each.values());
            one.put("bytes", each.bytes());
            items.add(one);
        }
        fields.put("items", items);
        return fields;
    }
}
