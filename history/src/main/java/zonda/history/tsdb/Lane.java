package zonda.history.tsdb;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import zonda.history.HistorySettings;
import zonda.history.StateEntry;
import zonda.model.ValueBatch;
import zonda.runtime.Shard;

/// One shard's way to the log: records gather in a buffer, full and due buffers are handed over.
/// Owned by the shard's
/// thread; the log's thread tells what is synced.
final class Lane {
    private static final int BUFFER_BYTES = 128 << 10;

    private final int number;
    private final Shard owner;
    private final Shard logShard;
    private final LogWriter writer;
    private final long handEveryNanos;
    private final int mostBytes;
    private final AtomicLong syncedSequence = new AtomicLong();
    private final AtomicLong bytesUnderway = new AtomicLong();
    private LogRecords.Buffer current = new LogRecords.Buffer(BUFFER_BYTES);
    private long sequence;
    private boolean wantsCommit;
    private volatile long handedSequence;

    Lane(int number, Shard owner, Shard logShard, LogWriter writer, HistorySettings settings) {
        this.number = number;
        this.owner = owner;
        this.logShard = logShard;
        this.writer = writer;
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

    long appendValues(ValueBatch batch, long nowNanos) {
        begin(nowNanos);
        LogRecords.appendValues(current, batch);
        return end();
    }

    long appendStates(List<StateEntry> entries, long nowNanos) {
        begin(nowNanos);
        LogRecords.appendStates(current, entries);
        return end();
    }

    private void begin(long nowNanos) {
        if (current.size == 0) {
            current.openedNanos = nowNanos;
            current.firstSequence = sequence + 1;
        }
        sequence++;
    }

    private long end() {
        if (current.size >= BUFFER_BYTES - (8 << 10)) {
            handOver();
        }
        return sequence;
    }

    /// Hands over a due buffer.
    ///
    /// @return whether something was handed over
    boolean turn(long nowNanos) {
        if (current.size == 0 || (!wantsCommit && nowNanos - current.openedNanos < handEveryNanos)) {
            return false;
        }
        return handOver();
    }

    long nextWakeNanos() {
        return current.size == 0 ? Long.MAX_VALUE : current.openedNanos + handEveryNanos;
    }

    /// Hands over what there is, so that it is synced with the next commit, or at once.
    void commitSoon() {
        wantsCommit = true;
        if (current.size > 0) {
            handOver();
        } else if (logShard.offer(writer::commitSoon)) {
            wantsCommit = false;
        }
    }

    /// @return false when the log takes no more just now: the buffer stays, and grows
    boolean handOver() {
        if (current.size == 0) {
            return true;
        }
        LogRecords.Buffer full = current;
        full.lastSequence = sequence;
        LogWriter.Handed handed = new LogWriter.Handed(this, full);
        boolean waits = wantsCommit;
        if (!logShard.offer(() -> writer.take(handed, waits))) {
            return false;
        }
        wantsCommit = false;
        handedSequence = sequence;
        bytesUnderway.addAndGet(full.bytes.length);
        current = new LogRecords.Buffer(BUFFER_BYTES);
        return true;
    }

    /// Log's thread: a buffer is on disk.
    void synced(LogRecords.Buffer buffer) {
        syncedSequence.set(buffer.lastSequence);
        bytesUnderway.addAndGet(-buffer.bytes.length);
    }

    void wakeOwner() {
        owner.wake();
    }

    /// The newest sequence given. The owner only.
    long lastSequence() {
        return sequence;
    }

    /// The newest sequence handed to the writer. Any thread.
    long handedSequence() {
        return handedSequence;
    }

    /// All up to this sequence is on disk. Any thread.
    long syncedSequence() {
        return syncedSequence.get();
    }
}
