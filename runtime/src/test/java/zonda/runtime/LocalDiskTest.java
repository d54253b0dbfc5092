package zonda.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest {
    @TempDir
    Path folder;

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsWhatWasWrittenAndTellsItsEnd() throws IOException {
        Disk disk = new LocalDisk(folder);
        try (DiskFile file = disk.create("a")) {
            file.write(bytes("hello"), 3);
            file.sync();
            assertThat(file.size()).isEqualTo(8);
            ByteBuffer target = ByteBuffer.allocate(20);
            assertThat(file.read(target, 3)).isEqualTo(5);
            assertThat(file.read(target, 8)).isEqualTo(-1);
            file.truncate(4);
            assertThat(file.size()).isEqualTo(4);
        }
        assertThatThrownBy(() -> disk.create("a")).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> disk.open("b")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void namesFilesInFoldersAndListsThemSorted() throws IOException {
        Disk disk = new LocalDisk(folder);
        disk.createFolder("x/y");
        disk.createFolder("x/y");
        disk.create("x/c").close();
        disk.create("x/a").close();
        disk.rename("x/c", "x/b");
        disk.syncFolder("x");
        disk.syncFolder("");
        assertThat(disk.list("x")).containsExactly("a", "b");
        assertThat(disk.list("none")).isEmpty();
        disk.rename("x/a", "x/b");
        assertThat(disk.list("x")).containsExactly("b");
        disk.delete("x/b");
        assertThat(disk.exists("x/b")).isFalse();
        assertThat(disk.usableBytes()).isPositive();
    }

    /// Every write to /dev/full says that there is no space left.
    @Test
    void tellsAFullDiskByItsType() throws IOException {
        try (DiskFile full = new LocalDisk(Path.of("/dev")).open("full")) {
            assertThatThrownBy(() -> full.write(bytes("x"), 0)).isInstanceOf(DiskFullException.class);
        }
    }

    @Test
    void tellsOtherFaultsAsTheyAre() {
        assertThat(LocalDisk.told(new IOException("Disk quota exceeded"))).isInstanceOf(DiskFullException.class);
        IOException other = new IOException("Input/output error");
        assertThat(LocalDisk.told(other)).isSameAs(other);
        IOException wordless = new IOException();
        assertThat(LocalDisk.told(wordless)).isSameAs(wordless);
    }
}
