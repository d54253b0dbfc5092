package zonda.language.snmp;

import java.util.Map;
import zonda.language.LanguageException;

/// An object identifier that people wrote: in numbers with or without a leading dot, or by one of
/// the names of SNMPv2-MIB and IF-MIB that everybody knows, with or without the module's name.
///
/// @param numbers with a leading dot, without one at the end
public record SnmpOid(String numbers) {
    private static final String SYSTEM = ".1.3.6.1.2.1.1.";
    private static final String IF_ENTRY = ".1.3.6.1.2.1.2.2.1.";
    private static final String IF_X_ENTRY = ".1.3.6.1.2.1.31.1.1.1.";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("sysDescr", SYSTEM + 1),
            Map.entry("sysObjectID", SYSTEM + 2),
            Map.entry("sysUpTime", SYSTEM + 3),
            Map.entry("sysContact", SYSTEM + 4),
            Map.entry("sysName", SYSTEM + 5),
            Map.entry("sysLocation", SYSTEM + 6),
            Map.entry("sysServices", SYSTEM + 7),
            Map.entry("ifNumber", ".1.3.6.1.2.1.2.1"),
            Map.entry("ifIndex", IF_ENTRY + 1),
            Map.entry("ifDescr", IF_ENTRY + 2),
            Map.entry("ifType", IF_ENTRY + 3),
            Map.entry("ifMtu", IF_ENTRY + 4),
            Map.entry("ifSpeed", IF_ENTRY + 5),
            Map.entry("ifPhysAddress", IF_ENTRY + 6),
            Map.entry("ifAdminStatus", IF_ENTRY + 7),
            Map.entry("ifOperStatus", IF_ENTRY + 8),
            Map.entry("ifLastChange", IF_ENTRY + 9),
            Map.entry("ifInOctets", IF_ENTRY + 10),
            Map.entry("ifInUcastPkts", IF_ENTRY + 11),
            Map.entry("ifInNUcastPkts", IF_ENTRY + 12),
            Map.entry("ifInDiscards", IF_ENTRY + 13),
            Map.entry("ifInErrors", IF_ENTRY + 14),
            Map.entry("ifInUnknownProtos", IF_ENTRY + 15),
            Map.entry("ifOutOctets", IF_ENTRY + 16),
            Map.entry("ifOutUcastPkts", IF_ENTRY + 17),
            Map.entry("ifOutNUcastPkts", IF_ENTRY + 18),
            Map.entry("ifOutDiscards", IF_ENTRY + 19),
            Map.entry("ifOutErrors", IF_ENTRY + 20),
            Map.entry("ifOutQLen", IF_ENTRY + 21),
            Map.entry("ifName", IF_X_ENTRY + 1),
            Map.entry("ifInMulticastPkts", IF_X_ENTRY + 2),
            Map.entry("ifInBroadcastPkts", IF_X_ENTRY + 3),
            Map.entry("ifOutMulticastPkts", IF_X_ENTRY + 4),
            Map.entry("ifOutBroadcastPkts", IF_X_ENTRY + 5),
            Map.entry("ifHCInOctets", IF_X_ENTRY + 6),
            Map.entry("ifHCInUcastPkts", IF_X_ENTRY + 7),
            Map.entry("ifHCInMulticastPkts", IF_X_ENTRY + 8),
            Map.entry("ifHCInBroadcastPkts", IF_X_ENTRY + 9),
            Map.entry("ifHCOutOctets", IF_X_ENTRY + 10),
            Map.entry("ifHCOutUcastPkts", IF_X_ENTRY + 11),
            Map.entry("ifHCOutMulticastPkts", IF_X_ENTRY + 12),
            Map.entry("ifHCOutBroadcastPkts", IF_X_ENTRY + 13),
            Map.entry("ifHighSpeed", IF_X_ENTRY + 15),
            Map.entry("ifConnectorPresent", IF_X_ENTRY + 17),
            Map.entry("ifAlias", IF_X_ENTRY + 18));

    /// @throws LanguageException for a text that is neither numbers nor a known name
    public static SnmpOid parse(String text) throws LanguageException {
        String oid = text.strip();
        int module = oid.indexOf("::");
        String bare = module < 0 ? oid : oid.substring(module + 2);
        int dot = bare.indexOf('.');
        String first = dot <= 0 ? bare : bare.substring(0, dot);
        String known = NAMES.get(first);
        if (known != null) {
            return new SnmpOid(trimmed(known + (dot <= 0 ? "" : bare.substring(dot))));
        }
        String numbers = trimmed(oid.startsWith(".") ? oid : "." + oid);
        if (!numbers.matches("(\\.[0-9]{1,10})+")) {
            throw new LanguageException(
                    0, "the OID '" + text + "', wanted numbers with dots, or a name of SNMPv2-MIB or IF-MIB");
        }
        return new SnmpOid(numbers);
    }

    private static String trimmed(String oid) {
        return oid.endsWith(".") ? oid.substring(0, oid.length() - 1) : oid;
    }
}
