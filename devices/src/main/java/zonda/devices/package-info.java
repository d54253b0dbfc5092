/// The simulated network, a program of its own: SNMP devices that answer over real UDP, for the
/// demo, for tests and for benchmarks.
///
/// Entry: [zonda.devices.DevicesMain], or [zonda.devices.DevicesCommand] as a command of another
/// program. `demo` holds a network of switches, routers, UPSes, servers and printers with things
/// that go wrong; `farm` answers on every loopback address as fast as it can; `agent` is the SNMP
/// agent of both.
///
/// Threads: the demo is one shard; the farm is one plain loop. Nothing is answered outside
/// 127.0.0.0/8.
@NullMarked
package zonda.devices;

import org.jspecify.annotations.NullMarked;
