@NullMarked
package zonda.web;

import org.jspecify.annotations.NullMarked;
