package zonda.testing.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SoakTest {
    private static final int CLEAN_SEEDS = 12;
    private static final int MOST_SEEDS = 50;
    private static final Duration AN_HOUR = Duration.ofHours(1);

    private static SoakTrial.Outcome trial(long seed, Plant plant) {
        return new SoakTrial(seed, AN_HOUR, null, plant).run();
    }

    @Test
    void findsNothingWhereNothingIsBuiltIn() {
        SoakCommand.SoakReport report = new SoakCommand.SoakReport();
        for (long seed = 1; seed <= CLEAN_SEEDS; seed++) {
            SoakTrial.Outcome outcome = trial(seed, Plant.NONE);
            assertThat(outcome.violations()).as("seed %d", seed).isEmpty();
            report.add(outcome);
        }
        assertThat(report.isClean())
                .as("something that could have broken: %s", report.json())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(value = Plant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsEachFaultThatIsBuiltIn(Plant plant) {
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            if (!trial(seed, plant).violations().isEmpty()) {
                assertThat(seed).isLessThanOrEqualTo(MOST_SEEDS);
                return;
            }
        }
        throw new AssertionError(plant + " was not found within " + MOST_SEEDS + " seeds");
    }

    @Test
    void theSameSeedGivesTheSameTraceInTwoJvms() throws IOException, InterruptedException {
        String first = closingLine();
        assertThat(first).contains("\"trace_hash\":");
        assertThat(closingLine()).isEqualTo(first);
    }

    private static String closingLine() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "zonda.testing.DevMain",
                        "soak",
                        "--seed",
                        "3",
                        "--seeds",
                        "2",
                        "--hours",
                        "1")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out.lines().reduce((_, last) -> last).orElse("");
    }
}
