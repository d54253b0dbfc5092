/// Makes the table of names of standard SNMP objects that the configuration reads. Entry:
/// [MibNamesCommand]. One thread.
@NullMarked
package zonda.testing.mibs;

import org.jspecify.annotations.NullMarked;
