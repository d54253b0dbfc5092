package zonda.preprocessing.script;

/// A run met a limit. An error, not an exception: neither `catch` nor `finally` in a script sees it
/// (see [Rewiring]).
final class ScriptLimit extends Error {
    /// @param reason for people
    ScriptLimit(String reason) {
        super(reason, null, false, false);
    }
}
