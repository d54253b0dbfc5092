package zonda.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import zonda.language.LanguageException;
import zonda.language.StepParameters;
import zonda.model.GlobalExpression;
import zonda.model.PreprocessingStep;

/// Reads the preprocessing steps of an item. One thread.
final class StepReader {
    private static final List<String> FIELDS = List.of("type", "parameters", "on_fail", "on_fail_value");

    private final Interner interner;

    private final GlobalExpressions expressions;

    StepReader(Interner interner, GlobalExpressions expressions) {
        this.interner = interner;
        this.expressions = expressions;
    }

    List<PreprocessingStep> read(Fields item, HostMacros macros, Faults faults) {
        if (item.node("preprocessing").isEmpty()) {
            return List.of();
        }
        List<PreprocessingStep> steps = new ArrayList<>(2);
        boolean[] has = {false, false};
        int[] number = {0};
        item.each("preprocessing", node -> {
            int position = ++number[0];
            if (!(node instanceof Node.Mapping mapping)) {
                item.fault(node, "preprocessing", Fields.seen(node) + ", wanted fields such as {type: simple_change}");
                return;
            }
            Supplier<String> path = () -> item.path() + ".preprocessing[" + position + "]";
            Fields fields = new Fields(mapping, item.scope(), faults, path, FIELDS);
            fields.checkNames();
            if (fields.required("type", "a step's type").isEmpty()) {
                return;
            }
            step(fields, macros).ifPresent(step -> {
                checkOnce(fields, step, has);
                steps.add(step);
            });
        });
        return interner.one(List.copyOf(steps));
    }

    /// As in Zabbix: one change and one throttle an item, since each compares with the value
    /// before.
    private static void checkOnce(Fields fields, PreprocessingStep step, boolean[] has) {
        int kind = switch (step.type().statefulness()) {
            case CHANGE -> 0;
            case THROTTLE -> 1;
            case NONE -> -1;
        };
        if (kind >= 0 && has[kind]) {
            fields.fault(
                    "type",
                    "a second " + (kind == 0 ? "change" : "discarding of unchanged values")
                            + " for this item, wanted at most one");
        }
        if (kind >= 0) {
            has[kind] = true;
        }
    }

    private Optional<PreprocessingStep> step(Fields fields, HostMacros macros) {
        Optional<PreprocessingStep.Type> type = Words.of(
                PreprocessingStep.Type.class, fields.text("type", ""), message -> fields.fault("type", message));
        List<String> parameters = parameters(fields, macros);
        type.ifPresent(known -> check(fields, known, parameters));
        PreprocessingStep.OnFail onFail =
                fields.word("on_fail", PreprocessingStep.OnFail.DEFAULT, PreprocessingStep.OnFail.class);
        String value = macros.used(fields, "on_fail_value", fields.text("on_fail_value", ""));
        switch (onFail) {
            case DEFAULT, DISCARD_VALUE -> {
                if (fields.node("on_fail_value").isPresent()) {
                    fields.fault("on_fail_value", "has no use here, wanted on_fail: set_value or set_error beside it");
                }
            }
            case SET_ERROR -> {
                if (value.isEmpty()) {
                    fields.fault("on_fail_value", "nothing, wanted the error's text");
                }
            }
            case SET_VALUE -> {}
        }
        return type.map(
                known -> new PreprocessingStep(known, parameters, onFail, value, global(fields, known, parameters)));
    }

    /// The global expression that stands in a pattern's place.
    private Optional<GlobalExpression> global(Fields fields, PreprocessingStep.Type type, List<String> parameters) {
        int place = type.patternPlace();
        if (place < 0 || place >= parameters.size()) {
            return Optional.empty();
        }
        try {
            return expressions.named(parameters.get(place));
        } catch (LanguageException e) {
            fields.fault("parameters", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static List<String> parameters(Fields fields, HostMacros macros) {
        List<String> parameters = new ArrayList<>(2);
        Optional<Node> node = fields.node("parameters");
        if (node.isPresent() && node.get() instanceof Node.Text) {
            fields.text("parameters").ifPresent(text -> parameters.add(macros.used(fields, "parameters", text)));
        } else {
            fields.each(
                    "parameters",
                    element -> fields.text(element, "parameters")
                            .ifPresent(text -> parameters.add(macros.used(fields, "parameters", text))));
        }
        return List.copyOf(parameters);
    }

    private static void check(Fields fields, PreprocessingStep.Type type, List<String> parameters) {
        try {
            StepParameters.check(type, parameters);
        } catch (LanguageException e) {
            fields.fault("parameters", String.valueOf(e.getMessage()));
        }
    }
}
