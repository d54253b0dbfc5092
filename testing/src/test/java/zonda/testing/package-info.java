/// Tests of the whole: the house's rules, and a server as its users have it, over loopback.
///
/// Entry: the classes named `...Test`; the others stand for what a server meets: [HandDevice] a
/// device that a test leads by the hand, [ServerProcess] a server in a JVM of its own, [Api] a
/// client of its API, [Waiting] the one place that waits.
@NullMarked
package zonda.testing;

import org.jspecify.annotations.NullMarked;
