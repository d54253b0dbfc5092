package zonda.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import zonda.model.AllowedHosts;
import zonda.model.GlobalExpression;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.Severity;
import zonda.model.SnmpInterface;
import zonda.model.SnmpReading;
import zonda.model.SnmpSecurity;
import zonda.model.Tag;
import zonda.model.Trigger;
import zonda.model.UpdateInterval;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.Simulation;

class YamlConfigurationTest {
    private static final String SWITCH = """
            macros: {"{$SNMP_COMMUNITY}": public, "{$MAX}": 80}
            hosts:
              - host: sw-access-01
                name: Access switch 1, floor 2
                id: 10001
                groups: [Switches, "Floor {$FLOOR}"]
                tags: [{tag: site, value: lab}, {tag: lonely}]
                macros: {"{$MAX}": "90", "{$FLOOR}": 2, "{$MAX:\\"Gi0/1\\"}": 95}
                interfaces:
                  - type: snmp
                    address: 127.20.0.1
                    port: 1161
                    community: "{$SNMP_COMMUNITY}"
                    max_varbinds: 20
                    timeout: 500ms
                    retries: 2
                items:
                  - key: net.if.in[1]
                    name: "Gi0/1: bits received"
                    type: snmp_agent
                    oid: .1.3.6.1.2.1.31.1.1.1.6.1
                    value_type: unsigned
                    units: bps
                    update_interval: 5s;wd1-5h9
                    history: 7d
                    trends: 0
                    tags: [{tag: component, value: network}]
                    preprocessing:
                      - type: change_per_second
                      - type: multiplier
                        parameters: ["8"]
                        on_fail: set_value
                        on_fail_value: "0"
                      - {type: discard_unchanged_heartbeat, parameters: 1h}
                  - key: sysDescr
                    oid: 1.3.6.1.2.1.1.1.0
                    value_type: text
                  - {key: "zabbix[queue]", type: internal, value_type: float}
                  - {key: pushed, type: trapper, allowed_hosts: "{HOST.IP},10.0.0.0/8"}
                  - {key: "part[2]", type: dependent, master_item: "part[1]"}
                  - {key: "part[1]", type: dependent, master_item: pushed}
                triggers:
                  - name: "Gi0/1 of {HOST.NAME} above {$MAX} %: {ITEM.LASTVALUE1}"
                    expression: avg(//net.if.in[1],5m)>{$MAX:"Gi0/1"}
                    recovery_expression: avg(/sw-access-01/net.if.in[1],5m)<{$MAX} and nodata(//sysDescr,1h)=0
                    severity: average
                    manual_close: true
                    operational_data: "now {ITEM.LASTVALUE1}"
                    tags: [{tag: scope, value: performance}]
            """;

    private final Disk data = new SimulatedDisk(new Simulation(1), "data", 1 << 26);

    @Test
    void readsObjectsThatAreWalked() throws IOException {
        Configuration read = source("""
                hosts:
                  - host: a
                    interfaces: [{type: snmp, address: 10.0.0.1, max_repetitions: 25}, {type: snmp, address: b, bulk: false}]
                    items:
                      - {key: g, oid: 'get[.1.3.6.1.2.1.1.1.0]', value_type: text}
                      - {key: w, oid: 'walk[".1.3.6.1.2.1.2.2.1.2", 1.3.6.1.2.1.31]', value_type: text}
                      - {key: d, oid: 'discovery[{#A},1.3.6.1.2.1.2, {#B.C}, ".1.3.6.1.3"]', value_type: text}
                      - {key: n1, oid: ifHCInOctets.7, value_type: text}
                      - {key: n2, oid: 'IF-MIB::ifAlias.1', value_type: text}
                      - {key: n3, oid: 'walk[HOST-RESOURCES-MIB::hrStorageTable,iso.3.6.1.4]', value_type: text}
                      - {key: i, oid: 'IF-MIB::ifInOctets["index", "ifDescr", "Gi0/1, up\\"link"]', value_type: text}
                      - {key: x7, oid: 'ifInOctets["index","ifDescr"]', value_type: text}
                      - {key: x0, oid: ifHCInOctetz.7, value_type: text}
                      - {key: x1, oid: 'walk[]', value_type: text}
                      - {key: x2, oid: 'discovery[{#A}]', value_type: text}
                      - {key: x3, oid: 'discovery[A,1.3.6.1.3]', value_type: text}
                      - {key: x4, oid: 'get[1.3.6,1.3.7]', value_type: text}
                      - {key: x5, oid: 'bulk[1.3.6]', value_type: text}
                      - {key: x6, oid: 'walk[1.3.x]', value_type: text}
                """).read();
        Host host = read.hosts().getFirst();
        assertThat(host.items())
                .extracting(Item::oid)
                .containsExactly(
                        "1.3.6.1.2.1.1.1.0",
                        "walk[1.3.6.1.2.1.2.2.1.2,1.3.6.1.2.1.31]",
                        "discovery[{#A},1.3.6.1.2.1.2,{#B.C},1.3.6.1.3]",
                        "1.3.6.1.2.1.31.1.1.1.6.7",
                        "1.3.6.1.2.1.31.1.1.1.18.1",
                        "walk[1.3.6.1.2.1.25.2.3,1.3.6.1.4]",
                        "1.3.6.1.2.1.2.2.1.10[\"index\",\"1.3.6.1.2.1.2.2.1.2\",\"Gi0/1, up\\\"link\"]");
        assertThat(read.faults()).hasSize(8);
        assertThat(read.faults().toString()).contains("ifHCInOctetz").contains("ifHCInOctets");
        assertThat(host.interfaces()).extracting(SnmpInterface::maxRepetitions).containsExactly(25, 0);
    }

    private static final String NAMED_EXPRESSIONS = """
            regular_expressions:
              - name: real
                expressions:
                  - {expression: ^eth}
                  - {type: any_included, expression: up.on, delimiter: ., case_sensitive: true}
            hosts:
              - host: a
                items:
                  - key: k
                    type: trapper
                    value_type: text
                    preprocessing:
                      - {type: matches_regex, parameters: ["@real"]}
                      - {type: regex, parameters: ["@other", '\\1']}
                      - {type: check_not_supported, parameters: ["0", "@real"]}
                triggers:
                  - {name: t, expression: 'count(//k,5m,"regexp","@real")>0', recovery_expression: 'last(//k)="x"'}
            """;

    @Test
    void resolvesGlobalExpressionsInStepsAndTriggers() throws IOException {
        Configuration read = source(NAMED_EXPRESSIONS).read();
        assertThat(read.faults()).isEmpty();
        GlobalExpression real = new GlobalExpression(
                "real",
                List.of(
                        new GlobalExpression.Test(GlobalExpression.Type.RESULT_IS_TRUE, "^eth", ',', false),
                        new GlobalExpression.Test(GlobalExpression.Type.ANY_INCLUDED, "up.on", '.', true)));
        Host host = read.hosts().getFirst();
        assertThat(host.items().getFirst().steps())
                .extracting(PreprocessingStep::global)
                .containsExactly(Optional.of(real), Optional.empty(), Optional.of(real));
        assertThat(host.triggers().getFirst().globalExpressions()).containsExactly(real);
    }

    @Test
    void aChangedGlobalExpressionReplacesTheHostsThatNameIt() throws IOException {
        String[] text = {NAMED_EXPRESSIONS + "  - {host: b}\n"};
        YamlConfiguration source = new YamlConfiguration(
                List.of(new ConfigurationFile(
                        "zonda.yaml",
                        () -> new java.io.ByteArrayInputStream(text[0].getBytes(StandardCharsets.UTF_8)))),
                data);
        source.read();
        text[0] = text[0].replace("^eth", "^en");
        ConfigurationChange change = source.reread();
        assertThat(change.faults()).isEmpty();
        assertThat(change.delta().replaced()).extracting(Host::host).containsExactly("a");
    }

    @Test
    void namesWhatIsWrongWithGlobalExpressions() throws IOException {
        Configuration read = source("""
                regular_expressions:
                  - {name: good, expressions: [{expression: a}]}
                  - {name: good, expressions: [{expression: b}]}
                  - {name: bad, expressions: [{expression: "("}]}
                  - {name: empty}
                  - {name: odd, expressions: [{type: maybe, expression: a}, {expression: a, delimiter: ";"}]}
                  - just a text
                hosts:
                  - host: a
                    items:
                      - {key: k, type: trapper, value_type: text}
                      - key: s
                        type: trapper
                        value_type: text
                        preprocessing: [{type: matches_regex, parameters: ["@bad"]}]
                    triggers:
                      - name: t0
                        expression: 'count(//k,5m,"regexp","@good")>0'
                        recovery_expression: 'count(//k,5m,"regexp","@gone")>0'
                      - {name: t1, expression: 'count(//k,5m,"regexp","@god")>0'}
                      - {name: t2, expression: 'count(//k,5m,"iregexp","@bad")>0'}
                      - {name: t3, expression: 'count(//k,5m,"iregexp","@good")>0'}
                """).read();
        assertThat(read.hosts().getFirst().triggers()).extracting(Trigger::name).containsExactly("t3");
        assertThat(read.faults().stream().map(ConfigurationFault::toString))
                .satisfiesExactly(
                        fault -> assertThat(fault).contains(":3:").contains("'good' is defined twice"),
                        fault -> assertThat(fault)
                                .contains("regular_expressions[bad]")
                                .contains("the pattern '('"),
                        fault -> assertThat(fault)
                                .contains("regular_expressions[empty]")
                                .contains("at least one"),
                        fault -> assertThat(fault).contains("'maybe'").contains("result_is_true"),
                        fault -> assertThat(fault).contains("delimiter").contains("';'"),
                        fault -> assertThat(fault).contains("'just a text'"),
                        fault -> assertThat(fault)
                                .contains("items[s].preprocessing[1].parameters")
                                .contains("'@bad' has a fault itself"),
                        fault -> assertThat(fault)
                                .contains("triggers[t0].recovery_expression")
                                .contains("'@gone' does not exist"),
                        fault -> assertThat(fault)
                                .contains("'@god' does not exist")
                                .contains("good"),
                        fault -> assertThat(fault).contains("'@bad' has a fault itself"));
    }

    @Test
    void knowsDatesByTheirSyntaxAndItemsWithoutBulk() throws IOException {
        Configuration read = source("""
                hosts:
                  - host: a
                    interfaces: [{type: snmp, address: 10.0.0.1}]
                    items:
                      - {key: d1, oid: hrSystemDate.0}
                      - {key: d2, oid: 1.3.6.1.2.1.25.6.3.1.5.17, value_type: float}
                      - {key: t, oid: hrSystemDate.0, value_type: text}
                      - {key: n, oid: 1.3.6.1.2.1.25.6.3.1.55.17}
                      - {key: b, oid: 'walk[ifDescr]', value_type: text, bulk: false}
                      - {key: x, type: trapper, bulk: false}
                """).read();
        assertThat(read.hosts().getFirst().items())
                .extracting(Item::snmp)
                .containsExactly(
                        new SnmpReading(true, true),
                        new SnmpReading(true, true),
                        SnmpReading.PLAIN,
                        SnmpReading.PLAIN,
                        new SnmpReading(false, false));
        assertThat(read.faults()).hasSize(1);
        assertThat(read.faults().toString()).contains("bulk");
    }

    @Test
    void readsAnInterfaceOfEachVersion() throws IOException {
        Configuration read = source("""
                macros: {"{$AUTH}": auth-passphrase}
                hosts:
                  - host: a
                    interfaces:
                      - {type: snmp, address: 10.0.0.1, version: 1, community: one, min_gap: 20ms, any_source: true}
                      - {type: snmp, address: 10.0.0.1, version: 3, security_name: me}
                      - type: snmp
                        address: 10.0.0.1
                        version: 3
                        security_name: operator
                        security_level: auth_priv
                        auth_protocol: sha256
                        auth_passphrase: "{$AUTH}"
                        priv_protocol: aes256c
                        priv_passphrase: priv-passphrase
                        context_name: vlan-7
                        engine_id: 80001F8804616263
                """).read();
        assertThat(read.faults()).isEmpty();
        List<SnmpInterface> interfaces = read.hosts().getFirst().interfaces();
        assertThat(interfaces)
                .extracting(SnmpInterface::security)
                .containsExactly(
                        new SnmpSecurity.Community(true, "one"),
                        new SnmpSecurity.User("me", SnmpSecurity.Auth.NONE, "", SnmpSecurity.Priv.NONE, "", "", ""),
                        new SnmpSecurity.User(
                                "operator",
                                SnmpSecurity.Auth.SHA256,
                                "auth-passphrase",
                                SnmpSecurity.Priv.AES256C,
                                "priv-passphrase",
                                "vlan-7",
                                "80001f8804616263"));
        assertThat(interfaces.getFirst().minGap()).isEqualTo(Duration.ofMillis(20));
        assertThat(interfaces.getFirst().anySource()).isTrue();
    }

    @Test
    void tellsWhatIsWrongWithAnInterfacesVersionAndNoSecret() throws IOException {
        Configuration read = source("""
                hosts:
                  - host: a
                    interfaces:
                      - {type: snmp, address: 10.0.0.1, version: 4}
                      - {type: snmp, address: 10.0.0.1, version: 3}
                      - {type: snmp, address: 10.0.0.1, security_name: me}
                      - {type: snmp, address: 10.0.0.1, version: 3, community: c, security_name: me}
                      - {type: snmp, address: 10.0.0.1, version: 3, security_name: me, security_level: auth_no_priv}
                      - {type: snmp, address: 10.0.0.1, version: 3, security_name: me, security_level: auth_no_priv,
                         auth_protocol: sha3, auth_passphrase: secretly-long, priv_protocol: des}
                      - {type: snmp, address: 10.0.0.1, version: 3, security_name: me, security_level: auth_priv,
                         auth_passphrase: secret7, priv_passphrase: secretly-long, engine_id: xyz}
                      - {type: snmp, address: 10.0.0.1, version: 3, security_name: me, auth_protocol: none,
                         security_level: auth_no_priv, auth_passphrase: secretly-long, min_gap: 61s}
                """).read();
        String all = read.faults().toString();
        assertThat(all)
                .contains("'4', wanted 1, 2c or 3")
                .contains("nothing, wanted the name of the SNMPv3 user")
                .contains("not with version 2c, wanted version 3")
                .contains("not with version 3, wanted security_name")
                .contains("nothing, wanted at least 8")
                .contains("sha3")
                .contains("not with security_level auth_no_priv")
                .contains("7 characters, wanted at least 8")
                .contains("'xyz', wanted 10 to 64 hexadecimal digits")
                .contains("none, wanted a protocol with security_level auth_no_priv")
                .contains("'61s', wanted 0s to 60s")
                .doesNotContain("secret7")
                .doesNotContain("secretly");
        assertThat(read.hosts().getFirst().interfaces()).isEmpty();
    }

    @Test
    void readsAHostWithAllItHas() throws IOException {
        Configuration read = read(SWITCH);

        assertThat(read.faults()).isEmpty();
        Host host = read.hosts().getFirst();
        assertThat(host.id()).isEqualTo(10_001);
        assertThat(host.host()).isEqualTo("sw-access-01");
        assertThat(host.name()).isEqualTo("Access switch 1, floor 2");
        assertThat(host.groups()).containsExactly("Switches", "Floor 2");
        assertThat(host.tags()).containsExactly(new Tag("site", "lab"), new Tag("lonely", ""));
        assertThat(host.epoch()).isEqualTo(read.epoch());
        SnmpInterface snmp = host.interfaces().getFirst();
        assertThat(snmp)
                .isEqualTo(new SnmpInterface(snmp.id(), "127.20.0.1", 1_161, "public", 20, Duration.ofMillis(500), 2));
        Item item = host.items().getFirst();
        assertThat(item.hostId()).isEqualTo(10_001);
        assertThat(item.key()).isEqualTo("net.if.in[1]");
        assertThat(item.type()).isEqualTo(ItemType.SNMP_AGENT);
        assertThat(item.interfaceId()).isEqualTo(snmp.id());
        assertThat(item.oid()).isEqualTo("1.3.6.1.2.1.31.1.1.1.6.1");
        assertThat(item.units()).isEqualTo("bps");
        assertThat(item.interval().interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(item.interval().scheduled()).hasSize(1);
        assertThat(item.history()).isEqualTo(Duration.ofDays(7));
        assertThat(item.trends()).isZero();
        assertThat(item.steps())
                .containsExactly(
                        new PreprocessingStep(
                                PreprocessingStep.Type.CHANGE_PER_SECOND,
                                List.of(),
                                PreprocessingStep.OnFail.DEFAULT,
                                ""),
                        new PreprocessingStep(
                                PreprocessingStep.Type.MULTIPLIER,
                                List.of("8"),
                                PreprocessingStep.OnFail.SET_VALUE,
                                "0"),
                        new PreprocessingStep(
                                PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT,
                                List.of("1h"),
                                PreprocessingStep.OnFail.DEFAULT,
                                ""));
        Item text = host.items().get(1);
        assertThat(text.name()).isEqualTo("sysDescr");
        assertThat(text.valueType()).isEqualTo(ItemValueType.TEXT);
        assertThat(text.interval()).isEqualTo(UpdateInterval.every(Duration.ofMinutes(1)));
        assertThat(text.history()).isEqualTo(Duration.ofDays(31));
        assertThat(text.trends()).isZero();
        Item internal = host.items().get(2);
        assertThat(internal.type()).isEqualTo(ItemType.INTERNAL);
        assertThat(internal.interfaceId()).isZero();
        assertThat(internal.trends()).isEqualTo(Duration.ofDays(365));
        Item pushed = host.items().get(3);
        assertThat(pushed.type()).isEqualTo(ItemType.TRAPPER);
        assertThat(pushed.allowedHosts()).isEqualTo(AllowedHosts.parse("127.20.0.1,10.0.0.0/8"));
        assertThat(pushed.interval()).isEqualTo(UpdateInterval.every(Duration.ZERO));
        Item second = host.items().get(4);
        Item first = host.items().get(5);
        assertThat(second.type()).isEqualTo(ItemType.DEPENDENT);
        assertThat(second.masterItemId()).isEqualTo(first.id());
        assertThat(first.masterItemId()).isEqualTo(pushed.id());
    }

    @Test
    void readsTriggersWithMacrosAndReferences() throws IOException {
        Host host = read(SWITCH).hosts().getFirst();

        Trigger trigger = host.triggers().getFirst();
        assertThat(trigger.name()).isEqualTo("Gi0/1 of Access switch 1, floor 2 above 90 %: {ITEM.LASTVALUE1}");
        assertThat(trigger.expression()).isEqualTo("avg(/sw-access-01/net.if.in[1],5m)>95");
        assertThat(trigger.recoveryExpression())
                .isEqualTo("avg(/sw-access-01/net.if.in[1],5m)<90 and nodata(/sw-access-01/sysDescr,1h)=0");
        assertThat(trigger.severity()).isEqualTo(Severity.AVERAGE);
        assertThat(trigger.manualClose()).isTrue();
        assertThat(trigger.operationalData()).isEqualTo("now {ITEM.LASTVALUE1}");
        assertThat(trigger.hostId()).isEqualTo(host.id());
        assertThat(trigger.references())
                .containsExactly(
                        new Trigger.ItemReference(
                                "sw-access-01",
                                "net.if.in[1]",
                                host.items().get(0).id(),
                                10_001,
                                ItemValueType.UNSIGNED),
                        new Trigger.ItemReference(
                                "sw-access-01", "sysDescr", host.items().get(1).id(), 10_001, ItemValueType.TEXT));
        assertThat(trigger.tags()).containsExactly(new Tag("scope", "performance"));
    }

    @Test
    void repeatsHostsItemsAndTriggers() throws IOException {
        Configuration read = read("""
                hosts:
                  - repeat: {from: 1, to: 300}
                    host: dev-${n:04}
                    interfaces: [{type: snmp, address: "127.${1 + n / 65536}.${n / 256 % 256}.${n % 256}"}]
                    items:
                      - repeat: {as: i, from: 2, to: 8, step: 3}
                        key: net.if.in[${i}]
                        oid: 1.3.6.1.2.1.31.1.1.1.6.${i * 10 + (n - n)}
                        name: "$${n} of ${n}: ${i}"
                    triggers:
                      - repeat: {as: i, from: 2, to: 8, step: 3}
                        name: "interface ${i}"
                        expression: last(//net.if.in[${i}])>${n}
                """);

        assertThat(read.faults()).isEmpty();
        assertThat(read.hosts()).hasSize(300);
        Host last = read.hosts().getLast();
        assertThat(last.host()).isEqualTo("dev-0300");
        assertThat(last.interfaces().getFirst().address()).isEqualTo("127.1.1.44");
        assertThat(last.items()).extracting(Item::key).containsExactly("net.if.in[2]", "net.if.in[5]", "net.if.in[8]");
        assertThat(last.items().getLast().oid()).isEqualTo("1.3.6.1.2.1.31.1.1.1.6.80");
        assertThat(last.items().getLast().name()).isEqualTo("${n} of 300: 8");
        assertThat(last.triggers().getLast().expression()).isEqualTo("last(/dev-0300/net.if.in[8])>300");
        assertThat(read.hosts().stream()
                        .flatMap(host -> host.items().stream())
                        .map(Item::id)
                        .distinct()
                        .count())
                .isEqualTo(900);
    }

    /// A fifth of the size that the server is built for; the rest is the same again.
    @Test
    void readsManyHostsInAFewLines() throws IOException {
        YamlConfiguration source = source("""
                hosts:
                  - repeat: {to: 2000}
                    host: dev-${n}
                    interfaces: [{type: snmp, address: "127.1.${n / 256}.${n % 256}"}]
                    items:
                      - repeat: {as: i, to: 100}
                        key: net.if.in[${i}]
                        oid: 1.3.6.1.2.1.31.1.1.1.6.${i}
                        update_interval: 1s
                        preprocessing: [{type: change_per_second}]
                    triggers:
                      - repeat: {as: i, to: 10}
                        name: "Traffic on ${i}"
                        expression: avg(//net.if.in[${i}],5m)>1G
                """);

        Configuration read = source.read();

        assertThat(read.faults()).isEmpty();
        assertThat(read.hosts()).hasSize(2_000);
        assertThat(read.hosts())
                .allMatch(host -> host.items().size() == 100 && host.triggers().size() == 10);
        assertThat(source.reread().delta().isEmpty()).isTrue();
    }

    @Test
    void sharesWhatIsEqual() throws IOException {
        Configuration read = read("""
                hosts:
                  - repeat: {to: 2}
                    host: h${n}
                    interfaces: [{type: snmp, address: 127.0.0.1}]
                    items:
                      - {key: k, oid: 1.3.6, units: bps, update_interval: 5s, tags: [{tag: a}],
                         preprocessing: [{type: multiplier, parameters: "8"}]}
                """);

        Item one = read.hosts().getFirst().items().getFirst();
        Item other = read.hosts().getLast().items().getFirst();
        assertThat(one.steps()).isSameAs(other.steps());
        assertThat(one.tags()).isSameAs(other.tags());
        assertThat(one.interval()).isSameAs(other.interval());
        assertThat(one.key()).isSameAs(other.key());
        assertThat(one.oid()).isSameAs(other.oid());
        assertThat(one.units()).isSameAs(other.units());
        assertThat(one.history()).isSameAs(other.history());
    }

    @Test
    void takesAnchorsMergesAndSeveralFiles() throws IOException {
        String first = """
                x-interface: &v2c {type: snmp, address: 127.0.0.1, community: "{$C}"}
                x-items: &items
                  - {key: up, oid: 1.3.6.1.2.1.1.3.0}
                macros: {"{$C}": one}
                hosts:
                  - host: a
                    interfaces: [*v2c]
                    items: *items
                  - host: b
                    interfaces: [{<<: *v2c, address: 127.0.0.2, port: 1161}]
                    items: *items
                """;
        String second = """
                macros: {"{$D}": 5}
                hosts:
                  - host: c
                    triggers:
                      - {name: both, expression: "last(/b/up)>{$D} and last(/a/up)>1"}
                """;
        Configuration read = source(first, second).read();

        assertThat(read.faults()).isEmpty();
        assertThat(read.hosts()).extracting(Host::host).containsExactly("a", "b", "c");
        assertThat(read.hosts().get(1).interfaces().getFirst().port()).isEqualTo(1_161);
        assertThat(read.hosts().get(1).interfaces().getFirst().community()).isEqualTo("one");
        assertThat(read.hosts().get(1).triggers())
                .as("a trigger lives at the first host that it names")
                .extracting(Trigger::expression)
                .containsExactly("last(/b/up)>5 and last(/a/up)>1");
        assertThat(read.hosts().get(2).triggers()).isEmpty();
    }

    @Test
    void leavesOutWhatIsDisabledAndTheTriggersThatReadIt() throws IOException {
        Configuration read = read("""
                hosts:
                  - host: off
                    enabled: false
                    interfaces: [{type: snmp, address: 127.0.0.1}]
                    items: [{key: k, oid: 1.3.6}]
                    triggers: [{name: t, expression: "last(//k)=1"}]
                  - host: on
                    interfaces: [{type: snmp, address: 127.0.0.1}]
                    items: [{key: k, oid: 1.3.6}, {key: l, oid: 1.3.6, enabled: false}]
                    triggers:
                      - {name: one, expression: "last(//k)=1"}
                      - {name: two, expression: "last(//k)=last(//l)"}
                      - {name: three, expression: "last(//k)=last(/off/k)"}
                      - {name: four, expression: "last(//k)=2", enabled: false}
                """);

        assertThat(read.faults()).isEmpty();
        assertThat(read.hosts()).extracting(Host::host).containsExactly("on");
        assertThat(read.hosts().getFirst().items()).extracting(Item::key).containsExactly("k");
        assertThat(read.hosts().getFirst().triggers()).extracting(Trigger::name).containsExactly("one");
    }

    @Test
    void keepsIdsOverReadingsAndRestartsAndNeverGivesThemToAnotherThing() throws IOException {
        List<Host> first = read(SWITCH).hosts();
        String renamed = SWITCH.replace("key: sysDescr", "key: sysName").replace("//sysDescr", "//sysName");
        List<Host> second = read(renamed).hosts();
        List<Host> third = read(SWITCH).hosts();

        assertThat(third).isEqualTo(first);
        assertThat(second.getFirst().items().get(0).id())
                .isEqualTo(first.getFirst().items().get(0).id());
        List<Long> all = new ArrayList<>(ids(first));
        assertThat(second.getFirst().items().get(1).id()).isNotIn(all);
        assertThat(all).doesNotHaveDuplicates().allMatch(id -> id == 10_001 || id >= Ids.FIRST);
    }

    @Test
    void aHostWithAnIdOfItsOwnKeepsItsItemsUnderAnotherName() throws IOException {
        Host first = read(SWITCH).hosts().getFirst();
        Host second =
                read(SWITCH.replace("sw-access-01", "sw-access-99")).hosts().getFirst();

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.items()).extracting(Item::id).containsExactlyElementsOf(ids(first.items(), Item::id));
        assertThat(second.triggers())
                .extracting(Trigger::id)
                .containsExactlyElementsOf(ids(first.triggers(), Trigger::id));
    }

    @Test
    void refusesToStartWithDamagedIds() throws IOException {
        read(SWITCH);
        try (DiskFile file = data.open("configuration/ids")) {
            file.write(ByteBuffer.wrap("7".getBytes(StandardCharsets.UTF_8)), 20);
        }

        assertThatThrownBy(() -> read(SWITCH))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("configuration/ids in the data folder is damaged")
                .hasMessageContaining("restore it from a backup");
    }

    @Test
    void tellsADeltaOfWhatIsDifferent() throws IOException {
        String[] text = {two("5s", "a", "b")};
        YamlConfiguration source = new YamlConfiguration(
                List.of(new ConfigurationFile(
                        "zonda.yaml",
                        () -> new java.io.ByteArrayInputStream(text[0].getBytes(StandardCharsets.UTF_8)))),
                data);
        Configuration start = source.read();

        assertThat(source.reread().delta().isEmpty()).isTrue();
        assertThat(source.reread().delta().epoch()).isEqualTo(start.epoch());

        text[0] = two("6s", "a", "b");
        ConfigurationChange changed = source.reread();
        assertThat(changed.delta().epoch()).isEqualTo(start.epoch() + 1);
        assertThat(changed.delta().replaced()).extracting(Host::host).containsExactly("a");
        assertThat(changed.delta().replaced().getFirst().epoch()).isEqualTo(start.epoch() + 1);
        assertThat(changed.delta().replaced().getFirst().items().getFirst().id())
                .isEqualTo(start.hosts().getFirst().items().getFirst().id());

        text[0] = two("6s", "a", "c");
        ConfigurationChange replaced = source.reread();
        assertThat(replaced.delta().replaced()).extracting(Host::host).containsExactly("c");
        assertThat(replaced.delta().removed())
                .containsExactly(start.hosts().getLast().id());
        assertThat(source.reread().delta().isEmpty()).isTrue();
    }

    @Test
    void aHostWithAFaultKeepsItsFormerImageAndOthersChange() throws IOException {
        String[] text = {two("5s", "a", "b")};
        YamlConfiguration source = new YamlConfiguration(
                List.of(new ConfigurationFile(
                        "zonda.yaml",
                        () -> new java.io.ByteArrayInputStream(text[0].getBytes(StandardCharsets.UTF_8)))),
                data);
        source.read();

        text[0] = two("5 s", "a", "b").replace("1.3.9", "1.3.8");
        ConfigurationChange changed = source.reread();
        assertThat(changed.faults()).hasSize(1);
        assertThat(changed.delta().replaced()).extracting(Host::host).containsExactly("b");
        assertThat(changed.delta().removed()).isEmpty();

        text[0] = two("5s", "a", "b") + "  - {host: [}";
        ConfigurationChange broken = source.reread();
        assertThat(broken.delta().isEmpty()).isTrue();
        assertThat(broken.faults().getFirst().message()).startsWith("no YAML from here on");

        text[0] = two("5s", "a", "b").replace("host: b", "hots: b");
        ConfigurationChange nameless = source.reread();
        assertThat(nameless.delta().removed()).isEmpty();
        assertThat(nameless.faults()).hasSize(2);
    }

    private static String two(String interval, String first, String second) {
        return """
                hosts:
                  - host: %s
                    interfaces: [{type: snmp, address: 127.0.0.1}]
                    items: [{key: k, oid: 1.3.6, update_interval: %s}]
                  - host: %s
                    interfaces: [{type: snmp, address: 127.0.0.1}]
                    items: [{key: k, oid: 1.3.9}]
                """.formatted(first, interval, second);
    }

    private Configuration read(String text) throws IOException {
        return source(text).read();
    }

    private YamlConfiguration source(String... texts) {
        List<ConfigurationFile> files = new ArrayList<>();
        for (String text : texts) {
            files.add(ConfigurationFile.ofText("zonda" + files.size() + ".yaml", text));
        }
        return new YamlConfiguration(files, data);
    }

    private static List<Long> ids(List<Host> hosts) {
        List<Long> ids = new ArrayList<>();
        for (Host host : hosts) {
            ids.add(host.id());
            ids.addAll(ids(host.interfaces(), SnmpInterface::id));
            ids.addAll(ids(host.items(), Item::id));
            ids.addAll(ids(host.triggers(), Trigger::id));
        }
        return ids;
    }

    private static <T> List<Long> ids(List<T> of, Function<T, Long> id) {
        return of.stream().map(id).collect(Collectors.toList());
    }
}
