package zonda.devices.recording;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/// Finds the recordings below a folder and reads them: `.snmprec`, `.snmpwalk` and `.walk`, each
/// also packed as `.bz2`; and files that have no ending, when their first record is one of
/// snmpsim's.
public final class RecordingFolder {
    /// A packed file that unpacks to more is refused.
    private static final int LARGEST_FILE_BYTES = 512 << 20;

    /// The reason that a file is counted by, among those of lines.
    public static final String UNREADABLE_FILE = "file that cannot be read";

    private RecordingFolder() {}

    /// A file of a folder.
    ///
    /// @param name where it lies below the folder, without its endings
    /// @param form what its lines are
    public record Found(Path file, String name, Form form) {}

    /// What the lines of a file are.
    public enum Form {
        SNMPREC,
        WALK,
        /// SAP's own text, with the names of objects; it is not read.
        SAPWALK
    }

    /// The recordings below a folder, sorted by name; or the file itself.
    ///
    /// @throws IOException when there is no such folder, or it cannot be read
    public static List<Found> find(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            throw new IOException("there is no folder '" + folder + "'");
        }
        Path top = folder.toRealPath();
        boolean isFile = !Files.isDirectory(top);
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(top, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (Files.isRegularFile(file)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (AccessDeniedException e) {
            throw new IOException("cannot look into '" + e.getFile() + "': it is not allowed", e);
        }
        List<Found> found = new ArrayList<>();
        for (Path file : files.stream().sorted().toList()) {
            Path named = isFile ? folder.getFileName() : top.relativize(file);
            add(file, String.valueOf(named), found);
        }
        return found;
    }

    private static void add(Path file, String path, List<Found> found) {
        String plain = path.endsWith(".bz2") ? path.substring(0, path.length() - 4) : path;
        int dot = plain.lastIndexOf('.');
        String ending = dot <= plain.lastIndexOf('/') ? "" : plain.substring(dot + 1);
        String name = ending.isEmpty() ? plain : plain.substring(0, Math.max(0, dot));
        switch (ending) {
            case "snmprec" -> found.add(new Found(file, name, Form.SNMPREC));
            case "snmpwalk", "walk" -> found.add(new Found(file, name, Form.WALK));
            case "sapwalk" -> found.add(new Found(file, name, Form.SAPWALK));
            case "" -> {
                if (beginsAsSnmprec(file)) {
                    found.add(new Found(file, name, Form.SNMPREC));
                }
            }
            default -> {}
        }
    }

    /// A file that cannot be read is none of ours: its name does not say so.
    private static boolean beginsAsSnmprec(Path file) {
        byte[] start = new byte[256];
        try (java.io.InputStream in = Files.newInputStream(file)) {
            int size = in.readNBytes(start, 0, start.length);
            String first = new String(start, 0, size, StandardCharsets.ISO_8859_1);
            return first.matches("(?s)\\.?[0-9]+(\\.[0-9]+)+\\|[0-9]+[xe]?(:[a-z]+)?\\|.*");
        } catch (IOException e) {
            return false;
        }
    }

    /// Reads a recording, or takes one without rows that has [#UNREADABLE_FILE] counted once where
    /// the file cannot be read or unpacked.
    ///
    /// @param ordered false keeps the rows as they stand in the file
    /// @param tell takes why, in words that name the file
    public static Recording readOrEmpty(Found found, boolean ordered, Consumer<String> tell) {
        try {
            return read(found, ordered);
        } catch (IOException e) {
            tell.accept(String.valueOf(e.getMessage()));
            Lines lines = new Lines();
            lines.skip(UNREADABLE_FILE);
            return lines.recording(found.name(), ordered);
        }
    }

    /// Reads a recording.
    ///
    /// @param ordered false keeps the rows as they stand in the file
    /// @throws IOException when the file cannot be read or unpacked
    public static Recording read(Found found, boolean ordered) throws IOException {
        return parse(found.name(), found.form(), octets(found), ordered);
    }

    /// What stands in a file, unpacked.
    public static byte[] octets(Found found) throws IOException {
        Path file = found.file();
        byte[] octets;
        try {
            if (Files.size(file) > LARGEST_FILE_BYTES) {
                throw new IOException("it has more than " + LARGEST_FILE_BYTES + " octets");
            }
            octets = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + reason(e), e);
        }
        return file.toString().endsWith(".bz2") ? unpacked(octets, file) : octets;
    }

    private static String reason(IOException fault) {
        return fault instanceof AccessDeniedException ? "it is not allowed" : String.valueOf(fault.getMessage());
    }

    private static byte[] unpacked(byte[] packed, Path file) throws IOException {
        try (BZip2CompressorInputStream in = new BZip2CompressorInputStream(new ByteArrayInputStream(packed), true)) {
            byte[] octets = in.readNBytes(LARGEST_FILE_BYTES);
            if (in.read() >= 0) {
                throw new IOException("unpacks to more than " + LARGEST_FILE_BYTES + " octets");
            }
            return octets;
        } catch (IOException | RuntimeException e) {
            throw new IOException("cannot unpack " + file + ": " + e.getMessage(), e);
        }
    }

    /// Reads the octets of a file; never fails, since what cannot be read is skipped and counted.
    static Recording parse(String name, Form form, byte[] octets, boolean ordered) {
        Lines lines = new Lines();
        WalkLines walk = new WalkLines(lines);
        int from = 0;
        while (from < octets.length) {
            int to = from;
            while (to < octets.length && octets[to] != '\n') {
                to++;
            }
            String line = new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
            switch (form) {
                case SNMPREC -> SnmprecLines.read(line, lines);
                case WALK -> walk.read(line);
                case SAPWALK -> lines.skip("sapwalk");
            }
            from = to + 1;
        }
        walk.end();
        return lines.recording(name, ordered);
    }
}
