package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// Zabbix's own cases for what people write, read where the real inputs lie.
class ZabbixCasesTest {
    @Test
    void keysEndWhereZabbixEndsThem() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxexpr/parse_key.yaml")) {
            String key = text(document, "in", "key");
            boolean isKey = text(document, "out", "return").equals("SUCCEED");
            int expected = isKey ? text(document, "out", "valid_part").length() : 0;
            run++;
            if (ItemKey.end(key, 0) != expected) {
                wrong.add(key + ": " + ItemKey.end(key, 0) + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(30);
    }

    @Test
    void keysHaveTheParametersThatZabbixFinds() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxsysinfo/zbx_parse_item_key.yaml")) {
            String key = text(document, "in", "key");
            run++;
            String expected = at(document, "out", "parameters") instanceof List<?> list ? list.toString() : "none";
            String got;
            try {
                got = ItemKey.parse(key).parameters().toString();
            } catch (LanguageException e) {
                got = "none";
            }
            if (!got.equals(expected)) {
                wrong.add(key + ": " + got + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(20);
    }

    @Test
    void macrosInKeysGetQuotesWhereZabbixGivesThem() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxexpr/zbx_substitute_item_key_params.yaml")) {
            String value = text(document, "in", "macro");
            if (value.isEmpty()) {
                continue;
            }
            run++;
            String expected = text(document, "out", "result");
            String got;
            try {
                got = ItemKey.resolve(text(document, "in", "key"), macro -> Optional.of(value));
            } catch (LanguageException e) {
                got = "";
            }
            if (!got.equals(expected)) {
                wrong.add(text(document, "test case") + ": " + got + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(15);
    }

    @Test
    void numbersAreThoseOfZabbix() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxexpr/is_double_suffix.yaml")) {
            String number = text(document, "in", "num");
            boolean expected = text(document, "out", "return").equals("SUCCEED");
            run++;
            if (Numbers.parse(number).isPresent() != expected) {
                wrong.add(number + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(40);
    }

    @Test
    void macrosEndWhereZabbixEndsThem() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxexpr/zbx_user_macro_parse.yaml")) {
            String macro = text(document, "in", "macro");
            boolean isMacro = text(document, "out", "return").equals("SUCCEED");
            int expected = isMacro ? Integer.parseInt(text(document, "out", "macro_r")) + 1 : -1;
            run++;
            if (Macros.end(macro, 0) != expected) {
                wrong.add(macro + ": " + Macros.end(macro, 0) + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(20);
    }

    @Test
    void macrosResolveAsInZabbix() throws IOException, LanguageException {
        Object world = documents("zbxcacheconfig/um_cache_resolve_00.inc.yaml").getFirst();
        Map<String, String> defined = new LinkedHashMap<>();
        for (Object macro : list(at(list(at(world, "hosts")).getFirst(), "macros"))) {
            defined.put(text(macro, "macro"), text(macro, "value"));
        }
        Macros macros = Macros.global(Map.of()).withHost(defined);
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxcacheconfig/um_cache_resolve.yaml")) {
            if (!text(document, "test case").contains("long macro list")
                    && !text(document, "test case").contains("regex")) {
                continue;
            }
            run++;
            String expected = text(document, "out", "value");
            String got = macros.value(text(document, "in", "macro")).orElse("");
            if (!got.equals(expected)) {
                wrong.add(text(document, "test case") + ": " + got + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(12);
    }

    @Test
    void intervalsAreThoseOfZabbix() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxexpr/zbx_validate_interval.yaml")) {
            String interval = text(document, "in", "str");
            if (interval.contains("{")) {
                // Macros are put in before an interval is read.
                continue;
            }
            boolean expected = text(document, "out", "return").equals("SUCCEED");
            run++;
            boolean got = true;
            try {
                Intervals.parse(interval);
            } catch (LanguageException e) {
                got = false;
            }
            if (got != expected) {
                wrong.add(interval + ": " + got + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(25);
    }

    /// Zabbix's parser gives its tokens in the order in which they are evaluated; so does a walk
    /// over the tree.
    @Test
    void expressionsAreReadAsZabbixReadsThem() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxeval/zbx_eval_parse_expression.yaml")) {
            String expression = text(document, "in", "expression");
            if (!applies(document, expression)) {
                continue;
            }
            run++;
            String expected = expected(document);
            String got = got(expression);
            if (!got.equals(expected)) {
                wrong.add(expression + ": " + got + ", Zabbix says " + expected);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(70);
    }

    private static boolean applies(Object document, String expression) {
        List<?> rules = list(at(document, "in", "rules"));
        boolean isGiven = !rules.isEmpty() || !text(document, "out", "result").equals("FAIL");
        // Tokens that a Zabbix without these rules does not know; macros are put in before we
        // parse.
        boolean isWholeGrammar = (!expression.contains("/host/key") || rules.contains("ZBX_EVAL_PARSE_ITEM_QUERY"))
                && (!expression.contains("not") || rules.contains("ZBX_EVAL_PARSE_LOGIC"));
        boolean isSupported = !expression.contains("{")
                && !expression.contains("?[")
                && !rules.contains("ZBX_EVAL_PARSE_PROPERTY")
                && !rules.contains("ZBX_EVAL_PARSE_STR_V64_COMPAT");
        // Calls that Zabbix refuses later, when it checks the function's parameters.
        boolean isChecked = !List.of("min()", "min(1,)").contains(expression)
                && !expression.contains("\"1h\"")
                && !expression.contains("\"str\\\"arg\"");
        return isGiven && isWholeGrammar && isSupported && isChecked;
    }

    private static String expected(Object document) {
        if (text(document, "out", "result").equals("FAIL")) {
            return "FAIL";
        }
        StringBuilder out = new StringBuilder();
        for (Object token : list(at(document, "out", "stack"))) {
            String written = text(token, "token");
            if (text(token, "type").equals("ZBX_EVAL_TOKEN_VAR_NUM")) {
                double number = Numbers.parse(written).orElseThrow();
                out.append(Math.abs(number)).append(number < 0 ? " - " : " ");
            } else if (!text(token, "type").equals("ZBX_EVAL_TOKEN_ARG_NULL")) {
                out.append(written.replace("//", "/own/")).append(' ');
            }
        }
        return out.toString();
    }

    private static String got(String expression) {
        try {
            Expression read =
                    ExpressionParser.parse(ExpressionMacros.resolve(expression, "own", macro -> Optional.empty()));
            StringBuilder out = new StringBuilder();
            append(read, out);
            return out.toString();
        } catch (LanguageException e) {
            return "FAIL";
        }
    }

    private static void append(Expression expression, StringBuilder out) {
        switch (expression) {
            case Expression.NumberLiteral number -> out.append(number.value()).append(' ');
            case Expression.TextLiteral literal ->
                out.append(ExpressionPrinter.print(literal)).append(' ');
            case Expression.Negate negate -> {
                append(negate.operand(), out);
                out.append("- ");
            }
            case Expression.Not not -> {
                append(not.operand(), out);
                out.append("not ");
            }
            case Expression.Binary binary -> {
                append(binary.left(), out);
                append(binary.right(), out);
                out.append(binary.operator().symbol()).append(' ');
            }
            case Expression.MathCall call -> {
                call.arguments().forEach(argument -> append(argument, out));
                out.append(call.function()).append(' ');
            }
            case Expression.HistoryCall call -> {
                String query = "/" + call.item().host() + "/" + call.item().key();
                out.append(query).append(' ');
                if (!call.period().isNone()) {
                    long amount = call.period().amount();
                    String period =
                            call.period().byCount() ? "#" + amount : amount == 1 ? "1" : Durations.print(amount);
                    out.append(period).append(' ');
                }
                for (String parameter : call.parameters()) {
                    if (!parameter.isEmpty()) {
                        out.append(
                                        Numbers.parse(parameter).isPresent()
                                                ? Numbers.parse(parameter).getAsDouble()
                                                : ExpressionPrinter.quote(parameter))
                                .append(' ');
                    }
                }
                out.append(call.function()).append(' ');
            }
        }
    }

    private static List<Object> documents(String name) throws IOException {
        String named = System.getenv("ZONDA_TEST_DATA");
        Path data = named != null ? Path.of(named) : Path.of(System.getProperty("zonda.root"), "..", "shared", "data");
        Load load = new Load(LoadSettings.builder()
                .setSchema(new FailsafeSchema())
                .setTagConstructors(Map.of(Tag.NULL, node -> ""))
                .setMaxAliasesForCollections(1_000)
                .build());
        String text = Files.readString(
                data.resolve("zabbix-tests/7.4.0rc2/tests/libs").resolve(name));
        // Some files name another one under an anchor that is defined nowhere.
        String plain = text.replaceAll("(?m)^include:.*$", "").replaceAll("\\*include", "none");
        List<Object> documents = new ArrayList<>();
        for (Object document : load.loadAllFromString(plain)) {
            if (at(document, "in") instanceof Map || at(document, "hosts") instanceof List) {
                documents.add(document);
            }
        }
        return documents;
    }

    private static Object at(Object document, String... path) {
        Object found = document;
        for (String name : path) {
            Object next = found instanceof Map<?, ?> map ? map.get(name) : null;
            if (next == null) {
                return "";
            }
            found = next;
        }
        return found;
    }

    private static List<?> list(Object found) {
        return found instanceof List<?> list ? list : List.of();
    }

    private static String text(Object document, String... path) {
        return at(document, path) instanceof String text ? text : "";
    }
}
