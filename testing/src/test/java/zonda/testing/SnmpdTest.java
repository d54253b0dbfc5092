package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.server.Server;

/// A real agent, Net-SNMP's snmpd: what the server stores is what snmpget prints.
class SnmpdTest {
    private static final String COMMUNITY = "zonda-test";

    @TempDir
    Path folder;

    private record Wanted(String oid, String valueType) {}

    private static Map<String, Wanted> objects() {
        Map<String, Wanted> objects = new TreeMap<>();
        objects.put("descr", new Wanted("1.3.6.1.2.1.1.1.0", "text"));
        objects.put("objectid", new Wanted("1.3.6.1.2.1.1.2.0", "text"));
        objects.put("contact", new Wanted("1.3.6.1.2.1.1.4.0", "text"));
        objects.put("name", new Wanted("1.3.6.1.2.1.1.5.0", "character"));
        objects.put("location", new Wanted("1.3.6.1.2.1.1.6.0", "text"));
        objects.put("services", new Wanted("1.3.6.1.2.1.1.7.0", "unsigned"));
        objects.put("interfaces", new Wanted("1.3.6.1.2.1.2.1.0", "unsigned"));
        objects.put("iftype", new Wanted("1.3.6.1.2.1.2.2.1.3.1", "unsigned"));
        objects.put("ifmtu", new Wanted("1.3.6.1.2.1.2.2.1.4.1", "float"));
        return objects;
    }

    private static String world(int port) {
        StringBuilder text = new StringBuilder("hosts:\n  - host: agent\n    groups: [Lab]\n    interfaces:\n");
        text.append("      - {type: snmp, address: 127.0.0.1, port: ").append(port);
        text.append(", community: ").append(COMMUNITY).append("}\n    items:\n");
        objects()
                .forEach((key, object) -> text.append("      - {key: " + key + ", type: snmp_agent, oid: "
                        + object.oid() + ", value_type: " + object.valueType() + ", update_interval: 1s}\n"));
        text.append("      - {key: uptime, type: snmp_agent, oid: 1.3.6.1.2.1.1.3.0, value_type: unsigned,"
                + " update_interval: 1s}\n");
        text.append("      - {key: loopback, type: snmp_agent, oid: 'ifMtu[\"index\",\"ifDescr\",\"lo\"]',"
                + " value_type: unsigned, update_interval: 1s}\n");
        text.append("      - {key: nothing, type: snmp_agent, oid: 1.3.6.1.2.1.1.77.0, value_type: unsigned,"
                + " update_interval: 1s}\n");
        return text.toString();
    }

    @Test
    void storesWhatSnmpgetPrints() throws IOException, InterruptedException {
        Path snmpd = DebianPackages.program("snmpd", "snmpd");
        Path snmpget = DebianPackages.program("snmpget", "snmp");
        int port = freePort();
        Path settings = Worlds.written(folder.resolve("snmpd.conf"), """
                rocommunity %s 127.0.0.1
                sysLocation Lab, shelf 3 (Köln)
                sysContact nobody@example.org
                sysName agent-of-the-test
                sysServices 72
                """.formatted(COMMUNITY));
        ProcessBuilder builder = new ProcessBuilder(
                        snmpd.toString(),
                        "-f",
                        "-Lf",
                        folder.resolve("snmpd.log").toString(),
                        "-C",
                        "-c",
                        settings.toString(),
                        "-p",
                        folder.resolve("snmpd.pid").toString(),
                        "udp:127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("snmpd.out").toFile());
        builder.environment().put("SNMP_PERSISTENT_DIR", folder.toString());
        builder.environment().put("MIBS", "");
        Process agent = builder.start();
        try {
            Waiting.until(
                    "snmpd answers",
                    () -> !get(snmpget, port, "1.3.6.1.2.1.1.5.0").isEmpty());
            Path configuration = Worlds.written(folder.resolve("world.yaml"), world(port));
            try (Server server = Worlds.server(folder.resolve("data"), configuration);
                    Api api = new Api(server.webPort()).login("zonda")) {
                Map<String, String> values = Waiting.until(
                        "a value of each item",
                        () -> values(api),
                        all -> all.keySet().containsAll(objects().keySet())
                                && all.containsKey("uptime")
                                && all.containsKey("loopback"));
                assertThat(values).containsEntry("loopback", get(snmpget, port, "1.3.6.1.2.1.2.2.1.4.1"));
                Map<String, String> wanted = new TreeMap<>();
                objects().forEach((key, object) -> wanted.put(key, get(snmpget, port, object.oid())));
                for (Map.Entry<String, String> each : wanted.entrySet()) {
                    assertThat(values).containsEntry(each.getKey(), each.getValue());
                }
                assertThat(values.get("location")).isEqualTo("Lab, shelf 3 (Köln)");
                assertThat(Long.parseLong(values.get("uptime")))
                        .isLessThanOrEqualTo(Long.parseLong(get(snmpget, port, "1.3.6.1.2.1.1.3.0")));
                assertThat(values).doesNotContainKey("nothing");
                assertThat(errorOf(api, "nothing")).isNotEmpty();
            }
        } finally {
            agent.destroy();
            agent.waitFor();
        }
    }

    private static Map<String, String> values(Api api) {
        Map<String, String> values = new TreeMap<>();
        for (JsonNode item : api.result("item.get", "{\"output\":[\"key_\",\"lastvalue\",\"lastclock\"]}")) {
            if (!item.path("lastclock").asString().equals("0")) {
                values.put(item.path("key_").asString(), item.path("lastvalue").asString());
            }
        }
        return values;
    }

    private static String errorOf(Api api, String key) {
        return api.result("item.get", "{\"output\":[\"error\"],\"filter\":{\"key_\":\"" + key + "\"}}")
                .get(0)
                .path("error")
                .asString();
    }

    /// What snmpget prints of one object: bare value, numbers, no quotes; empty while none answers.
    private static String get(Path snmpget, int port, String oid) {
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            snmpget.toString(),
                            "-v2c",
                            "-c",
                            COMMUNITY,
                            "-OqvUtnex",
                            "-t",
                            "5",
                            "127.0.0.1:" + port,
                            oid)
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("MIBS", "");
            Process process = builder.start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            process.waitFor();
            return text.startsWith("\"") ? ofHex(text) : text.replaceAll("^\\.", "");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Strings come as octets, since snmpget prints only ASCII as text.
    private static String ofHex(String text) {
        String digits = text.replaceAll("[^0-9A-F]", "");
        return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        }
    }
}
