package zonda.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import zonda.language.ExpressionParser;
import zonda.language.Functions;
import zonda.language.LanguageException;
import zonda.model.ItemValueType;
import zonda.model.Trigger;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Zabbix's own cases for expressions and functions, as far as there are such functions, read where
/// the real inputs lie.
class ZabbixCasesTest {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS XXX", Locale.ROOT);

    @Test
    void evaluatesExpressionsAsZabbixDoes() throws IOException {
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxeval/zbx_eval_execute.yaml")) {
            String text = text(document, "in", "expression");
            boolean fails = text(document, "out", "result").equals("FAIL");
            if (text.contains("{") || !text(document, "in", "time").isEmpty() || usesOthers(text)) {
                continue;
            }
            run++;
            Rig rig = new Rig().item(1, ItemValueType.FLOAT);
            String wanted = text(document, "out", "value");
            boolean isText = Double.isNaN(Numerals.parse(wanted));
            String expression = fails
                    ? "last(/h/k1)=1 and (" + text + ")=0"
                    : "last(/h/k1)=1 and (" + text + ")=" + (isText ? quoted(wanted) : wanted);
            List<String> faults = rig.trigger(1, expression).apply();
            rig.give(1, 1, 1);
            boolean good = fails
                    ? !faults.isEmpty() || rig.state(1).unknown()
                    : rig.state(1).problem() || isClose(rig, text, wanted);
            if (!good) {
                wrong.add(text + ": Zabbix gives " + (fails ? "a fault" : wanted) + "; " + faults + rig.state(1));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(60);
    }

    /// Zabbix's file gives 17 digits at most; the last one may differ by its reading.
    private static boolean isClose(Rig rig, String text, String wanted) {
        double value = Numerals.parse(wanted);
        if (Double.isNaN(value)) {
            return false;
        }
        String tolerance = String.valueOf(Math.ulp(value) * 2);
        rig.trigger(1, "last(/h/k1)=1 and abs((" + text + ")-(" + wanted + "))<=" + tolerance)
                .apply();
        rig.give(2, 1, 1);
        return rig.state(1).problem();
    }

    private static boolean usesOthers(String text) {
        try {
            ExpressionParser.parse(text);
            return false;
        } catch (LanguageException e) {
            return String.valueOf(e.getMessage()).contains("no function");
        }
    }

    @Test
    void evaluatesFunctionsAsZabbixDoes() throws IOException {
        Set<String> known = Set.copyOf(Functions.history());
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : documents("zbxexpression/zbx_evaluate_function.yaml")) {
            String function = text(document, "in", "function");
            if (known.contains(function)) {
                run++;
                String told = run(document, function);
                if (!told.isEmpty()) {
                    wrong.add(text(document, "test case") + ": " + told);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isGreaterThan(25);
    }

    private static String run(Object document, String function) {
        Object history = at(document, "in", "history");
        Object item = history instanceof List<?> list ? list.get(0) : Map.of();
        ItemValueType type = switch (text(item, "value type")) {
            case "ITEM_VALUE_TYPE_FLOAT" -> ItemValueType.FLOAT;
            case "ITEM_VALUE_TYPE_UINT64" -> ItemValueType.UNSIGNED;
            case "ITEM_VALUE_TYPE_LOG" -> ItemValueType.LOG;
            default -> ItemValueType.TEXT;
        };
        Rig rig = new Rig().item(1, type).item(2, ItemValueType.FLOAT);
        rig.zone = ZoneId.of("UTC");
        String parameters = text(document, "in", "params").replaceAll(",(like|i?regexp|ge)(,|$)", ",\"$1\"$2");
        String call = function + "(/h/k1" + (parameters.isEmpty() ? "" : "," + parameters) + ")";
        String wanted = text(document, "out", "value");
        boolean isText = type == ItemValueType.TEXT && function.equals("last");
        boolean fails = text(document, "out", "return").equals("FAIL");
        Trigger probe = Rig.image(1, 1, call + "=" + (isText ? quoted(wanted) : wanted), "", Map.of(), Map.of());
        rig.trigger(1, probe.expression() + " and last(/h/k2)=1");
        Object data = at(item, "data");
        long end = nanos(text(document, "in", "time"));
        long first = end;
        List<ValueBatch> batches = new ArrayList<>();
        for (Object value : data instanceof List<?> list ? list : List.of()) {
            ValueBatch batch = new ValueBatch();
            long time = nanos(text(value, "ts"));
            first = Math.min(first, time);
            add(batch, type, time, text(value, "value"));
            batches.add(batch);
        }
        rig.wall = first - 1_000_000_000L;
        List<String> faults = rig.apply();
        if (fails) {
            return faults.isEmpty() ? "no fault" : "";
        }
        for (ValueBatch batch : batches) {
            rig.at((batch.epochNanos[0] - Rig.EPOCH) / 1e9);
            rig.evaluator.accept(batch);
        }
        rig.give((end - Rig.EPOCH) / 1e9, 2, 1);
        return rig.state(1).problem() ? "" : faults + " " + rig.state(1);
    }

    private static void add(ValueBatch batch, ItemValueType type, long time, String value) {
        switch (type) {
            case FLOAT ->
                batch.addNumber(1, 0, time, ValueKind.DOUBLE, Double.doubleToRawLongBits(Double.parseDouble(value)));
            case UNSIGNED -> batch.addNumber(1, 0, time, ValueKind.UNSIGNED, Long.parseUnsignedLong(value));
            case LOG -> {
                byte[] log = new zonda.model.LogValue(value, "", 1, 1, 2).encoded();
                batch.addBytes(1, 0, time, ValueKind.LOG, log, 0, log.length);
            }
            case CHARACTER, TEXT, BINARY -> batch.addText(1, 0, time, ValueKind.TEXT, value);
        }
    }

    private static long nanos(String time) {
        OffsetDateTime parsed = OffsetDateTime.parse(time, TIME);
        return parsed.toEpochSecond() * 1_000_000_000L + parsed.getNano();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static Iterable<Object> documents(String file) throws IOException {
        String named = System.getenv("ZONDA_TEST_DATA");
        Path data = named != null ? Path.of(named) : Path.of(System.getProperty("zonda.root"), "..", "shared", "data");
        Path path = data.resolve("zabbix-tests/7.4.0rc2/tests/libs").resolve(file);
        return new Load(LoadSettings.builder()
                        .setSchema(new FailsafeSchema())
                        .setTagConstructors(Map.of(Tag.NULL, node -> ""))
                        .build())
                .loadAllFromString(Files.readString(path));
    }

    private static Object at(Object node, String... path) {
        Object here = node;
        for (String key : path) {
            if (!(here instanceof Map<?, ?> map) || !map.containsKey(key)) {
                return "";
            }
            here = map.get(key);
        }
        return here;
    }

    private static String text(Object node, String... path) {
        return at(node, path) instanceof String text ? text : "";
    }
}
