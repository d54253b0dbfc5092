/// Patterns in PCRE's syntax made to patterns of `java.util.regex`.
///
/// Entry: [zonda.language.regex.PcrePattern]. Immutable; any thread.
@NullMarked
package zonda.language.regex;

import org.jspecify.annotations.NullMarked;
