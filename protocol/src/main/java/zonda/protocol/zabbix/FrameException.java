package zonda.protocol.zabbix;

/// What arrives is no frame, or one that is not taken; the message says what was seen and wanted.
public final class FrameException extends Exception {
    private static final long serialVersionUID = 1;

    FrameException(String message) {
        super(message);
    }
}
