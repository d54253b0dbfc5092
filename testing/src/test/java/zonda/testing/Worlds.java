package zonda.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import zonda.collector.CollectorSettings;
import zonda.collector.TrapperSettings;
import zonda.history.HistorySettings;
import zonda.server.CoreSettings;
import zonda.server.Server;
import zonda.server.Settings;

/// Small worlds for tests: configurations and servers in this process.
final class Worlds {
    static final String OID = "1.3.6.1.4.1.59999.1.0";

    private Worlds() {}

    /// One host `device` with the gauge `load`, asked each second, and a trigger above 90 that
    /// ends below 50 and may be closed by hand.
    static String oneDevice(int port) {
        return """
                hosts:
                  - host: device
                    name: A device
                    groups: [Lab]
                    interfaces:
                      - {type: snmp, address: 127.0.0.1, port: %d, timeout: 500ms, retries: 1}
                    items:
                      - key: load
                        name: Load
                        type: snmp_agent
                        oid: %s
                        value_type: unsigned
                        update_interval: 1s
                    triggers:
                      - name: "Load of {HOST.NAME} is high"
                        expression: last(/device/load)>90
                        recovery_expression: last(/device/load)<50
                        severity: high
                        manual_close: true
                """.formatted(port, OID);
    }

    /// Starts a server in this process, page on a free port, password `zonda`.
    static Server server(Path data, Path configuration, HistorySettings history) throws IOException {
        CoreSettings core = new CoreSettings(2, 8192, history, CollectorSettings.defaults(), Duration.ofDays(30));
        return Server.start(
                new Settings(
                        data,
                        List.of(configuration),
                        "127.0.0.1",
                        0,
                        "127.0.0.1:0",
                        TrapperSettings.defaults(),
                        ZoneId.of("UTC"),
                        core),
                "zonda");
    }

    static Server server(Path data, Path configuration) throws IOException {
        return server(data, configuration, HistorySettings.standard());
    }

    static Path written(Path file, String text) throws IOException {
        return Files.writeString(file, text);
    }
}
