package zonda.testing.conformance;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.RawBatch;
import zonda.model.UpdateInterval;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.model.WireType;
import zonda.preprocessing.Preprocessor;
import zonda.preprocessing.step.StepCompiler;

/// Cases of preprocessing steps, run by a [Preprocessor] with one item.
final class StepCases {
    private static final long ITEM = 1;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss XXX", Locale.ROOT);

    private StepCases() {}

    /// What became of a value.
    sealed interface Result {
        record Value(String text) implements Result {}

        record Discarded() implements Result {}

        record NotSupported(String reason) implements Result {}
    }

    /// Runs values through steps and tells what became of the last.
    static Result run(ItemValueType type, List<PreprocessingStep> steps, RawBatch... values) {
        List<Result> results = new ArrayList<>();
        ItemSlots slots = new ItemSlots();
        Preprocessor preprocessor = new Preprocessor(slots, batch -> results.add(read(batch)), compiler());
        preprocessor.apply(host(type, steps));
        for (RawBatch value : values) {
            results.clear();
            preprocessor.accept(value);
        }
        return results.isEmpty() ? new Result.Discarded() : results.getFirst();
    }

    private static StepCompiler compiler() {
        return new StepCompiler(new ScriptSteps());
    }

    private static Result read(ValueBatch batch) {
        ValueKind kind = batch.kind(0);
        return switch (kind) {
            case NOT_SUPPORTED -> new Result.NotSupported(batch.text(0));
            case UNSIGNED -> new Result.Value(Long.toUnsignedString(batch.bits[0]));
            case DOUBLE -> new Result.Value(zonda.language.DoubleText.print(Double.longBitsToDouble(batch.bits[0])));
            case TEXT, LOG, BINARY -> new Result.Value(batch.text(0));
        };
    }

    private static Host host(ItemValueType type, List<PreprocessingStep> steps) {
        Item item = new Item(
                ITEM,
                1,
                "key",
                "Name",
                ItemType.SNMP_AGENT,
                0,
                "",
                type,
                "",
                UpdateInterval.every(Duration.ofMinutes(1)),
                steps,
                Duration.ZERO,
                Duration.ZERO,
                List.of());
        return new Host(1, "host", "Host", List.of(), List.of(), List.of(item), List.of(), List.of(), 1);
    }

    /// A text that comes in from outside.
    static RawBatch text(String value, long epochNanos) {
        RawBatch batch = new RawBatch();
        batch.addText(ITEM, 0, epochNanos, WireType.TEXT, value);
        return batch;
    }

    /// A case of `zbx_item_preproc.yaml`.
    static Outcome item(Case test) {
        Optional<PreprocessingStep.Type> type = type(test.text("in", "step", "type"));
        if (type.isEmpty()) {
            return new Outcome.Failed("has a step of type '" + test.text("in", "step", "type") + "', which is none");
        }
        PreprocessingStep step = step(
                type.get(),
                test.text("in", "step", "params"),
                test.text("in", "step", "error_handler"),
                test.text("in", "step", "error_handler_params"));
        List<RawBatch> values = new ArrayList<>();
        if (test.has("in", "history", "data")) {
            values.add(value(test, "history"));
        }
        values.add(test.has("in", "error") ? error(test) : value(test, "value"));
        // What a step gives is looked at as it is: a number's type is the item's only for how the
        // step counts.
        boolean isNumberStep = type.get() == PreprocessingStep.Type.MULTIPLIER
                || type.get() == PreprocessingStep.Type.CHANGE_PER_SECOND
                || type.get() == PreprocessingStep.Type.SIMPLE_CHANGE;
        ItemValueType valueType = switch (test.text("in", "value", "value_type")) {
            case "ITEM_VALUE_TYPE_UINT64" -> ItemValueType.UNSIGNED;
            case "ITEM_VALUE_TYPE_FLOAT" -> isNumberStep ? ItemValueType.FLOAT : ItemValueType.TEXT;
            default -> ItemValueType.TEXT;
        };
        return judged(test, run(valueType, List.of(step), values.toArray(RawBatch[]::new)));
    }

    private static Outcome judged(Case test, Result result) {
        if (test.text("out", "return").equals("FAIL")) {
            return switch (result) {
                case Result.NotSupported failed ->
                    test.has("out", "error")
                            ? Outcome.compare(failed.reason(), test.text("out", "error"))
                            : Outcome.PASSED;
                case Result.Value value -> new Outcome.Failed("gives '" + value.text() + "', expected an error");
                case Result.Discarded _ -> new Outcome.Failed("gives nothing, expected an error");
            };
        }
        return switch (result) {
            // An error that no step takes stays the item's error, and is written as its value in
            // the case.
            case Result.NotSupported failed ->
                test.has("in", "error")
                        ? Outcome.compare(failed.reason(), test.text("out", "value"))
                        : new Outcome.Failed(
                                "fails with '" + failed.reason() + "', expected '" + test.text("out", "value") + "'");
            case Result.Value value ->
                test.has("out", "value")
                        ? Texts.compare(value.text(), test.text("out", "value"))
                        : new Outcome.Failed("gives '" + value.text() + "', expected nothing");
            case Result.Discarded _ ->
                test.has("out", "value") && !test.text("out", "value").isEmpty()
                        ? new Outcome.Failed("gives nothing, expected '" + test.text("out", "value") + "'")
                        : Outcome.PASSED;
        };
    }

    private static RawBatch value(Case test, String which) {
        return text(test.text("in", which, "data"), nanos(test.text("in", which, "time")));
    }

    private static RawBatch error(Case test) {
        RawBatch batch = new RawBatch();
        batch.addText(
                ITEM,
                0,
                nanos(test.text("in", "error", "time")),
                WireType.NOT_SUPPORTED,
                test.text("in", "error", "data"));
        return batch;
    }

    private static long nanos(String time) {
        return OffsetDateTime.parse(time, TIME).toEpochSecond() * 1_000_000_000L;
    }

    /// A step as the cases write it.
    static PreprocessingStep step(PreprocessingStep.Type type, String parameters, String onFail, String onFailValue) {
        boolean isOneText = type == PreprocessingStep.Type.JAVASCRIPT;
        List<String> split = parameters.isEmpty()
                ? List.of()
                : isOneText ? List.of(parameters) : List.of(parameters.split("\n", -1));
        String choice = onFail.replace("ZBX_PREPROC_FAIL_", "");
        return new PreprocessingStep(
                type,
                split,
                choice.isEmpty() ? PreprocessingStep.OnFail.DEFAULT : PreprocessingStep.OnFail.valueOf(choice),
                onFailValue);
    }

    /// The type of a name that the cases use.
    static Optional<PreprocessingStep.Type> type(String name) {
        return Optional.ofNullable(
                switch (name.replace("ZBX_PREPROC_", "")) {
                    case "MULTIPLIER" -> PreprocessingStep.Type.MULTIPLIER;
                    case "RTRIM" -> PreprocessingStep.Type.RTRIM;
                    case "LTRIM" -> PreprocessingStep.Type.LTRIM;
                    case "TRIM" -> PreprocessingStep.Type.TRIM;
                    case "REGSUB" -> PreprocessingStep.Type.REGEX;
                    case "BOOL2DEC" -> PreprocessingStep.Type.BOOL_TO_DECIMAL;
                    case "OCT2DEC" -> PreprocessingStep.Type.OCTAL_TO_DECIMAL;
                    case "HEX2DEC" -> PreprocessingStep.Type.HEX_TO_DECIMAL;
                    case "DELTA_VALUE" -> PreprocessingStep.Type.SIMPLE_CHANGE;
                    case "DELTA_SPEED" -> PreprocessingStep.Type.CHANGE_PER_SECOND;
                    case "XPATH" -> PreprocessingStep.Type.XMLPATH;
                    case "JSONPATH" -> PreprocessingStep.Type.JSONPATH;
                    case "VALIDATE_RANGE" -> PreprocessingStep.Type.IN_RANGE;
                    case "VALIDATE_REGEX" -> PreprocessingStep.Type.MATCHES_REGEX;
                    case "VALIDATE_NOT_REGEX" -> PreprocessingStep.Type.NOT_MATCHES_REGEX;
                    case "ERROR_FIELD_JSON" -> PreprocessingStep.Type.CHECK_JSON_ERROR;
                    case "ERROR_FIELD_XML" -> PreprocessingStep.Type.CHECK_XML_ERROR;
                    case "ERROR_FIELD_REGEX" -> PreprocessingStep.Type.CHECK_REGEX_ERROR;
                    case "THROTTLE_VALUE" -> PreprocessingStep.Type.DISCARD_UNCHANGED;
                    case "THROTTLE_TIMED_VALUE" -> PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT;
                    case "SCRIPT" -> PreprocessingStep.Type.JAVASCRIPT;
                    case "PROMETHEUS_PATTERN" -> PreprocessingStep.Type.PROMETHEUS_PATTERN;
                    case "PROMETHEUS_TO_JSON" -> PreprocessingStep.Type.PROMETHEUS_TO_JSON;
                    case "CSV_TO_JSON" -> PreprocessingStep.Type.CSV_TO_JSON;
                    case "STR_REPLACE" -> PreprocessingStep.Type.STR_REPLACE;
                    case "VALIDATE_NOT_SUPPORTED" -> PreprocessingStep.Type.CHECK_NOT_SUPPORTED;
                    case "XML_TO_JSON" -> PreprocessingStep.Type.XML_TO_JSON;
                    case "SNMP_WALK_VALUE" -> PreprocessingStep.Type.SNMP_WALK_VALUE;
                    case "SNMP_WALK_TO_JSON" -> PreprocessingStep.Type.SNMP_WALK_TO_JSON;
                    case "SNMP_GET_VALUE" -> PreprocessingStep.Type.SNMP_GET_VALUE;
                    default -> null;
                });
    }

    /// Runs one step over a text, for cases of single steps.
    ///
    /// @return the value; nothing where the step fails
    static Optional<String> apply(PreprocessingStep.Type type, List<String> parameters, String value) {
        PreprocessingStep step = new PreprocessingStep(type, parameters, PreprocessingStep.OnFail.DEFAULT, "");
        Result result = run(ItemValueType.TEXT, List.of(step), text(value, 1_000_000_000L));
        return result instanceof Result.Value given ? Optional.of(given.text()) : Optional.empty();
    }
}
