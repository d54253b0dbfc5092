package zonda.runtime;

import java.io.IOException;
import java.util.List;

/// A folder and what is below it. Names are relative, with `/` between folders. Durable only as far
/// as synced:
/// a file's content after [DiskFile#sync], its name (new, renamed or deleted) after [#syncFolder].
public interface Disk {
    /// Makes a new, empty file.
    ///
    /// @throws IOException when it exists, or there is no room ([DiskFullException])
    DiskFile create(String name) throws IOException;

    /// Opens an existing file for reading and writing.
    DiskFile open(String name) throws IOException;

    boolean exists(String name);

    /// The names of the files (not folders) in a folder, without its path, sorted; empty when there
    /// is no such folder.
    List<String> list(String folder) throws IOException;

    /// Makes a folder and those above it where they do not exist.
    void createFolder(String name) throws IOException;

    /// Gives a file another name in one step, replacing what had that name.
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /// Makes the names in a folder durable. `""` is the disk's own folder.
    void syncFolder(String folder) throws IOException;

    /// Bytes that can still be written, as the file system tells.
    long usableBytes() throws IOException;
}
