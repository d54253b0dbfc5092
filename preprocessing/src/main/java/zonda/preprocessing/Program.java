package zonda.preprocessing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import zonda.language.LanguageException;
import zonda.language.StepParameters;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.preprocessing.step.NotSupportedCheck;
import zonda.preprocessing.step.SharedText;
import zonda.preprocessing.step.StepCompiler;
import zonda.preprocessing.step.StepException;
import zonda.preprocessing.step.TextStep;

/// The compiled steps of items; items with equal steps and value type share one. Immutable.
///
/// @param steps in order
/// @param valueType of the items
/// @param fault why no value can pass: a step that cannot be compiled; empty when all is well
record Program(List<Step> steps, ItemValueType valueType, String fault) {
    private static final TextStep NO_TEXT_STEP = SharedText::text;
    private static final NotSupportedCheck ANY_REASON = NotSupportedCheck.ofAny();

    /// One compiled step.
    ///
    /// @param source what it was made of
    /// @param number of the step, from 1, for messages
    /// @param factor of a multiplier
    /// @param hasIntegerFactor whether the factor is a whole number from 0 to 2^64-1
    /// @param integerFactor the same number, exact
    /// @param heartbeatSeconds of a throttle, 0 for none
    /// @param range that numbers must lie within
    /// @param text what a step on text does; one that nothing asks elsewhere
    /// @param check of reasons; one that nothing asks elsewhere
    /// @param seesRawNumber whether nothing before this step can have changed a number
    record Step(
            PreprocessingStep source,
            int number,
            double factor,
            boolean hasIntegerFactor,
            long integerFactor,
            long heartbeatSeconds,
            Range range,
            TextStep text,
            NotSupportedCheck check,
            boolean seesRawNumber) {
        /// Whether it makes a text of a text, and so may run anywhere.
        @SuppressWarnings("ReferenceEquality")
        boolean isOnText() {
            return text != NO_TEXT_STEP;
        }

        /// What becomes of a value that this step failed on, by its on-fail choice.
        ///
        /// @param value set to another one where that is the choice
        /// @return false when it is discarded
        /// @throws StepException when the item is not supported, with the reason
        boolean settles(StepException fault, Scalar value) throws StepException {
            return switch (source.onFail()) {
                case DISCARD_VALUE -> false;
                case SET_VALUE -> {
                    value.text(source.onFailValue());
                    yield true;
                }
                case SET_ERROR ->
                    throw source.onFailValue().isEmpty() ? told(fault) : new StepException(source.onFailValue());
                case DEFAULT -> throw told(fault);
            };
        }

        private StepException told(StepException fault) {
            if (fault.isWholeReason()) {
                return fault;
            }
            return new StepException(
                    "preprocessing step " + number + " (" + nameOf(source) + "): " + fault.getMessage());
        }
    }

    /// Compiles steps.
    ///
    /// @throws StepException names the step, what it has and what was wanted
    static Program compile(List<PreprocessingStep> steps, ItemValueType valueType, StepCompiler compiler)
            throws StepException {
        List<Step> compiled = new ArrayList<>();
        boolean hasChange = false;
        boolean hasThrottle = false;
        boolean raw = true;
        for (int i = 0; i < steps.size(); i++) {
            PreprocessingStep step = steps.get(i);
            compiled.add(compile(step, i + 1, raw, compiler));
            raw &= isThrottle(step)
                    || step.type() == PreprocessingStep.Type.IN_RANGE
                    || step.type() == PreprocessingStep.Type.CHECK_NOT_SUPPORTED;
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

    /// A print of the value type and the steps up to and with the change step, the same from run to
    /// run; 0 where there is none.
    long changePrint() {
        return printUpTo(true);
    }

    /// The same up to and with the throttle.
    long throttlePrint() {
        return printUpTo(false);
    }

    private long printUpTo(boolean change) {
        StringBuilder text = new StringBuilder(valueType.name());
        for (Step step : steps) {
            PreprocessingStep source = step.source();
            append(text, source.type().name());
            source.parameters().forEach(parameter -> append(text, parameter));
            append(text, source.onFail().name());
            append(text, source.onFailValue());
            if (change ? isChange(source) : isThrottle(source)) {
                return Math.max(1, fnv(text) & Long.MAX_VALUE);
            }
        }
        return 0;
    }

    private static void append(StringBuilder text, String part) {
        text.append(part.length()).append(':').append(part);
    }

    /// FNV-1a over the characters.
    private static long fnv(CharSequence text) {
        long hash = 0xcbf2_9ce4_8422_2325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100_0000_01b3L;
        }
        return hash;
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
        return step.type().statefulness() == PreprocessingStep.Statefulness.CHANGE;
    }

    private static boolean isThrottle(PreprocessingStep step) {
        return step.type().statefulness() == PreprocessingStep.Statefulness.THROTTLE;
    }

    static String nameOf(PreprocessingStep step) {
        return step.type().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Step compile(PreprocessingStep step, int number, boolean seesRawNumber, StepCompiler compiler)
            throws StepException {
        TextStep text;
        try {
            text = compiler.compile(step).orElse(NO_TEXT_STEP);
        } catch (StepException e) {
            throw new StepException("step " + number + " (" + nameOf(step) + ") has " + e.getMessage());
        }
        List<String> parameters = step.parameters();
        double factor = 1;
        boolean hasIntegerFactor = false;
        long integerFactor = 0;
        long heartbeat = 0;
        Range range = Range.ALL;
        NotSupportedCheck check = ANY_REASON;
        switch (step.type()) {
            case MULTIPLIER -> {
                String written = parameters.getFirst().strip();
                factor = Double.parseDouble(written);
                hasIntegerFactor = Numbers.isUnsigned(written);
                integerFactor = hasIntegerFactor ? Long.parseUnsignedLong(written) : 0;
            }
            case DISCARD_UNCHANGED_HEARTBEAT -> heartbeat = heartbeat(parameters.getFirst());
            case IN_RANGE -> range = Range.of(parameters);
            case CHECK_NOT_SUPPORTED -> check = NotSupportedCheck.compile(step);
            case RTRIM,
                    LTRIM,
                    TRIM,
                    REGEX,
                    BOOL_TO_DECIMAL,
                    OCTAL_TO_DECIMAL,
                    HEX_TO_DECIMAL,
                    SIMPLE_CHANGE,
                    CHANGE_PER_SECOND,
                    XMLPATH,
                    JSONPATH,
                    MATCHES_REGEX,
                    NOT_MATCHES_REGEX,
                    CHECK_JSON_ERROR,
                    CHECK_XML_ERROR,
                    CHECK_REGEX_ERROR,
                    DISCARD_UNCHANGED,
                    JAVASCRIPT,
                    PROMETHEUS_PATTERN,
                    PROMETHEUS_TO_JSON,
                    CSV_TO_JSON,
                    STR_REPLACE,
                    XML_TO_JSON,
                    SNMP_WALK_VALUE,
                    SNMP_WALK_TO_JSON,
                    SNMP_GET_VALUE -> {}
        }
        return new Step(
                step, number, factor, hasIntegerFactor, integerFactor, heartbeat, range, text, check, seesRawNumber);
    }

    private static long heartbeat(String text) throws StepException {
        try {
            return StepParameters.heartbeatSeconds(text);
        } catch (LanguageException e) {
            throw new StepException(String.valueOf(e.getMessage()));
        }
    }
}
