package zonda.model;

/// Where an item's values come from. Codes are those of Zabbix's API (`type`).
public enum ItemType {
    /// Pushed by whoever has the values: `zabbix_sender` and others that speak its protocol.
    TRAPPER(2),
    /// Told by the server about itself: `zabbix[...]`.
    INTERNAL(5),
    /// Made of the values of another item of the same host.
    DEPENDENT(18),
    /// Asked over SNMP.
    SNMP_AGENT(20);

    private final int zabbixCode;

    ItemType(int zabbixCode) {
        this.zabbixCode = zabbixCode;
    }

    /// Whether the server asks for its values, at its interval.
    public boolean isAsked() {
        return switch (this) {
            case INTERNAL, SNMP_AGENT -> true;
            case TRAPPER, DEPENDENT -> false;
        };
    }

    public int zabbixCode() {
        return zabbixCode;
    }
}
