@NullMarked
package zonda.devices;

import org.jspecify.annotations.NullMarked;
