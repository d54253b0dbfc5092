package zonda.history;

/// History cannot be opened or read; the message names the file, what was seen and what was wanted.
public final class HistoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HistoryException(String message, Throwable cause) {
        super(message, cause);
    }

    public HistoryException(String message) {
        super(message);
    }
}
