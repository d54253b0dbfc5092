package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// The files of the log: names, header, frames. See `FORMATS.md`.
final class Segments {
    static final String FOLDER = "log";
    static final int HEADER_BYTES = 16;
    static final int FRAME_HEADER_BYTES = 24;
    private static final int MAGIC = 0x5A4C4F47; // ZLOG
    private static final int VERSION = 1;
    private static final int LARGEST_FRAME = 1 << 30;

    private Segments() {}

    static String name(long number) {
        return FOLDER + "/" + String.format(java.util.Locale.ROOT, "%012d.log", number);
    }

    static List<Long> numbers(Disk disk) throws IOException {
        return disk.list(FOLDER).stream()
                .filter(name -> name.matches("\\d{12}\\.log"))
                .map(name -> Long.parseLong(name.substring(0, 12)))
                .sorted()
                .toList();
    }

    static ByteBuffer header(long run) {
        return ByteBuffer.allocate(HEADER_BYTES)
                .putInt(MAGIC)
                .putInt(VERSION)
                .putLong(run)
                .flip();
    }

    /// Fills a frame's header: length of the content, lane, first sequence, checksum over both and
    /// the content.
    static void frameHeader(ByteBuffer out, int lane, LogRecords.Buffer content) {
        out.clear();
        out.putInt(content.size).putInt(lane).putLong(content.firstSequence);
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, 16);
        crc.update(content.bytes, 0, content.size);
        out.putLong(crc.getValue()).flip();
    }

    /// What reading the log tells besides its records.
    static final class Replay {
        long lastRun;
        long frames;
        long bytes;
        final List<String> faults = new java.util.ArrayList<>();
    }

    /// Progress of a long reading: bytes read, bytes in all.
    interface Progress {
        void read(long bytes, long all);
    }

    /// Reads all segments in order.
    ///
    /// Frames that stand in the log twice, since a sync had failed between them, count once: a
    /// lane's sequences only
    /// grow within a run. A frame that cannot be read ends its segment; what follows it there was
    /// never acknowledged,
    /// or a bad sector took it, which is told.
    ///
    /// @param sealed what blocks hold already
    static Replay replay(Disk disk, Manifest sealed, LogRecords.Visitor visitor, Progress progress) throws IOException {
        Replay result = new Replay();
        result.lastRun = sealed.run();
        List<Long> numbers = numbers(disk);
        long all = 0;
        for (long number : numbers) {
            try (DiskFile file = disk.open(name(number))) {
                all += file.size();
            }
        }
        Map<Integer, Long> seen = new TreeMap<>();
        long run = -1;
        ValueBatch scratch = new ValueBatch(1024);
        for (long number : numbers) {
            try (DiskFile file = disk.open(name(number))) {
                long segmentRun = readHeader(file);
                if (segmentRun < 0) {
                    result.faults.add(name(number) + ": no header of a log segment, left out");
                    continue;
                }
                if (segmentRun != run) {
                    seen.clear();
                    run = segmentRun;
                }
                result.lastRun = Math.max(result.lastRun, run);
                readFrames(file, number, run, sealed, seen, scratch, visitor, result);
                result.bytes += file.size();
                progress.read(result.bytes, all);
            }
        }
        return result;
    }

    private static long readHeader(DiskFile file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        if (readFully(file, header, 0) < HEADER_BYTES) {
            return -1;
        }
        header.flip();
        return header.getInt() == MAGIC && header.getInt() == VERSION ? header.getLong() : -1;
    }

    private static void readFrames(
            DiskFile file,
            long number,
            long run,
            Manifest sealed,
            Map<Integer, Long> seen,
            ValueBatch scratch,
            LogRecords.Visitor visitor,
            Replay result)
            throws IOException {
        long size = file.size();
        long position = HEADER_BYTES;
        ByteBuffer header = ByteBuffer.allocate(FRAME_HEADER_BYTES);
        ByteReader in = new ByteReader();
        while (position < size) {
            header.clear();
            if (readFully(file, header, position) < FRAME_HEADER_BYTES) {
                return;
            }
            int length = header.getInt(0);
            int lane = header.getInt(4);
            long first = header.getLong(8);
            if (length <= 0 || length > LARGEST_FRAME || length > size - position - FRAME_HEADER_BYTES) {
                told(result, number, position, size, "a frame of " + length + " bytes");
                return;
            }
            ByteBuffer content = ByteBuffer.allocate(length);
            readFully(file, content, position + FRAME_HEADER_BYTES);
            CRC32C crc = new CRC32C();
            crc.update(header.array(), 0, 16);
            crc.update(content.array(), 0, length);
            if (crc.getValue() != header.getLong(16)) {
                told(result, number, position, size, "a frame whose checksum is wrong");
                return;
            }
            long after = Math.max(sealed.mark(run, lane), seen.getOrDefault(lane, 0L));
            try {
                long last = LogRecords.read(in.open(content.array(), 0, length), first, after, scratch, visitor);
                seen.merge(lane, last, Math::max);
            } catch (DamagedException e) {
                told(result, number, position, size, String.valueOf(e.getMessage()));
                return;
            }
            result.frames++;
            position += FRAME_HEADER_BYTES + length;
        }
    }

    /// A broken frame at the very end is a write that was cut short, as a crash does; one with more
    /// behind it is told.
    private static void told(Replay result, long number, long position, long size, String what) {
        result.faults.add(name(number) + ": " + what + " at byte " + position + "; the " + (size - position)
                + " bytes from there on were left out");
    }

    static int readFully(DiskFile file, ByteBuffer target, long position) throws IOException {
        int total = 0;
        while (target.hasRemaining()) {
            int count = file.read(target, position + total);
            if (count < 0) {
                break;
            }
            total += count;
        }
        return total;
    }
}
