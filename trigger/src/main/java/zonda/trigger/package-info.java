@NullMarked
package zonda.trigger;

import org.jspecify.annotations.NullMarked;
