package zonda.model;

/// How the answer to an SNMP item is to be read, beside its OID.
///
/// @param isDate whether the object's syntax is DateAndTime (RFC 2579) and the item wants it as a
///     number: seconds since the epoch
/// @param isBulk whether its object may travel with others in one request, and its subtrees by
///     GETBULK; false for objects that a device answers wrongly in such company
public record SnmpReading(boolean isDate, boolean isBulk) {
    /// As the device sends it, in requests with others.
    public static final SnmpReading PLAIN = new SnmpReading(false, true);
}
