/// What the page follows live. Entry: [LiveFeed], which asks the server twice a second for the
/// newest values of everything that anyone looks at, and hands each client what changed.
///
/// Threads: one virtual thread asks; each client's own thread writes. A client that reads slowly
/// loses intermediate values, never the newest one, and holds no more memory than one value for
/// each item that it follows.
@NullMarked
package zonda.web.live;

import org.jspecify.annotations.NullMarked;
