package zonda.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import zonda.preprocessing.StepTrial;

/// `zonda preprocess`: tries preprocessing steps on a value.
@Command(
        name = "preprocess",
        mixinStandardHelpOptions = true,
        description = {
            "Tries preprocessing steps on a value, without a server: prints what each step made of it, its reason where"
                    + " it failed, and its time. Exits 0 where a value is left, 1 where it was discarded or there is"
                    + " none, 2 where the steps cannot be read.",
            "",
            "The steps are YAML as in the configuration: - {type: jsonpath, parameters: [$.a]}"
        })
final class PreprocessCommand implements Callable<Integer> {
    private static final int UNREADABLE = 2;

    @Option(names = "--steps", required = true, paramLabel = "FILE", description = "The steps (YAML, a list)")
    private Path steps = Path.of("");

    @Option(
            names = "--expressions",
            paramLabel = "FILE",
            description = "The global expressions that the steps name as @name (YAML, a list)")
    private @Nullable Path expressions;

    @Option(
            names = "--value",
            required = true,
            paramLabel = "FILE",
            description = "The value; '-' reads standard input. A line end at its end is not part of it")
    private String value = "";

    @Option(names = "--previous", paramLabel = "FILE", description = "The value before it, for steps that compare")
    private @Nullable Path previous;

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long after the previous one the value comes (default: ${DEFAULT-VALUE})")
    private double seconds = 60;

    @Option(
            names = "--value-type",
            paramLabel = "TYPE",
            defaultValue = "text",
            description = "Of the item: unsigned, float, character, text, log (default: ${DEFAULT-VALUE})")
    private String valueType = "text";

    @Option(
            names = "--not-supported",
            description = "The value is the reason why there is none, for steps that check for it")
    private boolean isReason;

    @Option(names = "--macro", paramLabel = "{$NAME}=VALUE", description = "A user macro of the steps; may be repeated")
    private Map<String, String> macros = new LinkedHashMap<>();

    @Option(names = "--json", description = "Prints one line of JSON instead")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (!(seconds > 0) || seconds > 1e9) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds is " + seconds + ", wanted above 0, up to 1000000000");
        }
        StepTrial.Result result;
        try {
            result = Trials.run(
                    new Trials.Request(
                            Files.readString(steps),
                            expressions == null ? "" : Files.readString(expressions),
                            valueType,
                            read(value),
                            isReason,
                            previous == null ? Optional.empty() : Optional.of(read(previous.toString())),
                            Duration.ofNanos((long) (seconds * 1e9))),
                    macros);
        } catch (Trials.Unreadable e) {
            e.faults().forEach(spec.commandLine().getErr()::println);
            return UNREADABLE;
        } catch (java.nio.file.NoSuchFileException e) {
            spec.commandLine().getErr().println("zonda preprocess: there is no file '" + e.getMessage() + "'");
            return UNREADABLE;
        }
        if (json) {
            out.println(Trials.json(result));
        } else {
            print(out, result);
        }
        out.flush();
        return result.outcome() == StepTrial.Outcome.VALUE ? 0 : 1;
    }

    private static String read(String file) throws IOException {
        String text = file.equals("-")
                ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                : Files.readString(Path.of(file));
        return text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private static void print(PrintWriter out, StepTrial.Result result) {
        for (StepTrial.Stop stop : result.stops()) {
            out.println(
                    String.format(Locale.ROOT, "%2d. %s (%.3f ms)", stop.number(), stop.name(), stop.nanos() / 1e6));
            out.println(indented(words(stop.outcome(), stop.text())));
        }
        out.println("Result");
        out.println(indented(words(result.outcome(), result.text())));
    }

    private static String words(StepTrial.Outcome outcome, String text) {
        return switch (outcome) {
            case VALUE -> text;
            case DISCARDED -> "(discarded)";
            case NOT_SUPPORTED -> "(not supported) " + text;
        };
    }

    private static String indented(String text) {
        return "    " + text.replace("\n", "\n    ");
    }
}
