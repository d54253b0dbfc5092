package zonda.preprocessing.script;

/// A compiled script. Immutable; any thread may run it, each in its [Realm].
public final class Script {
    private final String source;
    private final org.mozilla.javascript.Script code;
    private final boolean changesStandards;

    Script(String source, org.mozilla.javascript.Script code, boolean changesStandards) {
        this.source = source;
        this.code = code;
        this.changesStandards = changesStandards;
    }

    /// As it was written.
    public String source() {
        return source;
    }

    /// Makes the function, when executed.
    org.mozilla.javascript.Script code() {
        return code;
    }

    /// Whether it extends standard objects and so wants its own ones for each run.
    boolean changesStandards() {
        return changesStandards;
    }
}
