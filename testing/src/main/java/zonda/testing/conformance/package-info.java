/// Cases that others wrote, run through the doors that the server itself uses.
///
/// Entry: [zonda.testing.conformance.ConformanceCommand], `zonda dev conformance`. What is expected
/// comes from the case only. A case is not applicable for a reason of a fixed kind
/// ([zonda.testing.conformance.Inapplicable]), by file and name; everything else passes or fails.
@NullMarked
package zonda.testing.conformance;

import org.jspecify.annotations.NullMarked;
