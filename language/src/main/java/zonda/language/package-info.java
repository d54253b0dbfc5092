@NullMarked
package zonda.language;

import org.jspecify.annotations.NullMarked;
