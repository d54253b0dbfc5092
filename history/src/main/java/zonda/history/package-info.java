@NullMarked
package zonda.history;

import org.jspecify.annotations.NullMarked;
