package zonda.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import zonda.configuration.Configuration;
import zonda.configuration.ConfigurationFault;
import zonda.configuration.ConfigurationFile;
import zonda.configuration.YamlConfiguration;
import zonda.language.json.JsonText;
import zonda.model.Item;
import zonda.preprocessing.Scripts;
import zonda.preprocessing.StepTrial;
import zonda.runtime.LocalDisk;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// Tries preprocessing steps, as the command line and the page ask for it. Any thread.
final class Trials {
    private static final List<String> VALUE_TYPES = List.of("unsigned", "float", "character", "text", "log", "binary");

    private static final String EXPRESSIONS = "expressions";

    private Trials() {}

    /// @param steps YAML, a list as in the configuration
    /// @param expressions the global expressions, YAML, a list as in the configuration; may be
    ///     empty
    /// @param valueType of the item, as the configuration names it
    /// @param isReason whether the value is a reason why there is none
    /// @param age how long before the value the previous one was
    record Request(
            String steps,
            String expressions,
            String valueType,
            String value,
            boolean isReason,
            Optional<String> previous,
            Duration age) {}

    /// The steps cannot be read.
    static final class Unreadable extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        private final transient List<String> faults;

        Unreadable(List<String> faults) {
            super(String.join("\n", faults));
            this.faults = List.copyOf(faults);
        }

        List<String> faults() {
            return faults;
        }
    }

    static StepTrial.Result run(Request request, Map<String, String> macros) throws IOException, Unreadable {
        Item item = item(request, macros);
        WallClock wall = WallClock.system(ZoneId.systemDefault());
        MonotonicClock clock = MonotonicClock.system();
        Scripts scripts =
                new Scripts(new ScriptWorld(clock, wall), Runtime.getRuntime().maxMemory());
        return StepTrial.run(
                item,
                scripts,
                new StepTrial.Input(request.value(), request.isReason(), request.previous(), request.age()),
                clock,
                wall.epochNanos());
    }

    /// Reads the steps as those of an item of a configuration.
    private static Item item(Request request, Map<String, String> macros) throws IOException, Unreadable {
        if (!VALUE_TYPES.contains(request.valueType())) {
            throw new Unreadable(List.of(
                    "value type '" + request.valueType() + "', wanted one of " + String.join(", ", VALUE_TYPES)));
        }
        StringBuilder text = new StringBuilder();
        for (String line : request.steps().lines().toList()) {
            text.append("          ").append(line).append('\n');
        }
        text.insert(0, head(request.valueType(), macros));
        byte[] yaml = text.toString().getBytes(StandardCharsets.UTF_8);
        Path scratch = Files.createTempDirectory("zonda-trial");
        try {
            List<ConfigurationFile> files = List.of(
                    new ConfigurationFile(EXPRESSIONS, () -> new ByteArrayInputStream(expressions(request))),
                    new ConfigurationFile("steps", () -> new ByteArrayInputStream(yaml)));
            Configuration read = new YamlConfiguration(files, new LocalDisk(scratch)).read();
            int lines = (int) head(request.valueType(), macros).lines().count();
            if (!read.faults().isEmpty()) {
                throw new Unreadable(read.faults().stream()
                        .map(fault -> placed(fault, lines))
                        .toList());
            }
            return read.hosts().getFirst().items().getFirst();
        } finally {
            try (Stream<Path> left = Files.walk(scratch)) {
                for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static byte[] expressions(Request request) {
        StringBuilder text = new StringBuilder();
        if (!request.expressions().isBlank()) {
            text.append("regular_expressions:\n");
            request.expressions()
                    .lines()
                    .forEach(line -> text.append("  ").append(line).append('\n'));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String head(String valueType, Map<String, String> macros) {
        StringBuilder head = new StringBuilder();
        if (!macros.isEmpty()) {
            head.append("macros:\n");
            macros.forEach((name, value) -> head.append("  ")
                    .append(quoted(name))
                    .append(": ")
                    .append(quoted(value))
                    .append('\n'));
        }
        return head.append("hosts:\n  - host: trial\n    items:\n      - key: trial\n        type: trapper\n")
                .append("        value_type: ")
                .append(valueType)
                .append("\n        preprocessing:\n")
                .toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /// A fault with its place in what was given.
    private static String placed(ConfigurationFault fault, int linesBefore) {
        int before = fault.file().equals(EXPRESSIONS) ? 1 : linesBefore;
        return fault.file() + ", line " + Math.max(1, fault.line() - before) + ": " + fault.message();
    }

    static String json(StepTrial.Result result) {
        StringBuilder out = new StringBuilder("{\"steps\":[");
        for (StepTrial.Stop stop : result.stops()) {
            out.append(out.charAt(out.length() - 1) == '[' ? "{" : ",{");
            out.append("\"number\":")
                    .append(stop.number())
                    .append(",\"name\":\"")
                    .append(stop.name());
            out.append("\",");
            outcome(out, stop.outcome(), stop.text());
            out.append(",\"time_us\":").append(stop.nanos() / 1_000).append('}');
        }
        out.append("],\"result\":{");
        outcome(out, result.outcome(), result.text());
        return out.append("}}").toString();
    }

    private static void outcome(StringBuilder out, StepTrial.Outcome outcome, String text) {
        switch (outcome) {
            case VALUE -> out.append("\"value\":").append(JsonText.quoted(text));
            case DISCARDED -> out.append("\"discarded\":true");
            case NOT_SUPPORTED -> out.append("\"error\":").append(JsonText.quoted(text));
        }
    }
}
