package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import zonda.history.HistorySettings;
import zonda.history.LogState;
import zonda.runtime.Counter;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.DiskFullException;
import zonda.runtime.Duty;
import zonda.runtime.MonotonicClock;

/// Writes what the lanes hand over, in the order in which they do, and syncs it: at least once
/// every commit interval, at once when somebody waits. Runs on a shard of its own, the only one
/// that
/// blocks on the disk.
///
/// A write or sync that failed is never believed: its segment is left as it is (deleted where
/// nothing of it was ever acknowledged), and all that is not yet known to be synced is written
/// again
/// from memory to a new segment, every second until it succeeds. Meanwhile the lanes fill up and
/// the pollers wait; nothing that was taken is dropped.
final class LogWriter implements Duty {
    private static final long RETRY_NANOS = 1_000_000_000L;
    private static final long SPACE_CHECK_NANOS = 1_000_000_000L;

    /// Files that wait to be used again, at most: what a busy server writes between two seals.
    private static final int MOST_SPARES = 4;

    /// Something handed over by a lane.
    record Handed(Lane lane, LogRecords.Buffer buffer) {}

    private final Disk disk;
    private final HistorySettings settings;
    private final MonotonicClock clock;
    private final ArrayDeque<Handed> unwritten = new ArrayDeque<>();
    private final List<Handed> unsynced = new ArrayList<>();
    private final Counter bytes = new Counter();
    private final Counter commits = new Counter();
    private final Counter failures = new Counter();
    /// Segments of this run that were closed in order, all of them synced: these may be used again.
    private final ConcurrentSkipListSet<Long> inOrder = new ConcurrentSkipListSet<>();
    /// Numbers of the files that wait to be used again, their names durable.
    private final ConcurrentLinkedQueue<Long> spares = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytesOnDisk = new AtomicLong();
    private volatile LogState state = new LogState(LogState.Condition.WRITING, "");
    private List<Lane> lanes = List.of();
    private long run;
    private @Nullable DiskFile segment;
    private long segmentNumber;
    private long position;
    /// What the file takes: more than was written when it is one used again.
    private long fileBytes;
    /// Of the segment that is written.
    private long syncedBytes;
    private long previousNumber;
    private long previousSynced;
    private long lastCommitNanos;
    private long retryAtNanos;
    private long spaceCheckedNanos;
    private long writtenAtSpaceCheck;
    private boolean somebodyWaits;

    LogWriter(Disk disk, HistorySettings settings, MonotonicClock clock) {
        this.disk = disk;
        this.settings = settings;
        this.clock = clock;
        this.lastCommitNanos = clock.nanos();
        this.spaceCheckedNanos = clock.nanos() - SPACE_CHECK_NANOS;
    }

    /// Tells where to go on, once, before anything is handed over.
    ///
    /// @param runNumber of this run
    /// @param lastNumber the highest number of a segment file
    /// @param tailNumber the last readable segment, 0 when there is none
    /// @param tailSynced how much of that is synced
    /// @param present bytes of all segments
    void begin(long runNumber, long lastNumber, long tailNumber, long tailSynced, long present, List<Lane> everyLane) {
        run = runNumber;
        segmentNumber = lastNumber;
        previousNumber = tailNumber;
        previousSynced = tailSynced;
        bytesOnDisk.set(present);
        lanes = List.copyOf(everyLane);
    }

    LogState state() {
        return state;
    }

    /// Bytes written since the start.
    long bytes() {
        return bytes.value();
    }

    /// Bytes of the segments that are there, as far as this run knows.
    long bytesOnDisk() {
        return Math.max(0, bytesOnDisk.get());
    }

    /// Lets go of a segment whose records are in blocks: its file becomes a spare, or is deleted.
    /// Any thread, one at a time.
    void letGo(long number) throws IOException {
        long size;
        try (DiskFile file = disk.open(Segments.name(number))) {
            size = file.size();
        }
        boolean isSpare = inOrder.remove(number)
                && spares.size() < MOST_SPARES
                && size <= 2L * settings.segmentBytes()
                && state.condition() == LogState.Condition.WRITING;
        if (isSpare) {
            disk.rename(Segments.name(number), Segments.spareName(number));
            // The old name must be gone before another segment is written into the file.
            disk.syncFolder(Segments.FOLDER);
            spares.add(number);
        } else {
            disk.delete(Segments.name(number));
        }
        bytesOnDisk.addAndGet(-size);
    }

    /// Gives the spares' room back.
    private void deleteSpares() {
        for (Long number = spares.poll(); number != null; number = spares.poll()) {
            try {
                disk.delete(Segments.spareName(number));
            } catch (IOException e) {
                // It goes at the next start.
                failures.increment();
            }
        }
    }

    long commits() {
        return commits.value();
    }

    /// Writes and syncs that failed, since the start.
    long failures() {
        return failures.value();
    }

    /// Takes a buffer. Log shard's thread.
    void take(Handed handed, boolean waits) {
        unwritten.add(handed);
        somebodyWaits |= waits;
    }

    /// Somebody waits for what has been handed over so far.
    void commitSoon() {
        somebodyWaits = true;
    }

    /// Ends the current segment, so that the next buffer starts another one.
    ///
    /// @return the number of the last segment before the end; -1 when the disk refused
    long roll() {
        try {
            commit();
            closeSegment();
            return segmentNumber;
        } catch (IOException e) {
            fail(e);
            return -1;
        }
    }

    @Override
    public String name() {
        return "log";
    }

    @Override
    public int turn(long nowNanos) {
        boolean isWriting = state.isWriting();
        if (isWriting && unwritten.isEmpty() && unsynced.isEmpty()) {
            somebodyWaits = false;
            return 0;
        }
        if (!isWriting && nowNanos < retryAtNanos) {
            return 0;
        }
        try {
            if (!hasRoom(nowNanos)) {
                return 1;
            }
            int done = write();
            if (!isWriting) {
                openSegment();
                commit();
                recover();
                return 1;
            }
            if (!unsynced.isEmpty() && (somebodyWaits || nowNanos - lastCommitNanos >= commitNanos())) {
                commit();
                done++;
            }
            return done;
        } catch (IOException e) {
            fail(e);
            return 1;
        }
    }

    private long commitNanos() {
        return settings.commitInterval().toNanos();
    }

    @Override
    public long nextWakeNanos() {
        if (!state.isWriting()) {
            return retryAtNanos;
        }
        if (unwritten.isEmpty() && unsynced.isEmpty()) {
            return Long.MAX_VALUE;
        }
        return unwritten.isEmpty() ? lastCommitNanos + commitNanos() : clock.nanos();
    }

    /// Looks at the room on disk now and then, and tells when it is less than the reserve. To go on
    /// it must be an eighth more, so that the server does not flutter.
    private boolean hasRoom(long nowNanos) throws IOException {
        long reserve = settings.reserveBytes();
        boolean isWriting = state.isWriting();
        if (isWriting
                && nowNanos - spaceCheckedNanos < SPACE_CHECK_NANOS
                && bytes.value() - writtenAtSpaceCheck < Math.max(1 << 20, reserve / 4)) {
            return true;
        }
        spaceCheckedNanos = nowNanos;
        writtenAtSpaceCheck = bytes.value();
        long room = disk.usableBytes();
        long wanted = state.condition() == LogState.Condition.FULL ? reserve + reserve / 8 : reserve;
        if (room >= wanted) {
            return true;
        }
        abandon();
        deleteSpares();
        become(
                LogState.Condition.FULL,
                "the disk of the data folder has " + (room >> 20) + " MB left, wanted at least " + (wanted >> 20)
                        + " MB: nothing is collected until there is room");
        return false;
    }

    private int write() throws IOException {
        int count = 0;
        while (!unwritten.isEmpty()) {
            DiskFile file = openSegment();
            Handed next = unwritten.peekFirst();
            LogRecords.Buffer buffer = next.buffer();
            Segments.frame(segmentNumber, buffer, next.lane().number(), syncedBytes);
            file.write(ByteBuffer.wrap(buffer.bytes, 0, buffer.size), position);
            position += buffer.size;
            bytes.add(buffer.size);
            grown();
            unsynced.add(unwritten.removeFirst());
            count++;
        }
        return count;
    }

    private DiskFile openSegment() throws IOException {
        DiskFile current = segment;
        if (current != null && position < settings.segmentBytes()) {
            return current;
        }
        if (current != null) {
            // What stands in the full segment is synced before the next one begins: order on disk
            // is order in time.
            commit();
            closeSegment();
        }
        segmentNumber++;
        position = 0;
        syncedBytes = 0;
        fileBytes = 0;
        DiskFile file = newFile();
        segment = file;
        byte[] header = Segments.header(segmentNumber, run, previousNumber, previousSynced);
        file.write(ByteBuffer.wrap(header), 0);
        position = header.length;
        grown();
        file.sync();
        disk.syncFolder(Segments.FOLDER);
        syncedBytes = position;
        return file;
    }

    /// A spare where there is one: its room is there already, and the file system has nothing to
    /// note but the bytes.
    private DiskFile newFile() throws IOException {
        String name = Segments.name(segmentNumber);
        Long spare = spares.poll();
        if (spare == null) {
            return disk.create(name);
        }
        disk.rename(Segments.spareName(spare), name);
        DiskFile file = disk.open(name);
        fileBytes = file.size();
        bytesOnDisk.addAndGet(fileBytes);
        return file;
    }

    /// Counts what the file takes more after a write.
    private void grown() {
        if (position > fileBytes) {
            bytesOnDisk.addAndGet(position - fileBytes);
            fileBytes = position;
        }
    }

    /// All of the segment is synced: it is told by the next one.
    private void closeSegment() throws IOException {
        DiskFile current = segment;
        if (current != null) {
            segment = null;
            previousNumber = segmentNumber;
            previousSynced = syncedBytes;
            current.close();
            inOrder.add(segmentNumber);
        }
    }

    private void commit() throws IOException {
        DiskFile file = segment;
        if (file == null || unsynced.isEmpty()) {
            return;
        }
        file.sync();
        syncedBytes = position;
        lastCommitNanos = clock.nanos();
        somebodyWaits = false;
        commits.increment();
        for (Handed handed : unsynced) {
            handed.lane().synced(handed.buffer());
        }
        for (Handed handed : unsynced) {
            handed.lane().wakeOwner();
        }
        unsynced.clear();
    }

    private void recover() {
        state = new LogState(LogState.Condition.WRITING, "");
        for (Lane lane : lanes) {
            lane.wakeOwner();
        }
    }

    private void fail(IOException e) {
        failures.increment();
        abandon();
        boolean full = e instanceof DiskFullException;
        if (full) {
            deleteSpares();
        }
        become(
                full ? LogState.Condition.FULL : LogState.Condition.FAILING,
                full
                        ? "the disk of the data folder is full (" + e.getMessage() + "): nothing is collected until"
                                + " there is room"
                        : "the disk of the data folder refuses to write (" + e.getMessage()
                                + "): nothing is collected until it takes writes again");
    }

    /// Everything that is not known to be synced goes to a new segment.
    private void abandon() {
        for (int i = unsynced.size() - 1; i >= 0; i--) {
            unwritten.addFirst(unsynced.get(i));
        }
        unsynced.clear();
        DiskFile broken = segment;
        segment = null;
        if (broken == null) {
            return;
        }
        try {
            broken.close();
            if (syncedBytes <= Segments.HEADER_BYTES) {
                // It takes room and holds nothing that counts.
                disk.delete(Segments.name(segmentNumber));
                bytesOnDisk.addAndGet(-fileBytes);
                return;
            }
        } catch (IOException e) {
            // What is wrong is told already; a file that stays is read at the next start, its
            // frames known from elsewhere.
            failures.increment();
        }
        if (syncedBytes > Segments.HEADER_BYTES) {
            previousNumber = segmentNumber;
            previousSynced = syncedBytes;
        }
    }

    private void become(LogState.Condition condition, String words) {
        retryAtNanos = clock.nanos() + RETRY_NANOS;
        state = new LogState(condition, words);
    }

    /// Writes and syncs all that there is, at the end; the header of a last segment says that it is
    /// synced, so that damage to it will not be taken for a write that was cut short.
    void close() throws IOException {
        write();
        commit();
        if (segment == null) {
            return;
        }
        closeSegment();
        try {
            openSegment();
            closeSegment();
        } catch (IOException e) {
            // All is synced; only the note about it is missing.
            failures.increment();
        }
    }
}
