package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.history.History;
import zonda.history.HistorySettings;
import zonda.history.StoredCount;
import zonda.runtime.LocalDisk;
import zonda.server.Server;

/// A disk without room: the server says so, stops collecting, and goes on by itself when there is
/// room again.
class FullDiskTest {
    @TempDir
    Path folder;

    private static HistorySettings reserving(long bytes) {
        HistorySettings standard = HistorySettings.standard();
        return new HistorySettings(
                Duration.ofMillis(50),
                standard.segmentBytes(),
                standard.sealLogBytes(),
                standard.sealInterval(),
                standard.laneBytes(),
                bytes,
                standard.retention());
    }

    /// One device with many items, so that a disk is filled by what it says.
    private static String world(int port) {
        StringBuilder items = new StringBuilder("items:\n");
        for (int i = 0; i < 200; i++) {
            items.append("      - {key: \"load")
                    .append(i)
                    .append("\", type: snmp_agent, oid: ")
                    .append(Worlds.OID);
            items.append(", value_type: unsigned, update_interval: 1s}\n");
        }
        return Worlds.oneDevice(port).replace("items:\n", items);
    }

    private static String logState(Api api) {
        return api.diag().path("log").path("state").asString();
    }

    private static long counter(Api api, String name) {
        return api.diag().path("collector").path(name).asLong();
    }

    private static void passSeconds(Api api, long seconds) {
        long now = api.diag().path("uptime_s").asLong();
        Waiting.until(
                seconds + " s of the server's time",
                () -> api.diag().path("uptime_s").asLong() >= now + seconds);
    }

    @Test
    void stopsCollectingWhileLessThanTheReserveIsFreeAndSaysSo() throws IOException {
        try (HandDevice device = new HandDevice().set(Worlds.OID, 5)) {
            Path configuration = Worlds.written(folder.resolve("world.yaml"), world(device.port()));
            try (Server server = Worlds.server(folder.resolve("data"), configuration, reserving(1L << 60));
                    Api api = new Api(server.webPort()).login("zonda")) {
                Waiting.until("the log is told to be full", () -> logState(api), "disk_full"::equals);
                assertThat(api.diag().path("log").path("message").asString())
                        .contains("MB left, wanted at least")
                        .contains("nothing is collected until there is room");
                JsonNode pulse = api.page("api/overview").path("pulse");
                assertThat(pulse.path("log").asString()).isEqualTo("disk_full");
                assertThat(pulse.path("message").asString()).contains("wanted at least");
                passSeconds(api, 2);
                long requests = counter(api, "requests");
                passSeconds(api, 3);
                assertThat(counter(api, "requests")).isEqualTo(requests);
                assertThat(api.result("host.get", "{\"countOutput\":true}").asString())
                        .isEqualTo("1");
            }
        }
    }

    @Test
    void goesOnByItselfWhenAFullDiskHasRoomAgainAndLosesNothing() throws IOException, InterruptedException {
        Path mount = Files.createDirectory(folder.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", mount.toString()) == 0,
                "needs root and the right to mount a tmpfs of 64 MB");
        try (HandDevice device = new HandDevice().set(Worlds.OID, 95)) {
            Path configuration = Worlds.written(folder.resolve("world.yaml"), world(device.port()));
            Path data = mount.resolve("data");
            long received;
            try (Server server = Worlds.server(data, configuration, reserving(0));
                    Api api = new Api(server.webPort()).login("zonda")) {
                Waiting.until(
                        "values",
                        () -> api.diag().path("history").path("received_values").asLong() > 200);
                String problem = Waiting.until(
                                "a problem", () -> api.result("problem.get", "{}"), found -> !found.isEmpty())
                        .get(0)
                        .path("eventid")
                        .asString();
                Path filler = mount.resolve("filler");
                fill(filler);
                Waiting.until("the log is told to be full", () -> logState(api), "disk_full"::equals);
                assertThat(api.diag().path("log").path("message").asString()).contains("is full");
                assertThat(server.isBroken()).isFalse();
                String wish = "{\"eventids\":\"" + problem + "\",\"action\":4,\"message\":\"not now\"}";
                assertThat(api.refusal("event.acknowledge", wish)).contains("nothing was done");
                Files.delete(filler);
                Waiting.until("the log is written again", () -> logState(api), "writing"::equals);
                api.result("event.acknowledge", wish.replace("not now", "now"));
                assertThat(api.result(
                                        "problem.get",
                                        "{\"eventids\":\"" + problem + "\",\"selectAcknowledges\":\"extend\"}")
                                .get(0)
                                .path("acknowledges"))
                        .hasSize(1);
                long then = api.diag().path("history").path("received_values").asLong();
                received = Waiting.until(
                        "values come again",
                        () -> api.diag().path("history").path("received_values").asLong(),
                        now -> now > then + 200);
            }
            StoredCount count = History.count(new LocalDisk(data));
            assertThat(count.values() + count.notSupported()).isGreaterThanOrEqualTo(received);
        } finally {
            run("umount", "-l", mount.toString());
        }
    }

    private static void fill(Path file) throws IOException {
        byte[] some = new byte[4096];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < 1 << 20; i++) {
                out.write(some);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
            return;
        }
        throw new AssertionError("a disk of 64 MB took 4 GB");
    }

    private int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile())
                .start()
                .waitFor();
    }
}
