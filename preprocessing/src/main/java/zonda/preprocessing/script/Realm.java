package zonda.preprocessing.script;

import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.NativeObject;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;
import org.mozilla.javascript.Undefined;
import org.mozilla.javascript.UniqueTag;

/// Runs scripts on one thread: its context and standard objects, used again for each run. Owned by
/// one platform thread (or, in simulation, by whoever runs).
///
/// What a run leaves in the global scope goes with it. The standard objects are sealed; a script
/// that is seen to extend them gets its own for each run.
public final class Realm {
    private static final int MOST_REASON = 2048;

    private final ScriptContextFactory contexts;
    private final Gauge gauge;
    private final ScriptSurroundings surroundings;
    private final Map<Script, Prepared> prepared = new WeakHashMap<>();
    private ScriptContext context;
    private @Nullable StandardObjects standard;
    private long runs;

    /// A script's function, with a global scope of its own.
    private record Prepared(TopLevel scope, Function function) {}

    Realm(ScriptContextFactory contexts, Gauge gauge, ScriptSurroundings surroundings) {
        this.contexts = contexts;
        this.gauge = gauge;
        this.surroundings = surroundings;
        context = contexts.newContext(gauge, surroundings.timeZone());
    }

    /// Runs a script for a value.
    public ScriptResult run(Script script, String value, Allowance allowance) {
        runs++;
        contexts.enterContext(context);
        StandardObjects objects = standard;
        try {
            gauge.begin(allowance);
            if (objects == null || script.changesStandards()) {
                objects = StandardObjects.create(context, gauge, surroundings, !script.changesStandards());
                standard = script.changesStandards() ? standard : objects;
                gauge.begin(allowance);
            }
            objects.effects().begin();
            ScriptResult result = run(script, value, objects);
            if (!(result instanceof ScriptResult.Postponed)) {
                objects.effects().tell(surroundings);
            }
            return result;
        } finally {
            gauge.end();
            Context.exit();
        }
    }

    private ScriptResult run(Script script, String value, StandardObjects objects) {
        try {
            Prepared ready = script.changesStandards() ? prepare(script, objects) : prepared(script, objects);
            Object returned = ready.function().call(context, ready.scope(), ready.scope(), new Object[] {value});
            ScriptResult result = result(returned);
            if (!ready.scope().isEmpty()) {
                prepared.remove(script);
            }
            return gauge.isOver() ? overLimit(gauge.reason()) : result;
        } catch (ScriptLimit limit) {
            startAfresh();
            return overLimit(String.valueOf(limit.getMessage()));
        } catch (RhinoException e) {
            prepared.remove(script);
            return gauge.isOver() ? overLimit(gauge.reason()) : new ScriptResult.Failed(reason(e));
        } catch (StackOverflowError e) {
            startAfresh();
            return overLimit("calls itself too deeply");
        } catch (AssertionError e) {
            // Rhino's own, where assertions are on: after a full stack its book-keeping is not
            // whole.
            startAfresh();
            return overLimit(gauge.isOver() ? gauge.reason() : "calls itself too deeply");
        } catch (RuntimeException e) {
            // A fault of the engine on something odd; it is the script's own to bear.
            startAfresh();
            return new ScriptResult.Failed("the script engine gave up: " + e);
        }
    }

    /// After an error that compiled code did not clean up behind, what Rhino keeps is not to be
    /// trusted.
    private void startAfresh() {
        prepared.clear();
        standard = null;
        context = contexts.newContext(gauge, surroundings.timeZone());
    }

    private ScriptResult overLimit(String reason) {
        return gauge.postpones() ? new ScriptResult.Postponed() : new ScriptResult.Failed("the script " + reason);
    }

    private Prepared prepared(Script script, StandardObjects objects) {
        Prepared known = prepared.get(script);
        if (known == null) {
            known = prepare(script, objects);
            prepared.put(script, known);
        }
        return known;
    }

    private Prepared prepare(Script script, StandardObjects objects) {
        TopLevel scope = new TopLevel();
        scope.setPrototype(objects.scope());
        scope.cacheBuiltins(scope, false);
        Object made = script.code().exec(context, scope, scope);
        if (!(made instanceof Function function)) {
            throw new IllegalStateException("a script that is no function");
        }
        if (made instanceof ScriptableObject object) {
            object.sealObject();
        }
        return new Prepared(scope, function);
    }

    private static ScriptResult result(@Nullable Object returned) {
        if (returned == null) {
            return new ScriptResult.Nothing();
        }
        if (Undefined.isUndefined(returned)) {
            return new ScriptResult.Failed("the script returned nothing, wanted a value or null");
        }
        return new ScriptResult.Returned(ScriptRuntime.toString(returned));
    }

    private static String reason(RhinoException e) {
        String text = e.details();
        if (e instanceof JavaScriptException thrown) {
            text = thrownText(thrown.getValue());
        }
        String shortened = text.length() > MOST_REASON ? text.substring(0, MOST_REASON) + "..." : text;
        return Dialect.reason(shortened, e.lineNumber());
    }

    private static String thrownText(@Nullable Object value) {
        try {
            if (value instanceof NativeObject object) {
                Object message = ScriptableObject.getProperty(object, "message");
                if (!(message instanceof UniqueTag)) {
                    return ScriptRuntime.toString(message);
                }
            }
            return ScriptRuntime.toString(value);
        } catch (RhinoException e) {
            return "something that cannot be shown as text";
        }
    }

    /// Runs so far.
    public long runs() {
        return runs;
    }
}
