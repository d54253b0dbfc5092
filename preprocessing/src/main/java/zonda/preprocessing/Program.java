package zonda.preprocessing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import zonda.language.Durations;
import zonda.language.LanguageException;
import zonda.language.Regex;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;

/// The compiled steps of items; items with equal steps and value type share one. Immutable.
///
/// @param steps in order
/// @param valueType of the items
/// @param fault why no value can pass: a step that cannot be compiled; empty when all is well
record Program(List<Step> steps, ItemValueType valueType, String fault) {
    /// One compiled step.
    ///
    /// @param source what it was made of
    /// @param number of the step, from 1, for messages
    /// @param factor of a multiplier
    /// @param hasIntegerFactor whether the factor is a whole number from 0 to 2^64-1
    /// @param integerFactor the same number, exact
    /// @param heartbeatSeconds of a throttle, 0 for none
    /// @param regex of a regular expression; one that nothing asks elsewhere
    /// @param output template of a regular expression
    /// @param seesRawNumber whether nothing before this step can have changed a number
    record Step(
            PreprocessingStep source,
            int number,
            double factor,
            boolean hasIntegerFactor,
            long integerFactor,
            long heartbeatSeconds,
            Regex regex,
            String output,
            boolean seesRawNumber) {}

    /// Compiles steps.
    ///
    /// @throws StepException names the step, what it has and what was wanted
    static Program compile(List<PreprocessingStep> steps, ItemValueType valueType) throws StepException {
        List<Step> compiled = new ArrayList<>();
        boolean hasChange = false;
        boolean hasThrottle = false;
        boolean raw = true;
        for (int i = 0; i < steps.size(); i++) {
            PreprocessingStep step = steps.get(i);
            compiled.add(compile(step, i + 1, raw));
            raw &= isThrottle(step);
            if ((isChange(step) && hasChange) || (isThrottle(step) && hasThrottle)) {
                throw new StepException("step " + (i + 1) + " (" + nameOf(step)
                        + ") is the second of its sort, wanted at most one change and one throttle");
            }
            hasChange |= isChange(step);
            hasThrottle |= isThrottle(step);
        }
        return new Program(List.copyOf(compiled), valueType, "");
    }

    static Program broken(String fault, ItemValueType valueType) {
        return new Program(List.of(), valueType, fault);
    }

    /// Whether values reach the change step of this program just as they reached that of another
    /// one.
    boolean keepsBaseOf(Program other) {
        return sharesUpTo(other, true);
    }

    /// Whether values reach the throttle of this program just as they reached that of another one.
    boolean keepsThrottleOf(Program other) {
        return sharesUpTo(other, false);
    }

    private boolean sharesUpTo(Program other, boolean change) {
        if (valueType != other.valueType) {
            return false;
        }
        for (int i = 0; i < Math.min(steps.size(), other.steps.size()); i++) {
            PreprocessingStep step = steps.get(i).source();
            if (!step.equals(other.steps.get(i).source())) {
                return false;
            }
            if (change ? isChange(step) : isThrottle(step)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isChange(PreprocessingStep step) {
        return switch (step.type()) {
            case SIMPLE_CHANGE, CHANGE_PER_SECOND -> true;
            case MULTIPLIER, REGEX, DISCARD_UNCHANGED, DISCARD_UNCHANGED_HEARTBEAT -> false;
        };
    }

    private static boolean isThrottle(PreprocessingStep step) {
        return switch (step.type()) {
            case DISCARD_UNCHANGED, DISCARD_UNCHANGED_HEARTBEAT -> true;
            case SIMPLE_CHANGE, CHANGE_PER_SECOND, MULTIPLIER, REGEX -> false;
        };
    }

    static String nameOf(PreprocessingStep step) {
        return step.type().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Step compile(PreprocessingStep step, int number, boolean seesRawNumber) throws StepException {
        double factor = 1;
        boolean hasIntegerFactor = false;
        long integerFactor = 0;
        long heartbeat = 0;
        Regex regex = regex(step, number, "");
        String output = "";
        switch (step.type()) {
            case MULTIPLIER -> {
                String text = parameter(step, 0, number).strip();
                factor = factor(step, number, text);
                hasIntegerFactor = Numbers.isUnsigned(text);
                integerFactor = hasIntegerFactor ? Long.parseUnsignedLong(text) : 0;
            }
            case REGEX -> {
                regex = regex(step, number, parameter(step, 0, number));
                output = parameter(step, 1, number);
            }
            case DISCARD_UNCHANGED_HEARTBEAT -> heartbeat = heartbeat(step, number, parameter(step, 0, number));
            case SIMPLE_CHANGE, CHANGE_PER_SECOND, DISCARD_UNCHANGED -> {}
        }
        return new Step(step, number, factor, hasIntegerFactor, integerFactor, heartbeat, regex, output, seesRawNumber);
    }

    private static double factor(PreprocessingStep step, int number, String text) throws StepException {
        double factor = Numbers.isDecimal(text) ? Double.parseDouble(text) : Double.NaN;
        if (Double.isNaN(factor) || Double.isInfinite(factor)) {
            throw fault(step, number, "the factor '" + Scalar.shortened(text) + "', wanted a number");
        }
        return factor;
    }

    private static Regex regex(PreprocessingStep step, int number, String text) throws StepException {
        try {
            return Regex.compile(text, false);
        } catch (LanguageException e) {
            throw fault(step, number, String.valueOf(e.getMessage()));
        }
    }

    private static long heartbeat(PreprocessingStep step, int number, String text) throws StepException {
        try {
            long seconds = Durations.seconds(text);
            if (seconds > 0) {
                return seconds;
            }
        } catch (LanguageException e) {
            throw fault(step, number, "the heartbeat " + e.getMessage());
        }
        throw fault(step, number, "the heartbeat '" + text + "', wanted at least 1s");
    }

    private static String parameter(PreprocessingStep step, int index, int number) throws StepException {
        if (step.parameters().size() <= index) {
            throw fault(step, number, step.parameters().size() + " parameters, wanted at least " + (index + 1));
        }
        return step.parameters().get(index);
    }

    private static StepException fault(PreprocessingStep step, int number, String what) {
        return new StepException("step " + number + " (" + nameOf(step) + ") has " + what);
    }

    /// Applies a regular expression and its output template.
    static String extract(Step step, String text) throws StepException {
        try {
            Optional<String> extracted = step.regex().extract(text, step.output());
            if (extracted.isPresent()) {
                return extracted.get();
            }
        } catch (LanguageException e) {
            throw new StepException("value \"" + Scalar.shortened(text) + "\": " + e.getMessage());
        }
        throw new StepException(
                "value \"" + Scalar.shortened(text) + "\": the pattern '" + step.regex() + "' does not match");
    }
}
