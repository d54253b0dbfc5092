/// Tests of [zonda.testing.conformance], and a bounded run of it.
@NullMarked
package zonda.testing.conformance;

import org.jspecify.annotations.NullMarked;
