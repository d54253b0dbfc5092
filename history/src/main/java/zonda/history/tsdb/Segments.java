package zonda.history.tsdb;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.DiskFullException;

/// The files of the log: names, headers, frames, and reading them back. See `FORMATS.md`, "Log".
///
/// What was acknowledged and what was not. A frame tells how much of its segment was synced when it
/// was written, and a segment's header how much of the segment before it was. So a reader knows of
/// each byte whether it was certainly synced. A broken frame there is damage: it is told, and
/// reading goes on behind it. A broken frame beyond is a write that a crash cut short: reading ends
/// there, since what stands behind it, whole or not, was never acknowledged and may depend on it.
///
/// Files are used again. A segment whose records are in blocks becomes a spare, and a later segment
/// is written over it, under a new number. Every checksum takes in the segment's number, so nothing
/// of a file's former life is whole in its new one: what stands behind the last frame, or under a
/// write that never came, reads as broken. Only files that this run has written and closed in order
/// are used again; spares of earlier runs are deleted at the start.
final class Segments {
    static final String FOLDER = "log";
    static final int HEADER_BYTES = 40;
    static final int FRAME_HEADER_BYTES = 32;
    private static final int MAGIC = 0x5A4C4F47; // ZLOG
    private static final int FRAME_MAGIC = 0x5A46524D; // ZFRM
    private static final int VERSION = 2;
    /// Its checksums do not take in the number; its files were never used again.
    private static final int UNNUMBERED = 1;
    private static final long NO_NUMBER = 0;
    private static final String SPARE_ENDING = ".spare";

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Segments() {}

    static String name(long number) {
        return FOLDER + "/" + String.format(Locale.ROOT, "%012d.log", number);
    }

    /// The name of a segment's file while it waits to be used again.
    static String spareName(long number) {
        return FOLDER + "/" + String.format(Locale.ROOT, "%012d", number) + SPARE_ENDING;
    }

    /// Deletes the spares of an earlier run: whether they were closed in order is not known.
    static void removeSpares(Disk disk) throws IOException {
        for (String name : disk.list(FOLDER)) {
            if (name.endsWith(SPARE_ENDING)) {
                disk.delete(FOLDER + "/" + name);
            }
        }
    }

    static List<Long> numbers(Disk disk) throws IOException {
        return disk.list(FOLDER).stream()
                .filter(name -> name.matches("\\d{12}\\.log"))
                .map(name -> Long.parseLong(name.substring(0, 12)))
                .sorted()
                .toList();
    }

    /// @param number of the segment
    /// @param run of the server whose lanes write it
    /// @param previous the number of the segment before it, 0 for none
    /// @param previousSynced how much of that is certainly synced; all that was handed over later
    ///     is in this segment or behind it
    static byte[] header(long number, long run, long previous, long previousSynced) {
        byte[] header = new byte[HEADER_BYTES];
        INT.set(header, 0, MAGIC);
        INT.set(header, 4, VERSION);
        LONG.set(header, 8, run);
        LONG.set(header, 16, previous);
        LONG.set(header, 24, previousSynced);
        LONG.set(header, 32, crc(number, header, 0, 32));
        return header;
    }

    /// Fills the header in front of a buffer's records.
    ///
    /// @param number of its segment
    /// @param synced bytes of its segment that are synced now
    static void frame(long number, LogRecords.Buffer buffer, int lane, long synced) {
        byte[] bytes = buffer.bytes;
        INT.set(bytes, 0, FRAME_MAGIC);
        INT.set(bytes, 8, buffer.size - FRAME_HEADER_BYTES);
        INT.set(bytes, 12, lane);
        LONG.set(bytes, 16, buffer.firstSequence);
        LONG.set(bytes, 24, synced);
        INT.set(bytes, 4, (int) crc(number, bytes, 8, buffer.size));
    }

    /// @param number of the segment; [#NO_NUMBER] for one of version 1
    private static long crc(long number, byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        if (number != NO_NUMBER) {
            for (int shift = 56; shift >= 0; shift -= 8) {
                crc.update((int) (number >> shift));
            }
        }
        crc.update(bytes, from, to - from);
        return crc.getValue();
    }

    /// A segment as its header tells.
    ///
    /// @param salt what its checksums take in: its number, or [#NO_NUMBER]
    private record Segment(long number, long salt, long run, long previous, long previousSynced) {}

    /// What reading the log tells besides its records.
    static final class Replay {
        /// The highest run of any segment.
        long lastRun;

        /// The highest number of any segment file, 0 when there is none.
        long lastNumber;

        long frames;
        long bytes;
        /// Bytes behind broken frames that were certainly not acknowledged; those of a file's
        /// former life among them.
        long tornBytes;
        /// Damage to what was acknowledged, in words.
        final List<String> faults = new ArrayList<>();
        /// The last readable segment, 0 when there is none, and its run.
        long tailSegment;
        long tailRun;
        /// Its frames that nobody knows to be synced, as they stand there.
        byte[] unsettled = new byte[0];
        /// Where they begin.
        long settledBytes;
    }

    /// Progress of a long reading: bytes read, bytes in all.
    interface Progress {
        void read(long bytes, long all);
    }

    /// Reads all segments in order. Frames that stand in the log twice, since a sync had failed
    /// between them, count once: a lane's sequences only grow within a run. A sequence that is
    /// missing is told.
    ///
    /// @param sealed what blocks hold already
    static Replay replay(Disk disk, Manifest sealed, LogRecords.Visitor visitor, Progress progress) throws IOException {
        Replay result = new Replay();
        result.lastRun = sealed.run();
        List<Segment> segments = new ArrayList<>();
        Map<Long, Long> synced = new TreeMap<>();
        List<Long> headless = new ArrayList<>();
        long all = 0;
        for (long number : numbers(disk)) {
            result.lastNumber = Math.max(result.lastNumber, number);
            try (DiskFile file = disk.open(name(number))) {
                all += file.size();
                byte[] header = new byte[HEADER_BYTES];
                int length = Files.readFully(file, header, HEADER_BYTES, 0);
                if (isHeader(header, length, number)) {
                    Segment segment = new Segment(
                            number,
                            (int) INT.get(header, 4) == UNNUMBERED ? NO_NUMBER : number,
                            (long) LONG.get(header, 8),
                            (long) LONG.get(header, 16),
                            (long) LONG.get(header, 24));
                    segments.add(segment);
                    synced.put(segment.previous(), segment.previousSynced());
                } else if (length == HEADER_BYTES
                        && (int) INT.get(header, 0) == MAGIC
                        && (int) INT.get(header, 4) > VERSION) {
                    result.faults.add(name(number) + " is of version " + (int) INT.get(header, 4)
                            + ", written by a later release; this one reads version " + VERSION);
                } else {
                    headless.add(number);
                }
            }
        }
        for (long number : headless) {
            byte[] content = Files.read(disk, name(number));
            if (synced.getOrDefault(number, 0L) > HEADER_BYTES
                    || hadHeader(number, content)
                    || hadHeader(NO_NUMBER, content)) {
                result.faults.add(
                        name(number) + ": its header is damaged; its " + content.length + " bytes are left out");
            }
        }
        Map<Integer, Long> seen = new TreeMap<>();
        long run = -1;
        for (Segment segment : segments) {
            if (segment.run() != run) {
                seen.clear();
                run = segment.run();
            }
            result.lastRun = Math.max(result.lastRun, run);
            byte[] content = Files.read(disk, name(segment.number()));
            new SegmentReader(segment, content, sealed, seen, visitor, result)
                    .read(synced.getOrDefault(segment.number(), 0L));
            result.bytes += content.length;
            progress.read(result.bytes, all);
        }
        return result;
    }

    /// Whether a segment's header was synced once: a frame tells. Otherwise the segment was cut
    /// short at its very beginning, and nothing of it was acknowledged.
    private static boolean hadHeader(long salt, byte[] content) {
        for (int at = nextFrame(salt, content, 0); at < content.length; at = nextFrame(salt, content, at + 1)) {
            if ((long) LONG.get(content, at + 24) >= HEADER_BYTES) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFrame(long salt, byte[] content, int at) {
        if (content.length - at < FRAME_HEADER_BYTES || (int) INT.get(content, at) != FRAME_MAGIC) {
            return false;
        }
        int length = (int) INT.get(content, at + 8);
        return length > 0
                && length <= content.length - at - FRAME_HEADER_BYTES
                && (int) INT.get(content, at + 4) == (int) crc(salt, content, at + 8, at + FRAME_HEADER_BYTES + length);
    }

    /// The next whole frame at or after a position; the end where there is none.
    private static int nextFrame(long salt, byte[] content, int from) {
        for (int at = from; at <= content.length - FRAME_HEADER_BYTES; at++) {
            if (content[at] == 'Z' && isFrame(salt, content, at)) {
                return at;
            }
        }
        return content.length;
    }

    private static boolean isHeader(byte[] header, int length, long number) {
        if (length != HEADER_BYTES || (int) INT.get(header, 0) != MAGIC) {
            return false;
        }
        int version = (int) INT.get(header, 4);
        if (version != VERSION && version != UNNUMBERED) {
            return false;
        }
        long salt = version == UNNUMBERED ? NO_NUMBER : number;
        return (long) LONG.get(header, 32) == crc(salt, header, 0, 32);
    }

    /// Reads the frames of one segment.
    private static final class SegmentReader {
        private final Segment segment;
        private final byte[] content;
        private final Manifest sealed;
        private final Map<Integer, Long> seen;
        private final LogRecords.Visitor visitor;
        private final Replay result;
        private final ValueBatch scratch = new ValueBatch(1024);
        private final ByteReader in = new ByteReader();

        SegmentReader(
                Segment segment,
                byte[] content,
                Manifest sealed,
                Map<Integer, Long> seen,
                LogRecords.Visitor visitor,
                Replay result) {
            this.segment = segment;
            this.content = content;
            this.sealed = sealed;
            this.seen = seen;
            this.visitor = visitor;
            this.result = result;
        }

        /// @param told how much the segment behind this one says is synced
        void read(long told) {
            long synced = Math.max(HEADER_BYTES, told);
            long salt = segment.salt();
            int position = HEADER_BYTES;
            while (position < content.length) {
                if (isFrame(salt, content, position)) {
                    synced = Math.max(synced, (long) LONG.get(content, position + 24));
                    records(position);
                    position += FRAME_HEADER_BYTES + (int) INT.get(content, position + 8);
                    continue;
                }
                int next = nextFrame(salt, content, position);
                for (int at = next; at < content.length; at = nextFrame(salt, content, at + 1)) {
                    synced = Math.max(synced, (long) LONG.get(content, at + 24));
                }
                if (position >= synced) {
                    result.tornBytes += content.length - position;
                    break;
                }
                result.faults.add(name(segment.number()) + ": the frame at byte " + position
                        + " is damaged; what is missing of it was acknowledged; "
                        + (next < content.length ? "reading goes on at byte " + next : "nothing readable follows"));
                position = next;
            }
            int from = (int) Math.min(position, synced);
            result.tailSegment = segment.number();
            result.tailRun = segment.run();
            result.settledBytes = from;
            result.unsettled = java.util.Arrays.copyOfRange(content, from, Math.max(from, position));
        }

        private void records(int at) {
            int length = (int) INT.get(content, at + 8);
            int lane = (int) INT.get(content, at + 12);
            long first = (long) LONG.get(content, at + 16);
            long after = Math.max(sealed.mark(segment.run(), lane), seen.getOrDefault(lane, 0L));
            if (first > after + 1 && segment.run() >= sealed.run()) {
                result.faults.add(name(segment.number()) + ": lane " + lane + " goes on with record " + first
                        + " after " + after + "; those between are missing");
            }
            try {
                long last = LogRecords.read(
                        in.open(content, at + FRAME_HEADER_BYTES, length), first, after, scratch, visitor);
                seen.merge(lane, last, Math::max);
                result.frames++;
            } catch (DamagedException e) {
                result.faults.add(name(segment.number()) + ": the frame at byte " + at + ", whose checksum is right: "
                        + e.getMessage());
            }
        }
    }

    /// Writes what was read but is not known to be synced again, durably: what was read back is
    /// acted upon, so it must stay. A sync of the old file alone would not do: one that failed
    /// before the crash may have left it only in memory. Where there is no room for a new file it
    /// is synced in its place, and told.
    ///
    /// @return the highest number of a segment now
    static long settle(Disk disk, Replay replay) throws IOException {
        if (replay.unsettled.length == 0) {
            return replay.lastNumber;
        }
        long number = replay.lastNumber + 1;
        byte[] frames = replay.unsettled.clone();
        unsyncedFrames(number, frames);
        try {
            try (DiskFile file = disk.create(name(number))) {
                file.write(ByteBuffer.wrap(header(number, replay.tailRun, replay.tailSegment, replay.settledBytes)), 0);
                file.write(ByteBuffer.wrap(frames), HEADER_BYTES);
                file.sync();
            }
            disk.syncFolder(FOLDER);
            replay.bytes += (long) HEADER_BYTES + frames.length;
            replay.tailSegment = number;
            replay.settledBytes = (long) HEADER_BYTES + frames.length;
            return number;
        } catch (DiskFullException e) {
            Files.forsake(disk, name(number), e);
            syncInPlace(disk, replay, e);
            return number;
        } catch (IOException e) {
            Files.forsake(disk, name(number), e);
            throw e;
        }
    }

    private static void syncInPlace(Disk disk, Replay replay, DiskFullException full) throws IOException {
        try (DiskFile file = disk.open(name(replay.tailSegment))) {
            file.sync();
        }
        replay.settledBytes += replay.unsettled.length;
        replay.faults.add("no room to write the last " + replay.unsettled.length + " bytes of the log again ("
                + full.getMessage() + "): they were synced in their place");
    }

    /// Lets frames that move to another segment say that nothing of it is synced.
    private static void unsyncedFrames(long number, byte[] frames) {
        int length;
        for (int at = 0; at < frames.length; at += length) {
            length = FRAME_HEADER_BYTES + (int) INT.get(frames, at + 8);
            LONG.set(frames, at + 24, 0L);
            INT.set(frames, at + 4, (int) crc(number, frames, at + 8, at + length));
        }
    }
}
