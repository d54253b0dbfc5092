package zonda.preprocessing.script;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;

/// The global objects of a realm: Rhino's, pruned to what is listed here, with guards before what
/// could take much in one go, and Zabbix's own beside them.
///
/// What is not on the list is not there: a new version of Rhino brings nothing in unseen.
record StandardObjects(TopLevel scope, Effects effects) {
    private static final List<String> ERRORS =
            List.of("Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError");

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

    private static final String GLOBALS = "Array Boolean Date Function JSON Math Number Object RegExp String"
            + " ArrayBuffer NaN Infinity undefined globalThis decodeURI decodeURIComponent encodeURI"
            + " encodeURIComponent escape unescape isFinite isNaN parseFloat parseInt eval "
            + String.join(" ", ERRORS) + " " + String.join(" ", TYPED_ARRAYS);

    private static final String OF_FUNCTIONS = "length name arity arguments prototype";

    /// A new set of objects.
    ///
    /// @param isSealed whether scripts are kept from changing them
    static StandardObjects create(Context context, Gauge gauge, ScriptSurroundings surroundings, boolean isSealed) {
        TopLevel scope = new TopLevel();
        context.initSafeStandardObjects(scope, false);
        Effects effects = new Effects();
        prune(scope);
        new Texts(gauge).guard(scope);
        new Arrays(gauge).guard(scope);
        new Json(gauge).guard(scope);
        new Constructors(gauge, surroundings).guard(scope);
        new ZabbixObjects(gauge, effects, surroundings).define(scope);
        scope.cacheBuiltins(scope, false);
        if (isSealed) {
            seal(scope);
        }
        return new StandardObjects(scope, effects);
    }

    private static void prune(TopLevel scope) {
        keep(scope, GLOBALS);
        keep(
                child(scope, "Object"),
                OF_FUNCTIONS + " getPrototypeOf setPrototypeOf entries values keys getOwnPropertyNames"
                        + " getOwnPropertyDescriptor defineProperty defineProperties isExtensible"
                        + " preventExtensions create isSealed isFrozen seal freeze assign is");
        keep(
                prototype(scope, "Object"),
                "constructor toString toLocaleString hasOwnProperty propertyIsEnumerable valueOf isPrototypeOf"
                        + " __proto__");
        keep(prototype(scope, "Function"), "length name constructor apply bind call toString");
        keep(child(scope, "Array"), OF_FUNCTIONS + " isArray");
        keep(
                prototype(scope, "Array"),
                "length constructor toString toLocaleString join reverse sort push pop shift unshift splice concat"
                        + " slice indexOf lastIndexOf every filter forEach map some find findIndex reduce"
                        + " reduceRight includes");
        keep(child(scope, "String"), OF_FUNCTIONS + " fromCharCode fromCodePoint");
        keep(
                prototype(scope, "String"),
                "length constructor toString valueOf charAt charCodeAt indexOf lastIndexOf split substring"
                        + " toLowerCase toUpperCase substr concat slice match search replace localeCompare"
                        + " toLocaleLowerCase toLocaleUpperCase trim trimLeft trimStart trimRight trimEnd includes"
                        + " startsWith endsWith repeat codePointAt padStart padEnd");
        keep(prototype(scope, "Boolean"), "constructor toString valueOf");
        keep(
                prototype(scope, "Number"),
                "constructor toString toLocaleString valueOf toFixed toExponential" + " toPrecision");
        keep(child(scope, "RegExp"), OF_FUNCTIONS);
        for (String name : List.of("toSource", "compile", "prefix")) {
            prototype(scope, "RegExp").delete(name);
        }
        keep(child(scope, "JSON"), "parse stringify");
        child(scope, "Math").delete("toSource");
        prototype(scope, "Date").delete("toSource");
        for (String error : ERRORS) {
            keep(child(scope, error), OF_FUNCTIONS);
            keep(prototype(scope, error), "name message constructor toString");
        }
        keep(child(scope, "ArrayBuffer"), OF_FUNCTIONS + " isView");
        keep(prototype(scope, "ArrayBuffer"), "constructor slice byteLength");
        for (String array : TYPED_ARRAYS) {
            keep(child(scope, array), OF_FUNCTIONS + " BYTES_PER_ELEMENT");
            keep(prototype(scope, array), "constructor BYTES_PER_ELEMENT");
        }
        if (prototype(scope, "Int8Array").getPrototype() instanceof ScriptableObject common) {
            keep(common, "buffer byteLength byteOffset length set slice subarray");
        }
    }

    static ScriptableObject child(ScriptableObject holder, String name) {
        if (holder.get(name, holder) instanceof ScriptableObject object) {
            return object;
        }
        throw new IllegalStateException("no standard object " + name);
    }

    static ScriptableObject prototype(ScriptableObject scope, String name) {
        return child(child(scope, name), "prototype");
    }

    private static void keep(ScriptableObject holder, String names) {
        Set<String> kept = Set.of(names.split(" "));
        for (Object id : holder.getAllIds()) {
            if (id instanceof String name && !kept.contains(name)) {
                if ((holder.getAttributes(name) & ScriptableObject.PERMANENT) != 0) {
                    holder.setAttributes(name, ScriptableObject.EMPTY);
                }
                holder.delete(name);
                if (holder.has(name, holder)) {
                    throw new IllegalStateException("the standard object " + name + " does not go away");
                }
            }
        }
    }

    private static void seal(TopLevel scope) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<ScriptableObject> open = new ArrayDeque<>();
        open.add(scope);
        while (!open.isEmpty()) {
            ScriptableObject object = open.remove();
            if (!seen.add(object)) {
                continue;
            }
            for (Object id : object.getAllIds()) {
                if (id instanceof String name
                        && !ACCESSORS.contains(name)
                        && object.get(name, object) instanceof ScriptableObject member) {
                    open.add(member);
                }
            }
            if (object.getPrototype() instanceof ScriptableObject prototype) {
                open.add(prototype);
            }
            object.sealObject();
        }
    }

    /// Accessors: these cannot be asked of a prototype itself.
    private static final Set<String> ACCESSORS =
            Set.of("buffer", "byteLength", "byteOffset", "length", "__proto__", "arguments", "caller");

    /// The text of `this`, of an argument.
    static String text(Object value) {
        if (value instanceof Scriptable object && object.getClassName().equals("String")) {
            return object.toString();
        }
        return ScriptRuntime.toString(value);
    }
}
