/// The farm of benchmarks: every address in 127.0.0.0/8 is a switch with ifTable and ifXTable, all
/// of them behind one UDP socket, answered by one thread as fast as it can.
///
/// Entry: [zonda.devices.farm.Farm]. All values are a pure function of address, object and wall
/// clock, so that two runs give the same devices and counters only grow.
///
/// [zonda.devices.farm.PacketInfoSocket] calls the kernel through `java.lang.foreign`: which local
/// address was asked, NIO does not tell. It works on 64-bit Linux.
@NullMarked
package zonda.devices.farm;

import org.jspecify.annotations.NullMarked;
