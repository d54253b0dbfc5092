package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.server.Server;

/// The page in a real browser, over the demo's network: every page, live values, a problem taken.
/// Pictures are left in testing/target/pages.
class BrowserTest {
    @TempDir
    Path folder;

    @Test
    void thePageShowsTheDemosNetworkLive() throws IOException, InterruptedException {
        Path chromium = DebianPackages.program("chromium", "chromium");
        Path ui = Path.of(System.getProperty("zonda.root"), "web", "ui");
        assumeTrue(
                Files.isDirectory(ui.resolve("node_modules/playwright-core")),
                "the page was left out of this build (-Dzonda.skipUi)");
        Path configuration = folder.resolve("demo.yaml");
        try (ServerProcess devices = ServerProcess.devices(
                folder, "--listen", "127.33.0.0", "--port", "0", "--write-configuration", configuration.toString())) {
            devices.line(Pattern.compile("listening"));
            try (Server server = Worlds.server(folder.resolve("data"), configuration)) {
                Path said = folder.resolve("browser.txt");
                Process browser = new ProcessBuilder(
                                "node",
                                "e2e/pages.mjs",
                                "--url",
                                "http://127.0.0.1:" + server.webPort(),
                                "--out",
                                Path.of(System.getProperty("zonda.root"), "testing", "target", "pages")
                                        .toString(),
                                "--browser",
                                chromium.toString(),
                                "--wait-seconds",
                                "90")
                        .directory(ui.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
                boolean ended = browser.waitFor(8, TimeUnit.MINUTES);
                browser.destroyForcibly();
                assertThat(ended)
                        .as("the browser's walk ends: " + Files.readString(said))
                        .isTrue();
                assertThat(browser.exitValue()).as(Files.readString(said)).isZero();
            }
        }
    }
}
