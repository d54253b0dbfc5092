/// The seeded twin of each door of `zonda.runtime`: what runs here runs the same from the same
/// seed, in any JVM, at any speed.
///
/// Entry: [Simulation] holds virtual time and steps everything; [SimulatedNetwork] carries
/// datagrams
/// between machines and scripted peers; [SimulatedMachine] is a [zonda.runtime.Machine] that boots
/// on
/// a [SimulatedDisk], may lose its power at any moment, and leaves the disk as a power loss would.
///
/// Threads: none. Whoever calls [Simulation#runUntil] runs all shards, errands, peers and timers,
/// one
/// after the other, in the order that the seed gives.
///
/// Invariants: nothing here reads a clock of the real machine, an identity hash or the order of a
/// hash table; each part draws from a generator of its own, split off by name, so that one more
/// draw
/// in one part leaves the others as they were.
@NullMarked
package zonda.runtime.simulation;

import org.jspecify.annotations.NullMarked;
