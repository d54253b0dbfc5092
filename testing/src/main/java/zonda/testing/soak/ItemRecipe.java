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
            case GAUGE, FLICKERING -> gauge(random);
            case INTEGER -> random.chance(0.8) ? of(ItemValueType.FLOAT) : of(ItemValueType.UNSIGNED);
            case FLOAT, DOUBLE ->
                switch (random.below(3)) {
                    case 0 -> of(ItemValueType.FLOAT);
                    case 1 -> of(ItemValueType.FLOAT, step(PreprocessingStep.Type.MULTIPLIER, "0.25"));
                    default -> of(ItemValueType.FLOAT, step(PreprocessingStep.Type.SIMPLE_CHANGE));
                };
            case WORD -> word(random);
            case NUMBER_IN_TEXT ->
                of(
                        random.chance(0.5) ? ItemValueType.UNSIGNED : ItemValueType.FLOAT,
                        step(PreprocessingStep.Type.REGEX, "([0-9]+) %", "\\1"));
            case BYTES -> of(random.chance(0.5) ? ItemValueType.BINARY : ItemValueType.TEXT);
            case OBJECT_NAME, ADDRESS ->
                random.chance(0.5)
                        ? of(ItemValueType.CHARACTER)
                        : of(ItemValueType.TEXT, step(PreprocessingStep.Type.DISCARD_UNCHANGED));
            case MISSING -> of(ItemValueType.UNSIGNED);
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
        return switch (random.below(6)) {
            case 0 -> of(ItemValueType.TEXT);
            case 1 -> of(ItemValueType.CHARACTER, step(PreprocessingStep.Type.DISCARD_UNCHANGED));
            case 2 -> of(ItemValueType.LOG);
            case 3 -> of(ItemValueType.TEXT, step(PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT, "10m"));
            default -> of(ItemValueType.UNSIGNED, number);
        };
    }

    private static ItemRecipe of(ItemValueType type, PreprocessingStep... steps) {
        return new ItemRecipe(type, List.of(steps));
    }

    private static PreprocessingStep step(PreprocessingStep.Type type, String... parameters) {
        return new PreprocessingStep(type, List.of(parameters), PreprocessingStep.OnFail.DEFAULT, "");
    }
}
