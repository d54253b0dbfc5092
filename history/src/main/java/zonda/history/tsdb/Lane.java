package zonda.history.tsdb;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import zonda.history.HistorySettings;
import zonda.history.StateEntry;
import zonda.model.ValueBatch;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Shard;

/// One shard's way to the log: records gather in a buffer, full and due buffers are handed over.
/// Owned by the shard's thread; the log's thread tells what is synced, and gives buffers back.
final class Lane {
    private static final int BUFFER_BYTES = 128 << 10;
    /// So near the end a buffer is full: a batch of an answer still fits without growing it.
    private static final int FULL_BYTES = BUFFER_BYTES - (8 << 10);
    private static final long REFUSED_RETRY_NANOS = 1_000_000L;
    /// As many as travel in one commit interval at the speed of a core (8 MB); more are left to the
    /// collector.
    private static final int SPARE_BUFFERS = 64;

    private final int number;
    private final Shard owner;
    private final Shard logShard;
    private final LogWriter writer;
    private final MonotonicClock clock;
    private final long handEveryNanos;
    private final int mostBytes;
    private final AtomicLong syncedSequence = new AtomicLong();
    private final AtomicLong bytesUnderway = new AtomicLong();
    private final AtomicReferenceArray<LogRecords.@Nullable Buffer> spare = new AtomicReferenceArray<>(SPARE_BUFFERS);
    private LogRecords.Buffer current = new LogRecords.Buffer(BUFFER_BYTES);
    private long sequence;
    private boolean wantsCommit;
    private boolean refused;

    Lane(int number, Shard owner, Shard logShard, LogWriter writer, HistorySettings settings, MonotonicClock clock) {
        this.number = number;
        this.owner = owner;
        this.logShard = logShard;
        this.writer = writer;
        this.clock = clock;
        // Half of the commit interval here, the other half at most in the writer.
        this.handEveryNanos = settings.commitInterval().toNanos() / 2;
        this.mostBytes = settings.laneBytes();
    }

    int number() {
        return number;
    }

    /// Whether there is room for new work; what is already on its way here is taken in any case.
    boolean accepting() {
        return bytesUnderway.get() + current.size < mostBytes;
    }

    /// @return the record's sequence
    long appendValues(ValueBatch batch) {
        begin();
        LogRecords.appendValues(current, batch);
        return end();
    }

    long appendStates(List<StateEntry> entries) {
        begin();
        LogRecords.appendStates(current, entries);
        return end();
    }

    private void begin() {
        if (current.isEmpty()) {
            current.openedNanos = clock.nanos();
            current.firstSequence = sequence + 1;
        }
        sequence++;
    }

    private long end() {
        if (current.size >= FULL_BYTES && !refused) {
            handOver();
        }
        return sequence;
    }

    /// Hands over a due buffer.
    ///
    /// @return whether something was handed over
    boolean turn(long nowNanos) {
        if (current.isEmpty()) {
            return wantsCommit && askForCommit();
        }
        boolean isDue = wantsCommit
                || refused
                || current.size >= FULL_BYTES
                || nowNanos - current.openedNanos >= handEveryNanos;
        return isDue && handOver();
    }

    long nextWakeNanos() {
        if (refused || wantsCommit) {
            return clock.nanos() + REFUSED_RETRY_NANOS;
        }
        return current.isEmpty() ? Long.MAX_VALUE : current.openedNanos + handEveryNanos;
    }

    /// Hands over what there is, and lets it be synced at once.
    void commitSoon() {
        wantsCommit = true;
        if (current.isEmpty()) {
            askForCommit();
        } else {
            handOver();
        }
    }

    /// As [#commitSoon], for all who ask until the owner's next turn in one go.
    void commitAtTurn() {
        wantsCommit = true;
    }

    private boolean askForCommit() {
        if (syncedSequence.get() == sequence || logShard.offer(writer::commitSoon)) {
            wantsCommit = false;
            return true;
        }
        return false;
    }

    /// @return false when the log takes no more just now: the buffer stays, and grows
    boolean handOver() {
        if (current.isEmpty()) {
            return true;
        }
        LogRecords.Buffer full = current;
        full.lastSequence = sequence;
        LogWriter.Handed handed = new LogWriter.Handed(this, full);
        boolean waits = wantsCommit;
        refused = !logShard.offer(() -> writer.take(handed, waits));
        if (refused) {
            return false;
        }
        wantsCommit = false;
        bytesUnderway.addAndGet(full.size);
        current = takeSpare();
        return true;
    }

    private LogRecords.Buffer takeSpare() {
        for (int i = 0; i < SPARE_BUFFERS; i++) {
            LogRecords.Buffer buffer = spare.getAndSet(i, null);
            if (buffer != null) {
                return buffer;
            }
        }
        return new LogRecords.Buffer(BUFFER_BYTES);
    }

    /// Log's thread: a buffer is on disk, and of no more use there.
    void synced(LogRecords.Buffer buffer) {
        syncedSequence.set(buffer.lastSequence);
        bytesUnderway.addAndGet(-buffer.size);
        if (buffer.bytes.length != BUFFER_BYTES) {
            // One that grew for a large record is not kept.
            return;
        }
        buffer.clear();
        for (int i = 0; i < SPARE_BUFFERS; i++) {
            if (spare.compareAndSet(i, null, buffer)) {
                return;
            }
        }
    }

    void wakeOwner() {
        owner.wake();
    }

    /// The newest sequence given. The owner only.
    long lastSequence() {
        return sequence;
    }

    /// All up to this sequence is on disk. Any thread.
    long syncedSequence() {
        return syncedSequence.get();
    }

    /// Bytes on the way to the log and not yet synced, without the buffer that is being filled. Any
    /// thread.
    long bytesUnderway() {
        return bytesUnderway.get();
    }
}
