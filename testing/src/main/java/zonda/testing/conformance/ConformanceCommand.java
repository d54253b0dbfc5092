package zonda.testing.conformance;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/// `zonda dev conformance`: runs all cases below a folder, and tells which do not hold.
@CommandLine.Command(
        name = "conformance",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the cases below a folder that others wrote, and names each that fails and each",
            "file that nothing here can run. Ends with a summary and one line of JSON."
        })
public final class ConformanceCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @CommandLine.Parameters(index = "0", description = "the folder", defaultValue = ".")
    private Path folder = Path.of(".");

    @CommandLine.Option(
            names = "--only",
            defaultValue = "",
            description = "only files whose path holds this text, or cases whose name does")
    private String only = "";

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec == null
                ? new PrintWriter(System.out, true, StandardCharsets.UTF_8)
                : spec.commandLine().getOut();
        Conformance conformance = new Conformance(only, out::println);
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            conformance.run(folder, file);
        }
        conformance.tellNotApplicable();
        out.println(conformance.cases() + " cases, " + conformance.passed() + " pass, " + conformance.failed()
                + " fail, " + conformance.notApplicable() + " not applicable");
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("cases", conformance.cases());
        result.put("pass", conformance.passed());
        result.put("fail", conformance.failed());
        result.put("not_applicable", conformance.notApplicable());
        result.put("files_without_runner", conformance.filesWithoutRunner());
        out.println(JsonMapper.shared().writeValueAsString(result));
        out.flush();
        return conformance.failed() == 0 && conformance.cases() > 0 ? 0 : 1;
    }
}
