package zonda.web.api;

import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import zonda.model.Nearest;
import zonda.runtime.WallClock;
import zonda.web.Accounts.Account;
import zonda.web.MonitoringView;
import zonda.web.session.Sessions;

/// Reads a JSON-RPC request, calls its method, writes the answer (JSON-RPC 2.0, with the methods
/// and
/// the words of Zabbix 7.0's API). Any thread.
public final class JsonRpc {
    /// The version of Zabbix's API that is spoken.
    public static final String VERSION = "7.0.22";

    /// The deepest nesting that is read.
    private static final int LONGEST_REASON = 400;
    private static final int MAX_DEPTH = 32;

    private static final int MAX_STRING = 256 * 1024;
    private static final int MAX_BATCH = 100;
    private static final Account NOBODY = new Account(0, "", "", "");
    private static final String NOT_AUTHORIZED = "Not authorized.";

    private final JsonMapper mapper;
    private final Sessions sessions;
    private final BiConsumer<String, RuntimeException> faults;
    private final TreeMap<String, Method> methods = new TreeMap<>();

    /// @param faults told of what no one expected: the method's name and what was thrown
    public JsonRpc(
            MonitoringView view, Sessions sessions, WallClock clock, BiConsumer<String, RuntimeException> faults) {
        this.sessions = sessions;
        this.faults = faults;
        this.mapper = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(MAX_DEPTH)
                                .maxStringLength(MAX_STRING)
                                .maxNameLength(1_000)
                                .maxNumberLength(100)
                                .build())
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        World world = new World(view);
        HostMethods hosts = new HostMethods(world);
        ItemMethods items = new ItemMethods(world);
        HistoryMethods history = new HistoryMethods(world);
        TriggerMethods triggers = new TriggerMethods(world);
        ProblemMethods problems = new ProblemMethods(world, clock);
        UserMethods users = new UserMethods(sessions);
        methods.put("apiinfo.version", Method.open((params, _) -> {
            params.done();
            return Answer.text(VERSION);
        }));
        methods.put("user.login", Method.open((params, call) -> users.login(params, call.remote)));
        methods.put("user.checkAuthentication", Method.open((params, _) -> users.checkAuthentication(params)));
        methods.put("user.logout", Method.closed((_, call) -> users.logout(call.token)));
        methods.put("host.get", Method.closed((params, _) -> hosts.get(params)));
        methods.put("hostgroup.get", Method.closed((params, _) -> hosts.groups(params)));
        methods.put("hostinterface.get", Method.closed((params, _) -> hosts.interfaces(params)));
        methods.put("item.get", Method.closed((params, _) -> items.get(params)));
        methods.put("history.get", Method.closed((params, _) -> history.get(params)));
        methods.put("trend.get", Method.closed((params, _) -> history.trends(params)));
        PreprocessingMethods preprocessing = new PreprocessingMethods(view);
        methods.put("preprocessing.test", Method.closed((params, _) -> preprocessing.test(params)));
        methods.put("trigger.get", Method.closed((params, _) -> triggers.get(params)));
        methods.put("problem.get", Method.closed((params, _) -> problems.get(params)));
        methods.put("event.get", Method.closed((params, _) -> problems.events(params)));
        methods.put("event.acknowledge", Method.closed((params, call) -> problems.acknowledge(params, call.account)));
    }

    /// Who calls, from where.
    private record Call(String token, Account account, String remote) {}

    @FunctionalInterface
    private interface Body {
        Answer call(Params params, Call call) throws RpcFault;
    }

    /// @param open whether it may be called without a login
    private record Method(boolean open, Body body) {
        static Method open(Body body) {
            return new Method(true, body);
        }

        static Method closed(Body body) {
            return new Method(false, body);
        }
    }

    /// Answers one request or a batch.
    ///
    /// @param body of the HTTP request
    /// @param bearer the token of its `Authorization` header; empty where there is none
    /// @param remote the address that asks
    /// @param out where the answer goes; nothing is written for a notification
    public void answer(byte[] body, String bearer, String remote, OutputStream out) {
        JsonNode request;
        try {
            request = mapper.readTree(body);
        } catch (JacksonException e) {
            refuse(out, RpcFault.parse("Invalid JSON. " + where(e)));
            return;
        }
        if (request.isMissingNode()) {
            refuse(out, RpcFault.parse("Invalid JSON. The body is empty, wanted a request."));
            return;
        }
        try (JsonGenerator json = mapper.createGenerator(out)) {
            if (!request.isArray()) {
                single(json, request, bearer, remote);
                return;
            }
            if (request.isEmpty() || request.size() > MAX_BATCH) {
                writeError(
                        json,
                        RpcFault.request("A batch of " + request.size() + " requests, wanted 1 to " + MAX_BATCH + "."),
                        null);
                return;
            }
            boolean silent = true;
            for (JsonNode each : request) {
                if (silent && !isNotification(each)) {
                    json.writeStartArray();
                    silent = false;
                }
                single(json, each, bearer, remote);
            }
            if (!silent) {
                json.writeEndArray();
            }
        }
    }

    private void refuse(OutputStream out, RpcFault fault) {
        try (JsonGenerator json = mapper.createGenerator(out)) {
            writeError(json, fault, null);
        }
    }

    private static String where(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String place = at == null ? "" : "Line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
        String words = String.valueOf(e.getOriginalMessage());
        return place + (words.length() <= LONGEST_REASON ? words : words.substring(0, LONGEST_REASON) + "...");
    }

    private static boolean isNotification(JsonNode request) {
        return request.isObject() && !request.has("id") && request.has("method");
    }

    private void single(JsonGenerator json, JsonNode request, String bearer, String remote) {
        JsonNode id = request.isObject() ? request.get("id") : null;
        boolean silent = isNotification(request);
        Answer answer;
        try {
            answer = call(request, bearer, remote);
        } catch (RpcFault fault) {
            if (!silent) {
                writeError(json, fault, id);
            }
            return;
        } catch (RuntimeException e) {
            faults.accept(request.path("method").asString("?"), e);
            if (!silent) {
                writeError(json, RpcFault.application("Internal error: the server's log tells more."), id);
            }
            return;
        }
        if (silent) {
            return;
        }
        json.writeStartObject();
        json.writeStringProperty("jsonrpc", "2.0");
        json.writeName("result");
        answer.write(json);
        writeId(json, id);
        json.writeEndObject();
    }

    private Answer call(JsonNode request, String bearer, String remote) throws RpcFault {
        if (!request.isObject()) {
            throw RpcFault.request("Invalid parameter \"/\": an object is expected, not " + Params.seen(request) + ".");
        }
        JsonNode version = request.get("jsonrpc");
        if (version == null || !version.isString() || !version.asString().equals("2.0")) {
            throw RpcFault.request("Invalid parameter \"/jsonrpc\": value must be \"2.0\""
                    + (version == null ? "; the parameter is missing." : ", not " + Params.seen(version) + "."));
        }
        JsonNode name = request.get("method");
        if (name == null) {
            throw RpcFault.request("Invalid parameter \"/\": the parameter \"method\" is missing.");
        }
        if (!name.isString()) {
            throw RpcFault.request(
                    "Invalid parameter \"/method\": a character string is expected, not " + Params.seen(name) + ".");
        }
        JsonNode id = request.get("id");
        if (id != null && !id.isString() && !id.isNumber() && !id.isNull()) {
            throw RpcFault.request("Invalid parameter \"/id\": a string, number or null value is expected, not "
                    + Params.seen(id) + ".");
        }
        Method method = method(name.asString());
        JsonNode given = request.get("params");
        if (given == null) {
            given = mapper.createObjectNode();
        }
        JsonNode inBody = request.get("auth");
        String token = bearer.isEmpty() && inBody != null && inBody.isString() ? inBody.asString() : bearer;
        Optional<Account> account = sessions.account(token);
        if (account.isEmpty() && !method.open) {
            throw RpcFault.params(token.isEmpty() ? NOT_AUTHORIZED : "Session terminated, re-login, please.");
        }
        return method.body.call(new Params(given), new Call(token, account.orElse(NOBODY), remote));
    }

    private Method method(String name) throws RpcFault {
        Method exact = methods.get(name);
        if (exact != null) {
            return exact;
        }
        // Zabbix takes names of methods in any case.
        for (var each : methods.entrySet()) {
            if (each.getKey().equalsIgnoreCase(name)) {
                return each.getValue();
            }
        }
        String shown = Params.shorten(name);
        String hint = Nearest.to(shown, methods.keySet())
                .map(near -> " Did you mean \"" + near + "\"?")
                .orElse("");
        int dot = name.indexOf('.');
        boolean known =
                dot > 0 && methods.keySet().stream().anyMatch(each -> each.startsWith(name.substring(0, dot + 1)));
        throw RpcFault.method(
                known ? "Incorrect method \"" + shown + "\"." + hint : "Incorrect API \"" + shown + "\"." + hint);
    }

    private static void writeError(JsonGenerator json, RpcFault fault, @Nullable JsonNode id) {
        json.writeStartObject();
        json.writeStringProperty("jsonrpc", "2.0");
        json.writeObjectPropertyStart("error");
        json.writeNumberProperty("code", fault.code());
        json.writeStringProperty("message", fault.title());
        json.writeStringProperty("data", fault.data());
        json.writeEndObject();
        writeId(json, id);
        json.writeEndObject();
    }

    private static void writeId(JsonGenerator json, @Nullable JsonNode id) {
        json.writeName("id");
        if (id == null || !(id.isString() || id.isNumber())) {
            json.writeNull();
        } else {
            json.writeTree(id);
        }
    }

    /// The names of all methods.
    public List<String> methodNames() {
        return List.copyOf(methods.keySet());
    }
}
