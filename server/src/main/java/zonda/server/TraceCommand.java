package zonda.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// `zonda trace item ID`: when the item's last value was at each stop of its way.
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description = "Asks the running server when an item's last value was at each stop of its way.")
final class TraceCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 250;

    @Parameters(index = "0", paramLabel = "item", description = "What is traced: item")
    private String what = "";

    @Parameters(index = "1", paramLabel = "ID", description = "The item's id")
    private long id;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The data folder (default: data)")
    private Path data = Path.of("data");

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "70",
            description = "Wait at most so long for a value, since an item's stops are noted only from the first"
                    + " question on (default: 70)")
    private long waitSeconds;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        if (!what.equals("item")) {
            err.println("zonda trace: '" + what + "', wanted: zonda trace item ID");
            return 2;
        }
        try {
            OperatorClient server = new OperatorClient(data);
            long until = System.nanoTime() + waitSeconds * 1_000_000_000L;
            JsonNode stops = stops(server);
            while (!has(stops, "synced") && System.nanoTime() < until) {
                Thread.sleep(LOOK_MILLIS);
                stops = stops(server);
            }
            if (stops.isEmpty()) {
                err.println("zonda trace: there is no item " + id + ", or it has had no value yet");
                return 1;
            }
            print(stops);
            return has(stops, "synced") ? 0 : 1;
        } catch (IOException e) {
            err.println("zonda trace: " + e.getMessage());
            return 1;
        }
    }

    private JsonNode stops(OperatorClient server) throws IOException, InterruptedException {
        return server.get("api/trace?itemid=" + id).path("stops");
    }

    private static boolean has(JsonNode stops, String name) {
        for (JsonNode stop : stops) {
            if (stop.path("stop").asString().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void print(JsonNode stops) {
        DateTimeFormatter form =
                DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT).withZone(ZoneId.systemDefault());
        long first = Long.parseLong(stops.get(0).path("epoch_nanos").asString());
        for (JsonNode stop : stops) {
            long nanos = Long.parseLong(stop.path("epoch_nanos").asString());
            spec.commandLine()
                    .getOut()
                    .printf(
                            Locale.ROOT,
                            "%-13s %s  +%.3f ms  %s%n",
                            stop.path("stop").asString(),
                            form.format(Instant.ofEpochSecond(0, nanos)),
                            (nanos - first) / 1e6,
                            stop.path("detail").asString(""));
        }
    }
}
