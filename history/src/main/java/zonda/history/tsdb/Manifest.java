package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import zonda.history.HistoryException;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// What is sealed: the live blocks, how far each lane's records are in them, and the keyed states
/// at that moment. One
/// file, replaced in one step; blocks that it does not name do not exist.
///
/// @param number grows by one with each seal
/// @param run the run of the server whose lanes the marks are of; all of earlier runs is sealed
/// @param marks the last sealed sequence of each lane
/// @param blocks names of the live blocks, oldest first
/// @param states the newest value of each key
record Manifest(long number, long run, Map<Integer, Long> marks, List<String> blocks, Map<String, byte[]> states) {
    static final String FOLDER = "state";
    private static final int MAGIC = 0x5A4D414E; // ZMAN
    private static final int VERSION = 1;

    static Manifest empty() {
        return new Manifest(0, 0, Map.of(), List.of(), Map.of());
    }

    /// How far a lane of a run is sealed.
    long mark(long ofRun, int lane) {
        if (ofRun < run) {
            return Long.MAX_VALUE;
        }
        return ofRun == run ? marks.getOrDefault(lane, 0L) : 0;
    }

    private static String name(long number) {
        return FOLDER + "/" + String.format(java.util.Locale.ROOT, "%012d.manifest", number);
    }

    /// Writes this manifest durably, then deletes the one before.
    void write(Disk disk) throws IOException {
        byte[] content = encode();
        String temporary = FOLDER + "/manifest.tmp";
        if (disk.exists(temporary)) {
            disk.delete(temporary);
        }
        try (DiskFile file = disk.create(temporary)) {
            file.write(ByteBuffer.wrap(content), 0);
            file.sync();
        }
        disk.rename(temporary, name(number));
        disk.syncFolder(FOLDER);
        for (String old : disk.list(FOLDER)) {
            if (old.endsWith(".manifest") && !name(number).equals(FOLDER + "/" + old)) {
                disk.delete(FOLDER + "/" + old);
            }
        }
    }

    private byte[] encode() throws IOException {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        java.io.DataOutputStream out = new java.io.DataOutputStream(bytes);
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

    private static void text(java.io.DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /// Reads the newest manifest of a disk; the empty one where there is none.
    ///
    /// @throws HistoryException when there is one and it cannot be read: without it nothing may be
    ///     deleted or judged
    static Manifest read(Disk disk) throws IOException {
        List<String> names = disk.list(FOLDER).stream()
                .filter(name -> name.endsWith(".manifest"))
                .toList();
        if (names.isEmpty()) {
            return empty();
        }
        String name = FOLDER + "/" + names.get(names.size() - 1);
        try (DiskFile file = disk.open(name)) {
            ByteBuffer content = ByteBuffer.allocate((int) file.size());
            int length = Segments.readFully(file, content, 0);
            return decode(content.array(), length);
        } catch (DamagedException e) {
            throw new HistoryException(
                    name + " is damaged: " + e.getMessage()
                            + ". Restore it from a backup of the data folder, or move the data folder away to start anew",
                    e);
        }
    }

    private static Manifest decode(byte[] content, int length) throws DamagedException {
        if (length < 8 + 8) {
            throw new DamagedException(length + " bytes, wanted at least 16");
        }
        CRC32C crc = new CRC32C();
        crc.update(content, 0, length - 8);
        ByteReader in = new ByteReader().open(content, length - 8, 8);
        if (in.fixed(8) != crc.getValue()) {
            throw new DamagedException("its checksum is wrong");
        }
        in.open(content, 0, length - 8);
        if (in.fixed(4) != MAGIC || in.fixed(4) != VERSION) {
            throw new DamagedException("it is no manifest of version " + VERSION);
        }
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
