package zonda.testing.jmh;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.generators.core.BenchmarkGenerator;
import org.openjdk.jmh.generators.core.FileSystemDestination;
import org.openjdk.jmh.generators.reflection.RFGeneratorSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs a benchmark under JMH with its profile of allocation, in a process of its own.
public final class JmhRun {
    private JmhRun() {}

    /// What came of one setting of the parameter.
    ///
    /// @param parameter its value
    /// @param nanos an operation
    /// @param bytes allocated an operation
    public record Figure(String parameter, double nanos, double bytes) {}

    /// @param benchmark a class with JMH's annotations and one parameter
    /// @param parameter its name
    /// @param folder an empty one, for what is made on the way
    /// @throws IOException when the code cannot be made or run; the message says where its words
    ///     are
    public static List<Figure> of(Class<?> benchmark, String parameter, Path folder)
            throws IOException, InterruptedException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        compile(benchmark, Files.createDirectories(folder.resolve("sources")), classes);
        Path result = folder.resolve("result.json");
        Path words = folder.resolve("jmh.log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseCompactObjectHeaders",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                Main.class.getName(),
                benchmark.getSimpleName(),
                "-f",
                "0",
                "-wi",
                "4",
                "-w",
                "1",
                "-i",
                "3",
                "-r",
                "1",
                "-bm",
                "avgt",
                "-tu",
                "ns",
                "-prof",
                "gc",
                "-rf",
                "json",
                "-rff",
                result.toString());
        int status = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(words.toFile())
                .start()
                .waitFor();
        if (status != 0 || !Files.exists(result)) {
            throw new IOException(
                    "JMH ended with " + status + ": " + Files.readString(words).strip());
        }
        return figures(JsonMapper.shared().readTree(Files.readString(result)), parameter);
    }

    private static List<Figure> figures(JsonNode runs, String parameter) throws IOException {
        List<Figure> figures = new ArrayList<>();
        for (JsonNode run : runs) {
            JsonNode bytes =
                    run.path("secondaryMetrics").path("gc.alloc.rate.norm").path("score");
            if (!bytes.isNumber()) {
                throw new IOException("JMH told no gc.alloc.rate.norm: " + run);
            }
            figures.add(new Figure(
                    run.path("params").path(parameter).asString(),
                    run.path("primaryMetric").path("score").asDouble(),
                    bytes.asDouble()));
        }
        return figures;
    }

    /// JMH writes code around each benchmark.
    private static void compile(Class<?> benchmark, Path sources, Path classes) throws IOException {
        RFGeneratorSource source = new RFGeneratorSource();
        source.processClasses(benchmark);
        FileSystemDestination destination = new FileSystemDestination(classes.toFile(), sources.toFile());
        BenchmarkGenerator generator = new BenchmarkGenerator();
        generator.generate(source, destination);
        generator.complete(source, destination);
        if (destination.hasErrors()) {
            throw new IOException("JMH makes no code for " + benchmark.getName() + ": " + destination.getErrors());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> arguments = new ArrayList<>(List.of(
                "-nowarn", "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("JMH's code for " + benchmark.getName() + " does not compile");
        }
    }
}
