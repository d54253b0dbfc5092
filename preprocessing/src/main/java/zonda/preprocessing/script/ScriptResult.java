package zonda.preprocessing.script;

/// What a run of a script came to.
public sealed interface ScriptResult {
    /// It returned something; this is its text.
    ///
    /// @param text as the script's own `String(...)` would make it
    record Returned(String text) implements ScriptResult {}

    /// It returned `null`: there is no value.
    record Nothing() implements ScriptResult {}

    /// It threw, returned nothing at all, or met a limit.
    ///
    /// @param reason in words
    record Failed(String reason) implements ScriptResult {}

    /// It wants more than its allowance lets it have here; it has had no effect, and may be run
    /// again elsewhere. Only for an allowance that postpones.
    record Postponed() implements ScriptResult {}
}
