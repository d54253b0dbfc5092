package zonda.history.tsdb;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import zonda.history.HistoryException;
import zonda.runtime.Disk;

/// What is sealed: the live blocks, how far each lane's records are in them, and the keyed states
/// at that moment. One file, replaced in one step, and a copy of it for the day when a sector goes
/// bad; blocks that it does not name do not exist. See `FORMATS.md`, "Manifest".
///
/// @param number grows by one with each seal
/// @param run the run of the server whose lanes the marks are of; all of earlier runs is sealed
/// @param marks the last sealed sequence of each lane
/// @param blocks names of the live blocks, oldest first
/// @param states the newest value of each key
record Manifest(long number, long run, Map<Integer, Long> marks, List<String> blocks, Map<String, byte[]> states) {
    static final String FOLDER = "state";
    private static final String ENDING = ".manifest";
    private static final String COPY_ENDING = ".manifest-copy";
    private static final int MAGIC = 0x5A4D414E; // ZMAN
    private static final int VERSION = 1;

    static Manifest empty() {
        return new Manifest(0, 0, Map.of(), List.of(), Map.of());
    }

    /// The next one, with other blocks.
    Manifest withBlocks(List<String> names) {
        return new Manifest(number + 1, run, marks, names, states);
    }

    /// How far a lane of a run is sealed.
    long mark(long ofRun, int lane) {
        if (ofRun < run) {
            return Long.MAX_VALUE;
        }
        return ofRun == run ? marks.getOrDefault(lane, 0L) : 0;
    }

    private static String name(long number, String ending) {
        return FOLDER + "/" + String.format(Locale.ROOT, "%012d", number) + ending;
    }

    /// Writes this manifest and its copy durably, then deletes those before. Once the first of the
    /// two has its name, it may be what the next start finds.
    void write(Disk disk) throws IOException {
        byte[] content = encode();
        Files.replace(disk, name(number, COPY_ENDING), content);
        Files.replace(disk, name(number, ENDING), content);
        disk.syncFolder(FOLDER);
        for (String old : disk.list(FOLDER)) {
            if (numberOf(old) < number) {
                disk.delete(FOLDER + "/" + old);
            }
        }
    }

    /// -1 for the number of a file that is no manifest; those are temporary ones.
    private static long numberOf(String name) {
        boolean is = name.matches("\\d{12}\\.manifest(-copy)?");
        return is ? Long.parseLong(name.substring(0, 12)) : -1;
    }

    byte[] encode() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeLong(number);
        out.writeLong(run);
        out.writeInt(marks.size());
        for (Map.Entry<Integer, Long> mark : marks.entrySet()) {
            out.writeInt(mark.getKey());
            out.writeLong(mark.getValue());
        }
        out.writeInt(blocks.size());
        for (String block : blocks) {
            text(out, block.getBytes(StandardCharsets.UTF_8));
        }
        out.writeInt(states.size());
        for (Map.Entry<String, byte[]> state : states.entrySet()) {
            text(out, state.getKey().getBytes(StandardCharsets.UTF_8));
            text(out, state.getValue());
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.toByteArray());
        out.writeLong(crc.getValue());
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /// Reads the newest manifest of a disk; the empty one where there is none.
    ///
    /// @param faults is told of a damaged one whose copy could be read
    /// @throws HistoryException when there is one and neither it nor its copy can be read: without
    ///     it nothing may be deleted or judged
    static Manifest read(Disk disk, List<String> faults) throws IOException {
        TreeSet<Long> numbers = new TreeSet<>();
        for (String name : disk.list(FOLDER)) {
            if (numberOf(name) > 0) {
                numbers.add(numberOf(name));
            }
        }
        List<String> troubles = new ArrayList<>();
        for (long newest : numbers.descendingSet()) {
            for (String ending : List.of(ENDING, COPY_ENDING)) {
                String name = name(newest, ending);
                if (!disk.exists(name)) {
                    continue;
                }
                try {
                    Manifest manifest = decode(Files.read(disk, name));
                    faults.addAll(troubles);
                    return manifest;
                } catch (DamagedException | IOException e) {
                    troubles.add(name + " is damaged: " + e.getMessage());
                }
            }
            if (disk.exists(name(newest, ENDING))) {
                throw new HistoryException(String.join("; ", troubles)
                        + ". Restore it from a backup of the data folder, or move the data folder away to start anew");
            }
            // Only its copy was there: its seal had not ended, and all that the one before it needs
            // is still there.
        }
        return empty();
    }

    static Manifest decode(byte[] content) throws DamagedException {
        int length = content.length;
        if (length < 8 + 8) {
            throw new DamagedException(length + " bytes, wanted at least 16");
        }
        ByteReader in = new ByteReader().open(content, 0, length);
        if (in.fixed(4) != MAGIC) {
            throw new DamagedException("it is no manifest");
        }
        long version = in.fixed(4);
        if (version != VERSION) {
            throw new DamagedException("it is of version " + version + ", wanted " + VERSION);
        }
        CRC32C crc = new CRC32C();
        crc.update(content, 0, length - 8);
        if (in.open(content, length - 8, 8).fixed(8) != crc.getValue()) {
            throw new DamagedException("its checksum is wrong");
        }
        in.open(content, 8, length - 16);
        long number = in.fixed(8);
        long run = in.fixed(8);
        Map<Integer, Long> marks = new TreeMap<>();
        for (long left = in.fixed(4); left > 0; left--) {
            int lane = (int) in.fixed(4);
            marks.put(lane, in.fixed(8));
        }
        List<String> blocks = new ArrayList<>();
        for (long left = in.fixed(4); left > 0; left--) {
            blocks.add(new String(in.bytes((int) in.fixed(4)), StandardCharsets.UTF_8));
        }
        Map<String, byte[]> states = new TreeMap<>();
        for (long left = in.fixed(4); left > 0; left--) {
            String key = new String(in.bytes((int) in.fixed(4)), StandardCharsets.UTF_8);
            states.put(key, in.bytes((int) in.fixed(4)));
        }
        return new Manifest(number, run, marks, blocks, states);
    }
}
