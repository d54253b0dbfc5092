package zonda.testing.conformance;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;
import zonda.language.LanguageException;
import zonda.model.PreprocessingStep;
import zonda.preprocessing.step.StepCompiler;
import zonda.preprocessing.step.StepException;

/// `zonda dev templates`: compiles every preprocessing step of the exports below a folder, and
/// tells which cannot be.
@CommandLine.Command(
        name = "templates",
        mixinStandardHelpOptions = true,
        description = {
            "Compiles every preprocessing step of the Zabbix exports below a folder, macros standing",
            "as their defaults, and names each that cannot be. Ends with one line of JSON."
        })
public final class TemplatesCommand implements Callable<Integer> {
    /// Steps that are broken as they stand in the export.
    private record Broken(String file, String part, String why) {}

    private static final List<Broken> BROKEN = List.of(
            new Broken(
                    "template_db_tidb_tidb_http.yaml",
                    "_total && @.labels.type == \"",
                    "a quotation mark is missing before &&, in all versions"),
            new Broken(
                    "template_elasticsearch_cluster_by_http_for_zabbix_4.2.yaml",
                    "$..[?(@.name==",
                    "a JSONPath where an XPath is wanted"),
            new Broken(
                    "template_olt_4840e_1.yaml",
                    ".regsub(",
                    "a function of a discovery macro, whose text no number can stand for"),
            new Broken(
                    "template_ceph_tentacle_by_prometheus.yaml",
                    "value.split(/",
                    "a line break within a regular expression of JavaScript"));

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @CommandLine.Parameters(index = "0", description = "the folder", defaultValue = ".")
    private Path folder = Path.of(".");

    private final StepCompiler compiler = new StepCompiler(new ScriptSteps());
    private final Map<PreprocessingStep.Type, Integer> counts = new TreeMap<>();
    private int steps;
    private int failed;
    private int broken;
    private int unreadable;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec == null
                ? new PrintWriter(System.out, true, StandardCharsets.UTF_8)
                : spec.commandLine().getOut();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile)
                    .filter(file ->
                            file.toString().endsWith(".yaml") || file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            try {
                for (ExportedSteps.Step step : ExportedSteps.read(file)) {
                    compile(file, step, out);
                }
            } catch (LanguageException e) {
                unreadable++;
                out.println("unreadable " + folder.relativize(file) + ": " + e.getMessage());
            }
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("files", files.size());
        result.put("unreadable_files", unreadable);
        result.put("steps", steps);
        result.put("failed_steps", failed);
        result.put("broken_steps", broken);
        counts.forEach((type, count) -> result.put(type.name().toLowerCase(java.util.Locale.ROOT) + "_steps", count));
        out.println(JsonMapper.shared().writeValueAsString(result));
        out.flush();
        return failed == 0 && unreadable == 0 && steps > 0 ? 0 : 1;
    }

    private void compile(Path file, ExportedSteps.Step step, PrintWriter out) {
        steps++;
        counts.merge(step.type(), 1, Integer::sum);
        try {
            compiler.compile(
                    new PreprocessingStep(step.type(), step.parameters(), PreprocessingStep.OnFail.DEFAULT, ""));
        } catch (StepException e) {
            String text = String.join("\n", step.parameters());
            Optional<Broken> known = BROKEN.stream()
                    .filter(entry -> file.endsWith(entry.file()) && text.contains(entry.part()))
                    .findFirst();
            if (known.isPresent()) {
                broken++;
                out.println("broken " + folder.relativize(file) + ": " + step.type() + ": "
                        + known.get().why());
                return;
            }
            failed++;
            out.println("FAIL " + folder.relativize(file) + ": " + step.type() + " " + step.parameters() + ": "
                    + e.getMessage());
        }
    }
}
