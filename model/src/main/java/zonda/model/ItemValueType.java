package zonda.model;

/// What an item's values are, as its owner declared it. Codes are those of Zabbix's API
/// (`value_type`).
public enum ItemValueType {
    FLOAT(0, ValueKind.DOUBLE),
    CHARACTER(1, ValueKind.TEXT),
    LOG(2, ValueKind.LOG),
    UNSIGNED(3, ValueKind.UNSIGNED),
    TEXT(4, ValueKind.TEXT),
    BINARY(5, ValueKind.BINARY);

    private final int zabbixCode;
    private final ValueKind kind;

    ItemValueType(int zabbixCode, ValueKind kind) {
        this.zabbixCode = zabbixCode;
        this.kind = kind;
    }

    /// The number in Zabbix's API, 0 to 5.
    public int zabbixCode() {
        return zabbixCode;
    }

    /// The kind in which such values are stored.
    public ValueKind kind() {
        return kind;
    }

    public boolean isNumeric() {
        return this == FLOAT || this == UNSIGNED;
    }
}
