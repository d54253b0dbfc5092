@NullMarked
package zonda.configuration;

import org.jspecify.annotations.NullMarked;
