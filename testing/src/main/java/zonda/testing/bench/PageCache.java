package zonda.testing.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Drops files from the kernel's page cache with posix_fadvise, so that what is read next comes
/// from the disk. Linux only; for what is synced.
final class PageCache {
    private static final int READ_ONLY = 0;
    private static final int DONT_NEED = 4;

    private final MethodHandle open;
    private final MethodHandle advise;
    private final MethodHandle close;

    PageCache() {
        Linker linker = Linker.nativeLinker();
        open = linker.downcallHandle(
                linker.defaultLookup().find("open").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        advise = linker.downcallHandle(
                linker.defaultLookup().find("posix_fadvise").orElseThrow(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT));
        close = linker.downcallHandle(
                linker.defaultLookup().find("close").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    /// Drops the pages of all files below a folder.
    void drop(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            drop(file.toString());
        }
    }

    private void drop(String file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(file);
            int descriptor = (int) open.invokeExact(name, READ_ONLY);
            if (descriptor < 0) {
                throw new IOException(file + " cannot be opened");
            }
            int error = (int) advise.invokeExact(descriptor, 0L, 0L, DONT_NEED);
            int closed = (int) close.invokeExact(descriptor);
            if (error != 0 || closed != 0) {
                throw new IOException("posix_fadvise of " + file + " answered " + error);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
