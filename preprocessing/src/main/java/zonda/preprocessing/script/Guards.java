package zonda.preprocessing.script;

import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.ConsString;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;

/// What compiled scripts call instead of Rhino's runtime, see [Rewiring]. Public for their classes
/// only, which have a loader of their own.
public final class Guards {
    /// The greatest length of a text, for Java's sake; memory runs out long before.
    private static final long MOST_CHARACTERS = Integer.MAX_VALUE - 16;

    private Guards() {}

    /// The operator `+` (ECMA-262 5.1, section 11.6.1).
    public static Object add(Object left, Object right, Context context) {
        if (left instanceof Number && right instanceof Number) {
            return ScriptRuntime.add(left, right, context);
        }
        Object first = left instanceof Scriptable ? ScriptRuntime.toPrimitive(left) : left;
        Object second = right instanceof Scriptable ? ScriptRuntime.toPrimitive(right) : right;
        if (first instanceof CharSequence || second instanceof CharSequence) {
            return sum(ScriptRuntime.toCharSequence(first), ScriptRuntime.toCharSequence(second), context);
        }
        return ScriptRuntime.add(first, second, context);
    }

    private static CharSequence sum(CharSequence left, CharSequence right, Context context) {
        long length = (long) left.length() + right.length();
        if (length < GuardedRope.UNASKED) {
            return new ConsString(left, right);
        }
        Gauge gauge = ScriptContext.gaugeOf(context);
        gauge.step(1);
        if (length > MOST_CHARACTERS) {
            gauge.reserve(Long.MAX_VALUE / 2);
        }
        gauge.reserve(4 * length);
        return new GuardedRope(left, right, gauge);
    }

    /// The start of `for in`.
    public static Object enumInit(@Nullable Object value, Context context, Scriptable scope, int kind) {
        Gauge gauge = ScriptContext.gaugeOf(context);
        if (value instanceof NativeArray array) {
            gauge.elements(Math.min(array.getLength(), Gauge.MOST_ELEMENTS), 0);
        }
        Object enumeration = ScriptRuntime.enumInit(value, context, scope, kind);
        gauge.check();
        return enumeration;
    }
}
