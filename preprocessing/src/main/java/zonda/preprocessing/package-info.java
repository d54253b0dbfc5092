@NullMarked
package zonda.preprocessing;

import org.jspecify.annotations.NullMarked;
