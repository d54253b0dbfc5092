package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.server.Server;

/// The command line as a user sees it: messages, and exit statuses.
class CommandLineTest {
    @TempDir
    Path folder;

    private ServerProcess zonda(String... arguments) {
        return ServerProcess.zonda(folder, arguments);
    }

    @Test
    void saysThatThePortIsTakenAndWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerProcess server = zonda(
                        "server",
                        "--data",
                        folder.resolve("data").toString(),
                        "--web",
                        "127.0.0.1:" + taken.getLocalPort())) {
            assertThat(server.ended()).isEqualTo(1);
            assertThat(server.errors())
                    .contains("zonda server: ")
                    .contains(String.valueOf(taken.getLocalPort()))
                    .contains("--web")
                    .doesNotContain("Exception")
                    .doesNotContain("\tat ");
            assertThat(server.output()).doesNotContain("ready");
        }
    }

    @Test
    void saysThatTheTrappersPortIsTakenAndWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerProcess server = zonda(
                        "server",
                        "--data",
                        folder.resolve("data").toString(),
                        "--web",
                        "127.0.0.1:0",
                        "--trapper",
                        "127.0.0.1:" + taken.getLocalPort())) {
            assertThat(server.ended()).isEqualTo(1);
            assertThat(server.errors())
                    .contains("zonda server: cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .contains("--trapper ADDRESS:PORT")
                    .doesNotContain("Exception")
                    .doesNotContain("\tat ");
            assertThat(server.output()).doesNotContain("ready");
            // A password that nobody was told locks everybody out.
            assertThat(folder.resolve("data").resolve("account")).doesNotExist();
        }
    }

    @Test
    void saysThatTheDataFolderIsInUseAndWhatToDo() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), "hosts: []\n");
        Path data = folder.resolve("data");
        try (Server _ = Worlds.server(data, configuration);
                ServerProcess second = zonda("server", "--data", data.toString(), "--web", "127.0.0.1:0")) {
            assertThat(second.ended()).isEqualTo(1);
            assertThat(second.errors())
                    .contains("the data folder " + data + " is in use by another Zonda server")
                    .contains("--data DIR")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void tellsAllFaultsOfTheSettingsAtOnce() throws IOException {
        Path settings = Worlds.written(folder.resolve("zonda.yaml"), """
                wep: 127.0.0.1:8080
                shards: many
                commit_interval: 5 parsecs
                time_zone: Europe/Berlinn
                """);
        try (ServerProcess server = zonda("server", "--settings", settings.toString())) {
            assertThat(server.ended()).isEqualTo(2);
            assertThat(server.errors().lines()).hasSize(4);
            assertThat(server.errors())
                    .contains("line 1: unknown setting 'wep'", "web")
                    .contains("line 2: shards is 'many', wanted a whole number from 1 to 1024")
                    .contains("line 3: commit_interval is '5 parsecs'")
                    .contains("line 4: time_zone is 'Europe/Berlinn'", "Europe/Berlin");
        }
    }

    @Test
    void tellsOfAConfigurationThatIsNotThereInsteadOfStartingWithoutIt() {
        try (ServerProcess server = zonda(
                "server",
                "--data",
                folder.resolve("data").toString(),
                "--web",
                "127.0.0.1:0",
                "--configuration",
                folder.resolve("nothing.yaml").toString())) {
            assertThat(server.ended()).isEqualTo(2);
            assertThat(server.errors()).contains("nothing.yaml").contains("no file that can be read");
        }
    }

    @Test
    void answersAnUnknownOptionAndAnUnknownCommandWithTheNearest() {
        try (ServerProcess option = zonda("server", "--dta", "x");
                ServerProcess lacking = zonda("trace", "--dta", "x");
                ServerProcess command = zonda("serve")) {
            assertThat(option.ended()).isEqualTo(2);
            assertThat(option.errors())
                    .contains("zonda server: unknown option '--dta' (did you mean '--data'?)")
                    .doesNotContain("'x'");
            assertThat(lacking.ended()).isEqualTo(2);
            assertThat(lacking.errors()).contains("unknown option '--dta' (did you mean '--data'?)");
            assertThat(command.ended()).isEqualTo(2);
            assertThat(command.errors()).contains("serve").contains("server");
        }
    }

    @Test
    void helpsEverywhere() {
        for (String command : new String[] {"server", "check", "passwd", "reload", "trace"}) {
            try (ServerProcess help = zonda(command, "--help")) {
                assertThat(help.ended()).isZero();
                assertThat(help.output()).contains("Usage: zonda " + command);
            }
        }
    }

    @Test
    void checkTellsAllFaultsOfAConfiguration() throws IOException {
        Path good = Worlds.written(folder.resolve("good.yaml"), Worlds.oneDevice(161));
        Path bad = Worlds.written(
                folder.resolve("bad.yaml"),
                Worlds.oneDevice(161).replace("unsigned", "unsinged").replace("last(/device/load)<50", "last("));
        try (ServerProcess first = zonda("check", "--configuration", good.toString());
                ServerProcess second = zonda("check", "--configuration", bad.toString())) {
            assertThat(first.ended()).isZero();
            assertThat(first.output()).contains("1 host, 1 item, 1 trigger; 0 faults");
            assertThat(second.ended()).isEqualTo(1);
            assertThat(second.errors())
                    .contains("bad.yaml")
                    .contains("unsinged")
                    .contains("unsigned");
            assertThat(second.output()).doesNotContain(" 0 faults");
        }
    }

    @Test
    void theToolsSayThatNoServerRuns() {
        for (String[] arguments : new String[][] {{"reload"}, {"trace", "item", "5"}}) {
            String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 2);
            all[arguments.length] = "--data";
            all[arguments.length + 1] = folder.resolve("nothing").toString();
            try (ServerProcess tool = zonda(all)) {
                assertThat(tool.ended()).isEqualTo(1);
                assertThat(tool.errors())
                        .contains("no server has run with the data folder")
                        .doesNotContain("\tat ");
            }
        }
    }

    @Test
    void aServerIsStartedReloadedTracedGivenAnotherPasswordAndStopped() throws IOException {
        String data = folder.resolve("data").toString();
        try (HandDevice device = new HandDevice().set(Worlds.OID, 7)) {
            String world = Worlds.oneDevice(device.port());
            Path configuration = Worlds.written(folder.resolve("world.yaml"), world);
            try (ServerProcess server = zonda(
                    "server", "--data", data, "--configuration", configuration.toString(), "--web", "127.0.0.1:0")) {
                int port = server.ready();
                try (Api api = new Api(port).login("zonda")) {
                    changesLive(api, device, configuration, world, data);
                    traces(api, data);
                    changesThePassword(port, data);
                }
                assertThat(server.stop()).isEqualTo(143);
            }
            try (ServerProcess again = zonda(
                    "server", "--data", data, "--configuration", configuration.toString(), "--web", "127.0.0.1:0")) {
                try (Api api = new Api(again.ready()).login("another word")) {
                    assertThat(api.result("item.get", "{\"countOutput\":true}").asString())
                            .isEqualTo("2");
                }
            }
        }
    }

    private void changesLive(Api api, HandDevice device, Path configuration, String world, String data)
            throws IOException {
        String second = Worlds.OID.replace(".1.0", ".2.0");
        device.set(second, 8);
        Files.writeString(
                configuration,
                world.replace(
                        "    triggers:",
                        "      - {key: more, type: snmp_agent, oid: " + second
                                + ", value_type: unsigned, update_interval: 1s}\n    triggers:"));
        try (ServerProcess reload = zonda("reload", "--data", data)) {
            assertThat(reload.ended()).as(reload.errors()).isZero();
            assertThat(reload.output()).contains("1 host new or changed, 0 removed, 0 faults");
        }
        String good = Files.readString(configuration);
        Files.writeString(configuration, good.replace("value_type: unsigned", "value_type: unsinged"));
        try (ServerProcess reload = zonda("reload", "--data", data)) {
            assertThat(reload.ended()).isEqualTo(1);
            assertThat(reload.errors()).contains("world.yaml").contains("unsinged");
        }
        Files.writeString(configuration, good);
        try (ServerProcess reload = zonda("reload", "--data", data)) {
            assertThat(reload.ended()).as(reload.errors()).isZero();
        }
        Waiting.until(
                "the new item's value",
                () -> Api.texts(
                        api.result("item.get", "{\"filter\":{\"key_\":\"more\"},\"output\":[\"lastvalue\"]}"),
                        "lastvalue"),
                values -> values.contains("8"));
    }

    private void traces(Api api, String data) {
        String id = api.result("item.get", "{\"filter\":{\"key_\":\"load\"},\"output\":[\"itemid\"]}")
                .get(0)
                .path("itemid")
                .asString();
        try (ServerProcess trace = zonda("trace", "item", id, "--data", data);
                ServerProcess unknown = zonda("trace", "item", "999999", "--wait", "1", "--data", data)) {
            assertThat(trace.ended()).as(trace.errors()).isZero();
            assertThat(trace.output().lines().map(line -> line.split("\\s+", 2)[0]))
                    .containsExactly("due", "asked", "answered", "preprocessed", "logged", "judged", "synced");
            assertThat(unknown.ended()).isEqualTo(1);
            assertThat(unknown.errors()).contains("999999").doesNotContain("\tat ");
        }
    }

    private void changesThePassword(int port, String data) {
        try (ServerProcess shorter = ServerProcess.zondaWithInput(folder, "short\n", "passwd", "--data", data)) {
            assertThat(shorter.ended()).isEqualTo(2);
            assertThat(shorter.errors()).contains("5 characters, wanted at least 8");
        }
        try (ServerProcess passwd = ServerProcess.zondaWithInput(folder, "another word\n", "passwd", "--data", data)) {
            assertThat(passwd.ended()).as(passwd.errors()).isZero();
        }
        try (Api later = new Api(port)) {
            assertThat(later.refusal("user.login", "{\"username\":\"Admin\",\"password\":\"zonda\"}"))
                    .contains("Incorrect user name or password");
            later.login("another word");
        }
    }
}
