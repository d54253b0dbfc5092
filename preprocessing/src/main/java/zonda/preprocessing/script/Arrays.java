package zonda.preprocessing.script;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;
import org.mozilla.javascript.Undefined;
import org.mozilla.javascript.UniqueTag;
import zonda.preprocessing.script.Native.Call;

/// Guards before the functions of `Array` and those that go through all of an object. Owned by its
/// realm.
///
/// Functions that only read take anything that looks like an array, as a copy that is a true one;
/// those that change one want a true one.
final class Arrays {
    private static final long MOST_SORTED = 1_000_000;
    private static final long MOST_ARGUMENTS = 100_000;

    /// Characters that may be compared in one call.
    private static final long MOST_COMPARED = 2_000_000_000;

    private static final int LONG_TEXT = 1000;

    private final Gauge gauge;

    /// Arrays that are being made a text: one that holds itself is empty there.
    private final Set<NativeArray> joining = Collections.newSetFromMap(new IdentityHashMap<>());

    Arrays(Gauge gauge) {
        this.gauge = gauge;
    }

    void guard(TopLevel scope) {
        ScriptableObject arrays = StandardObjects.prototype(scope, "Array");
        for (String name : List.of(
                "slice", "every", "filter", "forEach", "map", "some", "find", "findIndex", "reduce", "reduceRight")) {
            Native.guard(
                    arrays,
                    name,
                    gauge,
                    (original, call) -> call.withSelf(array(call, call.self())).passTo(original));
        }
        for (String name : List.of("indexOf", "lastIndexOf", "includes")) {
            Native.guard(arrays, name, gauge, this::searched);
        }
        for (String name : List.of("reverse", "shift", "unshift", "splice")) {
            Native.guard(arrays, name, gauge, this::changed);
        }
        for (String name : List.of("push", "pop")) {
            Native.guard(arrays, name, gauge, (original, call) -> {
                trueArray(call.self());
                return call.passTo(original);
            });
        }
        Native.guard(arrays, "sort", gauge, this::sorted);
        Native.guard(arrays, "concat", gauge, this::concatenated);
        Native.guard(
                arrays,
                "join",
                gauge,
                (original, call) ->
                        join(call, call.self(), call.has(0) ? ScriptRuntime.toString(call.argument(0)) : ","));
        Native.guard(arrays, "toString", gauge, (original, call) -> join(call, call.self(), ","));
        Native.guard(arrays, "toLocaleString", gauge, (original, call) -> join(call, call.self(), ","));
        guardObjects(scope);
    }

    private void guardObjects(TopLevel scope) {
        ScriptableObject objects = StandardObjects.child(scope, "Object");
        for (String name : List.of(
                "entries",
                "values",
                "keys",
                "getOwnPropertyNames",
                "defineProperties",
                "isSealed",
                "isFrozen",
                "seal",
                "freeze",
                "create",
                "assign")) {
            Native.guard(objects, name, gauge, (original, call) -> {
                for (Object argument : call.arguments()) {
                    gauge.elements(sizeOf(argument), 160);
                }
                return call.passTo(original);
            });
        }
        Native.guard(StandardObjects.prototype(scope, "Function"), "apply", gauge, this::applied);
    }

    private static long sizeOf(Object value) {
        return switch (value) {
            case NativeArray array -> array.getLength();
            case CharSequence text -> text.length();
            case ScriptableObject object ->
                object.getClassName().equals("String") ? object.toString().length() : object.size();
            default -> 0;
        };
    }

    private static NativeArray trueArray(Object self) {
        if (self instanceof NativeArray array) {
            return array;
        }
        throw ScriptRuntime.typeError("this function changes an array, and was given something else");
    }

    /// Something that looks like an array as a true one; a true one itself.
    private NativeArray array(Call call, Scriptable self) {
        if (self instanceof NativeArray array) {
            gauge.elements(array.getLength(), 16);
            return array;
        }
        double claimed = ScriptRuntime.toInteger(ScriptableObject.getProperty(self, "length"));
        long length = (long) Math.clamp(claimed, 0, Gauge.MOST_ELEMENTS + 1.0);
        gauge.elements(length, 64);
        NativeArray copy = (NativeArray) call.context().newArray(call.scope(), (int) length);
        for (int i = 0; i < length; i++) {
            Object element = ScriptableObject.getProperty(self, i);
            if (!(element instanceof UniqueTag)) {
                copy.put(i, copy, element);
            }
        }
        return copy;
    }

    private Object changed(Function original, Call call) {
        long length = trueArray(call.self()).getLength();
        if (length > Gauge.MOST_ELEMENTS) {
            gauge.elements(length, 0);
        }
        gauge.step(length / 8);
        if (length > 1000) {
            gauge.reserve(16 * length);
        }
        return call.passTo(original);
    }

    private Object searched(Function original, Call call) {
        NativeArray array = array(call, call.self());
        if (call.argument(0) instanceof CharSequence text && text.length() > LONG_TEXT) {
            askForComparing((double) array.getLength() * text.length());
        }
        return call.withSelf(array).passTo(original);
    }

    private void askForComparing(double characters) {
        if (characters > MOST_COMPARED) {
            gauge.elements(Long.MAX_VALUE / 2, 0);
        }
    }

    private Object sorted(Function original, Call call) {
        NativeArray array = trueArray(call.self());
        long length = array.getLength();
        if (length > MOST_SORTED) {
            gauge.elements(Long.MAX_VALUE / 2, 0);
        }
        gauge.elements(length, 32);
        if (!call.has(0)) {
            gauge.step(length * 8);
            long characters = 0;
            for (int i = 0; i < length; i++) {
                if (array.get(i, array) instanceof CharSequence text) {
                    characters += text.length();
                }
            }
            askForComparing(characters * 20.0);
        }
        return call.passTo(original);
    }

    private Object concatenated(Function original, Call call) {
        NativeArray self = array(call, call.self());
        long length = self.getLength();
        for (Object argument : call.arguments()) {
            length += argument instanceof NativeArray array ? array.getLength() : 1;
        }
        gauge.elements(length, 24);
        return call.withSelf(self).passTo(original);
    }

    private Object join(Call call, Scriptable self, String separator) {
        NativeArray array = array(call, self);
        if (!joining.add(array)) {
            return "";
        }
        try {
            Draft draft = new Draft(gauge);
            long length = array.getLength();
            for (int i = 0; i < length; i++) {
                gauge.step(4);
                if (i > 0) {
                    draft.add(separator);
                }
                Object element = array.get(i, array);
                if (!(element instanceof UniqueTag) && element != null && !Undefined.isUndefined(element)) {
                    draft.add(ScriptRuntime.toString(element));
                }
            }
            return draft.toString();
        } finally {
            joining.remove(array);
        }
    }

    private Object applied(Function original, Call call) {
        if (!(call.argument(1) instanceof Scriptable list)) {
            return call.passTo(original);
        }
        NativeArray array = array(call, list);
        if (array.getLength() > MOST_ARGUMENTS) {
            throw ScriptRuntime.rangeError(
                    array.getLength() + " arguments for a function, wanted at most " + MOST_ARGUMENTS);
        }
        return call.withArguments(call.argument(0), array).passTo(original);
    }
}
