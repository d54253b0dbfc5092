package zonda.alerting;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/// The one allocator of event ids, from which each shard takes a block at a time. Safe for any
/// thread.
///
/// A shard writes the end of its block to the log in the same record as, or before, the first event
/// of the block;
/// the next start goes on after the highest end, so that an id is never given twice.
public final class EventIds {
    static final String KEY_PREFIX = "ids/event/";
    private static final long BLOCK = 256;

    private final AtomicLong next;

    /// @param highestUsed no id up to this one will be given
    public EventIds(long highestUsed) {
        this.next = new AtomicLong(highestUsed + 1);
    }

    /// One shard's supply.
    public ForShard forShard(int shard) {
        return new ForShard(shard);
    }

    /// The end of a block as it stands in the log.
    static long decodeEnd(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    /// Owned by one shard's thread.
    public final class ForShard {
        private final String key;
        private long current;
        private long end;

        private ForShard(int shard) {
            this.key = KEY_PREFIX + shard;
        }

        /// Takes the next id, first adding to `entries` the record that makes a new block safe.
        long take(java.util.List<StateLog.Entry> entries) {
            if (current == end) {
                current = next.getAndAdd(BLOCK);
                end = current + BLOCK;
                entries.add(new StateLog.Entry(
                        key, ByteBuffer.allocate(8).putLong(end - 1).array()));
            }
            return current++;
        }
    }
}
