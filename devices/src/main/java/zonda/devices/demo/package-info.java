/// The demo's network: devices written in the manner of real ones, with things that go wrong.
///
/// Entry: [zonda.devices.demo.DemoNetwork] builds it from a seed, [zonda.devices.demo.DemoService]
/// answers for it on loopback addresses, one port each, [zonda.devices.demo.ConfigurationText]
/// writes the configuration that monitors it.
///
/// Every value is a function of the seed and the time; nothing is kept between requests. Times are
/// milliseconds since the network's start, on the monotonic clock; counters go on from the wall
/// clock's time at the start, so that they also grow over a restart.
@NullMarked
package zonda.devices.demo;

import org.jspecify.annotations.NullMarked;
