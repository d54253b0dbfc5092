package zonda.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import zonda.configuration.Configuration;
import zonda.configuration.ConfigurationFile;
import zonda.configuration.YamlConfiguration;
import zonda.runtime.LocalDisk;

/// `zonda check`: reads settings and configuration as a start would, and tells all faults.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Reads settings and configuration and tells all faults; nothing is started or changed.")
final class CheckCommand implements Callable<Integer> {
    @Option(names = "--settings", paramLabel = "FILE", description = "The settings file (YAML)")
    private @Nullable Path settingsFile;

    @Option(
            names = "--configuration",
            paramLabel = "FILE",
            description = "What is monitored (YAML); may be given more than once")
    private List<Path> configuration = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Settings settings;
        try {
            settings = Settings.read(settingsFile, new Settings.Overrides(null, configuration, null, null));
        } catch (SettingsException e) {
            e.faults().forEach(err::println);
            return 2;
        }
        Path scratch = Files.createTempDirectory("zonda-check");
        try {
            List<ConfigurationFile> files = settings.configuration().stream()
                    .map(path -> new ConfigurationFile(path.toString(), () -> Files.newInputStream(path)))
                    .toList();
            Configuration read = new YamlConfiguration(files, new LocalDisk(scratch)).read();
            read.faults().forEach(err::println);
            int items =
                    read.hosts().stream().mapToInt(host -> host.items().size()).sum();
            int triggers = read.hosts().stream()
                    .mapToInt(host -> host.triggers().size())
                    .sum();
            out.println(counted(read.hosts().size(), "host") + ", " + counted(items, "item") + ", "
                    + counted(triggers, "trigger") + "; "
                    + counted(read.faults().size(), "fault"));
            return read.faults().isEmpty() ? 0 : 1;
        } finally {
            try (var left = Files.walk(scratch)) {
                for (Path path :
                        left.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static String counted(int count, String name) {
        return count + " " + name + (count == 1 ? "" : "s");
    }
}
