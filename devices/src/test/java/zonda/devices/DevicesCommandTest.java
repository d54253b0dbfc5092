package zonda.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DevicesCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new DevicesCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void helpNamesEachOptionOfBoth() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("--listen", "--port", "--community", "--seed", "--write-configuration", "farm");
        assertThat(run("farm", "--help")).isZero();
        assertThat(out.toString()).contains("--interfaces", "--latency", "--loss", "--dead", "--rates");
    }

    @Test
    void wrongOptionsAreNamedWithWhatIsWanted() {
        assertThat(run("--listen", "10.0.0.0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--listen is '10.0.0.0', wanted a loopback address");
        assertThat(run("--port", "70000")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--port is 70000, wanted 0 to 65535");
        assertThat(run("farm", "--loss", "200")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--loss is 200, wanted 0 to 100");
        assertThat(run("--sed", "1")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--seed");
    }

    @Test
    void writesTheConfigurationOverAnOlderOne(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("demo.yaml");
        Files.writeString(file, "older and longer".repeat(1_000_000));
        assertThat(run("--only-write", "--write-configuration", file.toString(), "--port", "2161"))
                .isZero();
        assertThat(Files.readString(file)).startsWith("# The simulated network").contains("port: 2161");
        assertThat(out.toString()).contains(file.toString());
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aFolderThatIsNotThereIsSaidPlainly(@TempDir Path folder) {
        Path file = folder.resolve("nowhere").resolve("demo.yaml");
        assertThat(run("--only-write", "--write-configuration", file.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("cannot write the configuration to " + file);
    }
}
