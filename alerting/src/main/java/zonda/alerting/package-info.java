@NullMarked
package zonda.alerting;

import org.jspecify.annotations.NullMarked;
