package zonda.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Severity;
import zonda.runtime.WallClock;
import zonda.web.api.JsonRpc;
import zonda.web.session.Sessions;

/// The JSON-RPC API as clients made for Zabbix use it.
class JsonRpcTest {
    private static final long NOW = 1_796_000_000_000_000_000L;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String OPERATOR = "operator-token-operator-token-operator";

    private final AtomicLong clock = new AtomicLong(NOW);
    private final FakeWorld world = new FakeWorld(20, clock::get, Duration.ofHours(2));
    private final List<RuntimeException> faults = new ArrayList<>();
    private final Sessions sessions =
            new Sessions(FakeServer.accounts(), clock::get, new SecureRandom(), OPERATOR, Duration.ofHours(1));
    private final JsonRpc rpc = new JsonRpc(world, sessions, fixed(clock), (_, fault) -> faults.add(fault));

    static WallClock fixed(AtomicLong clock) {
        return new WallClock() {
            @Override
            public long epochNanos() {
                return clock.get();
            }

            @Override
            public ZoneId zone() {
                return ZoneId.of("UTC");
            }
        };
    }

    private String raw(String body, String bearer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        rpc.answer(body.getBytes(StandardCharsets.UTF_8), bearer, "127.0.0.1", out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private JsonNode call(String method, String params) {
        return JSON.readTree(raw(
                "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + ",\"id\":7}", OPERATOR));
    }

    private JsonNode result(String method, String params) {
        JsonNode answer = call(method, params);
        assertThat(answer.has("error")).as(answer.toString()).isFalse();
        assertThat(answer.path("id").intValue()).isEqualTo(7);
        return answer.path("result");
    }

    private JsonNode error(String method, String params) {
        JsonNode answer = call(method, params);
        assertThat(answer.has("error")).as(answer.toString()).isTrue();
        return answer.path("error");
    }

    private static List<String> texts(JsonNode list, String field) {
        return list.valueStream().map(each -> each.path(field).asString()).toList();
    }

    private Host router() {
        return world.hosts().stream()
                .filter(host -> host.name().startsWith("core-router"))
                .findFirst()
                .orElseThrow();
    }

    private Item item(String key) {
        return router().items().stream()
                .filter(item -> item.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    // ---- the frame ----

    @Test
    void tellsAFullVersionWithoutALogin() {
        JsonNode answer =
                JSON.readTree(raw("{\"jsonrpc\":\"2.0\",\"method\":\"apiinfo.version\",\"params\":[],\"id\":1}", ""));
        assertThat(answer.path("result").asString()).matches("7\\.0\\.\\d+");
    }

    @Test
    void takesTheTokenFromTheHeaderOrFromTheBody() {
        String login = raw(
                "{\"jsonrpc\":\"2.0\",\"method\":\"user.login\","
                        + "\"params\":{\"username\":\"Admin\",\"password\":\"zonda\"},\"id\":1}",
                "");
        String token = JSON.readTree(login).path("result").asString();
        assertThat(token).hasSize(64);
        String body = "{\"jsonrpc\":\"2.0\",\"method\":\"host.get\",\"params\":{\"countOutput\":true},\"id\":1";
        assertThat(JSON.readTree(raw(body + "}", token)).path("result").asString())
                .isEqualTo("20");
        assertThat(JSON.readTree(raw(body + ",\"auth\":\"" + token + "\"}", ""))
                        .path("result")
                        .asString())
                .isEqualTo("20");
        assertThat(raw(body + "}", "")).contains("-32602").contains("Not authorized.");
        assertThat(raw(body + "}", token.replace(token.charAt(0), 'x')))
                .contains("Session terminated, re-login, please.");
    }

    @Test
    void logsInWithUserDataAndOutAgain() {
        JsonNode user = result("user.login", "{\"user\":\"Admin\",\"password\":\"zonda\",\"userData\":true}");
        String token = user.path("sessionid").asString();
        assertThat(user.path("username").asString()).isEqualTo("Admin");
        assertThat(result("user.checkAuthentication", "{\"sessionid\":\"" + token + "\"}")
                        .path("userid")
                        .asString())
                .isEqualTo("1");
        assertThat(raw("{\"jsonrpc\":\"2.0\",\"method\":\"user.logout\",\"params\":[],\"id\":1}", token))
                .contains("\"result\":true");
        assertThat(error("user.checkAuthentication", "{\"sessionid\":\"" + token + "\"}")
                        .path("data")
                        .asString())
                .contains("Session terminated");
    }

    @Test
    void refusesAWrongPassword() {
        JsonNode error = error("user.login", "{\"username\":\"Admin\",\"password\":\"wrong\"}");
        assertThat(error.path("code").intValue()).isEqualTo(-32500);
        assertThat(error.path("data").asString()).contains("Incorrect user name or password");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"jsonrpc\":\"2.0\"|-32700|Line 1",
                "|-32700|Invalid JSON",
                "{} x|-32700|Invalid JSON",
                "5|-32600|an object is expected, not 5",
                "[]|-32600|A batch of 0 requests",
                "{\"method\":\"host.get\",\"id\":1}|-32600|value must be \"2.0\"; the parameter is missing",
                "{\"jsonrpc\":\"1.0\",\"method\":\"host.get\",\"id\":1}|-32600|value must be \"2.0\", not \"1.0\"",
                "{\"jsonrpc\":\"2.0\",\"id\":1}|-32600|the parameter \"method\" is missing",
                "{\"jsonrpc\":\"2.0\",\"method\":5,\"id\":1}|-32600|a character string is expected, not 5",
                "{\"jsonrpc\":\"2.0\",\"method\":\"host.get\",\"id\":{}}|-32600|/id",
                "{\"jsonrpc\":\"2.0\",\"method\":\"hots.get\",\"id\":1}|-32601|Did you mean \"host.get\"?",
                "{\"jsonrpc\":\"2.0\",\"method\":\"host.create\",\"id\":1}|-32601|Incorrect method \"host.create\"",
                "{\"jsonrpc\":\"2.0\",\"method\":\"host.get\",\"params\":5,\"id\":1}|-32602|an object is expected, not 5",
            })
    void namesWhatIsWrongWithARequest(String body, int code, String words) {
        JsonNode error = JSON.readTree(raw(body == null ? "" : body, OPERATOR)).path("error");
        assertThat(error.path("code").intValue()).isEqualTo(code);
        assertThat(error.path("data").asString()).contains(words);
    }

    @Test
    void refusesNestingThatIsTooDeep() {
        String deep = "[".repeat(5_000) + "]".repeat(5_000);
        assertThat(raw(deep, OPERATOR)).contains("-32700");
    }

    @Test
    void answersABatchInOrderAndNotificationsNotAtAll() {
        String version = "{\"jsonrpc\":\"2.0\",\"method\":\"apiinfo.version\",\"params\":[]";
        JsonNode answers = JSON.readTree(raw(
                "[" + version + ",\"id\":1}," + version
                        + "},{\"jsonrpc\":\"2.0\",\"method\":\"no.such\",\"id\":\"b\"}]",
                ""));
        assertThat(answers.size()).isEqualTo(2);
        assertThat(answers.get(0).path("id").intValue()).isEqualTo(1);
        assertThat(answers.get(1).path("id").asString()).isEqualTo("b");
        assertThat(answers.get(1).path("error").path("code").intValue()).isEqualTo(-32601);
        assertThat(raw(version + "}", "")).isEmpty();
        assertThat(raw("[" + version + "}]", "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host.get|{\"limt\":1}|unexpected parameter \"limt\". Did you mean \"limit\"?",
                "host.get|{\"limit\":\"x\"}|\"/limit\": an integer is expected, not \"x\"",
                "host.get|{\"limit\":0}|\"/limit\": value must be one of 1-2147483647, not 0",
                "host.get|{\"hostids\":[1,\"a\"]}|\"/hostids/2\": an integer is expected, not \"a\"",
                "host.get|{\"hostids\":{}}|\"/hostids\": a character string is expected, not an object",
                "host.get|{\"output\":5}|\"/output\": an array or a character string is expected, not 5",
                "host.get|{\"output\":\"all\"}|must be \"extend\", \"count\" or an array of fields, not \"all\"",
                "host.get|{\"filter\":{\"nme\":\"x\"}}|\"/filter\": unexpected field \"nme\"",
                "host.get|{\"filter\":5}|\"/filter\": an object is expected, not 5",
                "host.get|{\"sortfield\":\"size\"}|\"/sortfield\": unexpected field \"size\"",
                "host.get|{\"sortorder\":\"UP\"}|value must be one of \"ASC\", \"DESC\", not \"UP\"",
                "history.get|{\"history\":9}|\"/history\": value must be one of 0-5, not 9",
                "event.acknowledge|{\"eventids\":[1]}|the parameter \"action\" is missing",
                "event.acknowledge|{\"action\":2}|the parameter \"eventids\" is missing",
                "event.acknowledge|{\"eventids\":1,\"action\":32}|must be a sum of 1 (close)",
                "event.acknowledge|{\"eventids\":1,\"action\":18}|must not have both",
                "event.acknowledge|{\"eventids\":1,\"action\":4}|\"/message\": cannot be empty",
                "event.acknowledge|{\"eventids\":1,\"action\":8}|the parameter \"severity\" is missing",
                "event.acknowledge|{\"eventids\":1,\"action\":8,\"severity\":6}|value must be one of 0-5, not 6",
                "user.login|{\"username\":\"Admin\"}|the parameter \"password\" is missing",
            })
    void namesTheParameterTheValueSeenAndTheValueWanted(String method, String params, String words) {
        JsonNode error = error(method, params);
        assertThat(error.path("code").intValue()).isEqualTo(-32602);
        assertThat(error.path("message").asString()).isEqualTo("Invalid params.");
        assertThat(error.path("data").asString()).contains(words);
    }

    // ---- hosts and groups ----

    @Test
    void tellsHostsWithWhatIsSelected() {
        Host host = router();
        JsonNode found = result(
                "host.get",
                "{\"hostids\":\"" + host.id() + "\",\"output\":[\"name\"],\"selectInterfaces\":\"extend\","
                        + "\"selectTags\":\"extend\",\"selectHostGroups\":[\"name\"],\"selectItems\":\"count\","
                        + "\"selectTriggers\":[\"description\"],\"selectMacros\":\"extend\"}");
        assertThat(found.size()).isEqualTo(1);
        JsonNode first = found.get(0);
        assertThat(first.propertyNames())
                .containsExactlyInAnyOrder(
                        "hostid", "name", "interfaces", "tags", "hostgroups", "items", "triggers", "macros");
        assertThat(first.path("interfaces").get(0).path("type").asString()).isEqualTo("2");
        assertThat(first.path("interfaces").get(0).path("available").asString()).isEqualTo("1");
        assertThat(first.path("hostgroups").get(0).path("name").asString()).isEqualTo("Network");
        assertThat(first.path("items").asString())
                .isEqualTo(Integer.toString(host.items().size()));
        assertThat(first.path("tags").get(0).path("value").asString()).isEqualTo("core-router");
    }

    @Test
    void filtersSearchesSortsAndLimits() {
        assertThat(texts(
                        result("host.get", "{\"filter\":{\"host\":[\"linux-01\",\"ups-01\"]},\"sortfield\":\"name\"}"),
                        "name"))
                .containsExactly("linux-01", "ups-01");
        assertThat(texts(
                        result(
                                "host.get",
                                "{\"search\":{\"name\":\"LINUX\"},\"sortfield\":\"name\",\"sortorder\":\"DESC\","
                                        + "\"limit\":2}"),
                        "name"))
                .containsExactly("linux-05", "linux-04");
        assertThat(texts(
                        result(
                                "host.get",
                                "{\"search\":{\"name\":[\"ups*1\",\"lin*2\"]},\"searchWildcardsEnabled\":true,"
                                        + "\"searchByAny\":true,\"sortfield\":\"name\"}"),
                        "name"))
                .containsExactly("linux-02", "ups-01");
        assertThat(result("host.get", "{\"search\":{\"name\":\"linux\"},\"excludeSearch\":true,\"countOutput\":true}")
                        .asString())
                .isEqualTo("15");
        assertThat(result("host.get", "{\"search\":{\"name\":\"switch\"},\"startSearch\":true,\"countOutput\":true}")
                        .asString())
                .isEqualTo("0");
        assertThat(result(
                                "host.get",
                                "{\"tags\":[{\"tag\":\"class\",\"value\":\"ups\",\"operator\":1}],"
                                        + "\"countOutput\":true}")
                        .asString())
                .isEqualTo("5");
    }

    @Test
    void keepsIdsAsKeysWhereAsked() {
        JsonNode found = result("host.get", "{\"preservekeys\":true,\"output\":[\"host\"],\"limit\":3}");
        assertThat(found.isObject()).isTrue();
        found.properties()
                .forEach(each ->
                        assertThat(each.getValue().path("hostid").asString()).isEqualTo(each.getKey()));
    }

    @Test
    void findsHostsByTheGroupsThatItTells() {
        JsonNode groups = result("hostgroup.get", "{\"output\":[\"name\"],\"sortfield\":\"name\"}");
        assertThat(texts(groups, "name"))
                .containsExactly("Network", "Power", "Servers", "Site A", "Site B", "Site C", "Site D", "Site E");
        String power = groups.get(1).path("groupid").asString();
        assertThat(Long.parseLong(power)).isBetween(1L, 1L << 53);
        assertThat(texts(result("host.get", "{\"groupids\":[" + power + "]}"), "name"))
                .hasSize(5)
                .allMatch(name -> name.startsWith("ups"));
    }

    // ---- items and history ----

    @Test
    void tellsItemsWithTheirLastValues() {
        Item item = item("ifHCInOctets[1]");
        JsonNode found = result("item.get", "{\"itemids\":[" + item.id() + "],\"selectHosts\":[\"host\"]}")
                .get(0);
        MonitoringView.Sample last =
                world.latest(List.of(item.id())).getFirst().samples().getFirst();
        assertThat(found.path("lastvalue").asString()).isEqualTo(last.value().asText());
        assertThat(found.path("lastclock").asString()).isEqualTo(Long.toString(last.epochNanos() / 1_000_000_000));
        assertThat(found.path("lastns").asString()).isEqualTo(Long.toString(last.epochNanos() % 1_000_000_000));
        assertThat(found.path("value_type").asString()).isEqualTo("3");
        assertThat(found.path("delay").asString()).isEqualTo("1s");
        assertThat(found.path("state").asString()).isEqualTo("0");
        assertThat(found.path("hosts").get(0).path("host").asString()).isEqualTo(router().host());
        found.properties()
                .forEach(each -> assertThat(
                                each.getValue().isString() || each.getKey().equals("hosts"))
                        .as(each.getKey())
                        .isTrue());
    }

    @Test
    void tellsWhyAnItemIsNotSupportedAndFindsItByThat() {
        Item item = item("cpmCPUTotal");
        world.fail(item.id(), "no such instance");
        JsonNode found = result("item.get", "{\"filter\":{\"state\":1}}");
        assertThat(texts(found, "itemid")).containsExactly(Long.toString(item.id()));
        assertThat(found.get(0).path("error").asString()).isEqualTo("no such instance");
    }

    @Test
    void findsItemsByHostGroupTriggerAndKey() {
        Host host = router();
        assertThat(result("item.get", "{\"host\":\"" + host.host() + "\",\"countOutput\":true}")
                        .asString())
                .isEqualTo(Integer.toString(host.items().size()));
        assertThat(texts(
                        result(
                                "item.get",
                                "{\"triggerids\":" + host.triggers().getFirst().id() + "}"),
                        "itemid"))
                .containsExactly(Long.toString(
                        host.triggers().getFirst().references().getFirst().itemId()));
        assertThat(texts(
                        result(
                                "item.get",
                                "{\"hostids\":" + host.id()
                                        + ",\"search\":{\"key_\":\"ifHCIn\"},\"output\":[\"key_\"]}"),
                        "key_"))
                .containsExactly("ifHCInOctets[1]", "ifHCInOctets[2]", "ifHCInOctets[3]", "ifHCInOctets[4]");
    }

    @Test
    void tellsManyItemsEachWithItsOwnValue() {
        JsonNode found = result("item.get", "{\"output\":[\"lastvalue\",\"value_type\"]}");
        assertThat(found.size())
                .isEqualTo(world.hosts().stream()
                        .mapToInt(host -> host.items().size())
                        .sum());
        for (JsonNode each : found) {
            long id = Long.parseLong(each.path("itemid").asString());
            assertThat(each.path("lastvalue").asString())
                    .isEqualTo(world.latest(List.of(id))
                            .getFirst()
                            .samples()
                            .getFirst()
                            .value()
                            .asText());
        }
    }

    @Test
    void tellsHistoryInARangeInOrderOfTime() {
        Item in = item("ifHCInOctets[1]");
        Item out = item("ifHCOutOctets[1]");
        long from = NOW / FakeWorld.SECOND - 60;
        JsonNode rows = result(
                "history.get",
                "{\"history\":3,\"itemids\":[" + in.id() + "," + out.id() + "],\"time_from\":" + from
                        + ",\"time_till\":" + (from + 9) + ",\"sortfield\":\"clock\",\"sortorder\":\"DESC\"}");
        assertThat(rows.size()).isEqualTo(20);
        List<Long> clocks = rows.valueStream()
                .map(row -> Long.parseLong(row.path("clock").asString()))
                .toList();
        assertThat(clocks).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(clocks).allMatch(at -> at >= from && at <= from + 9);
        JsonNode newest = result(
                "history.get",
                "{\"history\":3,\"itemids\":" + in.id()
                        + ",\"sortfield\":\"clock\",\"sortorder\":\"DESC\",\"limit\":1}");
        assertThat(newest.get(0).path("value").asString())
                .isEqualTo(world.latest(List.of(in.id()))
                        .getFirst()
                        .samples()
                        .getFirst()
                        .value()
                        .asText());
    }

    @Test
    void tellsHistoryOfEachValueTypeAndOfNoOther() {
        Item log = world.hosts().stream()
                .flatMap(host -> host.items().stream())
                .filter(item -> item.key().equals("syslog"))
                .findFirst()
                .orElseThrow();
        JsonNode row = result("history.get", "{\"history\":2,\"itemids\":" + log.id() + ",\"limit\":1}")
                .get(0);
        assertThat(row.path("source").asString()).isEqualTo("syslog");
        assertThat(row.path("logeventid").asString()).isEqualTo("7");
        assertThat(row.path("value").asString()).contains("session opened");
        assertThat(result("history.get", "{\"history\":0,\"itemids\":" + log.id() + "}")
                        .size())
                .isZero();
        assertThat(result(
                                "history.get",
                                "{\"history\":1,\"itemids\":" + item("sysDescr").id() + ",\"limit\":1}")
                        .get(0)
                        .path("value")
                        .asString())
                .startsWith("Zonda simulated");
    }

    @Test
    void tellsHourlyTrends() {
        JsonNode rows =
                result("trend.get", "{\"itemids\":" + item("cpmCPUTotal").id() + "}");
        assertThat(rows.size()).isBetween(2, 3);
        for (JsonNode row : rows) {
            assertThat(Long.parseLong(row.path("clock").asString()) % 3_600).isZero();
            double min = Double.parseDouble(row.path("value_min").asString());
            double avg = Double.parseDouble(row.path("value_avg").asString());
            assertThat(min).isLessThanOrEqualTo(avg);
        }
    }

    // ---- triggers, problems, events ----

    @Test
    void tellsTriggersWithTheirStateNow() {
        Host host = router();
        long event = world.open(host, 0, Severity.WARNING, 100);
        JsonNode found = result(
                "trigger.get",
                "{\"only_true\":true,\"selectHosts\":[\"name\"],\"selectItems\":[\"key_\"],\"selectLastEvent\":\"extend\","
                        + "\"expandDescription\":true,\"selectTags\":\"extend\"}");
        assertThat(found.size()).isEqualTo(1);
        JsonNode trigger = found.get(0);
        assertThat(trigger.path("value").asString()).isEqualTo("1");
        assertThat(trigger.path("priority").asString()).isEqualTo("2");
        assertThat(trigger.path("lastchange").asString()).isEqualTo(Long.toString(NOW / FakeWorld.SECOND - 100));
        assertThat(trigger.path("hosts").get(0).path("name").asString()).isEqualTo(host.name());
        assertThat(trigger.path("lastEvent").path("eventid").asString()).isEqualTo(Long.toString(event));
        world.resolve(event);
        assertThat(result("trigger.get", "{\"only_true\":true,\"countOutput\":true}")
                        .asString())
                .isEqualTo("0");
        assertThat(result("trigger.get", "{\"hostids\":" + host.id() + ",\"countOutput\":true}")
                        .asString())
                .isEqualTo("2");
    }

    @Test
    void tellsOpenProblemsAndRecentOnesWhereAsked() {
        Host host = router();
        long first = world.open(host, 0, Severity.WARNING, 100);
        long second = world.open(host, 1, Severity.HIGH, 50);
        world.resolve(first);
        assertThat(texts(result("problem.get", "{\"selectTags\":\"extend\"}"), "eventid"))
                .containsExactly(Long.toString(second));
        assertThat(texts(
                        result("problem.get", "{\"recent\":true,\"sortfield\":[\"eventid\"],\"sortorder\":\"DESC\"}"),
                        "eventid"))
                .containsExactly(Long.toString(second), Long.toString(first));
        clock.addAndGet(Duration.ofMinutes(6).toNanos());
        assertThat(result("problem.get", "{\"recent\":\"true\",\"countOutput\":true}")
                        .asString())
                .isEqualTo("1");
        assertThat(result("problem.get", "{\"severities\":[2],\"countOutput\":true}")
                        .asString())
                .isEqualTo("0");
        assertThat(result("problem.get", "{\"hostids\":[1],\"countOutput\":true}")
                        .asString())
                .isEqualTo("0");
        assertThat(result("problem.get", "{\"object\":4,\"countOutput\":true}").asString())
                .isEqualTo("0");
        assertThat(texts(result("event.get", "{\"value\":0}"), "objectid"))
                .containsExactly(Long.toString(host.triggers().getFirst().id()));
        assertThat(result("event.get", "{\"countOutput\":true}").asString()).isEqualTo("3");
    }

    @Test
    void acknowledgesWithAMessageAndANewSeverity() {
        long event = world.open(router(), 0, Severity.WARNING, 100);
        JsonNode done = result(
                "event.acknowledge",
                "{\"eventids\":\"" + event + "\",\"action\":14,\"message\":\"mine\",\"severity\":5}");
        assertThat(done.path("eventids").get(0).asString()).isEqualTo(Long.toString(event));
        JsonNode problem =
                result("problem.get", "{\"selectAcknowledges\":\"extend\"}").get(0);
        assertThat(problem.path("acknowledged").asString()).isEqualTo("1");
        assertThat(problem.path("severity").asString()).isEqualTo("5");
        assertThat(problem.path("acknowledges").get(0).path("message").asString())
                .isEqualTo("mine");
        result("event.acknowledge", "{\"eventids\":[" + event + "],\"action\":16}");
        assertThat(result("problem.get", "{\"acknowledged\":false,\"countOutput\":true}")
                        .asString())
                .isEqualTo("1");
    }

    @Test
    void closesWhereTheTriggerAllowsItAndSaysWhyNotElsewhere() {
        long closable = world.open(router(), 0, Severity.WARNING, 100);
        long other = world.open(router(), 1, Severity.HIGH, 100);
        result("event.acknowledge", "{\"eventids\":[" + closable + "],\"action\":1}");
        assertThat(texts(result("problem.get", "{}"), "eventid")).containsExactly(Long.toString(other));
        JsonNode error = error("event.acknowledge", "{\"eventids\":[" + other + "],\"action\":1}");
        assertThat(error.path("code").intValue()).isEqualTo(-32500);
        assertThat(error.path("data").asString()).contains("does not allow manual closing");
        assertThat(error("event.acknowledge", "{\"eventids\":[5],\"action\":2}")
                        .path("data")
                        .asString())
                .contains("No problem has the event id 5");
    }

    // ---- bad input ----

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void answersEveryMutatedRequestWithJson(long seed) {
        FakeWorld small = new FakeWorld(6, clock::get, Duration.ofSeconds(20));
        small.open(small.hosts().get(1), 0, Severity.WARNING, 100);
        JsonRpc fuzzed = new JsonRpc(small, sessions, fixed(clock), (_, fault) -> faults.add(fault));
        List<String> seeds = List.of(
                "{\"jsonrpc\":\"2.0\",\"method\":\"item.get\",\"params\":{\"output\":[\"name\",\"lastvalue\"],"
                        + "\"hostids\":[\"4\"],\"filter\":{\"value_type\":[0,3]},\"search\":{\"key_\":\"if*\"},"
                        + "\"searchWildcardsEnabled\":true,\"sortfield\":\"name\",\"limit\":5,\"selectHosts\":\"extend\"},"
                        + "\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"problem.get\",\"params\":{\"selectTags\":\"extend\","
                        + "\"tags\":[{\"tag\":\"scope\",\"value\":\"x\",\"operator\":\"0\"}],\"severities\":[1,2]},\"id\":2}",
                "[{\"jsonrpc\":\"2.0\",\"method\":\"history.get\",\"params\":{\"history\":3,\"itemids\":[6],"
                        + "\"time_from\":1,\"limit\":3},\"id\":3}]",
                "{\"jsonrpc\":\"2.0\",\"method\":\"event.acknowledge\",\"params\":{\"eventids\":[900000],"
                        + "\"action\":6,\"message\":\"m\"},\"id\":4}");
        SplittableRandom random = new SplittableRandom(seed);
        byte[] spice = "{}[]\",:0123456789.-eEtfn\\u\u0000\u00ff ".getBytes(StandardCharsets.ISO_8859_1);
        for (int round = 0; round < 3_000; round++) {
            byte[] bytes = seeds.get(random.nextInt(seeds.size())).getBytes(StandardCharsets.UTF_8);
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                bytes[random.nextInt(bytes.length)] = spice[random.nextInt(spice.length)];
            }
            int length = random.nextInt(10) == 0 ? random.nextInt(bytes.length) : bytes.length;
            byte[] body = java.util.Arrays.copyOf(bytes, length);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            fuzzed.answer(body, OPERATOR, "127.0.0.1", out);
            if (out.size() > 0) {
                JSON.readTree(out.toByteArray());
            }
            assertThat(faults)
                    .as("seed %d, round %d: %s", seed, round, new String(body, StandardCharsets.UTF_8))
                    .isEmpty();
        }
    }
}
