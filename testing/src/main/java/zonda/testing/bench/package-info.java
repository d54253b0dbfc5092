/// Benchmarks: `zonda dev bench ...`. Counts and ratios decide whether a claim holds; absolute
/// rates are printed, and
/// judged only where asked for.
@NullMarked
package zonda.testing.bench;

import org.jspecify.annotations.NullMarked;
