package zonda.preprocessing.script;

import java.util.List;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;

/// Guards before constructors: `Date` has the server's clock, `RegExp` patterns of a bounded
/// length,
/// typed arrays ask for their memory, `Function` and `eval` compile nothing. Owned by its realm.
final class Constructors {
    private static final int MOST_PATTERN = 1 << 16;

    private static final List<String> TYPED_ARRAYS = List.of(
            "Int8Array",
            "Uint8Array",
            "Uint8ClampedArray",
            "Int16Array",
            "Uint16Array",
            "Int32Array",
            "Uint32Array",
            "Float32Array",
            "Float64Array");

    private final Gauge gauge;
    private final ScriptSurroundings surroundings;

    Constructors(Gauge gauge, ScriptSurroundings surroundings) {
        this.gauge = gauge;
        this.surroundings = surroundings;
    }

    void guard(TopLevel scope) {
        replace(scope, "Date", new DateConstructor(StandardObjects.child(scope, "Date")));
        Native.define(StandardObjects.child(scope, "Date"), "now", 0, (cx, inner, self, arguments) -> now());
        replace(scope, "RegExp", new Guarded(StandardObjects.child(scope, "RegExp"), this::askForPattern));
        replace(scope, "ArrayBuffer", new Guarded(StandardObjects.child(scope, "ArrayBuffer"), this::askForBytes));
        for (String name : TYPED_ARRAYS) {
            replace(scope, name, new Guarded(StandardObjects.child(scope, name), this::askForBytes));
        }
        ScriptableObject common =
                (ScriptableObject) StandardObjects.prototype(scope, "Int8Array").getPrototype();
        Native.guard(common, "slice", gauge, (original, call) -> {
            askForBytes(new Object[] {ScriptableObject.getProperty(call.self(), "byteLength")});
            return call.passTo(original);
        });
        Native.guard(common, "set", gauge, (original, call) -> {
            askForBytes(call.arguments());
            return call.passTo(original);
        });
        Native.guard(StandardObjects.prototype(scope, "ArrayBuffer"), "slice", gauge, (original, call) -> {
            askForBytes(new Object[] {ScriptableObject.getProperty(call.self(), "byteLength")});
            return call.passTo(original);
        });
        replace(scope, "Function", new Guarded(StandardObjects.child(scope, "Function"), arguments -> {
            throw ScriptRuntime.typeError("Function compiles nothing here");
        }));
        // Rhino wants one of this name; without it, it would make one that compiles.
        scope.defineProperty("GeneratorFunction", scope.get("Function", scope), ScriptableObject.DONTENUM);
        scope.delete("eval");
        Native.define(scope, "eval", 1, (cx, inner, self, arguments) -> {
            throw ScriptRuntime.typeError("eval compiles nothing here");
        });
        Native.define(
                StandardObjects.child(scope, "Math"),
                "random",
                0,
                (cx, inner, self, arguments) -> surroundings.random());
    }

    private double now() {
        return surroundings.wallMillis();
    }

    private void askForPattern(Object[] arguments) {
        if (arguments.length > 0 && !(arguments[0] instanceof Scriptable)) {
            long length = ScriptRuntime.toString(arguments[0]).length();
            if (length > MOST_PATTERN) {
                throw ScriptRuntime.rangeError(
                        "a pattern of " + length + " characters, wanted at most " + MOST_PATTERN);
            }
            gauge.step(length * 16);
            gauge.reserve(length * 500);
        }
    }

    private void askForBytes(Object[] arguments) {
        if (arguments.length == 0) {
            return;
        }
        if (arguments[0] instanceof Scriptable list) {
            long length = list instanceof NativeArray array
                    ? array.getLength()
                    : (long) ScriptRuntime.toInteger(ScriptableObject.getProperty(list, "length"));
            gauge.elements(Math.max(0, length), 16);
            return;
        }
        double length = ScriptRuntime.toInteger(arguments[0]);
        if (length > 0) {
            gauge.step((long) Math.min(length / 16, Gauge.MOST_ELEMENTS));
            gauge.reserve((long) Math.min(length * 16, Long.MAX_VALUE / 2.0));
        }
    }

    private static void replace(TopLevel scope, String name, Guarded guarded) {
        ScriptableObject original = StandardObjects.child(scope, name);
        guarded.takeOver(original, scope);
        scope.delete(name);
        scope.defineProperty(name, guarded, ScriptableObject.DONTENUM);
    }

    /// What is asked before a constructor runs.
    private interface Question {
        void ask(Object[] arguments);
    }

    /// A constructor behind a question.
    private static class Guarded extends BaseFunction {
        private static final long serialVersionUID = 1;

        private final Function original;
        private final transient Question question;

        Guarded(ScriptableObject original, Question question) {
            this.original = (Function) original;
            this.question = question;
        }

        void takeOver(ScriptableObject former, TopLevel scope) {
            ScriptRuntime.setFunctionProtoAndParent(this, Context.getCurrentContext(), scope);
            ScriptableObject prototype = StandardObjects.child(former, "prototype");
            setImmunePrototypeProperty(prototype);
            prototype.defineProperty("constructor", this, DONTENUM);
            for (Object id : former.getAllIds()) {
                if (id instanceof String name && !has(name, this)) {
                    defineProperty(name, former.get(name, former), DONTENUM);
                }
            }
        }

        Function original() {
            return original;
        }

        @Override
        public Object call(Context context, Scriptable scope, Scriptable self, Object[] arguments) {
            question.ask(arguments);
            return original.call(context, scope, self, arguments);
        }

        @Override
        public Scriptable construct(Context context, Scriptable scope, Object[] arguments) {
            question.ask(arguments);
            return original.construct(context, scope, arguments);
        }

        @Override
        public String getFunctionName() {
            return original instanceof BaseFunction function ? function.getFunctionName() : "";
        }
    }

    /// `Date`, whose now is the server's.
    private final class DateConstructor extends Guarded {
        private static final long serialVersionUID = 1;

        DateConstructor(ScriptableObject original) {
            super(original, arguments -> {});
        }

        @Override
        public Object call(Context context, Scriptable scope, Scriptable self, Object[] arguments) {
            Scriptable date = original().construct(context, scope, new Object[] {now()});
            return ScriptRuntime.toString(date);
        }

        @Override
        public Scriptable construct(Context context, Scriptable scope, Object[] arguments) {
            return original().construct(context, scope, arguments.length == 0 ? new Object[] {now()} : arguments);
        }
    }
}
