package zonda.collector;

import java.net.InetSocketAddress;
import java.time.Duration;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.UsmUser;

/// Where and as whom [SnmpClient] asks.
///
/// @param address of the device
/// @param version [Ber#VERSION_1], [Ber#VERSION_2C] or [Ber#VERSION_3]
/// @param community of versions 1 and 2c
/// @param user of version 3
/// @param engineId of the device in version 3; empty: it is discovered
/// @param contextEngineId in version 3; empty: the device's own
/// @param context its name in version 3; empty: the default one
/// @param timeout of one try
/// @param retries after the first try
/// @param anySource whether an answer may come from another address or port than the one asked, as
///     devices with several addresses send it
public record SnmpAccess(
        InetSocketAddress address,
        int version,
        String community,
        UsmUser user,
        byte[] engineId,
        byte[] contextEngineId,
        String context,
        Duration timeout,
        int retries,
        boolean anySource) {
    private static final byte[] NOTHING = new byte[0];

    /// Version 1 or 2c.
    public static SnmpAccess community(
            InetSocketAddress address, int version, String community, Duration timeout, int retries) {
        return new SnmpAccess(
                address, version, community, UsmUser.noAuthNoPriv(""), NOTHING, NOTHING, "", timeout, retries, false);
    }

    /// Version 3, with the device's engine discovered.
    public static SnmpAccess user(
            InetSocketAddress address, UsmUser user, String context, Duration timeout, int retries) {
        return new SnmpAccess(address, Ber.VERSION_3, "", user, NOTHING, NOTHING, context, timeout, retries, false);
    }
}
