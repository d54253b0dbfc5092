package zonda.testing.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The cases that others wrote, where they lie on this machine; a few seconds.
class ConformanceTest {
    @Test
    void holdsInEveryCaseOfZabbixThatApplies() {
        assertThat(run(new ConformanceCommand(), "zabbix-tests")).contains("\"fail\":0,");
    }

    @Test
    void holdsInTheSuitesOfJsonPathAndOpenMetricsButWhereZabbixDiffers() {
        assertThat(run(new ConformanceCommand(), "jsonpath")).contains("\"fail\":0,");
        assertThat(run(new ConformanceCommand(), "prometheus/openmetrics")).contains("\"fail\":0,");
    }

    @Test
    void compilesEveryStepOfTheNewestOfficialTemplates() {
        assertThat(run(new TemplatesCommand(), "templates/official-7.4.0rc2")).contains("\"failed_steps\":0,");
    }

    @Test
    void toldAFailingCaseItFails() {
        assertThat(Dialect.judge("$.a", new Outcome.Failed("x"))).isInstanceOf(Outcome.Failed.class);
        assertThat(Texts.compare("{\"a\":1, \"b\":2}", "{\"b\":2,\"a\":1.0}")).isInstanceOf(Outcome.Passed.class);
        assertThat(Texts.compare("[1,2]", "[2,1]")).isInstanceOf(Outcome.Failed.class);
    }

    private static String run(Object command, String folder) {
        StringWriter out = new StringWriter();
        int exit = new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .execute(data().resolve(folder).toString());
        String told = out.toString();
        assertThat(exit)
                .as(() -> told.lines()
                        .filter(line -> !line.startsWith("no runner"))
                        .toList()
                        .toString())
                .isZero();
        return told;
    }

    private static Path data() {
        String named = System.getenv("ZONDA_TEST_DATA");
        Path data = named != null ? Path.of(named) : Path.of(System.getProperty("zonda.root"), "..", "shared", "data");
        if (!Files.isDirectory(data)) {
            String reason = data + " is no folder: the real inputs for tests are not here (ZONDA_TEST_DATA names them)";
            if ("true".equals(System.getenv("CI"))) {
                fail(reason);
            }
            abort(reason);
        }
        return data;
    }
}
