@NullMarked
package zonda.collector;

import org.jspecify.annotations.NullMarked;
