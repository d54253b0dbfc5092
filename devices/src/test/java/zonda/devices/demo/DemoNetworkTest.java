package zonda.devices.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import zonda.devices.Asker;
import zonda.devices.agent.Agent;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;

class DemoNetworkTest {
    private static final long EPOCH_MILLIS = 1_790_000_000_000L;
    private static final int[] BASE = {127, 20, 0, 0};
    private static final Pattern REFERENCE = Pattern.compile("\\(/([a-z0-9-]+)/([a-z.]+(?:\\[[^]]*])?)[,)]");

    private final DemoNetwork network = DemoNetwork.build(1, BASE, EPOCH_MILLIS);
    private final Agent agent = new Agent(Agent.DEFAULT_LARGEST_ANSWER_BYTES);

    @Test
    void hasAHundredDevicesAndMoreEachWithItsOwnNameAndAddress() {
        assertThat(network.size()).isGreaterThanOrEqualTo(100);
        Set<String> names = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        for (Device device : network.devices()) {
            assertThat(names.add(device.host())).as(device.host()).isTrue();
            assertThat(addresses.add(device.address())).as(device.address()).isTrue();
            assertThat(device.address()).startsWith("127.20.");
        }
    }

    @Test
    void everyItemIsAnsweredWithAValueAtAnyTime() {
        for (Device device : network.devices()) {
            for (Plan.Item item : device.plan().items()) {
                for (long millis : new long[] {0, 20_000, 200_000}) {
                    Asker.Varbind answer = ask(device, millis, item.oid());
                    assertThat(answer.tag())
                            .as("%s %s", device.host(), item.key())
                            .isLessThan(Ber.NO_SUCH_OBJECT);
                    if (item.valueType().equals("unsigned")) {
                        assertThat(answer.value())
                                .as("%s %s", device.host(), item.key())
                                .matches("[0-9]+");
                    }
                }
            }
        }
    }

    @Test
    void everyTriggerReadsItemsThatThereAre() {
        Set<String> keys = new HashSet<>();
        network.devices()
                .forEach(device -> device.plan().items().forEach(item -> keys.add(device.host() + "/" + item.key())));
        int references = 0;
        for (Device device : network.devices()) {
            for (Plan.Trigger trigger : device.plan().triggers()) {
                Matcher matcher = REFERENCE.matcher(trigger.expression() + " " + trigger.recovery());
                while (matcher.find()) {
                    assertThat(keys).contains(matcher.group(1) + "/" + matcher.group(2));
                    references++;
                }
            }
        }
        assertThat(references).isGreaterThanOrEqualTo(network.triggers());
        assertThat(keys).hasSize(network.items());
    }

    @Test
    void whatGoesWrongGoesWrongWithinHalfAMinute() {
        assertThat(first("sw-access-07", "1.3.6.1.2.1.2.2.1.8.3", 2, 2)).isBetween(5L, 15L);
        assertThat(first("sw-access-33", "1.3.6.1.2.1.99.1.1.1.4.1", 600, 1_000))
                .isBetween(5L, 25L);
        assertThat(first("rt-branch-03", "1.3.6.1.2.1.1.3.0", 0, 5_999)).isBetween(5L, 25L);
        assertThat(first("rt-branch-08", "1.3.6.1.2.1.15.3.1.2.192.0.2.8", 3, 3))
                .isBetween(5L, 25L);
        assertThat(first("ups-04", "1.3.6.1.2.1.33.1.4.1.0", 5, 5)).isBetween(5L, 20L);
        assertThat(first("srv-db-02", "1.3.6.1.4.1.2021.9.1.9.2", 91, 100)).isBetween(10L, 25L);
        assertThat(first("srv-app-05", "1.3.6.1.2.1.25.3.3.1.2.196608", 90, 100))
                .isBetween(0L, 10L);
        Device silent = device("sw-access-21");
        assertThat(silent.silent().isOn(9_000)).isFalse();
        assertThat(silent.silent().isOn(11_000)).isTrue();
        assertThat(silent.silent().isOn(71_000)).isFalse();
        assertThat(device("rt-branch-05").latencyMillis(7)).isBetween(300L, 800L);
        assertThat(device("rt-branch-06").latencyMillis(7)).isZero();
    }

    @Test
    void theDiskIsCleanedAndTheBatteryIsChargedAgain() {
        assertThat(number("srv-db-02", "1.3.6.1.4.1.2021.9.1.9.2", 80_000)).isLessThan(70);
        assertThat(number("ups-04", "1.3.6.1.2.1.33.1.2.4.0", 60_000)).isLessThan(50);
        assertThat(number("ups-04", "1.3.6.1.2.1.33.1.2.4.0", 110_000)).isEqualTo(100);
    }

    @Test
    void countersOnlyGrowAlsoWhereALinkFlapsAndStartAnewWithTheDevice() {
        String octets = "1.3.6.1.2.1.31.1.1.1.6.";
        long before = 0;
        for (long millis = 0; millis < 200_000; millis += 250) {
            long now = number("sw-access-07", octets + 3, millis);
            boolean isDown = number("sw-access-07", "1.3.6.1.2.1.2.2.1.8.3", millis) == 2
                    && number("sw-access-07", "1.3.6.1.2.1.2.2.1.8.3", Math.max(0, millis - 250)) == 2;
            if (isDown && millis > 0) {
                assertThat(now)
                        .as("a link that is down carries nothing, %d", millis)
                        .isEqualTo(before);
            } else {
                assertThat(now).as("at %d", millis).isGreaterThan(before);
            }
            before = now;
        }
        assertThat(number("rt-branch-03", octets + 1, 20_500)).isLessThan(number("rt-branch-03", octets + 1, 13_000));
        assertThat(number("rt-branch-03", "1.3.6.1.2.1.1.3.0", 20_500)).isEqualTo(650);
    }

    @Test
    void countersGoOnWhenTheNetworkIsStartedAgain() {
        DemoNetwork later = DemoNetwork.build(1, BASE, EPOCH_MILLIS + 60_000);
        String octets = "1.3.6.1.2.1.31.1.1.1.6.1";
        for (int i = 0; i < network.size(); i++) {
            if (network.devices().get(i).tree().exact(Oid.parse(octets).encoded(), 0, 11) < 0) {
                continue;
            }
            long then =
                    Long.parseLong(ask(network.devices().get(i), 10_000, octets).value());
            long now = Long.parseLong(ask(later.devices().get(i), 0, octets).value());
            assertThat(now).as(network.devices().get(i).host()).isGreaterThanOrEqualTo(then);
        }
    }

    @Test
    void theSeedAloneMakesTheNetwork() {
        DemoNetwork same = DemoNetwork.build(1, BASE, EPOCH_MILLIS);
        DemoNetwork other = DemoNetwork.build(2, BASE, EPOCH_MILLIS);
        String octets = "1.3.6.1.2.1.31.1.1.1.6.1";
        Device first = network.devices().getFirst();
        assertThat(ask(same.devices().getFirst(), 5_000, octets)).isEqualTo(ask(first, 5_000, octets));
        assertThat(ask(other.devices().getFirst(), 5_000, octets)).isNotEqualTo(ask(first, 5_000, octets));
        assertThat(ConfigurationText.of(same, 1161, "public")).isEqualTo(ConfigurationText.of(network, 1161, "public"));
    }

    @Test
    void theConfigurationNamesEachHostAndQuotesWhatYamlWouldRead() {
        String text = ConfigurationText.of(network, 1161, "pub\"lic");
        assertThat(text).contains("\"{$SNMP_COMMUNITY}\": \"pub\\\"lic\"");
        assertThat(text.lines().filter(line -> line.startsWith("  - host: "))).hasSize(network.size());
        assertThat(text.lines().filter(line -> line.startsWith("      - key: ")))
                .hasSize(network.items());
        assertThat(text.lines().filter(line -> line.startsWith("        expression: ")))
                .hasSize(network.triggers());
        assertThat(text).doesNotContain("\t");
    }

    private Device device(String host) {
        return network.devices().stream()
                .filter(device -> device.host().equals(host))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no device " + host));
    }

    /// The first second at which a number is within bounds.
    private long first(String host, String oid, long least, long most) {
        for (long second = 0; second < 60; second++) {
            long seen = number(host, oid, second * 1000);
            if (seen >= least && seen <= most) {
                return second;
            }
        }
        throw new AssertionError(oid + " of " + host + " never is within " + least + " and " + most);
    }

    private long number(String host, String oid, long millis) {
        return Long.parseLong(ask(device(host), millis, oid).value());
    }

    private Asker.Varbind ask(Device device, long millis, String oid) {
        byte[] request = RequestEncoder.get(
                        Ber.VERSION_2C, "public", List.of(Oid.parse(oid).encoded()))
                .bytes();
        int bytes = agent.respond(
                request, 0, request.length, device.tree().moveTo(millis), "public".getBytes(StandardCharsets.UTF_8));
        int from = agent.answerOffset();
        return Asker.read(Arrays.copyOfRange(agent.answer(), from, from + bytes))
                .getFirst();
    }
}
