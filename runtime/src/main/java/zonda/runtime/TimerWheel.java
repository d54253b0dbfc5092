package zonda.runtime;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// A hierarchical timer wheel over primitive arrays: scheduling, cancelling and expiring cost
/// constant time and
/// allocate nothing once the arrays have grown. Owned by one thread.
///
/// Four levels of 256 slots; a timer lies in the level that its distance asks for and falls to a
/// lower one when the
/// hand reaches its slot (Varghese and Lauck, "Hashed and Hierarchical Timing Wheels", scheme 7).
/// Bit maps of the
/// occupied slots let the hand jump over empty stretches, so that a simulated hour costs no more
/// than its timers.
/// Timers of one tick expire in the order in which they were scheduled. A timer never expires
/// before its deadline.
public final class TimerWheel {
    private static final int BITS = 8;
    private static final int SLOTS = 1 << BITS;
    private static final int MASK = SLOTS - 1;
    private static final int LEVELS = 4;
    private static final int NONE = -1;

    private final long tickNanos;
    private final long startNanos;
    private final int[] heads = new int[LEVELS * SLOTS];
    private final int[] tails = new int[LEVELS * SLOTS];
    private final long[] occupied = new long[LEVELS * SLOTS / 64];

    private int[] next = new int[64];
    private int[] previous = new int[64];
    private int[] slotOf = new int[64];
    private long[] deadlineTick = new long[64];
    private long[] payloads = new long[64];
    private int freeHead = NONE;
    private int top;
    private int size;

    /// The next tick to be looked at; all before it are done.
    private long hand;

    /// @param tickNanos the wheel's resolution: a timer expires up to one tick after its deadline
    /// @param startNanos monotonic time of tick 0
    public TimerWheel(long tickNanos, long startNanos) {
        if (tickNanos <= 0) {
            throw new IllegalArgumentException("tick of " + tickNanos + " ns, wanted above 0");
        }
        this.tickNanos = tickNanos;
        this.startNanos = startNanos;
        Arrays.fill(heads, NONE);
        Arrays.fill(tails, NONE);
    }

    /// Timers waiting.
    public int size() {
        return size;
    }

    /// Schedules a timer.
    ///
    /// @param deadlineNanos monotonic; one in the past expires at the next call of [#expire]
    /// @param payload handed to the consumer at expiry
    /// @return a handle, valid until the timer expires or is cancelled
    public int schedule(long deadlineNanos, long payload) {
        int timer = take();
        payloads[timer] = payload;
        deadlineTick[timer] = Math.max(hand, tickAtOrAfter(deadlineNanos));
        insert(timer);
        size++;
        return timer;
    }

    /// Cancels a waiting timer.
    public void cancel(int timer) {
        unlink(timer);
        free(timer);
        size--;
    }

    /// Expires timers whose deadline has come.
    ///
    /// @param nowNanos monotonic
    /// @param most at most so many; the rest expires at the next call
    /// @param expired takes each payload; it may schedule and cancel
    /// @return how many expired
    public int expire(long nowNanos, int most, LongConsumer expired) {
        long nowTick = Math.floorDiv(nowNanos - startNanos, tickNanos);
        int count = 0;
        while (hand <= nowTick && count < most) {
            long interesting = nextInterestingTick();
            if (interesting > nowTick) {
                hand = nowTick + 1;
                break;
            }
            hand = interesting;
            cascade();
            int slot = (int) (hand & MASK);
            while (heads[slot] != NONE && count < most) {
                int timer = heads[slot];
                long payload = payloads[timer];
                unlink(timer);
                free(timer);
                size--;
                count++;
                expired.accept(payload);
            }
            if (heads[slot] == NONE) {
                hand++;
            }
        }
        return count;
    }

    /// A monotonic time at or before the next deadline (exact when it is within 256 ticks);
    /// `Long.MAX_VALUE` when no
    /// timer waits.
    public long nextDeadlineNanos() {
        long tick = nextInterestingTick();
        return tick == Long.MAX_VALUE ? Long.MAX_VALUE : startNanos + tick * tickNanos;
    }

    private long tickAtOrAfter(long nanos) {
        return -Math.floorDiv(-(nanos - startNanos), tickNanos);
    }

    /// The first tick at or after the hand at which a timer may expire or a slot must fall to a
    /// lower level.
    private long nextInterestingTick() {
        long best = Long.MAX_VALUE;
        for (int level = 0; level < LEVELS; level++) {
            int shift = level * BITS;
            boolean atBoundary = (hand & ((1L << shift) - 1)) == 0;
            long from = (hand >>> shift) + (atBoundary ? 0 : 1);
            int distance = distanceToOccupied(level, (int) (from & MASK));
            if (distance >= 0) {
                best = Math.min(best, (from + distance) << shift);
            }
        }
        return best;
    }

    /// How far from slot `from` of a level the first occupied one is, going round; -1 when all are
    /// empty.
    private int distanceToOccupied(int level, int from) {
        int base = level * (SLOTS / 64);
        int word = from >>> 6;
        long bits = occupied[base + word] & (-1L << (from & 63));
        for (int i = 0; i <= SLOTS / 64; i++) {
            if (bits != 0) {
                int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
                return (slot - from) & MASK;
            }
            word = (word + 1) & (SLOTS / 64 - 1);
            bits = occupied[base + word];
        }
        return -1;
    }

    private void cascade() {
        for (int level = 1; level < LEVELS; level++) {
            int shift = level * BITS;
            if ((hand & ((1L << shift) - 1)) != 0) {
                return;
            }
            int slot = level * SLOTS + (int) ((hand >>> shift) & MASK);
            int timer = heads[slot];
            heads[slot] = NONE;
            tails[slot] = NONE;
            occupied[slot >>> 6] &= ~(1L << (slot & 63));
            while (timer != NONE) {
                int following = next[timer];
                insert(timer);
                timer = following;
            }
        }
    }

    private void insert(int timer) {
        long tick = deadlineTick[timer];
        long distance = tick - hand;
        int level = 0;
        while (level < LEVELS - 1 && distance >= 1L << ((level + 1) * BITS)) {
            level++;
        }
        // Beyond the last level (49 days at a millisecond's tick): wait in its farthest slot and be
        // sorted again there.
        long reachable = Math.min(tick, hand + (1L << (LEVELS * BITS)) - 1);
        int slot = level * SLOTS + (int) ((reachable >>> (level * BITS)) & MASK);
        slotOf[timer] = slot;
        next[timer] = NONE;
        previous[timer] = tails[slot];
        if (tails[slot] == NONE) {
            heads[slot] = timer;
            occupied[slot >>> 6] |= 1L << (slot & 63);
        } else {
            next[tails[slot]] = timer;
        }
        tails[slot] = timer;
    }

    private void unlink(int timer) {
        int slot = slotOf[timer];
        int before = previous[timer];
        int after = next[timer];
        if (before == NONE) {
            heads[slot] = after;
        } else {
            next[before] = after;
        }
        if (after == NONE) {
            tails[slot] = before;
        } else {
            previous[after] = before;
        }
        if (heads[slot] == NONE) {
            occupied[slot >>> 6] &= ~(1L << (slot & 63));
        }
    }

    private int take() {
        if (freeHead != NONE) {
            int timer = freeHead;
            freeHead = next[timer];
            return timer;
        }
        if (top == next.length) {
            int length = top * 2;
            next = Arrays.copyOf(next, length);
            previous = Arrays.copyOf(previous, length);
            slotOf = Arrays.copyOf(slotOf, length);
            deadlineTick = Arrays.copyOf(deadlineTick, length);
            payloads = Arrays.copyOf(payloads, length);
        }
        return top++;
    }

    private void free(int timer) {
        next[timer] = freeHead;
        freeHead = timer;
    }
}
