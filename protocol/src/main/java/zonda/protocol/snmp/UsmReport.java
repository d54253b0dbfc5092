package zonda.protocol.snmp;

import java.util.Arrays;

/// What a Report says: why an engine did not process a v3 message (RFC 3414, section 5; RFC 3412,
/// section 5; RFC 3413, section 4.1.2).
public enum UsmReport {
    UNSUPPORTED_LEVEL("1.3.6.1.6.3.15.1.1.1.0"),
    NOT_IN_TIME_WINDOW("1.3.6.1.6.3.15.1.1.2.0"),
    UNKNOWN_USER("1.3.6.1.6.3.15.1.1.3.0"),
    UNKNOWN_ENGINE("1.3.6.1.6.3.15.1.1.4.0"),
    WRONG_DIGEST("1.3.6.1.6.3.15.1.1.5.0"),
    DECRYPTION_ERROR("1.3.6.1.6.3.15.1.1.6.0"),
    UNKNOWN_SECURITY_MODEL("1.3.6.1.6.3.11.2.1.1.0"),
    INVALID_MESSAGE("1.3.6.1.6.3.11.2.1.2.0"),
    UNKNOWN_PDU_HANDLER("1.3.6.1.6.3.11.2.1.3.0"),
    UNAVAILABLE_CONTEXT("1.3.6.1.6.3.12.1.4.0"),
    UNKNOWN_CONTEXT("1.3.6.1.6.3.12.1.5.0");

    private static final UsmReport[] ALL = values();

    // Never handed out but as a copy, nor written to.
    @SuppressWarnings("ImmutableEnumChecker")
    private final byte[] name;

    UsmReport(String oid) {
        this.name = Oid.parse(oid).encoded();
    }

    /// The encoded OID of its counter.
    public byte[] counterName() {
        return name.clone();
    }

    byte[] sharedName() {
        return name;
    }

    /// The one whose counter stands at an encoded name; [#INVALID_MESSAGE] for a counter that is
    /// none of these. Some agents leave out the last sub-identifier.
    static UsmReport of(byte[] data, int offset, int length) {
        for (UsmReport report : ALL) {
            byte[] known = report.name;
            if ((length == known.length || length == known.length - 1)
                    && Arrays.equals(known, 0, length, data, offset, offset + length)) {
                return report;
            }
        }
        return INVALID_MESSAGE;
    }
}
