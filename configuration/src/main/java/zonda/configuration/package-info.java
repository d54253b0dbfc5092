/// The monitored world: hosts, what is asked of them and when it is a problem.
///
/// Entry: [ConfigurationSource], which gives images of hosts at the start and deltas later;
/// [YamlConfiguration] is the one that reads YAML files (their form: `configuration/FORMAT.md`).
///
/// Threads: a source is used by one thread at a time, which it blocks while it reads: an errand's,
/// or the one that starts the server. What it gives is immutable.
///
/// Invariants. One bad thing never takes the rest with it: faults are collected and told all at
/// once, each with its place, and what is right is used. Ids are allotted once and never again,
/// also over restarts ([YamlConfiguration]). Macros are resolved here, never later per value.
@NullMarked
package zonda.configuration;

import org.jspecify.annotations.NullMarked;
