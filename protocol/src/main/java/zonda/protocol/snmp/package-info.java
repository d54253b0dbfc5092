/// SNMP v1 and v2c messages (RFC 1157, RFC 1901, RFC 3416) in BER.
///
/// Entry: [RequestEncoder] makes requests, [MessageDecoder] walks over a message without
/// allocating, [ResponseEncoder]
/// makes answers (for simulated devices), [Oid] is an object identifier for the doors.
///
/// Invariants: no input makes the decoder throw, read outside the datagram, or allocate by a length
/// that the
/// datagram claims. A varbind whose value is bad spoils itself alone.
@NullMarked
package zonda.protocol.snmp;

import org.jspecify.annotations.NullMarked;
