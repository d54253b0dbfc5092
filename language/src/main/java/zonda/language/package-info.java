/// What people write: expressions, periods, intervals, macros, item keys, units.
///
/// Entry: [ExpressionParser] and [ExpressionPrinter], [Intervals], [Durations], [Macros], [Units].
/// Pure functions over
/// text: no thread, no clock. Bad input gives a [LanguageException] that names the place, what was
/// seen and what was
/// wanted.
@NullMarked
package zonda.language;

import org.jspecify.annotations.NullMarked;
