/// What the server runs on: shards and their mailboxes, errands, clocks, timers, datagrams,
/// streams, disk.
///
/// Everything that reads a clock, draws a random number, starts a thread, opens a socket or touches
/// a
/// file does it through the doors of this package, so that `zonda.runtime.simulation` can stand in
/// for
/// each of them with a seeded twin and the whole path repeats exactly from its seed.
///
/// Entry: [Shard] (one thread's worth of hosts) runs [Duty]s, reads its [Mailbox] and sleeps in its
/// [Waiter]; [ShardThread] drives it in production. [Errands] run slow things on virtual threads.
///
/// Invariants: what belongs to a shard is touched by its thread only; whoever is on another thread
/// sends
/// a message or asks. No queue is unbounded.
@NullMarked
package zonda.runtime;

import org.jspecify.annotations.NullMarked;
