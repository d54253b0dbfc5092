package zonda.configuration;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// The ids of hosts, interfaces, items and triggers: allotted once, remembered for good, never
/// given to anything else, also when what had them is gone. What comes back under its old name gets
/// its old id, and with it its history. One thread.
///
/// Ids that people write are below [#FIRST]; those allotted here start there, so the two never
/// meet.
///
/// On disk: one text file in UTF-8, written whole under another name, synced, then renamed. Its
/// lines: `zonda ids 1`, `next N`, then for each host `h ID NAME` and below it `n ID NUMBER`
/// (interfaces), `i ID KEY`, `t ID NAME`; at the end `end CRC`, the CRC-32C of all bytes before, in
/// hexadecimal digits. In names `\\` stands for a backslash, `\n` and `\r` for the ends of lines.
final class Ids {
    /// The first id that is allotted.
    static final long FIRST = 1_000_001;

    private static final String FOLDER = "configuration";
    private static final String FILE = FOLDER + "/ids";
    private static final String NEW_FILE = FOLDER + "/ids.new";
    private static final String HEAD = "zonda ids 1";
    private static final int BUFFER_BYTES = 1 << 18;
    private static final long LARGEST = 1L << 53;

    /// The ids below one host.
    final class HostIds {
        final long id;
        private String name;
        private final Map<Long, Long> interfaces = new LinkedHashMap<>(2);
        private final Map<String, Long> items = new LinkedHashMap<>();
        private final Map<String, Long> triggers = new LinkedHashMap<>(0);

        private HostIds(long id, String name) {
            this.id = id;
            this.name = name;
        }

        /// @param number of the interface in the order of the host, counted from 1
        long ofInterface(long number) {
            return interfaces.computeIfAbsent(number, missing -> allot());
        }

        long ofItem(String key) {
            return items.computeIfAbsent(key, missing -> allot());
        }

        long ofTrigger(String triggerName) {
            return triggers.computeIfAbsent(triggerName, missing -> allot());
        }
    }

    private final Map<String, HostIds> byName = new HashMap<>();
    private final Map<Long, HostIds> byId = new LinkedHashMap<>();
    private long next = FIRST;
    private boolean isChanged;

    private long allot() {
        isChanged = true;
        return next++;
    }

    /// The ids of a host by its technical name.
    HostIds host(String name) {
        HostIds found = byName.get(name);
        return found == null ? added(allot(), name) : found;
    }

    /// The ids of a host that has an id of its own.
    HostIds host(long id, String name) {
        HostIds found = byId.get(id);
        if (found == null) {
            isChanged = true;
            return added(id, name);
        }
        if (!found.name.equals(name)) {
            isChanged = true;
            found.name = name;
        }
        return found;
    }

    private HostIds added(long id, String name) {
        HostIds ids = new HostIds(id, name);
        byId.put(id, ids);
        if (id >= FIRST) {
            byName.put(name, ids);
        }
        return ids;
    }

    /// Gets an item.
    interface ItemVisitor {
        void item(long id, String host, String key);
    }

    /// Tells of all items that have an id.
    void eachItem(ItemVisitor visitor) {
        for (HostIds host : byId.values()) {
            host.items.forEach((key, id) -> visitor.item(id, host.name, key));
        }
    }

    /// Reads what was remembered; nothing where there is no file yet.
    ///
    /// @throws IOException also when the file is damaged: with wrong ids values would go to wrong
    ///     items
    static Ids read(Disk disk) throws IOException {
        Ids ids = new Ids();
        if (disk.exists(FILE)) {
            ids.parse(bytes(disk));
        }
        return ids;
    }

    private static byte[] bytes(Disk disk) throws IOException {
        try (DiskFile file = disk.open(FILE)) {
            long size = file.size();
            if (size > Integer.MAX_VALUE - 16) {
                throw new IOException("the file " + FILE + " has " + size + " bytes, wanted at most 2 GiB");
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) size);
            while (buffer.hasRemaining()) {
                if (file.read(buffer, buffer.position()) < 0) {
                    throw damaged("ends at byte " + buffer.position());
                }
            }
            return buffer.array();
        }
    }

    private static IOException damaged(String what) {
        return new IOException("the file " + FILE + " in the data folder is damaged (it " + what
                + "): restore it from a backup; without it items would get new ids and lose their history");
    }

    private void parse(byte[] bytes) throws IOException {
        int end = checked(bytes);
        int at = 0;
        int number = 0;
        HostIds host = new HostIds(0, "");
        while (at < end) {
            int lineEnd = at;
            while (bytes[lineEnd] != '\n') {
                lineEnd++;
            }
            String line = new String(bytes, at, lineEnd - at, StandardCharsets.UTF_8);
            at = lineEnd + 1;
            number++;
            try {
                host = line(line, number, host);
            } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
                throw damaged("has the line '" + Faults.shortened(line) + "'");
            }
        }
        isChanged = false;
    }

    /// The place of the last line, whose checksum is right.
    private static int checked(byte[] bytes) throws IOException {
        int start = bytes.length - 1;
        while (start > 0 && bytes[start - 1] != '\n') {
            start--;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, Math.max(0, start));
        String wanted = "end " + Long.toHexString(checksum.getValue()) + "\n";
        String seen = start <= 0 ? "" : new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
        if (!seen.equals(wanted)) {
            throw damaged("ends with '" + Faults.shortened(seen.strip()) + "', wanted '" + wanted.strip() + "'");
        }
        return start;
    }

    private HostIds line(String line, int number, HostIds host) throws IOException {
        if (number == 1) {
            if (!line.equals(HEAD)) {
                throw damaged("starts with '" + Faults.shortened(line) + "', wanted '" + HEAD + "'");
            }
            return host;
        }
        if (number == 2) {
            next = Long.parseLong(line, 5, line.length(), 10);
            return host;
        }
        int blank = line.indexOf(' ', 2);
        long id = Long.parseLong(line, 2, blank, 10);
        if (id < 1 || id >= LARGEST) {
            throw damaged("has the id " + id);
        }
        String name = unescaped(line.substring(blank + 1));
        switch (line.charAt(0)) {
            case 'h' -> {
                return added(id, name);
            }
            case 'n' -> host.interfaces.put(Long.parseLong(name), id);
            case 'i' -> host.items.put(name, id);
            case 't' -> host.triggers.put(name, id);
            default -> throw damaged("has the line '" + Faults.shortened(line) + "'");
        }
        return host;
    }

    /// Makes what was allotted durable, where something was.
    void write(Disk disk) throws IOException {
        if (!isChanged) {
            return;
        }
        disk.createFolder(FOLDER);
        if (disk.exists(NEW_FILE)) {
            disk.delete(NEW_FILE);
        }
        try (DiskFile file = disk.create(NEW_FILE)) {
            Writer out = new Writer(file);
            out.line(HEAD);
            out.line("next " + next);
            for (HostIds host : byId.values()) {
                out.line("h " + host.id + " " + escaped(host.name));
                for (Map.Entry<Long, Long> entry : host.interfaces.entrySet()) {
                    out.line("n " + entry.getValue() + " " + entry.getKey());
                }
                for (Map.Entry<String, Long> entry : host.items.entrySet()) {
                    out.line("i " + entry.getValue() + " " + escaped(entry.getKey()));
                }
                for (Map.Entry<String, Long> entry : host.triggers.entrySet()) {
                    out.line("t " + entry.getValue() + " " + escaped(entry.getKey()));
                }
            }
            out.end();
            file.sync();
        }
        disk.rename(NEW_FILE, FILE);
        disk.syncFolder(FOLDER);
        disk.syncFolder("");
        isChanged = false;
    }

    private static String escaped(String name) {
        return name.indexOf('\\') < 0 && name.indexOf('\n') < 0 && name.indexOf('\r') < 0
                ? name
                : name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                c = escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped;
            }
            out.append(c);
        }
        return out.toString();
    }

    /// Writes lines through a buffer and sums them up.
    private static final class Writer {
        private final DiskFile file;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        private final CRC32C checksum = new CRC32C();
        private long position;

        Writer(DiskFile file) {
            this.file = file;
        }

        void line(String line) throws IOException {
            byte[] utf8 = (line + "\n").getBytes(StandardCharsets.UTF_8);
            checksum.update(utf8, 0, utf8.length);
            put(utf8);
        }

        void end() throws IOException {
            put(("end " + Long.toHexString(checksum.getValue()) + "\n").getBytes(StandardCharsets.UTF_8));
            flush();
        }

        private void put(byte[] bytes) throws IOException {
            if (buffer.remaining() < bytes.length) {
                flush();
            }
            if (bytes.length > buffer.capacity()) {
                file.write(ByteBuffer.wrap(bytes), position);
                position += bytes.length;
            } else {
                buffer.put(bytes);
            }
        }

        private void flush() throws IOException {
            buffer.flip();
            int bytes = buffer.remaining();
            file.write(buffer, position);
            position += bytes;
            buffer.clear();
        }
    }
}
