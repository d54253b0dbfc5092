package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// Reading and writing whole files, durably.
final class Files {
    private static final int LARGEST = Integer.MAX_VALUE - 16;
    private static final int PART = 1 << 20;

    private Files() {}

    /// Reads from a position until `target` is full or the file ends.
    ///
    /// @return bytes read
    static int readFully(DiskFile file, byte[] target, int length, long position) throws IOException {
        int total = 0;
        while (total < length) {
            ByteBuffer part = ByteBuffer.wrap(target, total, Math.min(PART, length - total));
            int count = file.read(part, position + total);
            if (count < 0) {
                break;
            }
            total += count;
        }
        return total;
    }

    /// The content of a file; only what fits an array of one larger than 2 GB.
    static byte[] read(Disk disk, String name) throws IOException {
        try (DiskFile file = disk.open(name)) {
            int size = (int) Math.min(LARGEST, file.size());
            byte[] content = new byte[size];
            int length = readFully(file, content, size, 0);
            return length == size ? content : java.util.Arrays.copyOf(content, length);
        }
    }

    /// Writes a file under a temporary name, syncs it and gives it its name, replacing what had it.
    /// The name is durable once the folder is synced.
    static void replace(Disk disk, String name, byte[] content) throws IOException {
        String temporary = name + ".tmp";
        try {
            deleteIfThere(disk, temporary);
            try (DiskFile file = disk.create(temporary)) {
                file.write(ByteBuffer.wrap(content), 0);
                file.sync();
            }
            disk.rename(temporary, name);
        } catch (IOException e) {
            forsake(disk, temporary, e);
            throw e;
        }
    }

    static void deleteIfThere(Disk disk, String name) throws IOException {
        if (disk.exists(name)) {
            disk.delete(name);
        }
    }

    /// Deletes what a failed attempt has left, so that it takes no room; the attempt's own failure
    /// is what counts.
    static void forsake(Disk disk, String name, IOException failure) {
        try {
            deleteIfThere(disk, name);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
