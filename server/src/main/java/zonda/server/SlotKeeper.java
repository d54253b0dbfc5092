package zonda.server;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import zonda.history.ShardHistory;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.preprocessing.Preprocessor;
import zonda.runtime.Duty;

/// Gives the slots of items that are no more back, once nothing of them is left in memory. Owned by
/// the shard's thread.
final class SlotKeeper implements Duty {
    private static final long LOOK_NANOS = 60_000_000_000L;
    private static final int MOST_A_LOOK = 10_000;

    private final ItemSlots slots;
    private final ShardHistory history;
    private final Preprocessor preprocessor;
    private final Set<Long> retired = new TreeSet<>();
    private long nextLookNanos;

    SlotKeeper(ItemSlots slots, ShardHistory history, Preprocessor preprocessor) {
        this.slots = slots;
        this.history = history;
        this.preprocessor = preprocessor;
    }

    /// The item is there again.
    void keep(long itemId) {
        if (!retired.isEmpty()) {
            retired.remove(itemId);
        }
    }

    void retireAll(Host host) {
        for (Item item : host.items()) {
            retire(item.id());
        }
    }

    void retireMissing(Host former, Host host) {
        Set<Long> there = new HashSet<>();
        host.items().forEach(item -> there.add(item.id()));
        for (Item item : former.items()) {
            if (!there.contains(item.id())) {
                retire(item.id());
            }
        }
    }

    private void retire(long itemId) {
        retired.add(itemId);
        preprocessor.remove(slots.slotOf(itemId));
    }

    @Override
    public String name() {
        return "slots";
    }

    @Override
    public int turn(long nowNanos) {
        if (retired.isEmpty() || nowNanos < nextLookNanos) {
            return 0;
        }
        nextLookNanos = nowNanos + LOOK_NANOS;
        int freed = 0;
        Iterator<Long> each = retired.iterator();
        for (int i = 0; i < MOST_A_LOOK && each.hasNext(); i++) {
            long itemId = each.next();
            int slot = slots.slotOf(itemId);
            if (slot == ItemSlots.NONE || history.isSealed(slot)) {
                each.remove();
                if (slot != ItemSlots.NONE) {
                    history.forget(slot);
                    slots.release(itemId);
                    freed++;
                }
            }
        }
        return freed;
    }

    @Override
    public long nextWakeNanos() {
        return retired.isEmpty() ? Long.MAX_VALUE : nextLookNanos;
    }
}
