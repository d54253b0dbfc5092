package zonda.configuration;

import java.io.IOException;

/// Where the monitored world comes from. One thread at a time; blocks while it reads.
public interface ConfigurationSource {
    /// Reads everything; once, at the start.
    ///
    /// @throws IOException when ids cannot be read or made durable: what the machine has to answer
    ///     for, never what a person wrote
    Configuration read() throws IOException;

    /// Reads again what [#read] read, and tells what is different since the last reading that
    /// changed something.
    ///
    /// A host that has a fault keeps its former image. Where a file cannot be read to its end,
    /// nothing changes at all.
    ///
    /// @throws IOException as [#read]; nothing has changed then
    ConfigurationChange reread() throws IOException;
}
