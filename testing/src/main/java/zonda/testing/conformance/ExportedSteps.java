package zonda.testing.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import zonda.language.LanguageException;
import zonda.language.json.JsonReader;
import zonda.language.xml.XmlJson;
import zonda.model.PreprocessingStep;

/// Finds the preprocessing steps of Zabbix exports, in YAML and XML. User macros stand as the
/// defaults that the same file gives them, macros of low-level discovery as a number or a name.
final class ExportedSteps {
    record Step(PreprocessingStep.Type type, List<String> parameters) {}

    private final Map<String, String> macros = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();

    private ExportedSteps() {}

    /// @throws LanguageException for a file that cannot be read as what its name says
    static List<Step> read(Path file) throws IOException, LanguageException {
        String text = Files.readString(file, java.nio.charset.StandardCharsets.UTF_8);
        ExportedSteps found = new ExportedSteps();
        Object tree;
        if (file.toString().endsWith(".xml")) {
            tree = plain(JsonReader.of(XmlJson.toJson(text.startsWith("\uFEFF") ? text.substring(1) : text)));
        } else {
            try {
                tree = Optional.ofNullable(new Load(LoadSettings.builder()
                                        .setSchema(new FailsafeSchema())
                                        .setTagConstructors(Map.of(Tag.NULL, _ -> ""))
                                        .setCodePointLimit(64 << 20)
                                        .build())
                                .loadFromString(text))
                        .orElse("");
            } catch (YamlEngineException e) {
                throw new LanguageException(
                        0, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            }
        }
        found.findMacros(tree);
        found.findSteps(tree);
        return found.steps;
    }

    private static Object plain(JsonReader value) {
        if (value.isObject()) {
            Map<String, Object> map = new HashMap<>();
            value.members().forEach((name, member) -> map.put(name, plain(member)));
            return map;
        }
        if (value.isArray()) {
            List<Object> list = new ArrayList<>();
            value.elements().forEach(element -> list.add(plain(element)));
            return list;
        }
        return value.isNull() ? "" : value.text();
    }

    private void findMacros(Object node) {
        if (node instanceof Map<?, ?> map) {
            if (map.get("macro") instanceof String macro && macro.startsWith("{$")) {
                macros.put(macro, map.get("value") instanceof String value ? value : "");
            }
            map.values().forEach(this::findMacros);
        } else if (node instanceof List<?> list) {
            list.forEach(this::findMacros);
        }
    }

    private void findSteps(Object node) {
        if (node instanceof List<?> list) {
            list.forEach(this::findSteps);
        } else if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key.equals("preprocessing")) {
                    Object inner = value instanceof Map<?, ?> holder && holder.containsKey("step")
                            ? Optional.ofNullable(holder.get("step")).orElse("")
                            : value;
                    for (Object step : inner instanceof List<?> several ? several : List.of(inner)) {
                        add(step);
                    }
                } else {
                    findSteps(value);
                }
            });
        }
    }

    private void add(Object node) {
        if (!(node instanceof Map<?, ?> step) || !(step.get("type") instanceof String name)) {
            return;
        }
        Optional<PreprocessingStep.Type> type = type(name);
        if (type.isEmpty()) {
            return;
        }
        Object written = Optional.ofNullable(
                        step.containsKey("parameters") ? step.get("parameters") : step.get("params"))
                .orElse("");
        if (written instanceof Map<?, ?> holder && holder.containsKey("parameter")) {
            written = Optional.ofNullable(holder.get("parameter")).orElse("");
        }
        List<String> parameters = new ArrayList<>();
        if (written instanceof List<?> list) {
            list.forEach(parameter -> parameters.add(resolved(type.get(), String.valueOf(parameter))));
        } else {
            String text = String.valueOf(written);
            boolean isWhole = type.get() == PreprocessingStep.Type.JAVASCRIPT || step.containsKey("parameters");
            for (String parameter : isWhole ? List.of(text) : List.of(text.split("\n", -1))) {
                parameters.add(resolved(type.get(), parameter));
            }
        }
        steps.add(new Step(type.get(), List.copyOf(parameters)));
    }

    private static Optional<PreprocessingStep.Type> type(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        for (PreprocessingStep.Type type : PreprocessingStep.Type.values()) {
            if (type.name().equals(upper) || Integer.toString(type.zabbixCode()).equals(upper)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /// A macro of low-level discovery stands as what most are: a number; in a pattern of metrics as
    /// a name.
    private String resolved(PreprocessingStep.Type type, String text) {
        boolean isMetric =
                type == PreprocessingStep.Type.PROMETHEUS_PATTERN || type == PreprocessingStep.Type.PROMETHEUS_TO_JSON;
        String out = text.replaceAll("\\{#[A-Z0-9_.]+\\}", isMetric ? "a" : "1");
        for (Map.Entry<String, String> macro : macros.entrySet()) {
            out = out.replace(macro.getKey(), macro.getValue());
        }
        return out;
    }
}
