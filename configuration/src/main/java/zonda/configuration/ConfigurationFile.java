package zonda.configuration;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// A file of configuration: its name, and how to read it anew each time.
///
/// @param name as people know it, for faults
/// @param content opens it at its beginning
public record ConfigurationFile(String name, Content content) {
    private static final int BUFFER_BYTES = 1 << 16;

    /// Opens a file's content.
    @FunctionalInterface
    public interface Content {
        InputStream open() throws IOException;
    }

    /// A file on a disk.
    public static ConfigurationFile on(Disk disk, String name) {
        return new ConfigurationFile(name, () -> new DiskStream(disk.open(name)));
    }

    /// A text that never changes.
    public static ConfigurationFile ofText(String name, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new ConfigurationFile(name, () -> new ByteArrayInputStream(utf8));
    }

    /// The bytes of a file, in order.
    private static final class DiskStream extends InputStream {
        private final DiskFile file;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
        private long position;

        DiskStream(DiskFile file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            return isFilled() ? buffer.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!isFilled()) {
                return -1;
            }
            int taken = Math.min(length, buffer.remaining());
            buffer.get(target, offset, taken);
            return taken;
        }

        private boolean isFilled() throws IOException {
            if (buffer.hasRemaining()) {
                return true;
            }
            buffer.clear();
            int read = file.read(buffer, position);
            buffer.flip();
            position += Math.max(0, read);
            return read > 0;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
