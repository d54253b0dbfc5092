/// Asks the monitored world: when each item is due, in which requests it travels, and what to make
/// of silence.
///
/// Entry: [Collector], a duty of each shard. It is told of hosts ([Collector#apply]), keeps their
/// schedule ([NextDue], [CustomInterval]), asks their interfaces over SNMP ([SnmpPoller],
/// [Answers], [Target]) or the server itself ([InternalSource]), and hands on raw values and
/// changes of availability.
///
/// Threads: everything belongs to the shard's thread. Names are resolved by errands, whose results
/// come back as messages. [CollectorCounters] may be read from anywhere.
///
/// Invariants: a group of items is asked at most once per slot, and at most one run of it is
/// pending; missed slots are skipped, never made up in a burst. One request is in flight per
/// interface. An answer counts only with the request id, address and port of a request in flight. A
/// value that the device did not give is never made. Memory is bounded by what is configured and by
/// [CollectorSettings#maxInFlight].
@NullMarked
package zonda.collector;

import org.jspecify.annotations.NullMarked;
