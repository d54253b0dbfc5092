/// What people write: expressions, periods, intervals, macros, item keys, regular expressions,
/// units.
///
/// Entry: [ExpressionMacros], then [ExpressionParser], [Expressions] and [ExpressionPrinter];
/// [Intervals], [Durations], [Numbers], [Macros], [ItemKey], [Regex], [Units],
/// [zonda.model.Nearest].
///
/// Pure functions over text: no thread, no clock, no state; everything here is immutable. Bad input
/// gives a [LanguageException] that names the place, what was seen and what was wanted; no input
/// makes anything else happen, however long or deep it is.
@NullMarked
package zonda.language;

import org.jspecify.annotations.NullMarked;
