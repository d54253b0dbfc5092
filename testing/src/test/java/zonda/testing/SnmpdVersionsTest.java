package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import zonda.server.Server;

/// A real agent polled by the server in versions 1 and 3, and what it says to wrong secrets.
class SnmpdVersionsTest {
    /// sysORDescr: texts that stay.
    private static final String WALKED = "1.3.6.1.2.1.1.9.1.3";

    @TempDir
    Path folder;

    private static String world(int port) {
        StringBuilder text = new StringBuilder("hosts:\n");
        if (RealAgent.hasIpv6()) {
            host(text, "ipv6", "'::1'", port, "community: " + RealAgent.COMMUNITY);
        }
        host(text, "v1", port, "version: 1, community: " + RealAgent.COMMUNITY);
        for (RealAgent.Login login : RealAgent.Login.values()) {
            host(text, "v3-" + login.ordinal(), port, v3(login, RealAgent.AUTH_PASSPHRASE));
        }
        host(text, "wrong", port, v3(RealAgent.Login.SHA_AES, "another-passphrase"));
        return text.toString();
    }

    private static void host(StringBuilder text, String name, int port, String security) {
        host(text, name, "127.0.0.1", port, security);
    }

    private static void host(StringBuilder text, String name, String address, int port, String security) {
        text.append("  - host: ").append(name).append("\n    groups: [Lab]\n    interfaces:\n      - {type: snmp, ");
        text.append("address: ")
                .append(address)
                .append(", port: ")
                .append(port)
                .append(", ")
                .append(security)
                .append("}\n    items:\n");
        text.append("      - {key: name, oid: 'SNMPv2-MIB::sysName.0', value_type: text, update_interval: 1s}\n");
        text.append("      - {key: missing, oid: 1.3.6.1.2.1.1.77.0, value_type: text, update_interval: 1s}\n");
        text.append("      - {key: services, oid: 1.3.6.1.2.1.1.7.0, value_type: unsigned, update_interval: 1s}\n");
        text.append("      - {key: walk, oid: 'walk[").append(WALKED);
        text.append("]', value_type: text, update_interval: 1s}\n");
    }

    private static String v3(RealAgent.Login login, String authPassphrase) {
        String auth = login.user().auth().name().toLowerCase(java.util.Locale.ROOT);
        String priv = login.user().priv().name().toLowerCase(java.util.Locale.ROOT);
        boolean encrypts = !priv.equals("none");
        return "version: 3, security_name: " + login.userName() + ", security_level: "
                + (encrypts ? "auth_priv" : "auth_no_priv") + ", auth_protocol: " + auth + ", auth_passphrase: "
                + authPassphrase
                + (encrypts ? ", priv_protocol: " + priv + ", priv_passphrase: " + RealAgent.PRIV_PASSPHRASE : "");
    }

    @Test
    void pollsInVersions1And3() throws IOException, InterruptedException {
        try (RealAgent agent = RealAgent.start(folder)) {
            Path configuration = Worlds.written(folder.resolve("world.yaml"), world(agent.port()));
            try (Server server = Worlds.server(folder.resolve("data"), configuration);
                    Api api = new Api(server.webPort()).login("zonda")) {
                int hosts = RealAgent.Login.values().length + (RealAgent.hasIpv6() ? 2 : 1);
                Map<String, List<String>> values = Waiting.until(
                        "values of all hosts but the one with a wrong secret",
                        () -> values(api),
                        all -> all.getOrDefault("name", List.of()).size() == hosts
                                && all.getOrDefault("walk", List.of()).size() == hosts
                                && all.getOrDefault("services", List.of()).size() == hosts);
                assertThat(values.get("name")).containsOnly("real-agent");
                List<String> printed = agent.command("snmpbulkwalk", RealAgent.community("2c"), WALKED);
                assertThat(printed).hasSizeGreaterThan(5);
                assertThat(values.get("walk")).containsOnly(String.join("\n", printed));
                assertThat(values.get("services")).containsOnly("72");
                assertThat(values).doesNotContainKey("missing");
                Waiting.until(
                        "the words about the wrong secret",
                        () -> api.result("host.get", "{\"output\":[\"host\"],\"selectInterfaces\":\"extend\"}")
                                .toString()
                                .contains("wrong password"));
            }
        }
    }

    private static Map<String, List<String>> values(Api api) {
        Map<String, List<String>> values = new TreeMap<>();
        for (JsonNode item : api.result("item.get", "{\"output\":[\"key_\",\"lastvalue\",\"lastclock\"]}")) {
            if (!item.path("lastclock").asString().equals("0")) {
                values.computeIfAbsent(item.path("key_").asString(), key -> new java.util.ArrayList<>())
                        .add(item.path("lastvalue").asString());
            }
        }
        return values;
    }
}
