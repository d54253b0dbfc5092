/// `zonda dev compare-walks`: recordings are served as devices and walked by net-snmp's commands
/// and
/// by ours, line by line.
///
/// Entry: [zonda.testing.walks.CompareWalksCommand]; [zonda.testing.walks.WalkComparison] does it.
/// One thread serves, one walks.
@NullMarked
package zonda.testing.walks;

import org.jspecify.annotations.NullMarked;
