@NullMarked
package zonda.server;

import org.jspecify.annotations.NullMarked;
