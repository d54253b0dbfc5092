package zonda.testing.soak;

import java.util.List;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.runtime.simulation.SeededRandom;

/// What is made of an object's values: value type and preprocessing steps that suit its shape, and
/// now and then some that do not.
record ItemRecipe(ItemValueType valueType, List<PreprocessingStep> steps) {
    static ItemRecipe draw(DeviceObject.Shape shape, SeededRandom random) {
        return switch (shape) {
            case UPTIME ->
                random.chance(0.5)
                        ? of(ItemValueType.UNSIGNED)
                        : of(ItemValueType.FLOAT, step(PreprocessingStep.Type.MULTIPLIER, "0.01"));
            case COUNTER32, COUNTER64 -> counter(random);
            case GAUGE -> gauge(random);
            case FLICKERING -> random.chance(0.5) ? gauge(random) : patient(random);
            case INTEGER -> random.chance(0.8) ? of(ItemValueType.FLOAT) : of(ItemValueType.UNSIGNED);
            case FLOAT, DOUBLE ->
                switch (random.below(3)) {
                    case 0 -> of(ItemValueType.FLOAT);
                    case 1 -> of(ItemValueType.FLOAT, step(PreprocessingStep.Type.MULTIPLIER, "0.25"));
                    default -> of(ItemValueType.FLOAT, step(PreprocessingStep.Type.SIMPLE_CHANGE));
                };
            case WORD -> word(random);
            case NUMBER_IN_TEXT -> numberInText(random);
            case BYTES ->
                switch (random.below(3)) {
                    case 0 -> of(ItemValueType.BINARY);
                    case 1 -> of(ItemValueType.TEXT);
                    default -> of(ItemValueType.TEXT, step(PreprocessingStep.Type.SNMP_GET_VALUE, "2"));
                };
            case JSON ->
                of(
                        number(random),
                        maybe(random, step(PreprocessingStep.Type.CHECK_JSON_ERROR, "$.error")),
                        step(PreprocessingStep.Type.JSONPATH, "$.load"));
            case XML ->
                random.chance(0.5)
                        ? of(
                                number(random),
                                maybe(random, step(PreprocessingStep.Type.CHECK_XML_ERROR, "/s/error/text()")),
                                step(PreprocessingStep.Type.XMLPATH, "/s/load/text()"))
                        : of(
                                number(random),
                                step(PreprocessingStep.Type.XML_TO_JSON),
                                step(PreprocessingStep.Type.JSONPATH, "$.s.load"));
            case METRICS ->
                switch (random.below(3)) {
                    case 0 ->
                        of(
                                number(random),
                                step(PreprocessingStep.Type.PROMETHEUS_PATTERN, "load{core=\"1\"}", "value", ""));
                    case 1 ->
                        of(number(random), step(PreprocessingStep.Type.PROMETHEUS_PATTERN, "load", "function", "sum"));
                    default ->
                        of(
                                number(random),
                                step(PreprocessingStep.Type.PROMETHEUS_TO_JSON, "load{core=\"0\"}"),
                                step(PreprocessingStep.Type.JSONPATH, "$[0].value"));
                };
            case TABLE ->
                of(
                        number(random),
                        step(PreprocessingStep.Type.CSV_TO_JSON, ",", "\"", "1"),
                        step(PreprocessingStep.Type.JSONPATH, "$[0].load"));
            case WALK ->
                random.chance(0.5)
                        ? of(number(random), step(PreprocessingStep.Type.SNMP_WALK_VALUE, "1.3.6.1.9.2", "0"))
                        : of(
                                number(random),
                                step(PreprocessingStep.Type.SNMP_WALK_TO_JSON, "{#LOAD}", "1.3.6.1.9", "0"),
                                step(PreprocessingStep.Type.JSONPATH, "$[0]['{#LOAD}']"));
            case OBJECT_NAME, ADDRESS ->
                random.chance(0.5)
                        ? of(ItemValueType.CHARACTER)
                        : of(ItemValueType.TEXT, step(PreprocessingStep.Type.DISCARD_UNCHANGED));
            case MISSING -> random.chance(0.5) ? of(ItemValueType.UNSIGNED) : patient(random);
        };
    }

    private static ItemRecipe counter(SeededRandom random) {
        return switch (random.below(7)) {
            case 0, 1 -> of(ItemValueType.FLOAT, step(PreprocessingStep.Type.CHANGE_PER_SECOND));
            case 2 -> of(ItemValueType.UNSIGNED, step(PreprocessingStep.Type.CHANGE_PER_SECOND));
            case 3 ->
                of(
                        ItemValueType.UNSIGNED,
                        step(PreprocessingStep.Type.CHANGE_PER_SECOND),
                        step(PreprocessingStep.Type.MULTIPLIER, "8"));
            case 4 -> of(ItemValueType.UNSIGNED, step(PreprocessingStep.Type.SIMPLE_CHANGE));
            case 5 -> of(ItemValueType.UNSIGNED);
            default -> of(ItemValueType.UNSIGNED, step(PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT, "5m"));
        };
    }

    private static ItemRecipe gauge(SeededRandom random) {
        return switch (random.below(6)) {
            case 0, 1 -> of(ItemValueType.UNSIGNED);
            case 2 -> of(ItemValueType.FLOAT, step(PreprocessingStep.Type.MULTIPLIER, "0.1"));
            case 3 -> of(ItemValueType.UNSIGNED, step(PreprocessingStep.Type.MULTIPLIER, "1000"));
            case 4 -> of(ItemValueType.UNSIGNED, step(PreprocessingStep.Type.DISCARD_UNCHANGED));
            default -> of(ItemValueType.FLOAT, step(PreprocessingStep.Type.SIMPLE_CHANGE));
        };
    }

    /// Takes the reason why there is no value for something.
    private static ItemRecipe patient(SeededRandom random) {
        return of(
                ItemValueType.UNSIGNED,
                random.chance(0.5)
                        ? failing(PreprocessingStep.OnFail.SET_VALUE, PreprocessingStep.Type.CHECK_NOT_SUPPORTED, "-1")
                        : failing(
                                PreprocessingStep.OnFail.DISCARD_VALUE,
                                PreprocessingStep.Type.CHECK_NOT_SUPPORTED,
                                "-1"),
                step(PreprocessingStep.Type.MULTIPLIER, "2"));
    }

    private static ItemValueType number(SeededRandom random) {
        return random.chance(0.5) ? ItemValueType.UNSIGNED : ItemValueType.FLOAT;
    }

    /// A check with one of the choices of what happens when it fails.
    private static PreprocessingStep maybe(SeededRandom random, PreprocessingStep step) {
        return failing(
                random.pick(List.of(
                        PreprocessingStep.OnFail.DEFAULT,
                        PreprocessingStep.OnFail.DISCARD_VALUE,
                        PreprocessingStep.OnFail.SET_ERROR)),
                step.type(),
                step.parameters().toArray(String[]::new));
    }

    private static ItemRecipe numberInText(SeededRandom random) {
        PreprocessingStep digits = step(PreprocessingStep.Type.REGEX, "([0-9]+) %", "\\1");
        return switch (random.below(11)) {
            case 0 -> of(number(random), digits);
            case 1 ->
                of(
                        number(random),
                        step(PreprocessingStep.Type.RTRIM, " %"),
                        step(PreprocessingStep.Type.LTRIM, "load: "));
            case 2 -> of(number(random), step(PreprocessingStep.Type.TRIM, "loa:d% "));
            case 3 ->
                of(
                        ItemValueType.TEXT,
                        step(PreprocessingStep.Type.STR_REPLACE, "load", "weight"),
                        failing(PreprocessingStep.OnFail.DISCARD_VALUE, PreprocessingStep.Type.NOT_MATCHES_REGEX, "7"));
            case 4 ->
                of(
                        number(random),
                        failing(PreprocessingStep.OnFail.SET_VALUE, PreprocessingStep.Type.MATCHES_REGEX, "[1-4] %$"),
                        step(PreprocessingStep.Type.REGEX, "([0-9]+)", "\\1"));
            case 5 ->
                of(
                        number(random),
                        maybe(random, step(PreprocessingStep.Type.CHECK_REGEX_ERROR, "(1[0-9]*) %", "\\1")),
                        digits);
            case 6 ->
                of(number(random), step(PreprocessingStep.Type.JAVASCRIPT, "return value.match(/[0-9]+/)[0] * 3"));
            case 7 -> of(number(random), digits, maybe(random, step(PreprocessingStep.Type.IN_RANGE, "10", "60")));
            case 8 -> of(ItemValueType.UNSIGNED, digits, step(PreprocessingStep.Type.HEX_TO_DECIMAL));
            case 9 ->
                of(
                        ItemValueType.UNSIGNED,
                        digits,
                        failing(PreprocessingStep.OnFail.SET_VALUE, PreprocessingStep.Type.OCTAL_TO_DECIMAL));
            default -> of(ItemValueType.UNSIGNED, digits, step(PreprocessingStep.Type.BOOL_TO_DECIMAL));
        };
    }

    private static ItemRecipe word(SeededRandom random) {
        PreprocessingStep number = switch (random.below(4)) {
            case 0 -> step(PreprocessingStep.Type.REGEX, "error ([0-9]+)", "\\1");
            case 1 ->
                new PreprocessingStep(
                        PreprocessingStep.Type.REGEX,
                        List.of("error ([0-9]+)", "\\1"),
                        PreprocessingStep.OnFail.DISCARD_VALUE,
                        "");
            case 2 ->
                new PreprocessingStep(
                        PreprocessingStep.Type.REGEX,
                        List.of("error ([0-9]+)", "\\1"),
                        PreprocessingStep.OnFail.SET_VALUE,
                        "0");
            default ->
                new PreprocessingStep(
                        PreprocessingStep.Type.REGEX,
                        List.of("error ([0-9]+)", "\\1"),
                        PreprocessingStep.OnFail.SET_ERROR,
                        "no number of an error");
        };
        return switch (random.below(7)) {
            case 0 -> of(ItemValueType.TEXT);
            case 6 ->
                of(
                        ItemValueType.UNSIGNED,
                        failing(PreprocessingStep.OnFail.DISCARD_VALUE, PreprocessingStep.Type.BOOL_TO_DECIMAL));
            case 1 -> of(ItemValueType.CHARACTER, step(PreprocessingStep.Type.DISCARD_UNCHANGED));
            case 2 -> of(ItemValueType.LOG);
            case 3 -> of(ItemValueType.TEXT, step(PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT, "10m"));
            default -> of(ItemValueType.UNSIGNED, number);
        };
    }

    private static ItemRecipe of(ItemValueType type, PreprocessingStep... steps) {
        return new ItemRecipe(type, List.of(steps));
    }

    private static PreprocessingStep failing(
            PreprocessingStep.OnFail onFail, PreprocessingStep.Type type, String... parameters) {
        String value = switch (onFail) {
            case SET_VALUE -> "0";
            case SET_ERROR -> "an error of the soak's";
            case DEFAULT, DISCARD_VALUE -> "";
        };
        return new PreprocessingStep(type, List.of(parameters), onFail, value);
    }

    private static PreprocessingStep step(PreprocessingStep.Type type, String... parameters) {
        return new PreprocessingStep(type, List.of(parameters), PreprocessingStep.OnFail.DEFAULT, "");
    }
}
