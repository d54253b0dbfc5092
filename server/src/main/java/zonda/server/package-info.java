/// The server: the rooms joined into one process.
///
/// Entry: [Main] is the command line; [Core] joins the value's path over a [zonda.runtime.Machine],
/// real or simulated;
/// [ValuePath] reads as the value's story; [Server] adds what the real world needs: settings, the
/// page, the accounts.
@NullMarked
package zonda.server;

import org.jspecify.annotations.NullMarked;
