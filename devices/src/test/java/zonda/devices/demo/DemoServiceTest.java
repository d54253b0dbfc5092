package zonda.devices.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.devices.Asker;
import zonda.devices.NetSnmp;
import zonda.runtime.FaultHandler;
import zonda.runtime.LocalMachine;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// The demo's network over real UDP on loopback addresses.
class DemoServiceTest {
    private static final int[] BASE = {127, 21, 0, 0};

    private final DemoNetwork network = DemoNetwork.build(1, BASE, 1_790_000_000_000L);
    private final Machine machine = new LocalMachine(Path.of(""), ZoneOffset.UTC, FaultHandler.throwing());
    private final Shard shard = machine.newShard(0, "devices", 16);
    private final DemoService service;
    private final Machine.Running running;

    DemoServiceTest() throws IOException {
        service = DemoService.open(
                network,
                machine.datagrams(shard),
                0,
                "public",
                machine.monotonicClock().nanos());
        shard.add(service);
        running = machine.run(shard);
    }

    @AfterEach
    void stop() {
        running.close();
        service.close();
    }

    @Test
    void eachKindOfDeviceIsWalkedToItsEndWithOurOwnCodec() {
        for (String host : List.of("sw-core-01", "sw-access-02", "rt-branch-01", "ups-01", "srv-db-02", "prn-01")) {
            try (Asker asker = new Asker(device(host).address(), service.port())) {
                assertThat(asker.walk(25)).as(host).hasSize(device(host).tree().size());
                assertThat(asker.get("1.3.6.1.2.1.1.5.0").getFirst().value()).isEqualTo(host + ".demo.example");
            }
        }
        assertThat(service.answers()).isPositive().isLessThanOrEqualTo(service.requests());
    }

    @Test
    void netSnmpWalksTheSame(@TempDir Path folder) throws Exception {
        NetSnmp.assumeInstalled();
        for (String host : List.of("sw-access-02", "rt-branch-01", "ups-01", "srv-web-01", "prn-01")) {
            String target = device(host).address() + ":" + service.port();
            try (Asker asker = new Asker(device(host).address(), service.port())) {
                List<String> ours = asker.walk(25).stream().map(NetSnmp::type).toList();
                assertThat(NetSnmp.walk("snmpbulkwalk", "2c", target, folder)).isEqualTo(ours);
                assertThat(NetSnmp.walk("snmpwalk", "2c", target, folder)).isEqualTo(ours);
                assertThat(NetSnmp.walk("snmpwalk", "1", target, folder))
                        .isEqualTo(ours.stream()
                                .filter(row -> !row.endsWith("Counter64"))
                                .toList());
            }
        }
    }

    @Test
    void aTakenPortIsNamedWithARemedy() {
        Shard other = machine.newShard(1, "other", 16);
        assertThatThrownBy(() -> DemoService.open(network, machine.datagrams(other), service.port(), "public", 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.21.1.1, port " + service.port())
                .hasMessageContaining("--port");
    }

    private Device device(String host) {
        return network.devices().stream()
                .filter(device -> device.host().equals(host))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no device " + host));
    }
}
