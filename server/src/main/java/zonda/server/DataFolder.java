package zonda.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/// The data folder, locked for one server.
final class DataFolder implements AutoCloseable {
    private static final String LOCK = "lock";
    static final String TOKEN = "operator-token";
    static final String PAGE = "page-address";

    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private DataFolder(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /// Makes the folder where it does not exist, and locks it.
    ///
    /// @throws IOException in words for people when it is in use or cannot be written
    static DataFolder lock(Path path) throws IOException {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new IOException(
                    "the data folder " + path + " cannot be made: " + e + "; choose another with --data DIR", e);
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException(
                    "the data folder " + path + " cannot be written: " + e
                            + "; make it writable for this user, or choose another with --data DIR",
                    e);
        }
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new IOException("the data folder " + path
                    + " is in use by another Zonda server; stop that one, or choose another folder with --data DIR");
        }
        return new DataFolder(path, channel, lock);
    }

    Path path() {
        return path;
    }

    /// The token that command-line tools show to this server: made anew at each start, for the
    /// owner's eyes only.
    String newToken(SecureRandom random) throws IOException {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String token = HexFormat.of().formatHex(bytes);
        Path file = path.resolve(TOKEN);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, token, StandardCharsets.UTF_8);
        return token;
    }

    void notePage(String address) throws IOException {
        Files.writeString(path.resolve(PAGE), address, StandardCharsets.UTF_8);
    }

    /// What a running server has noted in its folder.
    ///
    /// @throws IOException in words for people when no server runs there
    static String noted(Path folder, String file) throws IOException {
        try {
            return Files.readString(folder.resolve(file)).strip();
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "no server has run with the data folder " + folder + "; give the server's with --data DIR", e);
        }
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
