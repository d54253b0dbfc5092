/// The text of an SNMP walk, as Zabbix's `walk[]` items give it and net-snmp prints it.
///
/// Entry: [zonda.language.snmp.SnmpWalk] for the text, [zonda.language.snmp.SnmpFormat] for what
/// becomes of a value's octets, [zonda.language.snmp.WalkToJson] for tables.
///
/// Immutable; any thread.
@NullMarked
package zonda.language.snmp;

import org.jspecify.annotations.NullMarked;
