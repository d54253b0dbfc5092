@NullMarked
package zonda.protocol;

import org.jspecify.annotations.NullMarked;
