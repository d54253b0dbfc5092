package zonda.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import zonda.configuration.ItemNames;
import zonda.history.HistoryException;
import zonda.runtime.Disk;
import zonda.runtime.LocalDisk;

/// A data folder that a command of `zonda store` has for itself: no server runs on it meanwhile.
final class StoreFolder implements AutoCloseable {
    private final DataFolder folder;
    private final Disk disk;

    private StoreFolder(DataFolder folder, Disk disk) {
        this.folder = folder;
        this.disk = disk;
    }

    /// What a command does with the folder.
    interface Work {
        /// @return the exit status
        int on(StoreFolder folder) throws IOException;
    }

    /// Runs a command on a folder, and tells in words why where that is not possible.
    ///
    /// @param command for messages, such as `zonda store check`
    /// @return the exit status; 2 where the folder cannot be had
    static int with(Path data, String command, PrintWriter err, Work work) {
        if (!Files.isDirectory(data)) {
            err.println(command + ": there is no data folder " + data);
            return 2;
        }
        try (StoreFolder opened = new StoreFolder(DataFolder.lock(data), new LocalDisk(data))) {
            return work.on(opened);
        } catch (IOException | HistoryException e) {
            err.println(command + ": " + e.getMessage());
            return 2;
        }
    }

    Disk disk() {
        return disk;
    }

    /// What the folder's items are called; without names, which is told, where that cannot be read.
    Optional<ItemNames> names(PrintWriter err) {
        try {
            return Optional.of(ItemNames.read(disk));
        } catch (IOException e) {
            err.println("names of items are left out: " + e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
