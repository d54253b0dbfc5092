package zonda.preprocessing;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
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
    /// @param integerFactor the same where it is a whole number from 0 to 2^63-1, else -1
    /// @param heartbeatNanos of a throttle, 0 for none
    /// @param pattern of a regular expression
    /// @param output template of a regular expression
    record Step(
            PreprocessingStep source,
            int number,
            double factor,
            long integerFactor,
            long heartbeatNanos,
            Pattern pattern,
            String output) {}

    private static final Pattern NO_PATTERN = Pattern.compile("");

    static Program compile(List<PreprocessingStep> steps, ItemValueType valueType) throws StepException {
        List<Step> compiled = new java.util.ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            compiled.add(compile(steps.get(i), i + 1));
        }
        return new Program(List.copyOf(compiled), valueType, "");
    }

    static Program broken(String fault, ItemValueType valueType) {
        return new Program(List.of(), valueType, fault);
    }

    private static Step compile(PreprocessingStep step, int number) throws StepException {
        double factor = 1;
        long integerFactor = -1;
        long heartbeat = 0;
        Pattern pattern = NO_PATTERN;
        String output = "";
        try {
            switch (step.type()) {
                case MULTIPLIER -> {
                    String text = parameter(step, 0, number).strip();
                    factor = new BigDecimal(text).doubleValue();
                    integerFactor = text.chars().allMatch(Character::isDigit) && text.length() <= 18
                            ? Long.parseLong(text)
                            : -1;
                }
                case REGEX -> {
                    pattern = Pattern.compile(parameter(step, 0, number));
                    output = parameter(step, 1, number);
                }
                case DISCARD_UNCHANGED_HEARTBEAT ->
                    heartbeat = zonda.language.Durations.seconds(parameter(step, 0, number)) * 1_000_000_000L;
                case SIMPLE_CHANGE, CHANGE_PER_SECOND, DISCARD_UNCHANGED -> {}
            }
        } catch (NumberFormatException e) {
            throw new StepException("step " + number + ": multiplier '" + step.parameters() + "', wanted a number");
        } catch (PatternSyntaxException e) {
            throw new StepException(
                    "step " + number + ": regular expression '" + e.getPattern() + "': " + e.getDescription());
        } catch (zonda.language.LanguageException e) {
            throw new StepException("step " + number + ": heartbeat: " + e.getMessage());
        }
        return new Step(step, number, factor, integerFactor, heartbeat, pattern, output);
    }

    private static String parameter(PreprocessingStep step, int index, int number) throws StepException {
        if (step.parameters().size() <= index) {
            throw new StepException("step " + number + " has "
                    + step.parameters().size() + " parameters, wanted at least " + (index + 1));
        }
        return step.parameters().get(index);
    }

    /// Applies a regular expression: the output template with `\0` to `\9` replaced by the groups
    /// of the first match.
    static String extract(Step step, String text) throws StepException {
        Matcher matcher = step.pattern().matcher(new BudgetedText(text));
        try {
            if (!matcher.find()) {
                throw new StepException("the pattern does not match");
            }
        } catch (StackOverflowError e) {
            throw new StepException("the pattern needs too deep a recursion for this value");
        } catch (BudgetedText.Exhausted e) {
            throw new StepException("the pattern takes too many steps for this value");
        }
        StringBuilder out = new StringBuilder();
        String template = step.output();
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            boolean group = c == '\\' && i + 1 < template.length() && Character.isDigit(template.charAt(i + 1));
            if (!group) {
                out.append(c);
                continue;
            }
            int number = template.charAt(++i) - '0';
            if (number <= matcher.groupCount() && matcher.start(number) >= 0) {
                out.append(text, matcher.start(number), matcher.end(number));
            }
        }
        return out.toString();
    }
}
