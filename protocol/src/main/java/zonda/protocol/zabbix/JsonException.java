package zonda.protocol.zabbix;

/// What arrives is no JSON, or not of the wanted form; the message says what was seen, where and
/// what was wanted.
public final class JsonException extends Exception {
    private static final long serialVersionUID = 1;

    JsonException(String message) {
        super(message);
    }
}
