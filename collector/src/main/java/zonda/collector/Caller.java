package zonda.collector;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import zonda.protocol.zabbix.FrameReader;
import zonda.runtime.Stream;

/// One connection to the trapper, and the request that it is at. Owned by the trapper's thread.
final class Caller {
    /// What is waited for.
    enum State {
        /// The bytes of a request.
        READING,
        /// Room for a large request.
        HELD,
        /// The addresses of names that say who may push.
        RESOLVING,
        /// The shards: all values of the request synced.
        SYNCING,
        /// The peer, to take the answer.
        ANSWERING,
        /// The peer, to end after it was answered.
        LINGERING,
        /// Nothing: it is closed.
        CLOSED
    }

    final Stream stream;
    final FrameReader reader;
    State state = State.READING;

    /// Since when, on the monotonic clock.
    long sinceNanos;

    /// Nothing of a next request had arrived when it was looked for last.
    boolean isIdle;

    /// Of the buffers that all share.
    long reservedBytes;

    /// Of the request at hand.
    long startedNanos;
    long processed;
    long failed;
    int underway;

    /// Values for shards whose mailboxes were full.
    final ArrayDeque<Outgoing> unsent = new ArrayDeque<>();

    ByteBuffer answer = ByteBuffer.allocate(0);

    /// @param shard the number of the shard that it goes to
    record Outgoing(int shard, Push push) {}

    Caller(Stream stream, int mostMessageBytes, long nowNanos) {
        this.stream = stream;
        this.reader = new FrameReader(mostMessageBytes);
        this.sinceNanos = nowNanos;
    }

    void enter(State next, long nowNanos) {
        state = next;
        sinceNanos = nowNanos;
    }
}
