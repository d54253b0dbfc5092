package zonda.preprocessing.script;

import org.mozilla.javascript.RhinoException;

/// Compiles scripts, and makes the realms that run them. Any thread.
///
/// A script is the body of a function of `value`, as in Zabbix.
public final class ScriptEngine {
    /// Zabbix takes 64 KiB; its own largest has half of that.
    static final int MOST_CHARACTERS = 1 << 18;

    private static final String HEAD = "(function(value){";
    private static final String TAIL = "\n})";

    private final ScriptContextFactory contexts = new ScriptContextFactory();
    private final BigRuns bigRuns = new BigRuns();
    private final ScriptSurroundings surroundings;

    public ScriptEngine(ScriptSurroundings surroundings) {
        this.surroundings = surroundings;
    }

    /// Compiles a script.
    ///
    /// @throws ScriptException with line and reason when that cannot be
    public Script compile(String source) throws ScriptException {
        if (source.length() > MOST_CHARACTERS) {
            throw new ScriptException("has " + source.length() + " characters, wanted at most " + MOST_CHARACTERS);
        }
        try {
            return compiled(source);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            // A fault of Rhino's on a text that is no script; it finds most, and stumbles over some.
            throw new ScriptException("cannot be read: " + e);
        }
    }

    private Script compiled(String source) throws ScriptException {
        Dialect dialect = new Dialect();
        String wrapped = dialect.check(HEAD + source + TAIL, "script");
        Gauge gauge = new Gauge(surroundings::monotonicNanos, bigRuns);
        ScriptContext context = contexts.newContext(gauge, surroundings.timeZone());
        contexts.enterContext(context);
        try {
            org.mozilla.javascript.Script code = context.compileString(wrapped, "script", 1, null);
            if (!context.hasDefinedClass()) {
                throw new ScriptException("has a function that is too large to be compiled");
            }
            return new Script(source, code, dialect.changesStandards());
        } catch (RhinoException e) {
            throw new ScriptException(Dialect.reason(e.details(), e.lineNumber()));
        } catch (StackOverflowError e) {
            throw new ScriptException("is nested too deeply");
        } finally {
            org.mozilla.javascript.Context.exit();
        }
    }

    /// A realm for one platform thread.
    public Realm newRealm() {
        return new Realm(contexts, new Gauge(surroundings::monotonicNanos, bigRuns), surroundings);
    }
}
