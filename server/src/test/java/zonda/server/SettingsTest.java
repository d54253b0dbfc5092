package zonda.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final Settings.Overrides NOTHING = new Settings.Overrides(null, List.of(), null, null);

    @TempDir
    Path folder;

    private Settings read(String text) throws IOException, SettingsException {
        return Settings.read(Files.writeString(folder.resolve("zonda.yaml"), text), NOTHING);
    }

    private List<String> faults(String text) {
        SettingsException fault = catchThrowableOfType(SettingsException.class, () -> read(text));
        assertThat(fault).as(text).isNotNull();
        return fault.faults();
    }

    @Test
    void hasDefaultsForAll() throws SettingsException {
        Settings settings = Settings.read(null, NOTHING);
        assertThat(settings.webAddress()).isEqualTo("127.0.0.1");
        assertThat(settings.webPort()).isEqualTo(8080);
        assertThat(settings.trapper()).isEqualTo("127.0.0.1:10051");
        assertThat(settings.data()).isEqualTo(Path.of("data"));
        assertThat(settings.configuration()).isEmpty();
        assertThat(settings.core().shards()).isPositive();
    }

    @Test
    void readsAllAndPathsAreThoseOfTheFile() throws IOException, SettingsException {
        Path near = Files.writeString(folder.resolve("a.yaml"), "");
        Path far =
                Files.writeString(Files.createDirectory(folder.resolve("far")).resolve("b.yaml"), "");
        Settings settings = read("""
                data: store
                configuration: [a.yaml, %s]
                web: "[::1]:9090"
                trapper: 0.0.0.0:10051
                time_zone: Europe/Berlin
                shards: 3
                commit_interval: 50ms
                seal_interval: 1h
                seal_log_bytes: 2000000
                reserve_bytes: 0
                max_in_flight: 100
                keep_problems: 7d
                """.formatted(far));
        assertThat(settings.data()).isEqualTo(folder.resolve("store"));
        assertThat(settings.configuration()).containsExactly(near, far);
        assertThat(settings.webAddress()).isEqualTo("::1");
        assertThat(settings.webPort()).isEqualTo(9090);
        assertThat(settings.zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(settings.core().shards()).isEqualTo(3);
        assertThat(settings.core().history().commitInterval()).isEqualTo(Duration.ofMillis(50));
        assertThat(settings.core().history().sealInterval()).isEqualTo(Duration.ofHours(1));
        assertThat(settings.core().history().reserveBytes()).isZero();
        assertThat(settings.core().collector().maxInFlight()).isEqualTo(100);
        assertThat(settings.core().keepProblems()).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void theCommandLineGoesBeforeTheFile() throws IOException, SettingsException {
        Path file = Files.writeString(folder.resolve("zonda.yaml"), "data: store\nweb: 127.0.0.1:1\n");
        Path configuration = Files.writeString(folder.resolve("c.yaml"), "");
        Settings settings =
                Settings.read(file, new Settings.Overrides(Path.of("x"), List.of(configuration), "localhost:0", null));
        assertThat(settings.data()).isEqualTo(Path.of("x"));
        assertThat(settings.configuration()).containsExactly(configuration);
        assertThat(settings.webAddress()).isEqualTo("localhost");
        assertThat(settings.webPort()).isZero();
    }

    @Test
    void anEmptyFileIsNoFault() throws IOException, SettingsException {
        assertThat(read("").webPort()).isEqualTo(8080);
        assertThat(read("# nothing\n").webPort()).isEqualTo(8080);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dataa: x|unknown setting 'dataa'|data",
                "web: 8080|web is '8080'|wanted ADDRESS:PORT",
                "web: '127.0.0.1:99999'|web is '127.0.0.1:99999'|wanted ADDRESS:PORT",
                "web: [1, 2]|web is a list or a map|wanted a text",
                "trapper: nowhere|trapper is 'nowhere'|wanted ADDRESS:PORT",
                "shards: 0|shards is '0'|wanted a whole number from 1 to 1024",
                "shards: 1.5|shards is '1.5'|wanted a whole number",
                "commit_interval: 0ms|commit_interval is '0ms'|from 1ms up",
                "commit_interval: -1ms|commit_interval is '-1ms'|from 1ms up",
                "seal_interval: 1s|seal_interval is '1s'|from 10000ms up",
                "seal_log_bytes: 1|seal_log_bytes is '1'|wanted a whole number from 1048576 up",
                "reserve_bytes: -1|reserve_bytes is '-1'|wanted a whole number from 0 up",
                "max_in_flight: 70000|max_in_flight is '70000'|from 1 to 65536",
                "keep_problems: soon|keep_problems is 'soon'|such as 200ms or 2h",
                "time_zone: Europe/Berlinn|time_zone is 'Europe/Berlinn'|Europe/Berlin",
            })
    void namesTheSettingItsValueAndWhatWasWanted(String line, String seen, String wanted) {
        List<String> faults = faults("# a comment\n" + line + "\n");
        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).contains("line 2: ").contains(seen).contains(wanted);
    }

    @Test
    void tellsAllFaultsAtOnce() {
        assertThat(faults("shards: no\nwebb: x\nkeep_problems: y\ndatta: z\n"))
                .hasSize(4)
                .anyMatch(fault -> fault.contains("line 1: shards"))
                .anyMatch(fault -> fault.contains("line 2: unknown setting 'webb'") && fault.contains("web"))
                .anyMatch(fault -> fault.contains("line 3: keep_problems"))
                .anyMatch(fault -> fault.contains("line 4: unknown setting 'datta'") && fault.contains("data"));
    }

    @Test
    void saysThatAFileIsNoYamlNoMapOrNotThere() {
        assertThat(faults("a: [1, 2\n").getFirst()).contains("no YAML");
        assertThat(faults("- 1\n- 2\n").getFirst()).contains("wanted a map of settings");
        SettingsException fault = catchThrowableOfType(
                SettingsException.class, () -> Settings.read(folder.resolve("missing.yaml"), NOTHING));
        assertThat(fault.faults().getFirst()).contains("missing.yaml").contains("cannot be read");
    }

    @Test
    void anyTextGivesSettingsOrFaults() throws IOException {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        String good = "data: store\nweb: 127.0.0.1:8080\nshards: 3\ncommit_interval: 50ms\nconfiguration: [a, b]\n";
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder(good);
            for (int hits = random.nextInt(1, 5); hits > 0; hits--) {
                text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(32, 127));
            }
            text.setLength(random.nextInt(text.length()) + 1);
            try {
                assertThat(read(text.toString())).isNotNull();
            } catch (SettingsException e) {
                assertThat(e.faults()).as("seed %d, case %d: %s", seed, i, text).isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", case " + i + ": " + text, e);
            }
        }
    }
}
