package zonda.preprocessing.step;

/// Makes steps of scripts; there where the script engine is.
@FunctionalInterface
public interface ScriptCompiler {
    /// Compiles the body of a script's function of `value`.
    ///
    /// @throws StepException names what is wrong with it
    TextStep compile(String source) throws StepException;
}
