package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import zonda.history.HistorySettings;
import zonda.history.LogState;
import zonda.runtime.Counter;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.DiskFullException;
import zonda.runtime.Duty;
import zonda.runtime.MonotonicClock;

/// Writes what the lanes hand over, in the order in which they do, and syncs it: at least once
/// every commit interval, at
/// once when somebody waits. Runs on a shard of its own, the only one that blocks on the disk.
///
/// A write or sync that failed is never believed: its segment is left as it is, and all that is not
/// yet known to be
/// synced is written again from memory to a new segment, again and again until it succeeds.
/// Meanwhile the lanes fill up
/// and the pollers wait; nothing that was taken is dropped.
final class LogWriter implements Duty {
    private static final long RETRY_NANOS = 1_000_000_000L;
    private static final long SPACE_CHECK_NANOS = 1_000_000_000L;

    /// Something handed over by a lane.
    record Handed(Lane lane, LogRecords.Buffer buffer) {}

    private final Disk disk;
    private final HistorySettings settings;
    private final MonotonicClock clock;
    private long run;
    private final ArrayDeque<Handed> unwritten = new ArrayDeque<>();
    private final List<Handed> unsynced = new ArrayList<>();
    private final ByteBuffer header = ByteBuffer.allocate(Segments.FRAME_HEADER_BYTES);
    private @org.jspecify.annotations.Nullable DiskFile segment;
    private long segmentNumber;
    private long position;
    private long lastCommitNanos;
    private long retryAtNanos;
    private long spaceCheckedNanos;
    private boolean somebodyWaits;
    private volatile LogState state = new LogState(LogState.Condition.WRITING, "");
    private final Counter bytes = new Counter();
    private final Counter commits = new Counter();

    LogWriter(Disk disk, HistorySettings settings, MonotonicClock clock) {
        this.disk = disk;
        this.settings = settings;
        this.clock = clock;
        this.lastCommitNanos = clock.nanos();
        this.spaceCheckedNanos = clock.nanos() - SPACE_CHECK_NANOS;
    }

    /// Tells the number of this run and the first segment to write. Once, before anything is handed
    /// over.
    void begin(long runNumber, long firstSegment) {
        run = runNumber;
        segmentNumber = firstSegment - 1;
    }

    LogState state() {
        return state;
    }

    long bytes() {
        return bytes.value();
    }

    long commits() {
        return commits.value();
    }

    /// The number of the segment that is written now.
    long segmentNumber() {
        return segmentNumber;
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
            DiskFile current = segment;
            segment = null;
            if (current != null) {
                current.close();
            }
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
        if (unwritten.isEmpty() && unsynced.isEmpty()) {
            somebodyWaits = false;
            return 0;
        }
        if (!state.isWriting() && nowNanos < retryAtNanos) {
            return 0;
        }
        try {
            if (!hasRoom(nowNanos)) {
                return 0;
            }
            int done = write();
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
        if (unwritten.isEmpty() && unsynced.isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (!state.isWriting()) {
            return retryAtNanos;
        }
        return unwritten.isEmpty() ? lastCommitNanos + commitNanos() : clock.nanos();
    }

    private boolean hasRoom(long nowNanos) throws IOException {
        if (state.isWriting() && nowNanos - spaceCheckedNanos < SPACE_CHECK_NANOS) {
            return true;
        }
        spaceCheckedNanos = nowNanos;
        long room = disk.usableBytes();
        if (room >= settings.reserveBytes()) {
            return true;
        }
        abandon();
        become(
                LogState.Condition.FULL,
                "the disk of the data folder has " + (room >> 20) + " MB left, wanted at least "
                        + (settings.reserveBytes() >> 20) + " MB: nothing is collected until there is room");
        return false;
    }

    private int write() throws IOException {
        int count = 0;
        while (!unwritten.isEmpty()) {
            DiskFile file = openSegment();
            Handed next = unwritten.peekFirst();
            Segments.frameHeader(header, next.lane().number(), next.buffer());
            file.write(header, position);
            file.write(
                    ByteBuffer.wrap(next.buffer().bytes, 0, next.buffer().size),
                    position + Segments.FRAME_HEADER_BYTES);
            int length = Segments.FRAME_HEADER_BYTES + next.buffer().size;
            position += length;
            bytes.add(length);
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
            current.close();
            segment = null;
        }
        segmentNumber++;
        DiskFile file = disk.create(Segments.name(segmentNumber));
        segment = file;
        file.write(Segments.header(run), 0);
        position = Segments.HEADER_BYTES;
        file.sync();
        disk.syncFolder(Segments.FOLDER);
        return file;
    }

    private void commit() throws IOException {
        DiskFile file = segment;
        if (file == null || unsynced.isEmpty()) {
            return;
        }
        file.sync();
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
        if (!state.isWriting()) {
            state = new LogState(LogState.Condition.WRITING, "");
        }
    }

    private void fail(IOException e) {
        abandon();
        boolean full = e instanceof DiskFullException;
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
        if (broken != null) {
            try {
                broken.close();
            } catch (IOException e) {
                state = new LogState(LogState.Condition.FAILING, String.valueOf(e.getMessage()));
            }
        }
    }

    private void become(LogState.Condition condition, String words) {
        retryAtNanos = clock.nanos() + RETRY_NANOS;
        state = new LogState(condition, words);
    }

    /// Writes and syncs all that there is, at the end.
    void close() throws IOException {
        write();
        commit();
        DiskFile file = segment;
        segment = null;
        if (file != null) {
            file.close();
        }
    }
}
