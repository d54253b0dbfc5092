package zonda.model;

import java.time.Duration;

/// Where and how a host is asked over SNMP.
///
/// @param id unique over all interfaces
/// @param address an IP address or a name
/// @param port 1 to 65,535
/// @param community of v2c
/// @param maxVarbinds the most varbinds that one request may carry, 1 to 1,000
/// @param timeout of one try
/// @param retries after the first try, 0 or more
public record SnmpInterface(
        long id, String address, int port, String community, int maxVarbinds, Duration timeout, int retries) {
    public SnmpInterface {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + ", wanted 1 to 65535");
        }
        if (maxVarbinds < 1 || maxVarbinds > 1_000) {
            throw new IllegalArgumentException("max_varbinds " + maxVarbinds + ", wanted 1 to 1000");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout " + timeout + ", wanted above zero");
        }
        if (retries < 0) {
            throw new IllegalArgumentException("retries " + retries + ", wanted 0 or more");
        }
    }
}
