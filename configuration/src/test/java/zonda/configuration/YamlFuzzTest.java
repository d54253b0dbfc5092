package zonda.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.Host;
import zonda.model.Item;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.Simulation;

/// Files made wrong: whatever they hold, the answer is hosts and faults, and hosts that are whole.
class YamlFuzzTest {
    private static final String TEXT = """
            x-v2c: &v2c {type: snmp, address: 127.0.0.1, community: "{$C}"}
            macros: {"{$C}": public, "{$MAX:regex:\\"^a\\"}": 5}
            hosts:
              - repeat: {as: n, from: 1, to: 3}
                host: sw-${n:03}
                id: ${n + 100}
                groups: [Switches]
                tags: [{tag: site, value: "{$C}"}]
                interfaces:
                  - <<: *v2c
                    port: 161
                    timeout: 1s
                items:
                  - repeat: {as: i, to: 2}
                    key: net.if.in["${i}",{$C}]
                    oid: 1.3.6.1.${i}
                    update_interval: 5s;10s/1-5,09:00-18:00;wd1-5h9
                    preprocessing:
                      - {type: change_per_second}
                      - type: regex
                        parameters: ["^(\\\\d+)", '\\1']
                        on_fail: set_value
                        on_fail_value: "0"
                  - {key: "zabbix[queue]", type: internal, value_type: float}
                triggers:
                  - name: "t of {HOST.NAME}"
                    expression: >
                      avg(//net.if.in["1",{$C}],5m:now-1h)>{$MAX:abc}
                      and count(//zabbix[queue],#3,"gt",10K)>1
                    recovery_expression: nodata(//zabbix[queue],1h)=0
                    severity: high
            """;

    @Test
    void theTextIsRight() throws IOException {
        Configuration read = read(TEXT.getBytes(StandardCharsets.UTF_8));

        assertThat(read.faults()).isEmpty();
        assertThat(read.hosts()).hasSize(3).allMatch(host -> host.triggers().size() == 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void answersAnyBytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 800; i++) {
            byte[] bytes = mutated(random, TEXT.getBytes(StandardCharsets.UTF_8));
            assertThatCode(() -> check(read(bytes)))
                    .as("seed %d, file %d:%n%s", seed, i, new String(bytes, StandardCharsets.UTF_8))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aBillionLaughsCostNothing() throws IOException {
        StringBuilder text = new StringBuilder("x-a0: &a0 {tag: a}\n");
        for (int i = 1; i < 60; i++) {
            text.append("x-a%d: &a%d [%s]\n"
                    .formatted(i, i, "*a%d, ".formatted(i - 1).repeat(10)));
        }
        text.append("hosts: [{host: a, tags: *a59}, {host: b, macros: {<<: *a59}}]");

        Configuration read = read(text.toString().getBytes(StandardCharsets.UTF_8));

        assertThat(read.faults()).isNotEmpty();
        assertThat(read.hosts()).hasSize(2);
    }

    @Test
    void deepNestingIsAFault() throws IOException {
        for (String opening : List.of("[", "{a: ", "- ")) {
            Configuration read =
                    read(("hosts: [{host: a}]\nx: " + opening.repeat(20_000)).getBytes(StandardCharsets.UTF_8));
            assertThat(read.faults()).as(opening).isNotEmpty();
            assertThat(read.hosts()).as(opening).hasSize(1);
        }
    }

    private static void check(Configuration read) {
        Set<Long> itemIds = new HashSet<>();
        for (Host host : read.hosts()) {
            for (Item item : host.items()) {
                assertThat(itemIds.add(item.id())).isTrue();
                assertThat(item.hostId()).isEqualTo(host.id());
            }
            host.triggers()
                    .forEach(trigger -> assertThat(trigger.references())
                            .isNotEmpty()
                            .allMatch(reference -> reference.itemId() > 0));
        }
        read.faults().forEach(fault -> assertThat(fault.message()).isNotEmpty());
    }

    private static byte[] mutated(SplittableRandom random, byte[] source) {
        byte[] bytes = source.clone();
        String interesting = "{}[]:,-&*!|>'\"%@`#?~ \n\t$\\()09azAZ<\u0000\u0085";
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1, 2 -> bytes[at] = (byte) interesting.charAt(random.nextInt(interesting.length()));
                case 3 -> bytes = spliced(bytes, at, at + random.nextInt(Math.min(40, bytes.length - at) + 1), "");
                case 4 -> {
                    int end = at + random.nextInt(Math.min(60, bytes.length - at) + 1);
                    String copied = new String(bytes, at, end - at, StandardCharsets.ISO_8859_1);
                    int to = random.nextInt(bytes.length);
                    bytes = spliced(bytes, to, to, copied);
                }
                default -> {
                    if (random.nextInt(8) == 0) {
                        bytes = spliced(bytes, at, bytes.length, " ");
                    }
                }
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, String between) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return (text.substring(0, from) + between + text.substring(to) + " ").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Configuration read(byte[] bytes) throws IOException {
        ConfigurationFile file = new ConfigurationFile("fuzz.yaml", () -> new ByteArrayInputStream(bytes));
        return new YamlConfiguration(List.of(file), new SimulatedDisk(new Simulation(1), "data", 1 << 24)).read();
    }
}
