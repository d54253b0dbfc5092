package zonda.model;

/// How bad a problem is. The codes are Zabbix's, 0 to 5, and are the ordinals.
public enum Severity {
    NOT_CLASSIFIED,
    INFORMATION,
    WARNING,
    AVERAGE,
    HIGH,
    DISASTER;

    public int code() {
        return ordinal();
    }

    /// The severity of a code.
    ///
    /// @throws IllegalArgumentException outside 0 to 5
    public static Severity of(int code) {
        if (code < 0 || code > 5) {
            throw new IllegalArgumentException("severity " + code + ", wanted 0 to 5");
        }
        return values()[code];
    }
}
