/// What the page reads besides the JSON-RPC API, and the page's own files. Entry: [PageApi],
/// [UiFiles]. Shapes are those of `ui/src/api/types.ts`: ids as texts, times in milliseconds UTC.
@NullMarked
package zonda.web.page;

import org.jspecify.annotations.NullMarked;
