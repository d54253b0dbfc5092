package zonda.preprocessing.script;

import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Undefined;

/// Functions of the server's own, as scripts see them.
final class Native {
    /// The body of a function.
    @FunctionalInterface
    interface Body {
        Object call(Context context, Scriptable scope, Scriptable self, Object[] arguments);
    }

    /// Makes the guarded form of a function that is there already.
    @FunctionalInterface
    interface Guard {
        Object call(Function original, Call call);
    }

    /// A call that a guard looks at, and passes on.
    record Call(Context context, Scriptable scope, Scriptable self, Object[] arguments) {
        Object passTo(Function original) {
            return original.call(context, scope, self, arguments);
        }

        Call with(Scriptable otherSelf, Object... otherArguments) {
            return new Call(context, scope, otherSelf, otherArguments);
        }

        Call withSelf(Scriptable otherSelf) {
            return new Call(context, scope, otherSelf, arguments);
        }

        Call withArguments(Object... otherArguments) {
            return new Call(context, scope, self, otherArguments);
        }

        Object argument(int index) {
            return index < arguments.length ? arguments[index] : Undefined.instance;
        }

        boolean has(int index) {
            return index < arguments.length && !Undefined.isUndefined(arguments[index]);
        }
    }

    private Native() {}

    static void define(ScriptableObject holder, String name, int length, Body body) {
        ScriptableObject scope = (ScriptableObject) ScriptableObject.getTopLevelScope(holder);
        LambdaFunction function = new LambdaFunction(scope, name, length, body::call, false);
        holder.defineProperty(name, function, ScriptableObject.DONTENUM);
    }

    /// Puts a guard in front of a function of an object; nothing where there is no such function.
    static void guard(ScriptableObject holder, String name, Gauge gauge, Guard guard) {
        if (holder.get(name, holder) instanceof Function original) {
            int length = (int) ScriptRuntime.toInteger(ScriptableObject.getProperty(original, "length"));
            holder.delete(name);
            define(
                    holder,
                    name,
                    length,
                    (context, scope, self, arguments) ->
                            guard.call(original, new Call(context, scope, self, arguments)));
        }
    }
}
