package zonda.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Trigger;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.Simulation;

/// What is told of what is wrong, and that it takes nothing else with it.
class FaultsTest {
    private static final String HOST = """
            macros: {"{$BAD}": "a,b]\\\\"}
            hosts:
              - host: good
                interfaces: [{type: snmp, address: 127.0.0.1}]
                items: [{key: k, oid: 1.3.6}, {key: text, oid: 1.3.6, value_type: text}]
              - host: h
                interfaces: [{type: snmp, address: 127.0.0.1}, {type: snmp}]
                items:
                  - {key: before, oid: 1.3.6}
                  - %s
                  - {key: after, oid: 1.3.6}
                triggers:
                  - {name: before, expression: last(//before)=1}
                  - %s
                  - {name: after, expression: last(//after)=1}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{oid: 1.3.6} | 10:9: hosts[h].items[].key: nothing, wanted the item's key",
                "{key: k} | 10:9: hosts[h].items[k].oid: nothing, wanted an object identifier in numbers",
                "{key: k, oid: 1.x} | 10:23: hosts[h].items[k].oid: object identifier '1.x', wanted numbers up to 42",
                "{key: k, oid: 3.1} | 10:23: hosts[h].items[k].oid: object identifier '3.1', wanted 0, 1 or 2 first",
                "{key: k, oid: 1.40} | 10:23: hosts[h].items[k].oid: object identifier '1.40', wanted 0, 1 or 2 first",
                "{key: k, oid: 1.3.4294967296} | 10:23: hosts[h].items[k].oid: object identifier '1.3.42949",
                "{key: k, oid: 1.3.} | 10:23: hosts[h].items[k].oid: object identifier '1.3.', wanted numbers up",
                "{key: k, oid: '1'} | 10:23: hosts[h].items[k].oid: object identifier '1', wanted 2 to 128 numbers",
                "{key: k, oid: '{$X}'} | 10:23: hosts[h].items[k].oid: macro {$X} has no value, wanted one at the host",
                "{key: k, oid: {$X}} | 10:23: hosts[h].items[k].oid: a macro without quotes, wanted a text: write \"{$",
                "{key: k, oid: [1]} | 10:23: hosts[h].items[k].oid: a list, wanted a text",
                "{key: k$, oid: 1.3} | 10:15: hosts[h].items[k$].key: column 2: item key 'k$' has '$', wanted the end",
                "{key: 'k[{$X}]', oid: 1.3} | 10:15: hosts[h].items[k[{$X}]].key: macro {$X} has no value",
                "{key: 'k[{$BAD}]', oid: 1.3} | 10:15: hosts[h].items[k[{$BAD}]].key: 'a,b]\\' cannot be a parameter",
                "{key: before, oid: 1.3} | 10:15: hosts[h].items[before].key: 'before' is an item of this host already",
                "{key: k, oid: 1.3, unit: B} | 10:28: hosts[h].items[k]: unknown field 'unit' (did you mean 'units'?)",
                "{key: k, oid: 1.3, type: snmp} | 10:34: hosts[h].items[k].type: 'snmp', wanted trapper, internal, dependent, snmp_agent",
                "{key: k, oid: 1.3, value_type: flaot} | 10:40: hosts[h].items[k].value_type: 'flaot' (did you mean 'flo",
                "{key: k, oid: 1.3, update_interval: 5 s} | 10:45: hosts[h].items[k].update_interval: '5 s' is no length",
                "{key: k, oid: 1.3, update_interval: 0} | 10:45: hosts[h].items[k].update_interval: update interval '0'",
                "{key: k, oid: 1.3, history: ever} | 10:37: hosts[h].items[k].history: 'ever' is no length of time",
                "{key: k, oid: 1.3, trends: 100y} | 10:36: hosts[h].items[k].trends: '100y' is no length of time",
                "{key: k, oid: 1.3, enabled: yes} | 10:37: hosts[h].items[k].enabled: 'yes', wanted true or false",
                "{key: k, oid: 1.3, interface: 2} | 10:39: hosts[h].items[k].interface: interface 2 of this host has a",
                "{key: k, oid: 1.3, interface: 3} | 10:39: hosts[h].items[k].interface: no interface 3, wanted 1 to 2",
                "{key: k, oid: 1.3, tags: [a]} | 10:35: hosts[h].items[k].tags: 'a', wanted fields such as {tag: site",
                "{key: k, oid: 1.3, tags: [{value: a}]} | 10:35: hosts[h].items[k].tags.tag: nothing, wanted the tag's",
                "{key: k, type: internal} | 10:15: hosts[h].items[k].key: 'k', wanted zabbix[...] for an item of type",
                "{key: 'zabbix[a]', type: internal, oid: 1.3} | 10:49: hosts[h].items[zabbix[a]].oid: an item of type",
                "{key: k, type: dependent} | 10:9: hosts[h].items[k].master_item: nothing, wanted the key of an item",
                "{key: k, type: dependent, master_item: m} | 10:48: hosts[h].items[k].master_item: 'm', wanted the key",
                "{key: k, type: dependent, master_item: k} | 10:48: hosts[h].items[k].master_item: items that depend on",
                "{key: k, type: trapper, master_item: m} | 10:46: hosts[h].items[k].master_item: an item of type",
                "{key: k, type: trapper, oid: 1.3} | 10:38: hosts[h].items[k].oid: an item of type trapper has none",
                "{key: k, type: trapper, update_interval: 1m} | 10:50: hosts[h].items[k].update_interval: an item of",
                "{key: k, oid: 1.3, allowed_hosts: '::1'} | 10:43: hosts[h].items[k].allowed_hosts: an item of type snmp",
                "{key: k, type: trapper, allowed_hosts: 1.2.3.4/40} | 10:48: hosts[h].items[k].allowed_hosts: '1.2.3.4/",
                "k | 10:9: hosts[h].items: 'k', wanted fields",
                "{key: k, oid: 1.3, repeat: 5} | 10:36: hosts[h].items.repeat: '5', wanted fields such as {as: n, from",
                "{key: k, oid: 1.3, repeat: {from: 5}} | 10:36: hosts[h].items.repeat.to: nothing, wanted the last numb",
                "{key: k, oid: 1.3, repeat: {from: 5, to: 4}} | 10:50: hosts[h].items.repeat.to: 4, wanted at least 5",
                "{key: k, oid: 1.3, repeat: {to: 2000000}} | 10:41: hosts[h].items.repeat.to: 2000000: 2000000 repetiti",
                "{key: 'k[${i}]', oid: 1.3, repeat: {to: 9}} | 10:15: hosts[h].items[].key: no variable 'i' (did you mea",
                "{key: 'k[${n +}]', oid: 1.3, repeat: {to: 9}} | 10:15: hosts[h].items[].key: 'k[${n +}]' has '}]' in a",
                "{key: 'k[${1/(n-1)}]', oid: 1.3, repeat: {to: 2}} | 10:15: hosts[h].items[].key: 1 / 0 has no value",
                "{key: 'k[${n}]', oid: 1.x, repeat: {to: 9}} | 10:31: hosts[h].items[k[1]].oid: object identifier '1.x'",
            })
    void tellsWhatIsWrongWithAnItem(String item, String fault) throws IOException {
        Configuration read = read(HOST.formatted(item, "{name: middle, expression: last(//before)=2}"));

        assertThat(withoutTheBadInterface(read)).startsWith("zonda.yaml:" + fault);
        assertThat(withoutTheBadInterface(read).lines().count()).isLessThanOrEqualTo(2);
        Host host = read.hosts().getLast();
        assertThat(host.items()).extracting(Item::key).startsWith("before").endsWith("after");
        assertThat(host.triggers()).extracting(Trigger::name).containsExactly("before", "middle", "after");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{type: multiplier} | 10:46: hosts[h].items[k].preprocessing[1].parameters: 0 parameters, wanted one",
                "{type: multiplier, parameters: 8x} | 10:77: hosts[h].items[k].preprocessing[1].parameters: the fac",
                "{type: multiplier, parameters: 8K} | 10:77: hosts[h].items[k].preprocessing[1].parameters: the fac",
                "{type: multiplyer, parameters: 8} | 10:53: hosts[h].items[k].preprocessing[1].type: 'multiplyer' (did",
                "{type: regex, parameters: ['(', '1']} | 10:72: hosts[h].items[k].preprocessing[1].parameters: the pat",
                "{type: regex, parameters: [a]} | 10:72: hosts[h].items[k].preprocessing[1].parameters: 1 parameters, wa",
                "{type: simple_change, parameters: [a]} | 10:80: hosts[h].items[k].preprocessing[1].parameters: 1 parame",
                "{type: simple_change}, {type: change_per_second} | 10:76: hosts[h].items[k].preprocessing[2].type: a",
                "{type: discard_unchanged_heartbeat, parameters: 0} | 10:94: hosts[h].items[k].preprocessing[1].paramet",
                "{type: simple_change, on_fail: set_error} | 10:46: hosts[h].items[k].preprocessing[1].on_fail_value: n",
                "{type: simple_change, on_fail_value: 1} | 10:83: hosts[h].items[k].preprocessing[1].on_fail_value: has",
                "{type: simple_change, on_fail: drop} | 10:77: hosts[h].items[k].preprocessing[1].on_fail: 'drop', wante",
                "simple_change | 10:46: hosts[h].items[k].preprocessing: 'simple_change', wanted fields such as {type",
            })
    void tellsWhatIsWrongWithAStep(String steps, String fault) throws IOException {
        Configuration read = read(HOST.formatted(
                "{key: k, oid: 1.3.6, preprocessing: [" + steps + "]}",
                "{name: middle, expression: last(//before)=2}"));

        assertThat(withoutTheBadInterface(read)).startsWith("zonda.yaml:" + fault);
        assertThat(withoutTheBadInterface(read)).hasLineCount(1);
        assertThat(read.hosts().getLast().items()).extracting(Item::key).containsExactly("before", "after");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{name: t} | 14:9: hosts[h].triggers[t].expression: nothing, wanted an expression",
                "{expression: last(//k)=1} | 14:9: hosts[h].triggers[].name: nothing, wanted the trigger's name",
                "{name: before, expression: last(//k)=1} | 14:16: hosts[h].triggers[before].name: 'before' is a trigger",
                "{name: t, expression: last(//k=1} | 14:31: hosts[h].triggers[t].expression: column 10: expression has '=1', wanted ',' or ')', in",
                "{name: t, expression: 1=1} | 14:31: hosts[h].triggers[t].expression: reads no item, wanted at least one",
                "{name: t, expression: last(//afte)=1} | 14:31: hosts[h].triggers[t].expression: no item 'afte' at host '",
                "{name: t, expression: last(/goof/k)=1} | 14:31: hosts[h].triggers[t].expression: no host 'goof' (did you",
                "{name: t, expression: last(//bad)=1} | 14:31: hosts[h].triggers[t].expression: the item 'bad' at host 'h",
                "{name: t, expression: 'avg(/good/text,5m)=1'} | 14:31: hosts[h].triggers[t].expression: avg(/good/text)",
                "{name: t, expression: 'count(/good/text,5m,\"gt\",1)=1'} | 14:31: hosts[h].triggers[t].expression: count(",
                "{name: t, expression: 'count(/good/k,5m,,\"x\")=1'} | 14:31: hosts[h].triggers[t].expression: count(/good",
                "{name: t, expression: 'last(//k)={$X}'} | 14:31: hosts[h].triggers[t].expression: column 12: macro {$X} h",
                "{name: t, expression: last(/good/k)=1, severity: hihg} | 14:58: hosts[h].triggers[t].severity: 'hihg' (d",
                "{name: t, expression: last(/good/k)=1, recovery_expression: last(/h/x)=2} | 14:69: hosts[h].triggers[t].r",
                "{name: t, expresion: last(/good/k)=1} | 14:19: hosts[h].triggers[t]: unknown field 'expresion' (did you",
            })
    void tellsWhatIsWrongWithATrigger(String trigger, String fault) throws IOException {
        Configuration read = read(HOST.formatted("{key: bad, oid: x}", trigger));

        String told = withoutTheBadInterface(read)
                .lines()
                .filter(line -> !line.contains("items[bad]"))
                .collect(Collectors.joining("\n"));
        assertThat(told).startsWith("zonda.yaml:" + fault);
        assertThat(told.lines().count()).isLessThanOrEqualTo(2);
        assertThat(read.hosts().getLast().triggers()).extracting(Trigger::name).containsExactly("before", "after");
        assertThat(read.hosts().getFirst().triggers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hosts: [{name: a}] | 1:9: hosts[].host: nothing, wanted the host's technical name",
                "hosts: [{host: ''}] | 1:16: hosts[].host: an empty text, wanted the host's technical name",
                "hosts: [{host: a/b}] | 1:16: hosts[a/b].host: 'a/b', wanted 1 to 128 letters, digits, blanks",
                "hosts: [{host: a}, {host: a}] | 1:27: hosts[a].host: 'a' is defined already in zonda.yaml, line 1",
                "hosts: [{host: a, id: 1}, {host: b, id: 1}] | 1:41: hosts[b].id: '1' is the id of host 'a' already",
                "hosts: [{host: a, id: 1000001}] | 1:23: hosts[a].id: '1000001', wanted a whole number from 1 to 1000000",
                "hosts: [{host: a, itmes: []}] | 1:19: hosts[a]: unknown field 'itmes' (did you mean 'items'?)",
                "hosts: [{host: a, host: b}] | 1:19: the field 'host' stands here twice",
                "hosts: [{host: a, macros: {A: 1}}] | 1:28: hosts[a].macros: macro 'A', wanted {$NAME} or {$NAME:con",
                "hosts: [{host: a, macros: [1]}] | 1:27: hosts[a].macros: a list, wanted fields such as \"{$NAME}\": v",
                "hosts: [{host: a, groups: x}] | 1:27: hosts[a].groups: 'x', wanted a list",
                "hosts: [{host: a, interfaces: [{type: snmp}]}] | 1:32: hosts[a].interfaces[1].address: nothing, wanted",
                "hosts: [{host: a, interfaces: [{type: snmp, address: a b}]}] | 1:54: hosts[a].interfaces[1].address: 'a",
                "hosts: [{host: a, interfaces: [{type: ssh, address: a}]}] | 1:39: hosts[a].interfaces[1].type: 'ssh', w",
                "hosts: [{host: a, interfaces: [{type: snmp, address: a, port: 0}]}] | 1:63: hosts[a].interfaces[1].port",
                "hosts: [{host: a, interfaces: [{type: snmp, address: a, timeout: 2m}]}] | 1:66: hosts[a].interfaces[1].t",
                "hosts: [{host: a, interfaces: [{type: snmp, address: a, retries: 11}]}] | 1:66: hosts[a].interfaces[1].r",
                "hosts: [{host: a, interfaces: [{type: snmp, address: a, max_varbinds: 0}]}] | 1:71: hosts[a].interfaces",
                "hosts: [a] | 1:9: hosts: 'a', wanted fields",
                "hosts: a | 1:8: hosts: 'a', wanted a list of hosts",
                "hosts: {a: b} | 1:8: hosts: fields, wanted a list of hosts",
                "hots: [] | 1:1: unknown field 'hots' (did you mean 'hosts'?), wanted macros, regular_expressions, hosts, or one that",
                "macros: {\"{$A:regex:(}\": 1} | 1:10: macros: macro '{$A:regex:(}': the pattern '('",
                "[a] | 1:1: a list, wanted fields: macros, regular_expressions, hosts",
                "hosts: [*a] | 1:9: no anchor '&a' stands complete before the alias '*a'",
                "hosts: [&a {host: a, x: *a}] | 1:25: no anchor '&a' stands complete before the alias '*a'",
                "hosts: [{host: a | 1:17: no YAML from here on: while parsing a flow mapping",
                "hosts: [\"a | 1:11: no YAML from here on:",
            })
    void tellsWhatIsWrongElsewhere(String text, String fault) throws IOException {
        assertThat(told(read(text))).startsWith("zonda.yaml:" + fault);
    }

    @Test
    void tellsOnePlaceOfManyRepetitionsOnce() throws IOException {
        Configuration read = read("""
                hosts:
                  - repeat: {to: 500}
                    host: h${n}
                    interfaces: [{type: snmp, address: 127.0.0.1}]
                    items: [{key: k, oid: 1.3.6, update_interval: 5x}, {key: l, oid: 1.3.6}]
                    triggers: [{name: t, expression: last(//k)=1}]
                """);

        assertThat(told(read).lines())
                .containsExactly(
                        "zonda.yaml:5:51: hosts[h1].items[k].update_interval: '5x' is no length of time, wanted a number"
                                + " with s, m, h, d or w, such as 30s (and 499 times more, in repetitions)",
                        "zonda.yaml:6:38: hosts[h1].triggers[t].expression: the item 'k' at host 'h1' has a fault"
                                + " itself (and 499 times more, in repetitions)");
        assertThat(read.hosts()).hasSize(500);
    }

    @Test
    void aSlipInANumberOfRepetitionsDoesNotGrowWithoutEnd() {
        Faults faults = new Faults();
        Repetition repetition = new Repetition(faults);
        long[] given = {0};
        new YamlStream(
                        ConfigurationFile.ofText("zonda.yaml", "hosts: [{repeat: {to: 1000000}}, {repeat: {to: 3}}]"),
                        faults)
                .read(new YamlStream.Visitor() {
                    @Override
                    public void macros(Node node) {}

                    @Override
                    public void regularExpressions(Node node) {}

                    @Override
                    public boolean beginHosts() {
                        return true;
                    }

                    @Override
                    public void host(Node outer) {
                        for (int i = 0; i < 11; i++) {
                            repetition.of(outer, Scope.NONE, "hosts", (mapping, scope) -> given[0]++);
                        }
                    }
                });

        assertThat(given[0]).isEqualTo(10_000_000);
        assertThat(faults.list())
                .extracting(ConfigurationFault::toString)
                .containsExactly(
                        "zonda.yaml:1:23: hosts.repeat.to: 1000000, wanted at most 10000000 repetitions in all files"
                                + " together",
                        "zonda.yaml:1:48: hosts.repeat.to: 3, wanted at most 10000000 repetitions in all files"
                                + " together (and 10 times more, in repetitions)");
    }

    @Test
    void tellsAtMostAThousandPlaces() throws IOException {
        Configuration read = read("hosts:\n" + "  - {host: a/b}\n".repeat(1_500));

        assertThat(read.faults()).hasSize(Faults.MOST + 1);
        assertThat(read.faults().getLast().message()).isEqualTo("500 more faults are not shown");
    }

    @Test
    void macrosBehindHostsAreAFaultAndThoseOfTwoFilesMeet() throws IOException {
        YamlConfiguration source = new YamlConfiguration(
                List.of(
                        ConfigurationFile.ofText("a.yaml", "macros: {'{$A}': 1}\nhosts: []\nmacros: {'{$B}': 1}"),
                        ConfigurationFile.ofText("b.yaml", "macros: {'{$A}': 2}"),
                        new ConfigurationFile("c.yaml", () -> {
                            throw new java.nio.file.NoSuchFileException("c.yaml");
                        })),
                disk());

        assertThat(told(source.read()).lines())
                .containsExactly(
                        "b.yaml:1:9: macros: '{$A}' is defined twice, wanted once in all files",
                        "a.yaml:3:9: macros: stands behind hosts, wanted before them",
                        "c.yaml: cannot be read: NoSuchFileException: c.yaml");
    }

    private static String withoutTheBadInterface(Configuration read) {
        return told(read)
                .lines()
                .filter(line -> !line.contains("interfaces[2].address"))
                .collect(Collectors.joining("\n"));
    }

    private static String told(Configuration read) {
        return read.faults().stream().map(ConfigurationFault::toString).collect(Collectors.joining("\n"));
    }

    private static Configuration read(String text) throws IOException {
        return new YamlConfiguration(List.of(ConfigurationFile.ofText("zonda.yaml", text)), disk()).read();
    }

    private static SimulatedDisk disk() {
        return new SimulatedDisk(new Simulation(1), "data", 1 << 26);
    }
}
