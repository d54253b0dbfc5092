/// SNMP messages of versions 1, 2c and 3 (RFC 1157, RFC 1901, RFC 3412, RFC 3414, RFC 3416) in BER.
///
/// Entry: [RequestEncoder] makes requests, [MessageDecoder] walks over a message without
/// allocating, [ResponseEncoder] makes answers (for simulated devices), [Oid] is an object
/// identifier and [Varbind] a name with its value for the doors.
///
/// Version 3 carries the same PDUs. [UsmPeer] is the side that asks: it discovers the engine,
/// follows its clock, wraps requests and judges what comes back. [UsmAgent] is the side that is
/// asked. Both use one [V3Encoder] of their owner, and keys from a [UsmKeyring], which remembers
/// what is dear to compute.
///
/// Threads: each object has one owner; [UsmKeys] and the records are immutable.
///
/// Invariants: no input makes the decoder throw, read outside the datagram, or allocate by a length
/// that the datagram claims. A varbind whose value is bad spoils itself alone. Nothing of a v3
/// message counts as an answer that is not authentic at the level that was asked for.
@NullMarked
package zonda.protocol.snmp;

import org.jspecify.annotations.NullMarked;
