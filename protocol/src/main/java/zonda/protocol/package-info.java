/// Bytes to records and back, and nothing else: no socket, no clock, no thread.
@NullMarked
package zonda.protocol;

import org.jspecify.annotations.NullMarked;
