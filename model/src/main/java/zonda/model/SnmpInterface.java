package zonda.model;

import java.time.Duration;

/// Where and how a host is asked over SNMP.
///
/// @param id unique over all interfaces
/// @param address an IP address or a name
/// @param port 1 to 65,535
/// @param security the version, and as whom
/// @param maxVarbinds the most varbinds that one request may carry, 1 to 1,000
/// @param maxRepetitions the most rows that one GETBULK of a walk may ask for, up to 1,000; 0:
///     walks
///     go by GETNEXT
/// @param timeout of one try
/// @param retries after the first try, 0 or more
/// @param minGap at least so long from one request to the next; zero: no rest
/// @param anySource whether answers may come from another address or port than the one asked, as
///     devices with several addresses send them
public record SnmpInterface(
        long id,
        String address,
        int port,
        SnmpSecurity security,
        int maxVarbinds,
        int maxRepetitions,
        Duration timeout,
        int retries,
        Duration minGap,
        boolean anySource) {
    /// What Zabbix asks for by default.
    public static final int DEFAULT_REPETITIONS = 10;

    public SnmpInterface {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + ", wanted 1 to 65535");
        }
        if (maxVarbinds < 1 || maxVarbinds > 1_000) {
            throw new IllegalArgumentException("max_varbinds " + maxVarbinds + ", wanted 1 to 1000");
        }
        if (maxRepetitions < 0 || maxRepetitions > 1_000) {
            throw new IllegalArgumentException("max_repetitions " + maxRepetitions + ", wanted 0 to 1000");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout " + timeout + ", wanted above zero");
        }
        if (retries < 0) {
            throw new IllegalArgumentException("retries " + retries + ", wanted 0 or more");
        }
        if (minGap.isNegative()) {
            throw new IllegalArgumentException("min_gap " + minGap + ", wanted zero or more");
        }
    }

    /// In version 2c, without rest, answered from where it is asked.
    public SnmpInterface(
            long id, String address, int port, String community, int maxVarbinds, Duration timeout, int retries) {
        this(
                id,
                address,
                port,
                new SnmpSecurity.Community(false, community),
                maxVarbinds,
                DEFAULT_REPETITIONS,
                timeout,
                retries,
                Duration.ZERO,
                false);
    }

    /// The community of versions 1 and 2c; empty in version 3.
    public String community() {
        return switch (security) {
            case SnmpSecurity.Community(boolean _, String community) -> community;
            case SnmpSecurity.User _ -> "";
        };
    }
}
