package zonda.model;

/// Where an item's values come from. Codes are those of Zabbix's API (`type`).
public enum ItemType {
    /// Pushed by whoever has the values: `zabbix_sender` and others that speak its protocol.
    TRAPPER(2),
    /// Told by the server about itself: `zabbix[...]`.
    INTERNAL(5),
    /// Asked over SNMP.
    SNMP_AGENT(20);

    private final int zabbixCode;

    ItemType(int zabbixCode) {
        this.zabbixCode = zabbixCode;
    }

    public int zabbixCode() {
        return zabbixCode;
    }
}
