package zonda.preprocessing.script;

import java.util.ArrayList;
import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;
import zonda.preprocessing.script.Native.Call;

/// Guards before the functions of `String` and `RegExp`, and of those that make a text of a text.
/// Owned by its realm.
final class Texts {
    /// Texts shorter than this are passed on without more ado: what comes of them is small too.
    private static final int UNASKED = 4096;

    /// Bytes that a text takes while it is made, for each of its characters.
    private static final long BYTES_EACH = 4;

    /// Results shorter than this are left to Rhino's own replacing.
    private static final long PLAIN_RESULT = 1 << 18;

    private static final long MOST_COLLATED = 1 << 20;
    private static final long MOST_PATTERN = 1 << 16;

    private final Gauge gauge;

    Texts(Gauge gauge) {
        this.gauge = gauge;
    }

    void guard(TopLevel scope) {
        ScriptableObject strings = StandardObjects.prototype(scope, "String");
        for (String name : List.of(
                "substring",
                "substr",
                "slice",
                "toLowerCase",
                "toUpperCase",
                "toLocaleLowerCase",
                "toLocaleUpperCase",
                "trim",
                "trimLeft",
                "trimStart",
                "trimRight",
                "trimEnd",
                "startsWith",
                "endsWith")) {
            Native.guard(strings, name, gauge, this::sized);
        }
        Native.guard(strings, "localeCompare", gauge, this::localeCompare);
        Native.guard(strings, "indexOf", gauge, this::indexOf);
        Native.guard(strings, "includes", gauge, this::includes);
        Native.guard(strings, "lastIndexOf", gauge, this::lastIndexOf);
        Native.guard(strings, "concat", gauge, this::concat);
        Native.guard(strings, "repeat", gauge, this::repeat);
        Native.guard(strings, "padStart", gauge, this::pad);
        Native.guard(strings, "padEnd", gauge, this::pad);
        Native.guard(strings, "split", gauge, this::split);
        Native.guard(strings, "replace", gauge, this::replace);
        Native.guard(strings, "match", gauge, this::matched);
        Native.guard(strings, "search", gauge, this::matched);
        ScriptableObject patterns = StandardObjects.prototype(scope, "RegExp");
        Native.guard(patterns, "exec", gauge, this::exec);
        Native.guard(patterns, "test", gauge, this::exec);
        for (String name :
                List.of("encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent", "escape", "unescape")) {
            Native.guard(scope, name, gauge, this::encoded);
        }
    }

    private void ask(long characters, long bytesEach) {
        if (characters > UNASKED) {
            gauge.step(characters / 16);
            gauge.reserve(characters * bytesEach);
        }
    }

    /// `this` as a text, with the memory for another one of its size.
    private String self(Call call) {
        String text = StandardObjects.text(call.self());
        ask(text.length(), BYTES_EACH);
        return text;
    }

    private static Call with(Call call, String self, Object... arguments) {
        Scriptable wrapped = call.self().getClassName().equals("String")
                ? call.self()
                : ScriptRuntime.toObject(call.context(), call.scope(), self);
        return call.with(wrapped, arguments);
    }

    private Object sized(Function original, Call call) {
        String self = self(call);
        return with(call, self, call.arguments()).passTo(original);
    }

    private Object localeCompare(Function original, Call call) {
        String self = self(call);
        String other = ScriptRuntime.toString(call.argument(0));
        if (self.length() + (long) other.length() > MOST_COLLATED) {
            gauge.elements(Long.MAX_VALUE / 2, 1);
        }
        return with(call, self, other).passTo(original);
    }

    private Object encoded(Function original, Call call) {
        String text = ScriptRuntime.toString(call.argument(0));
        ask(text.length(), 6 * BYTES_EACH);
        return call.withArguments(text).passTo(original);
    }

    private Object indexOf(Function original, Call call) {
        String self = self(call);
        String wanted = ScriptRuntime.toString(call.argument(0));
        double from = ScriptRuntime.toInteger(call.argument(1));
        return Search.indexOf(self, wanted, (int) Math.clamp(from, 0, self.length()), gauge);
    }

    private Object includes(Function original, Call call) {
        if (isPattern(call.argument(0))) {
            return sized(original, call);
        }
        String self = self(call);
        String wanted = ScriptRuntime.toString(call.argument(0));
        double from = ScriptRuntime.toInteger(call.argument(1));
        return Search.indexOf(self, wanted, (int) Math.clamp(from, 0, self.length()), gauge) >= 0;
    }

    private Object lastIndexOf(Function original, Call call) {
        String self = self(call);
        String wanted = ScriptRuntime.toString(call.argument(0));
        Search.askForBackwards(self, wanted, gauge);
        Object[] arguments =
                call.arguments().length > 1 ? new Object[] {wanted, call.argument(1)} : new Object[] {wanted};
        return with(call, self, arguments).passTo(original);
    }

    private Object concat(Function original, Call call) {
        Object sum = StandardObjects.text(call.self());
        for (Object argument : call.arguments()) {
            sum = Guards.add(sum, ScriptRuntime.toString(argument), call.context());
        }
        return sum;
    }

    private Object repeat(Function original, Call call) {
        String self = self(call);
        double count = ScriptRuntime.toInteger(call.argument(0));
        if (count > 0 && !self.isEmpty()) {
            askForProduct(self.length() * count);
        }
        return with(call, self, count).passTo(original);
    }

    private Object pad(Function original, Call call) {
        String self = self(call);
        double length = ScriptRuntime.toInteger(call.argument(0));
        String filler = call.has(1) ? ScriptRuntime.toString(call.argument(1)) : " ";
        if (length > self.length()) {
            askForProduct(length);
        }
        return with(call, self, length, filler).passTo(original);
    }

    private void askForProduct(double characters) {
        if (characters > UNASKED) {
            gauge.reserve((long) Math.min(characters * 2 * BYTES_EACH, Long.MAX_VALUE / 2.0));
        }
    }

    private static boolean isPattern(Object value) {
        return value instanceof Scriptable object && object.getClassName().equals("RegExp");
    }

    /// Each group of a match may be as long as the text.
    private void askForGroups(Object pattern, long characters) {
        if (characters > UNASKED) {
            String source = ScriptRuntime.toString(pattern);
            long groups = 1 + source.chars().filter(c -> c == '(').count();
            ask(characters, groups * BYTES_EACH);
        }
    }

    private Object split(Function original, Call call) {
        String self = self(call);
        if (!call.has(0)) {
            return with(call, self, call.arguments()).passTo(original);
        }
        if (isPattern(call.argument(0))) {
            askForGroups(call.argument(0), self.length());
            return with(call, self, call.arguments()).passTo(original);
        }
        String separator = ScriptRuntime.toString(call.argument(0));
        long limit = call.has(1) ? ScriptRuntime.toUint32(call.argument(1)) : Gauge.MOST_ELEMENTS + 1;
        return call.context().newArray(call.scope(), split(self, separator, limit));
    }

    private Object[] split(String text, String separator, long limit) {
        List<Object> parts = new ArrayList<>();
        if (separator.isEmpty()) {
            long count = Math.min(text.length(), limit);
            gauge.elements(count, 40);
            for (int i = 0; i < count; i++) {
                parts.add(String.valueOf(text.charAt(i)));
            }
            return parts.toArray();
        }
        int start = 0;
        while (parts.size() < limit) {
            int end = Search.indexOf(text, separator, start, gauge);
            parts.add(text.substring(start, end < 0 ? text.length() : end));
            gauge.elements(8, 8);
            if (end < 0) {
                break;
            }
            start = end + separator.length();
        }
        return parts.toArray();
    }

    private Object matched(Function original, Call call) {
        String self = self(call);
        Object pattern = call.argument(0);
        askForGroups(pattern, self.length());
        askForPattern(pattern);
        return with(call, self, call.arguments()).passTo(original);
    }

    private void askForPattern(Object pattern) {
        if (!isPattern(pattern) && ScriptRuntime.toString(pattern).length() > MOST_PATTERN) {
            throw ScriptRuntime.rangeError("a pattern of more than " + MOST_PATTERN + " characters");
        }
    }

    private Object exec(Function original, Call call) {
        String text = ScriptRuntime.toString(call.argument(0));
        askForGroups(call.self(), text.length());
        return call.withArguments(text).passTo(original);
    }

    private Object replace(Function original, Call call) {
        String self = self(call);
        Object pattern = call.argument(0);
        if (!isPattern(pattern)) {
            pattern = ScriptRuntime.toString(pattern);
        }
        askForGroups(pattern, self.length());
        Object replacement = call.argument(1);
        if (replacement instanceof Function function) {
            return with(call, self, pattern, measured(call.scope(), function)).passTo(original);
        }
        String template = ScriptRuntime.toString(replacement);
        long references = template.indexOf('$') < 0
                ? 0
                : template.chars().filter(c -> c == '$').count();
        double most = (self.length() + 1.0) * (template.length() + references * (double) self.length());
        if (most < PLAIN_RESULT) {
            return with(call, self, pattern, template).passTo(original);
        }
        Function expanding = new LambdaFunction(
                call.scope(), "", 0, (context, scope, _, arguments) -> expanded(template, arguments), false);
        return with(call, self, pattern, measured(call.scope(), expanding)).passTo(original);
    }

    /// A function that replaces, each of whose results is asked for.
    private Function measured(Scriptable scope, Function function) {
        long[] characters = new long[1];
        return new LambdaFunction(
                scope,
                "",
                0,
                (Context context, Scriptable inner, Scriptable self, Object[] arguments) -> {
                    String result = ScriptRuntime.toString(function.call(context, inner, self, arguments));
                    characters[0] += result.length();
                    gauge.step(8);
                    if (characters[0] > UNASKED) {
                        gauge.reserve(2 * BYTES_EACH * characters[0]);
                    }
                    return result;
                },
                false);
    }

    /// The replacement text for one match (ECMA-262 5.1, table 22).
    ///
    /// @param arguments the match, its groups, its position, the whole text
    private String expanded(String template, Object[] arguments) {
        int groups = arguments.length - 3;
        String match = ScriptRuntime.toString(arguments[0]);
        int position = (int) ScriptRuntime.toInteger(arguments[groups + 1]);
        String text = ScriptRuntime.toString(arguments[groups + 2]);
        Draft draft = new Draft(gauge);
        int i = 0;
        while (i < template.length()) {
            char next = i + 1 < template.length() ? template.charAt(i + 1) : ' ';
            if (template.charAt(i) != '$') {
                draft.add(template.charAt(i++));
                continue;
            }
            switch (next) {
                case '$' -> draft.add('$');
                case '&' -> draft.add(match);
                case '`' -> draft.add(text.substring(0, position));
                case '\'' -> draft.add(text.substring(Math.min(text.length(), position + match.length())));
                default -> {
                    int digits = groupDigits(template, i + 1, groups);
                    if (digits == 0) {
                        draft.add('$');
                        i -= 1;
                    } else {
                        Object group = arguments[Integer.parseInt(template, i + 1, i + 1 + digits, 10)];
                        draft.add(group instanceof CharSequence found ? found : "");
                        i += digits - 1;
                    }
                }
            }
            i += 2;
        }
        return draft.toString();
    }

    private static int groupDigits(String template, int at, int groups) {
        for (int digits = 2; digits > 0; digits--) {
            int end = at + digits;
            if (end <= template.length() && template.substring(at, end).chars().allMatch(c -> c >= '0' && c <= '9')) {
                int group = Integer.parseInt(template, at, end, 10);
                if (group >= 1 && group <= groups) {
                    return digits;
                }
            }
        }
        return 0;
    }
}
