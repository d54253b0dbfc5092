package zonda.preprocessing.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Undefined;

/// A `HttpRequest` of a script, also known as `CurlHttpRequest`. Owned by its run.
final class HttpRequestObject extends ScriptableObject {
    private static final long serialVersionUID = 1;

    /// As in Zabbix.
    private static final int MOST_OBJECTS = 10;

    private static final int MOST_HEADER_CHARACTERS = 128 << 10;

    private final transient Gauge gauge;
    private final transient ScriptSurroundings surroundings;
    private final transient List<String> headers = new ArrayList<>();
    private int headerCharacters;
    private String proxy = "";
    private transient Optional<HttpQuestion.Credentials> credentials = Optional.empty();
    private transient @Nullable HttpAnswer answer;

    private HttpRequestObject(Gauge gauge, ScriptSurroundings surroundings) {
        this.gauge = gauge;
        this.surroundings = surroundings;
    }

    @Override
    public String getClassName() {
        return "HttpRequest";
    }

    /// `new HttpRequest()`.
    static final class Constructor extends BaseFunction {
        private static final long serialVersionUID = 1;

        private final transient Gauge gauge;
        private final transient Effects effects;
        private final transient ScriptSurroundings surroundings;

        Constructor(Gauge gauge, Effects effects, ScriptSurroundings surroundings) {
            this.gauge = gauge;
            this.effects = effects;
            this.surroundings = surroundings;
        }

        @Override
        public Object call(Context context, Scriptable scope, Scriptable self, Object[] arguments) {
            throw ScriptRuntime.typeError("HttpRequest wants new");
        }

        @Override
        public Scriptable construct(Context context, Scriptable scope, Object[] arguments) {
            if (effects.countRequest() > MOST_OBJECTS) {
                throw ScriptRuntime.throwError(
                        context, scope, "wants more than " + MOST_OBJECTS + " HttpRequest objects");
            }
            HttpRequestObject made = new HttpRequestObject(gauge, surroundings);
            made.setParentScope(ScriptableObject.getTopLevelScope(scope));
            made.setPrototype((Scriptable) getPrototypeProperty());
            return made;
        }

        @Override
        public String getFunctionName() {
            return "HttpRequest";
        }
    }

    /// A method of a request that is really one.
    private interface Method {
        Object call(HttpRequestObject request, Context context, Object[] arguments);
    }

    static void defineMethods(ScriptableObject holder) {
        method(
                holder,
                "addHeader AddHeader",
                1,
                (request, context, arguments) -> request.addHeader(text(arguments, 0)));
        method(holder, "clearHeader ClearHeader", 0, (request, context, arguments) -> request.clearHeader());
        method(holder, "getStatus Status", 0, (request, context, arguments) -> request.status());
        method(holder, "setProxy SetProxy", 1, (request, context, arguments) -> {
            request.proxy = text(arguments, 0);
            return Undefined.instance;
        });
        method(holder, "setHttpAuth SetHttpAuth", 3, (request, context, arguments) -> request.authenticate(arguments));
        method(
                holder,
                "getHeaders GetHeaders",
                1,
                (request, context, arguments) ->
                        request.headers(context, arguments.length > 0 && ScriptRuntime.toBoolean(arguments[0])));
        for (String verb : List.of("get", "put", "post", "delete", "head", "patch", "options", "trace", "connect")) {
            String other = Character.toUpperCase(verb.charAt(0)) + verb.substring(1);
            String method = verb.toUpperCase(java.util.Locale.ROOT);
            method(
                    holder,
                    verb + " " + other,
                    2,
                    (request, context, arguments) ->
                            request.send(context, method, text(arguments, 0), argument(arguments, 1)));
        }
        method(
                holder,
                "customRequest CustomRequest",
                3,
                (request, context, arguments) ->
                        request.send(context, text(arguments, 0), text(arguments, 1), argument(arguments, 2)));
    }

    private static void method(ScriptableObject holder, String names, int length, Method method) {
        for (String name : names.split(" ")) {
            Native.define(holder, name, length, (context, scope, self, arguments) -> {
                if (self instanceof HttpRequestObject request) {
                    return method.call(request, context, arguments);
                }
                throw ScriptRuntime.typeError(name + " wants a HttpRequest before it");
            });
        }
    }

    private static Object argument(Object[] arguments, int index) {
        return index < arguments.length ? arguments[index] : Undefined.instance;
    }

    private static String text(Object[] arguments, int index) {
        return ScriptRuntime.toString(argument(arguments, index));
    }

    private Object addHeader(String header) {
        headerCharacters += header.length() + 1;
        if (headerCharacters > MOST_HEADER_CHARACTERS) {
            throw ScriptRuntime.typeError("headers of more than " + MOST_HEADER_CHARACTERS + " characters");
        }
        headers.add(header);
        return Undefined.instance;
    }

    private Object clearHeader() {
        headers.clear();
        headerCharacters = 0;
        return Undefined.instance;
    }

    private Object status() {
        HttpAnswer last = answer;
        return last == null ? 0 : last.status();
    }

    /// Zabbix's numbers: `HTTPAUTH_NONE` 0, `HTTPAUTH_BASIC` 1, `HTTPAUTH_DIGEST` 2.
    private Object authenticate(Object[] arguments) {
        String scheme = text(arguments, 0);
        credentials = switch (scheme) {
            case "0" -> Optional.empty();
            case "1" -> Optional.of(new HttpQuestion.Credentials("basic", text(arguments, 1), text(arguments, 2)));
            case "2" -> Optional.of(new HttpQuestion.Credentials("digest", text(arguments, 1), text(arguments, 2)));
            default ->
                throw ScriptRuntime.typeError(
                        "the authentication " + scheme + ", wanted 0 (none), 1 (basic) or 2 (digest)");
        };
        return Undefined.instance;
    }

    private Object headers(Context context, boolean asLists) {
        Scriptable scope = getParentScope();
        Scriptable object = context.newObject(scope);
        HttpAnswer last = answer;
        if (last == null) {
            return object;
        }
        for (Map.Entry<String, List<String>> header : last.headers().entrySet()) {
            Object value = asLists
                    ? context.newArray(scope, header.getValue().toArray())
                    : header.getValue().getLast();
            ScriptableObject.putProperty(object, header.getKey(), value);
        }
        return object;
    }

    private Object send(Context context, String method, String url, Object body) {
        gauge.refuseHere("the network");
        gauge.check();
        boolean hasBody = body != null && !Undefined.isUndefined(body);
        byte[] bytes = hasBody ? Digests.bytes(body, "the body", gauge) : new byte[0];
        List<String> sent = new ArrayList<>(headers);
        if (sent.isEmpty() && Digests.isText(body)) {
            sent.add("Content-Type: " + (looksLikeJson(bytes) ? "application/json" : "text/plain"));
        }
        HttpQuestion question = new HttpQuestion(
                method,
                url,
                sent,
                bytes,
                proxy,
                credentials,
                Duration.ofNanos(gauge.remainingNanos()),
                gauge.remainingBytes() / 8);
        try {
            HttpAnswer got = surroundings.send(question);
            answer = got;
            gauge.check();
            return got.body();
        } catch (IOException e) {
            throw ScriptRuntime.throwError(context, getParentScope(), "cannot get URL: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScriptLimit("was interrupted");
        }
    }

    private static boolean looksLikeJson(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        return (text.startsWith("{") && text.endsWith("}")) || (text.startsWith("[") && text.endsWith("]"));
    }
}
