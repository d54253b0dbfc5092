package zonda.devices.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.devices.Asker;
import zonda.devices.NetSnmp;
import zonda.devices.agent.Agent;
import zonda.protocol.snmp.Oid;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// The farm over real UDP, in a thread of its own.
class FarmTest {
    private static final class Running implements AutoCloseable {
        final AtomicBoolean stop = new AtomicBoolean();
        final CompletableFuture<Integer> port = new CompletableFuture<>();
        final CompletableFuture<Farm.Totals> totals = new CompletableFuture<>();

        Running(FarmSettings settings) {
            Thread.ofPlatform().start(() -> run(settings));
        }

        private void run(FarmSettings settings) {
            try (Farm farm = new Farm(settings, MonotonicClock.system(), WallClock.system(ZoneOffset.UTC))) {
                port.complete(farm.port());
                farm.run(stop::get, (seen, nanos) -> {});
                totals.complete(farm.totals());
            } catch (IOException | RuntimeException e) {
                port.completeExceptionally(e);
                totals.completeExceptionally(e);
            }
        }

        int port() {
            return port.join();
        }

        Farm.Totals stopped() {
            stop.set(true);
            return totals.orTimeout(30, TimeUnit.SECONDS).join();
        }

        @Override
        public void close() {
            stopped();
        }
    }

    private static FarmSettings settings(int interfaces, double latency, double dead) {
        return new FarmSettings(0, interfaces, latency, 0, dead, Agent.DEFAULT_LARGEST_ANSWER_BYTES, 3);
    }

    @Test
    void everyLoopbackAddressIsADeviceOfItsOwn() {
        try (Running farm = new Running(settings(4, 0, 0))) {
            for (String address : List.of("127.0.0.1", "127.1.2.3", "127.255.255.254")) {
                try (Asker asker = new Asker(address, farm.port())) {
                    assertThat(asker.get("1.3.6.1.2.1.1.5.0").getFirst().value())
                            .isEqualTo("sw-" + address.replace('.', '-') + ".farm.test");
                }
            }
            assertThat(farm.stopped().answers()).isEqualTo(3);
        }
    }

    @Test
    void aWalkBringsSystemAndBothTablesOfEveryInterface() {
        try (Running farm = new Running(settings(200, 0, 0));
                Asker asker = new Asker("127.9.8.7", farm.port())) {
            List<Asker.Varbind> first = asker.walk(40);
            List<Asker.Varbind> second = asker.walk(7);
            assertThat(first).hasSize(8 + 41 * 200);
            assertThat(second.stream().map(Asker.Varbind::name))
                    .isEqualTo(first.stream().map(Asker.Varbind::name).toList());
            for (int i = 0; i < first.size(); i++) {
                if (first.get(i).tag() == 0x46) {
                    assertThat(Long.parseLong(second.get(i).value()))
                            .isGreaterThanOrEqualTo(Long.parseLong(first.get(i).value()));
                }
            }
        }
    }

    @Test
    void netSnmpWalksTheSame(@TempDir Path folder) throws Exception {
        NetSnmp.assumeInstalled();
        try (Running farm = new Running(settings(130, 0, 0));
                Asker asker = new Asker("127.3.4.5", farm.port())) {
            List<String> ours = asker.walk(25).stream().map(NetSnmp::type).toList();
            assertThat(NetSnmp.walk("snmpbulkwalk", "2c", "127.3.4.5:" + farm.port(), folder))
                    .isEqualTo(ours);
            assertThat(NetSnmp.walk("snmpwalk", "1", "127.3.4.5:" + farm.port(), folder))
                    .isEqualTo(ours.stream()
                            .filter(row -> !row.endsWith("Counter64"))
                            .toList());
        }
    }

    @Test
    void aDeadDeviceNeverAnswersAndALateOneDoes() {
        try (Running farm = new Running(new FarmSettings(0, 4, 0, 0, 100, 1472, 3));
                Running late = new Running(settings(4, 15, 0));
                Asker dead = new Asker("127.5.5.5", farm.port());
                Asker alive = new Asker("127.5.5.5", late.port())) {
            assertThat(alive.get("1.3.6.1.2.1.2.1.0").getFirst().value()).isEqualTo("4");
            assertThatThrownBy(() -> dead.get("1.3.6.1.2.1.2.1.0")).hasMessageContaining("no answer");
            assertThat(farm.stopped().dropped()).isEqualTo(1);
        }
    }

    @Test
    void aTakenPortIsNamedWithARemedy() {
        try (Running farm = new Running(settings(1, 0, 0))) {
            FarmSettings same = new FarmSettings(farm.port(), 1, 0, 0, 0, 1472, 1);
            assertThatThrownBy(() -> new Farm(same, MonotonicClock.system(), WallClock.system(ZoneOffset.UTC)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("port " + farm.port())
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void theTreeFindsWhatAPlainSearchFinds() {
        SwitchTree tree = new SwitchTree(3);
        List<Oid> names = new ArrayList<>();
        long position = tree.after(new byte[0], 0, 0);
        zonda.protocol.snmp.ResponseEncoder encoder = new zonda.protocol.snmp.ResponseEncoder();
        List<Long> positions = new ArrayList<>();
        while (position >= 0) {
            positions.add(position);
            encoder.clear();
            tree.putEmpty(encoder, position, 0x05);
            byte[] varbind = encoder.copy();
            // SEQUENCE, length, OBJECT IDENTIFIER, length, name.
            names.add(Oid.decode(varbind, 4, varbind[3]));
            position = tree.following(position);
        }
        assertThat(names).hasSize(8 + 41 * 3).isSorted();
        for (int i = 0; i < names.size(); i++) {
            byte[] name = names.get(i).encoded();
            assertThat(tree.exact(name, 0, name.length)).isEqualTo(positions.get(i));
            long next = i + 1 < names.size() ? positions.get(i + 1) : -1;
            assertThat(tree.after(name, 0, name.length))
                    .as("after %s", names.get(i))
                    .isEqualTo(next);
            byte[] below = names.get(i).child(0).encoded();
            assertThat(tree.after(below, 0, below.length))
                    .as("below %s", names.get(i))
                    .isEqualTo(next);
            assertThat(tree.exact(below, 0, below.length)).isEqualTo(-1);
        }
    }

    @Test
    void countersGrowAtTheirMeanRate() {
        SwitchTree tree = new SwitchTree(48);
        for (int index = 1; index <= 48; index++) {
            tree.of(0x7F010203).moveTo(1_790_000_000_000L);
            long before = tree.counter(index, 0);
            long start = before;
            for (int i = 1; i <= 400; i++) {
                tree.moveTo(1_790_000_000_000L + i * 250L);
                long now = tree.counter(index, 0);
                assertThat(now).isGreaterThanOrEqualTo(before);
                before = now;
            }
            assertThat(before).isGreaterThan(start);
        }
    }

    @Test
    void settingsOutOfRangeAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(-1, 0, 0))
                .withMessageContaining("--interfaces is -1, wanted 0 to 100000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, 0, 101))
                .withMessageContaining("--dead is 101, wanted 0 to 100");
    }
}
