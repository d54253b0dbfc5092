package zonda.history.tsdb;

/// Bytes that are not what was once written.
final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
        super(message);
    }
}
