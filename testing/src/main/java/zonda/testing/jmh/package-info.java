/// Benchmarks that JMH runs: `zonda dev bench snmp --allocation`.
///
/// Entry: [zonda.testing.jmh.JmhRun], which makes JMH's own code for a benchmark, compiles it and
/// runs it in a process of its own.
@NullMarked
package zonda.testing.jmh;

import org.jspecify.annotations.NullMarked;
