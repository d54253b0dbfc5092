package zonda.runtime;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// A hierarchical timer wheel over primitive arrays: scheduling, cancelling and expiring cost
/// constant time and allocate nothing once the arrays have grown. Owned by one thread.
///
/// Four levels of 256 slots (Varghese and Lauck, "Hashed and Hierarchical Timing Wheels", scheme
/// 7).
/// A timer lies at the level of the highest byte in which its tick differs from the hand, in the
/// slot
/// of its own byte there; when the hand comes to a slot of a higher level, the slot's timers fall
/// to
/// lower ones at once. So the place of a timer depends on its tick and the hand only, all timers of
/// a
/// tick lie in one list, and they expire in the order in which they were scheduled. Timers beyond
/// the
/// four levels (49 days at a tick of a millisecond) wait in a list of their own, which is sorted
/// again each time that the hand has gone round the highest level. Bit maps of the occupied slots
/// let
/// the hand jump over empty stretches, so that a simulated hour costs no more than its timers.
///
/// A timer never expires before its deadline.
///
/// Not final, so that a simulated machine's clock can give one that loses a timer.
public class TimerWheel {
    private static final int BITS = 8;
    private static final int SLOTS = 1 << BITS;
    private static final int MASK = SLOTS - 1;
    private static final int LEVELS = 4;
    private static final int FAR = LEVELS * SLOTS;
    private static final int NONE = -1;

    private final long tickNanos;
    private final long startNanos;
    private final int[] heads = new int[FAR + 1];
    private final int[] tails = new int[FAR + 1];
    private final long[] occupied = new long[FAR / 64];

    private int[] next = new int[64];
    private int[] previous = new int[64];
    private int[] slotOf = new int[64];
    private long[] deadlineTick = new long[64];
    private long[] payloads = new long[64];
    private int freeHead = NONE;
    private int top;
    private int size;

    /// The next tick to be looked at; all before it are done. Above level 0 the slots that stand
    /// for
    /// it are empty.
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
    ///
    /// @throws IllegalStateException when the timer has expired or was cancelled before, as far as
    ///     its
    ///     handle was not given again
    public void cancel(int timer) {
        if (slotOf[timer] == NONE) {
            throw new IllegalStateException("timer " + timer + " does not wait");
        }
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
                moveTo(nowTick + 1);
                break;
            }
            if (interesting != hand) {
                moveTo(interesting);
            }
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
                moveTo(hand + 1);
            }
        }
        return count;
    }

    /// A monotonic time at or before the next deadline, rounded up to a tick (exact when it is
    /// within
    /// the same 256 ticks as the last call of [#expire]); `Long.MAX_VALUE` when no timer waits.
    public long nextDeadlineNanos() {
        long tick = nextInterestingTick();
        if (tick >= (Long.MAX_VALUE - Math.max(0, startNanos)) / tickNanos) {
            return Long.MAX_VALUE;
        }
        return startNanos + tick * tickNanos;
    }

    private long tickAtOrAfter(long nanos) {
        long distance = nanos - startNanos;
        boolean overflow = ((nanos ^ startNanos) & (nanos ^ distance)) < 0;
        if (overflow) {
            return nanos < 0 ? hand : Long.MAX_VALUE / tickNanos;
        }
        return Math.ceilDiv(distance, tickNanos);
    }

    /// The first tick at or after the hand at which a timer may expire or a slot must fall to a
    /// lower
    /// level.
    private long nextInterestingTick() {
        for (int level = 0; level < LEVELS; level++) {
            int shift = level * BITS;
            int from = (int) ((hand >>> shift) & MASK) + (level == 0 ? 0 : 1);
            int slot = firstOccupied(level, from);
            if (slot != NONE) {
                // The slots of a lower level all come before those of a higher one.
                return (hand >>> (shift + BITS) << BITS | slot) << shift;
            }
        }
        return heads[FAR] == NONE ? Long.MAX_VALUE : ((hand >>> LEVELS * BITS) + 1) << LEVELS * BITS;
    }

    /// The first occupied slot of a level at or after `from`, or [#NONE].
    private int firstOccupied(int level, int from) {
        if (from == SLOTS) {
            return NONE;
        }
        int base = level * (SLOTS / 64);
        int word = from >>> 6;
        long bits = occupied[base + word] & (-1L << (from & 63));
        while (bits == 0) {
            if (++word == SLOTS / 64) {
                return NONE;
            }
            bits = occupied[base + word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /// Moves the hand and lets the slots that it comes to fall.
    private void moveTo(long tick) {
        hand = tick;
        if ((hand & MASK) != 0) {
            return;
        }
        if ((hand & ((1L << LEVELS * BITS) - 1)) == 0) {
            fall(FAR);
        }
        for (int level = LEVELS - 1; level > 0; level--) {
            int shift = level * BITS;
            if ((hand & ((1L << shift) - 1)) == 0) {
                fall(level * SLOTS + (int) ((hand >>> shift) & MASK));
            }
        }
    }

    /// Sorts the timers of a slot in again, in their order.
    private void fall(int slot) {
        int timer = heads[slot];
        heads[slot] = NONE;
        tails[slot] = NONE;
        vacate(slot);
        while (timer != NONE) {
            int following = next[timer];
            insert(timer);
            timer = following;
        }
    }

    private void insert(int timer) {
        long tick = deadlineTick[timer];
        long differing = tick ^ hand;
        int level = differing == 0 ? 0 : (63 - Long.numberOfLeadingZeros(differing)) / BITS;
        int slot = level >= LEVELS ? FAR : level * SLOTS + (int) ((tick >>> (level * BITS)) & MASK);
        slotOf[timer] = slot;
        next[timer] = NONE;
        previous[timer] = tails[slot];
        if (tails[slot] == NONE) {
            heads[slot] = timer;
            if (slot != FAR) {
                occupied[slot >>> 6] |= 1L << (slot & 63);
            }
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
            vacate(slot);
        }
    }

    private void vacate(int slot) {
        if (slot != FAR) {
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
        slotOf[timer] = NONE;
        next[timer] = freeHead;
        freeHead = timer;
    }
}
