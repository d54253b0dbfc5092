/// The steps that work on text, each a pure function: trims, patterns, paths, documents of other
/// programs.
///
/// Entry: [StepCompiler], which turns a configured step into a [TextStep]; [SharedText], the value
/// handed to it, which keeps what was parsed of it for all that read the same value;
/// [NotSupportedCheck], the one step that reads reasons instead of values. Scripts come in by
/// [ScriptCompiler].
///
/// Compiled steps are immutable and may run on any thread, many at once. They keep nothing from
/// value to value, know no clock, and fail with a [StepException] only.
@NullMarked
package zonda.preprocessing.step;

import org.jspecify.annotations.NullMarked;
