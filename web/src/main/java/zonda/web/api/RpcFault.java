package zonda.web.api;

/// An error as the API tells it (JSON-RPC 2.0, section 5.1, with Zabbix's texts).
public final class RpcFault extends Exception {
    private static final long serialVersionUID = 1;

    private final int code;
    private final String title;

    private RpcFault(int code, String title, String data) {
        super(data, null, false, false);
        this.code = code;
        this.title = title;
    }

    /// The request is not JSON.
    static RpcFault parse(String data) {
        return new RpcFault(-32700, "Parse error", data);
    }

    /// The request is JSON, but no request.
    static RpcFault request(String data) {
        return new RpcFault(-32600, "Invalid request.", data);
    }

    /// No method has the name.
    static RpcFault method(String data) {
        return new RpcFault(-32601, "Method not found.", data);
    }

    /// A parameter does not fit.
    public static RpcFault params(String data) {
        return new RpcFault(-32602, "Invalid params.", data);
    }

    /// The parameters fit, but what they ask for cannot be done.
    public static RpcFault application(String data) {
        return new RpcFault(-32500, "Application error.", data);
    }

    int code() {
        return code;
    }

    /// What kind of error it is.
    String title() {
        return title;
    }

    /// What exactly is wrong.
    String data() {
        return String.valueOf(getMessage());
    }
}
