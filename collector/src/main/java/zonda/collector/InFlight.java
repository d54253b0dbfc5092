package zonda.collector;

import org.jspecify.annotations.Nullable;

/// The requests that wait for an answer, found by request id in one step. Owned by the shard's
/// thread.
///
/// A request id is a place in the table and the number of times the place has been used, so that
/// one comparison tells a late answer from a timely one. Places are used in turn: an id comes again
/// only after all 2^30 others, hours at any rate that one shard can reach. Ids have bit 30 set, so
/// that they take four octets whatever their value, and are positive.
final class InFlight {
    private static final int ID_BITS = 30;
    private static final int MARK = 1 << ID_BITS;

    private final int placeBits;
    private final @Nullable Target[] targets;
    private final int[] uses;
    private final int[] ring;
    private int ringFrom;
    private int size;

    /// @param places at least so many, a power of two is taken
    /// @param seed where the ids begin, so that those of the process before are not met again soon
    InFlight(int places, long seed) {
        this.placeBits = 32 - Integer.numberOfLeadingZeros(Math.max(1, places - 1));
        int count = 1 << placeBits;
        this.targets = new Target[count];
        this.uses = new int[count];
        this.ring = new int[count];
        for (int i = 0; i < count; i++) {
            ring[i] = i;
            uses[i] = (int) NextDue.hash(seed, 0) & usesMask();
        }
    }

    private int usesMask() {
        return (1 << (ID_BITS - placeBits)) - 1;
    }

    int size() {
        return size;
    }

    /// Takes a place; the caller sees to it that one is free.
    ///
    /// @return the request id
    int open(Target target) {
        int place = ring[ringFrom];
        ringFrom = (ringFrom + 1) & (ring.length - 1);
        targets[place] = target;
        size++;
        return MARK | uses[place] << placeBits | place;
    }

    /// Who waits for the answer with this id; null when nobody does.
    @Nullable
    Target find(int requestId) {
        Target target = targets[requestId & (targets.length - 1)];
        return target != null && target.requestId == requestId ? target : null;
    }

    /// Frees the place of an id that is in flight.
    void close(int requestId) {
        int place = requestId & (targets.length - 1);
        targets[place] = null;
        uses[place] = (uses[place] + 1) & usesMask();
        ring[(ringFrom + targets.length - size) & (ring.length - 1)] = place;
        size--;
    }
}
