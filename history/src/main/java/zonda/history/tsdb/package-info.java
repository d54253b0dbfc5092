/// The engine: log, head chunks, blocks, manifest. The forms on disk are told in `FORMATS.md`
/// beside the code.
@NullMarked
package zonda.history.tsdb;

import org.jspecify.annotations.NullMarked;
