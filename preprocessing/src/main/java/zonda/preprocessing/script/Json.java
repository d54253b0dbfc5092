package zonda.preprocessing.script;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Callable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;
import org.mozilla.javascript.Undefined;
import org.mozilla.javascript.UniqueTag;
import zonda.preprocessing.script.Native.Call;

/// `JSON.parse` behind a guard, and a `JSON.stringify` that asks as its text grows (ECMA-262 5.1,
/// section 15.12): a small graph of objects can have a text of any length. Owned by its realm.
final class Json {
    private static final String HEX = "0123456789abcdef";
    private static final int MOST_INDENT = 10;

    private final Gauge gauge;

    Json(Gauge gauge) {
        this.gauge = gauge;
    }

    void guard(TopLevel scope) {
        ScriptableObject json = StandardObjects.child(scope, "JSON");
        Native.guard(json, "parse", gauge, this::parse);
        Native.guard(json, "stringify", gauge, this::stringify);
    }

    private Object parse(Function original, Call call) {
        String text = ScriptRuntime.toString(call.argument(0));
        gauge.step(text.length());
        if (text.length() > 1000) {
            gauge.reserve(parsedBytes(text));
        }
        Object[] arguments = call.has(1) ? new Object[] {text, call.argument(1)} : new Object[] {text};
        return call.withArguments(arguments).passTo(original);
    }

    /// At most so much is allocated for the objects of a document: measured as 3 bytes a character
    /// of texts, 50 to 60 for an element or member, and 150 to 250 for an object or array.
    static long parsedBytes(String text) {
        long bytes = 4L * text.length();
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '{', '[' -> bytes += 300;
                case ',', ':' -> bytes += 70;
                default -> {}
            }
        }
        return bytes;
    }

    private Object stringify(Function original, Call call) {
        String indent = indent(call.argument(2));
        Writer writer = new Writer(call.context(), call.scope(), call.argument(1), indent);
        Scriptable holder = call.context().newObject(call.scope());
        holder.put("", holder, call.argument(0));
        return writer.write(holder, "", call.argument(0), "") ? writer.draft.toString() : Undefined.instance;
    }

    private static String indent(@Nullable Object space) {
        Object plain = unboxed(space);
        if (plain instanceof Number number) {
            return " ".repeat((int) Math.clamp(number.doubleValue(), 0, MOST_INDENT));
        }
        if (plain instanceof CharSequence text) {
            return text.toString().substring(0, Math.min(MOST_INDENT, text.length()));
        }
        return "";
    }

    /// The number, text or boolean in an object of its class; all else as it is.
    private static @Nullable Object unboxed(@Nullable Object value) {
        if (value instanceof Scriptable object) {
            return switch (object.getClassName()) {
                case "Number" -> ScriptRuntime.toNumber(object);
                case "String" -> ScriptRuntime.toString(object);
                case "Boolean" -> object.getDefaultValue(ScriptRuntime.BooleanClass);
                default -> value;
            };
        }
        return value;
    }

    /// One call of `JSON.stringify`.
    private final class Writer {
        private final Context context;
        private final Scriptable scope;
        private final @Nullable Callable replacer;
        private final @Nullable Set<Object> names;
        private final String step;
        private final Draft draft = new Draft(gauge);
        private final Set<Scriptable> open = Collections.newSetFromMap(new IdentityHashMap<>());

        Writer(Context context, Scriptable scope, @Nullable Object replacer, String step) {
            this.context = context;
            this.scope = scope;
            this.step = step;
            this.replacer = replacer instanceof Callable function ? function : null;
            this.names = replacer instanceof NativeArray list ? names(list) : null;
        }

        private static Set<Object> names(NativeArray list) {
            Set<Object> names = new LinkedHashSet<>();
            for (int i = 0; i < list.getLength(); i++) {
                Object name = unboxed(list.get(i, list));
                if (name instanceof CharSequence || name instanceof Number) {
                    names.add(ScriptRuntime.toString(name));
                }
            }
            return names;
        }

        /// Writes one value.
        ///
        /// @return false when it has no text
        boolean write(Scriptable holder, Object key, @Nullable Object original, String indent) {
            gauge.step(8);
            Object value = replaced(holder, key, original);
            if (value instanceof Scriptable object && !(value instanceof Callable) && !isBox(object)) {
                writeObject(object, indent);
                return true;
            }
            return writePlain(unboxed(value));
        }

        private static boolean isBox(Scriptable object) {
            return switch (object.getClassName()) {
                case "Number", "String", "Boolean" -> true;
                default -> false;
            };
        }

        private @Nullable Object replaced(Scriptable holder, Object key, @Nullable Object original) {
            Object value = original;
            if (value instanceof Scriptable object
                    && ScriptableObject.getProperty(object, "toJSON") instanceof Callable function) {
                value = function.call(context, scope, object, new Object[] {ScriptRuntime.toString(key)});
            }
            if (replacer != null) {
                value = replacer.call(
                        context, scope, holder, new Object[] {ScriptRuntime.toString(key), orUndefined(value)});
            }
            return value;
        }

        private static @Nullable Object orUndefined(@Nullable Object value) {
            return value instanceof UniqueTag ? Undefined.instance : value;
        }

        private boolean writePlain(@Nullable Object value) {
            switch (value) {
                case null -> draft.add("null");
                case Boolean truth -> draft.add(truth.toString());
                case CharSequence text -> quote(text.toString());
                case Number number -> {
                    double real = number.doubleValue();
                    boolean isFinite = !Double.isNaN(real) && !Double.isInfinite(real);
                    draft.add(isFinite ? ScriptRuntime.toString(real) : "null");
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void writeObject(Scriptable object, String indent) {
            if (!open.add(object)) {
                throw ScriptRuntime.typeError("the object holds itself and has no JSON text");
            }
            String inner = indent + step;
            if (object instanceof NativeArray array) {
                writeElements(array, indent, inner);
            } else {
                writeMembers(object, indent, inner);
            }
            open.remove(object);
        }

        private void writeElements(NativeArray array, String indent, String inner) {
            gauge.elements(array.getLength(), 0);
            draft.add('[');
            int length = (int) array.getLength();
            for (int i = 0; i < length; i++) {
                separate(i > 0, inner);
                if (!write(array, i, orUndefined(array.get(i, array)), inner)) {
                    draft.add("null");
                }
            }
            end(length > 0, indent, ']');
        }

        private void writeMembers(Scriptable object, String indent, String inner) {
            Object[] keys = names != null ? names.toArray() : object.getIds();
            draft.add('{');
            boolean isFirst = true;
            for (Object key : keys) {
                int before = draft.length();
                separate(!isFirst, inner);
                quote(ScriptRuntime.toString(key));
                draft.add(step.isEmpty() ? ":" : ": ");
                if (write(object, key, member(object, key), inner)) {
                    isFirst = false;
                } else {
                    draft.cut(before);
                }
            }
            end(!isFirst, indent, '}');
        }

        private static @Nullable Object member(Scriptable object, Object key) {
            Object value = key instanceof Integer index
                    ? ScriptableObject.getProperty(object, index)
                    : ScriptableObject.getProperty(object, ScriptRuntime.toString(key));
            return orUndefined(value);
        }

        private void separate(boolean isFurther, String inner) {
            if (isFurther) {
                draft.add(',');
            }
            if (!step.isEmpty()) {
                draft.add('\n').add(inner);
            }
        }

        private void end(boolean hasAny, String indent, char bracket) {
            if (hasAny && !step.isEmpty()) {
                draft.add('\n').add(indent);
            }
            draft.add(bracket);
        }

        private void quote(String text) {
            gauge.step(text.length() / 4);
            draft.add('"');
            int plain = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
                    continue;
                }
                draft.add(text.substring(plain, i));
                plain = i + 1;
                switch (c) {
                    case '"', '\\' -> draft.add('\\').add(c);
                    case '\b' -> draft.add("\\b");
                    case '\f' -> draft.add("\\f");
                    case '\n' -> draft.add("\\n");
                    case '\r' -> draft.add("\\r");
                    case '\t' -> draft.add("\\t");
                    default -> i = other(text, i, c);
                }
                plain = i + 1;
            }
            draft.add(text.substring(plain)).add('"');
        }

        /// A control character, or a surrogate: pairs as they are, a lone one escaped.
        ///
        /// @return the position of the last character that was written
        private int other(String text, int at, char c) {
            if (Character.isHighSurrogate(c)
                    && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1))) {
                draft.add(c).add(text.charAt(at + 1));
                return at + 1;
            }
            draft.add("\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
                draft.add(HEX.charAt((c >> shift) & 15));
            }
            return at;
        }
    }
}
