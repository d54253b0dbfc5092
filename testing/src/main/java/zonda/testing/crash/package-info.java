/// `zonda dev crash`: kill -9 of a real server under load, again and again on the same data, and a
/// count of what it had acknowledged.
///
/// Entry: [CrashCommand]. A [CrashTrial] starts the server as users do, lets real `zabbix_sender`s
/// and
/// framed clients of our own push values ([Pusher]) and a device be polled ([TicketDevice]), kills
/// the
/// server, and reads what its folder holds. Each value says by its time and number which one it is
/// ([zonda.testing.PushedValues]), so that one that is lost, made up or there twice shows.
///
/// Threads: one for each pusher and one of the device; the trial's own judges when they rest.
@NullMarked
package zonda.testing.crash;

import org.jspecify.annotations.NullMarked;
