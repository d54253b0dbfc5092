package zonda.preprocessing.script;

/// A script that cannot be compiled. The message has the line and the reason.
public final class ScriptException extends Exception {
    public ScriptException(String message) {
        super(message);
    }
}
