/// Who is logged in. Entry: [Sessions]. Any thread.
@NullMarked
package zonda.web.session;

import org.jspecify.annotations.NullMarked;
