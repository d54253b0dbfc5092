package zonda.preprocessing.script;

import org.mozilla.javascript.Context;

/// Rhino's state of one thread, with the [Gauge] of its run.
final class ScriptContext extends Context {
    private final Gauge gauge;
    private boolean hasDefinedClass;

    ScriptContext(ScriptContextFactory factory, Gauge gauge) {
        super(factory);
        this.gauge = gauge;
        setInstructionObserverThreshold(Gauge.STEPS_BETWEEN_CHECKS / 2);
    }

    static Gauge gaugeOf(Context context) {
        if (context instanceof ScriptContext own) {
            return own.gauge;
        }
        throw new IllegalStateException("a script runs in a context of another kind");
    }

    void definedClass() {
        hasDefinedClass = true;
    }

    /// Whether something was compiled in this context, and not left to an interpreter that does not
    /// know the guards.
    boolean hasDefinedClass() {
        return hasDefinedClass;
    }
}
