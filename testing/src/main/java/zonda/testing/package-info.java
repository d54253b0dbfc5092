@NullMarked
package zonda.testing;

import org.jspecify.annotations.NullMarked;
