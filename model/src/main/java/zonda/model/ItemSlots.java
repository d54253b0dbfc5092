package zonda.model;

import java.util.Arrays;

/// Dense slot numbers for the items of one shard, so that each stage keeps its per-item state in
/// plain arrays and finds
/// it by one index. Owned by the shard's thread. Open addressing over primitive arrays; no
/// allocation at look-up.
///
/// Items of one host that are added one after the other get neighbouring slots, so that the values
/// of one answer touch
/// neighbouring memory. The slot of a removed item is reused only after [#release], which the shard
/// calls once every
/// stage has cleared its state.
public final class ItemSlots {
    public static final int NONE = -1;

    private long[] keys = new long[1024];
    private int[] slots = new int[1024];
    private long[] idOfSlot = new long[512];
    private int[] free = new int[16];
    private int freeCount;
    private int used;
    private int top;

    /// The slot of an item, or [#NONE].
    public int slotOf(long itemId) {
        int mask = keys.length - 1;
        for (int i = mix(itemId) & mask; keys[i] != 0; i = (i + 1) & mask) {
            if (keys[i] == itemId) {
                return slots[i];
            }
        }
        return NONE;
    }

    /// The item in a slot, or 0 where the slot is free.
    public long itemIn(int slot) {
        return slot < top ? idOfSlot[slot] : 0;
    }

    /// One more than the highest slot ever given: the length that per-slot arrays need.
    public int capacity() {
        return top;
    }

    /// The number of items that have a slot.
    public int size() {
        return used;
    }

    /// The same as [#assign], at first trying one slot: that behind the slot of the item before,
    /// where items of one host come one after the other. A look-up costs a miss or two of the
    /// processor's cache where there are many items.
    ///
    /// @param guess any number
    public int assign(long itemId, int guess) {
        return guess >= 0 && guess < top && idOfSlot[guess] == itemId && itemId > 0 ? guess : assign(itemId);
    }

    /// The slot of an item, given now when it has none.
    ///
    /// @param itemId above 0
    public int assign(long itemId) {
        if (itemId <= 0) {
            throw new IllegalArgumentException("item id " + itemId + ", wanted above 0");
        }
        int known = slotOf(itemId);
        if (known != NONE) {
            return known;
        }
        int slot = freeCount > 0 ? free[--freeCount] : top++;
        if (slot >= idOfSlot.length) {
            idOfSlot = Arrays.copyOf(idOfSlot, Math.max(slot + 1, idOfSlot.length * 2));
        }
        idOfSlot[slot] = itemId;
        used++;
        if (used * 2 > keys.length) {
            rehash(keys.length * 2);
        } else {
            put(itemId, slot);
        }
        return slot;
    }

    /// Frees the slot of an item; nothing happens when it has none.
    public void release(long itemId) {
        int slot = slotOf(itemId);
        if (slot == NONE) {
            return;
        }
        idOfSlot[slot] = 0;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = slot;
        used--;
        remove(itemId);
    }

    /// Removes a key by shifting back the entries of its probe run, so that no tombstones pile up.
    private void remove(long itemId) {
        int mask = keys.length - 1;
        int hole = mix(itemId) & mask;
        while (keys[hole] != itemId) {
            hole = (hole + 1) & mask;
        }
        for (int i = (hole + 1) & mask; keys[i] != 0; i = (i + 1) & mask) {
            int home = mix(keys[i]) & mask;
            if (((i - home) & mask) >= ((i - hole) & mask)) {
                keys[hole] = keys[i];
                slots[hole] = slots[i];
                hole = i;
            }
        }
        keys[hole] = 0;
    }

    private void rehash(int length) {
        keys = new long[length];
        slots = new int[length];
        for (int slot = 0; slot < top; slot++) {
            if (idOfSlot[slot] != 0) {
                put(idOfSlot[slot], slot);
            }
        }
    }

    private void put(long itemId, int slot) {
        int mask = keys.length - 1;
        int i = mix(itemId) & mask;
        while (keys[i] != 0) {
            i = (i + 1) & mask;
        }
        keys[i] = itemId;
        slots[i] = slot;
    }

    private static int mix(long id) {
        long h = id * 0x9E3779B97F4A7C15L;
        return (int) (h ^ (h >>> 32));
    }
}
