package zonda.preprocessing.step;

/// A compiled step from text to text. Immutable; any thread.
@FunctionalInterface
public interface TextStep {
    /// What the step makes of a value.
    ///
    /// @throws StepException why it cannot
    String apply(SharedText value) throws StepException;
}
