/// `zonda snmp ...`: asks devices from the command line, with net-snmp's options and its output,
/// octet for octet.
///
/// Entry: [zonda.server.snmp.GetCommand] and its like are the commands, [zonda.server.snmp.Asking]
/// is
/// what they do, [zonda.server.snmp.NetSnmpText] puts a varbind into net-snmp's words. One thread:
/// the command's.
@NullMarked
package zonda.server.snmp;

import org.jspecify.annotations.NullMarked;
