@NullMarked
package zonda.runtime;

import org.jspecify.annotations.NullMarked;
