package zonda.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;

/// An open file. One thread at a time; readers of other files are not disturbed.
public interface DiskFile extends AutoCloseable {
    /// Writes all that remains of `source` at a position.
    ///
    /// @throws DiskFullException when there is no room; a part may have been written
    void write(ByteBuffer source, long position) throws IOException;

    /// Reads up to what remains in `target` from a position.
    ///
    /// @return bytes read, -1 at the end of the file
    int read(ByteBuffer target, long position) throws IOException;

    long size() throws IOException;

    void truncate(long bytes) throws IOException;

    /// Makes what was written durable. After it has failed nothing that was written since the last
    /// success may be
    /// believed to be on disk, not even after another sync that succeeds.
    void sync() throws IOException;

    @Override
    void close() throws IOException;
}
