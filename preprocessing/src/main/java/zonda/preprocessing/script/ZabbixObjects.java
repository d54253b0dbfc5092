package zonda.preprocessing.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.NativeObject;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;
import org.mozilla.javascript.Undefined;

/// What Zabbix's scripts find beside the standard objects ("Additional JavaScript objects" in its
/// manual). Owned by its realm.
final class ZabbixObjects {
    private static final int DEBUG = 4;

    private final Gauge gauge;
    private final Effects effects;
    private final ScriptSurroundings surroundings;

    ZabbixObjects(Gauge gauge, Effects effects, ScriptSurroundings surroundings) {
        this.gauge = gauge;
        this.effects = effects;
        this.surroundings = surroundings;
    }

    void define(TopLevel scope) {
        defineZabbix(scope);
        defineDigests(scope);
        defineConsole(scope);
        new XmlObject(gauge).define(scope, object(scope));
        BaseFunction request = new HttpRequestObject.Constructor(gauge, effects, surroundings);
        ScriptRuntime.setFunctionProtoAndParent(request, Context.getCurrentContext(), scope);
        ScriptableObject methods = object(scope);
        HttpRequestObject.defineMethods(methods);
        request.setImmunePrototypeProperty(methods);
        methods.defineProperty("constructor", request, ScriptableObject.DONTENUM);
        scope.defineProperty("HttpRequest", request, ScriptableObject.DONTENUM);
        String[] schemes = {"NONE", "BASIC", "DIGEST", "NEGOTIATE", "NTLM"};
        for (int i = 0; i < schemes.length; i++) {
            scope.defineProperty("HTTPAUTH_" + schemes[i], i == 0 ? 0 : 1 << (i - 1), ScriptableObject.CONST);
        }
        scope.defineProperty("CurlHttpRequest", request, ScriptableObject.DONTENUM);
    }

    private static ScriptableObject object(TopLevel scope) {
        NativeObject object = new NativeObject();
        object.setParentScope(scope);
        object.setPrototype(ScriptableObject.getObjectPrototype(scope));
        return object;
    }

    private static Object argument(Object[] arguments, int index) {
        return index < arguments.length ? arguments[index] : Undefined.instance;
    }

    private void defineZabbix(TopLevel scope) {
        ScriptableObject zabbix = object(scope);
        scope.defineProperty("Zabbix", zabbix, ScriptableObject.DONTENUM);
        Native.Body log = (context, inner, self, arguments) -> {
            int level = (int) ScriptRuntime.toInteger(argument(arguments, 0));
            effects.log(Math.clamp(level, 0, 5), ScriptRuntime.toString(argument(arguments, 1)));
            return Undefined.instance;
        };
        Native.define(zabbix, "log", 2, log);
        Native.define(zabbix, "Log", 2, log);
        Native.Body sleep = (context, inner, self, arguments) -> sleep(argument(arguments, 0));
        Native.define(zabbix, "sleep", 1, sleep);
        Native.define(zabbix, "Sleep", 1, sleep);
    }

    private Object sleep(Object milliseconds) {
        gauge.refuseHere("sleeping");
        double wanted = ScriptRuntime.toInteger(milliseconds);
        if (!(wanted >= 0)) {
            throw ScriptRuntime.rangeError(
                    "sleep of " + ScriptRuntime.toString(milliseconds) + " ms, wanted 0 or more");
        }
        try {
            surroundings.sleep(Duration.ofNanos((long) Math.min(wanted * 1e6, (double) gauge.remainingNanos())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScriptLimit("was interrupted");
        }
        gauge.check();
        return Undefined.instance;
    }

    private void defineConsole(TopLevel scope) {
        ScriptableObject console = object(scope);
        scope.defineProperty("console", console, ScriptableObject.DONTENUM);
        String[] names = {"log", "info", "debug", "warn", "error", "trace"};
        int[] levels = {DEBUG, DEBUG, DEBUG, 3, 2, 5};
        for (int i = 0; i < names.length; i++) {
            int level = levels[i];
            Native.define(console, names[i], 0, (context, inner, self, arguments) -> {
                Draft draft = new Draft(gauge);
                for (int k = 0; k < arguments.length; k++) {
                    draft.add(k == 0 ? "" : " ").add(ScriptRuntime.toString(arguments[k]));
                }
                effects.log(level, draft.toString());
                return Undefined.instance;
            });
        }
    }

    private void defineDigests(TopLevel scope) {
        Native.define(
                scope,
                "btoa",
                1,
                (context, inner, self, arguments) ->
                        Digests.encodeBase64(Digests.bytes(argument(arguments, 0), "the parameter", gauge)));
        Native.define(scope, "atob", 1, (context, inner, self, arguments) -> {
            Object text = argument(arguments, 0);
            if (!Digests.isText(text)) {
                throw ScriptRuntime.typeError("atob wants a text");
            }
            gauge.reserve(10L * ScriptRuntime.toString(text).length());
            return Digests.decodeBase64(ScriptRuntime.toString(text));
        });
        Native.define(
                scope,
                "md5",
                1,
                (context, inner, self, arguments) ->
                        Digests.digest("MD5", Digests.bytes(argument(arguments, 0), "the parameter", gauge)));
        Native.define(
                scope,
                "sha256",
                1,
                (context, inner, self, arguments) ->
                        Digests.digest("SHA-256", Digests.bytes(argument(arguments, 0), "the parameter", gauge)));
        Native.define(
                scope,
                "hmac",
                3,
                (context, inner, self, arguments) -> Digests.hmac(
                        argument(arguments, 0),
                        Digests.bytes(argument(arguments, 1), "the second parameter", gauge),
                        Digests.bytes(argument(arguments, 2), "the third parameter", gauge)));
        Native.define(
                scope,
                "sign",
                3,
                (context, inner, self, arguments) -> Digests.sign(
                        argument(arguments, 0),
                        new String(Digests.bytes(argument(arguments, 1), "the key", gauge), StandardCharsets.UTF_8),
                        Digests.bytes(argument(arguments, 2), "the data", gauge)));
    }
}
