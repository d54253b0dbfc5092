package zonda.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The real disk, below one folder.
public final class LocalDisk implements Disk {
    private final Path root;

    /// @param root an existing folder
    public LocalDisk(Path root) {
        this.root = root;
    }

    @Override
    public DiskFile create(String name) throws IOException {
        try {
            return new File(FileChannel.open(
                    root.resolve(name),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw told(e);
        }
    }

    @Override
    public DiskFile open(String name) throws IOException {
        return new File(FileChannel.open(root.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public boolean exists(String name) {
        return Files.exists(root.resolve(name));
    }

    @Override
    public List<String> list(String folder) throws IOException {
        Path path = root.resolve(folder);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(Files::isRegularFile)
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void createFolder(String name) throws IOException {
        try {
            Files.createDirectories(root.resolve(name));
        } catch (IOException e) {
            throw told(e);
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        try {
            Files.move(
                    root.resolve(from),
                    root.resolve(to),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw told(e);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(root.resolve(name));
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        try (FileChannel channel = FileChannel.open(root.resolve(folder), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long usableBytes() throws IOException {
        return Files.getFileStore(root).getUsableSpace();
    }

    /// The JDK tells a full disk only in words.
    static IOException told(IOException e) {
        String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (words.contains("no space left") || words.contains("quota exceeded") || words.contains("file too large")) {
            DiskFullException full = new DiskFullException(String.valueOf(e.getMessage()));
            full.initCause(e);
            return full;
        }
        return e;
    }

    private static final class File implements DiskFile {
        private final FileChannel channel;

        File(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            long at = position;
            try {
                while (source.hasRemaining()) {
                    at += channel.write(source, at);
                }
            } catch (IOException e) {
                throw told(e);
            }
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long bytes) throws IOException {
            channel.truncate(bytes);
        }

        @Override
        public void sync() throws IOException {
            try {
                channel.force(false);
            } catch (IOException e) {
                throw told(e);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
