package zonda.preprocessing;

import zonda.preprocessing.script.Allowance;
import zonda.preprocessing.script.Realm;
import zonda.preprocessing.script.Script;
import zonda.preprocessing.script.ScriptEngine;
import zonda.preprocessing.script.ScriptException;
import zonda.preprocessing.script.ScriptResult;
import zonda.preprocessing.script.ScriptSurroundings;
import zonda.preprocessing.step.ScriptCompiler;
import zonda.preprocessing.step.SharedText;
import zonda.preprocessing.step.StepException;
import zonda.preprocessing.step.TextStep;

/// Scripts as steps. Any thread: each that runs scripts has a realm of its own, and must be a
/// platform thread, whose memory can be counted.
public final class Scripts implements ScriptCompiler {
    private final ScriptEngine engine;
    private final Allowance full;
    private final Allowance brief = Allowance.brief();
    private final ThreadLocal<Realm> realms;

    /// @param heapBytes of the process: a run away from the shards may take a part of it
    public Scripts(ScriptSurroundings surroundings, long heapBytes) {
        ScriptEngine made = new ScriptEngine(surroundings);
        this.engine = made;
        this.full = Allowance.full(heapBytes);
        this.realms = ThreadLocal.withInitial(made::newRealm);
    }

    @Override
    public TextStep compile(String source) throws StepException {
        try {
            return new Step(this, engine.compile(source));
        } catch (ScriptException e) {
            throw new StepException("a script that cannot be compiled: " + e.getMessage());
        }
    }

    private ScriptResult run(Script script, String value, Allowance allowance) {
        return realms.get().run(script, value, allowance);
    }

    /// A step that runs a script. Immutable, but for what its runs have told of it; any thread.
    static final class Step implements TextStep {
        private final Scripts scripts;
        private final Script script;
        private volatile boolean isSlow;

        private Step(Scripts scripts, Script script) {
            this.scripts = scripts;
            this.script = script;
        }

        /// Whether it once took more than a shard has time for.
        boolean isSlow() {
            return isSlow;
        }

        /// A run on a shard: when it takes too long it ends without effect, and the script is known
        /// as slow from then on.
        ScriptResult runBriefly(String value) {
            ScriptResult result = scripts.run(script, value, scripts.brief);
            if (result instanceof ScriptResult.Postponed) {
                isSlow = true;
            }
            return result;
        }

        /// A run anywhere else.
        ScriptResult run(String value) {
            return scripts.run(script, value, scripts.full);
        }

        @Override
        public String apply(SharedText value) throws StepException {
            return switch (run(value.text())) {
                case ScriptResult.Returned(String text) -> text;
                case ScriptResult.Failed(String reason) -> throw StepException.at(value.text(), reason);
                case ScriptResult.Nothing() -> throw StepException.at(value.text(), "the script returned null");
                case ScriptResult.Postponed() -> throw new IllegalStateException("postponed where nothing may be");
            };
        }
    }
}
