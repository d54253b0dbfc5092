package zonda.testing.soak;

import java.util.TreeMap;
import zonda.collector.PollObserver;
import zonda.model.Item;
import zonda.model.UpdateInterval;

/// Watches that each item is asked at most once per slot, that its slots lie on one grid, and that
/// none is missed or late, unless the item's own device is in trouble, the disk is, or the server
/// has
/// just started or been changed.
final class PollWatch implements PollObserver {
    private static final long SECOND = 1_000_000_000L;

    /// How late is late.
    private static final long LATE_NANOS = SECOND;

    /// The way to a device and back, in bad weather: its objects may have to be asked one by one.
    private static final long WAY_NANOS = SECOND / 4;

    /// After trouble: probes come at least once a minute, one of them may get lost, and a round may
    /// have
    /// to be done.
    private static final long RECOVERY_NANOS = 150 * SECOND;

    /// A first slot may be made up for within a minute.
    private static final long START_NANOS = 61 * SECOND;

    /// The longest step of the wall clock is a day; jumped over moments are made up for.
    private static final long STEPPED_NANOS = 3_600 * SECOND;

    /// What one item has been through since the server's start.
    private static final class Watched {
        private final Item item;
        private final long plainNanos;
        private long knownNanos;
        private long lastSlotNanos = Long.MIN_VALUE;
        private long lastDueNanos = Long.MIN_VALUE;
        private long lastAskedSlotNanos = Long.MIN_VALUE;
        private boolean asked;

        Watched(Item item, long nowNanos) {
            this.item = item;
            UpdateInterval interval = item.interval();
            boolean plain =
                    interval.flexible().isEmpty() && interval.scheduled().isEmpty();
            this.plainNanos = plain ? interval.interval().toNanos() : 0;
            this.knownNanos = nowNanos;
        }
    }

    private final Violations violations;
    private final MonitoredWorld world;
    private final TreeMap<Long, Watched> watched = new TreeMap<>();

    /// Monotonic time of the running server less virtual time.
    private long offsetNanos;

    private long excusedUntilNanos = Long.MIN_VALUE;
    private long steppedNanos = Long.MIN_VALUE / 2;
    private long asks;

    PollWatch(Violations violations, MonitoredWorld world) {
        this.violations = violations;
        this.world = world;
    }

    long asks() {
        return asks;
    }

    /// The server starts: what was before does not count.
    void started(long virtualNanos, long monotonicNanos) {
        offsetNanos = monotonicNanos - virtualNanos;
        watched.clear();
        configured(virtualNanos);
    }

    /// The items are now those of the world. Ones that have changed begin anew.
    void configured(long virtualNanos) {
        watched.keySet().retainAll(world.items().keySet());
        for (Item item : world.items().values()) {
            Watched known = watched.get(item.id());
            if (known == null || !known.item.equals(item)) {
                Watched fresh = new Watched(item, virtualNanos);
                if (known != null && known.item.interval().equals(item.interval())) {
                    fresh.lastAskedSlotNanos = known.lastAskedSlotNanos;
                }
                watched.put(item.id(), fresh);
            }
        }
    }

    /// The whole server may be late until then: its disk is full or fails, or all of its time was
    /// taken.
    void excuse(long untilVirtualNanos) {
        excusedUntilNanos = Math.max(excusedUntilNanos, untilVirtualNanos);
    }

    /// The wall clock has stepped: moments of the day lie elsewhere on the monotonic clock.
    void clockStepped(long virtualNanos) {
        steppedNanos = virtualNanos;
    }

    @Override
    public void due(long itemId, long slotNanos, long dueNanos) {
        Watched item = watched.get(itemId);
        if (item == null) {
            return;
        }
        long slot = slotNanos - offsetNanos;
        if (item.plainNanos > 0 && item.lastSlotNanos != Long.MIN_VALUE) {
            long distance = slot - item.lastSlotNanos;
            if (distance % item.plainNanos != 0) {
                violations.add(
                        "one grid",
                        "item " + itemId + " has slots " + distance + " ns apart, its interval is " + item.plainNanos);
            }
        }
        closeSlot(item, slot);
        if (item.lastSlotNanos != slot) {
            item.asked = false;
        }
        item.lastSlotNanos = slot;
        item.lastDueNanos = dueNanos - offsetNanos;
    }

    @Override
    public void asked(long itemId, long slotNanos, long nowNanos, boolean again) {
        asks++;
        Watched item = watched.get(itemId);
        if (item == null || again) {
            return;
        }
        long slot = slotNanos - offsetNanos;
        long now = nowNanos - offsetNanos;
        // Moments of the day move on the monotonic clock when the wall clock steps.
        boolean twice = item.plainNanos > 0 ? slot <= item.lastAskedSlotNanos : slot == item.lastAskedSlotNanos;
        if (twice) {
            violations.add(
                    "once per slot", "item " + itemId + " is asked again for the slot at " + slot + ", now is " + now);
        }
        item.lastAskedSlotNanos = slot;
        if (slot == item.lastSlotNanos) {
            item.asked = true;
            long late = LATE_NANOS + WAY_NANOS * world.source(itemId).device().size();
            if (now - item.lastDueNanos > late && !isExcused(item, item.lastDueNanos)) {
                violations.add(
                        "on time",
                        "item " + itemId + " is asked " + (now - item.lastDueNanos) + " ns after it was due"
                                + deviceOf(item));
            }
        }
    }

    /// The slot before has ended: it was asked, or something excuses it; and none lies between.
    private void closeSlot(Watched item, long newSlot) {
        if (item.lastSlotNanos == Long.MIN_VALUE || newSlot <= item.lastSlotNanos) {
            return;
        }
        boolean left = item.plainNanos > 0 && newSlot - item.lastSlotNanos > item.plainNanos;
        if ((!item.asked || left) && !isExcused(item, item.lastDueNanos)) {
            violations.add(
                    "on time",
                    "item " + item.item.id() + (item.asked ? " has left out slots" : " was not asked in the slot")
                            + " from " + item.lastSlotNanos + " to " + newSlot + deviceOf(item));
        }
    }

    /// Looks for items that should have become due and have not. From time to time.
    void sweep(long virtualNanos) {
        for (Watched item : watched.values()) {
            if (item.plainNanos == 0) {
                continue;
            }
            long since = item.lastSlotNanos == Long.MIN_VALUE
                    ? item.knownNanos + START_NANOS
                    : Math.max(item.lastSlotNanos, item.lastDueNanos);
            long wanted = since + item.plainNanos + LATE_NANOS;
            if (virtualNanos > wanted && !isExcused(item, since)) {
                violations.add(
                        "on time",
                        "item " + item.item.id() + " is due every " + item.plainNanos + " ns and was not since "
                                + since);
                item.knownNanos = virtualNanos;
                item.lastSlotNanos = Long.MIN_VALUE;
            }
        }
    }

    private String deviceOf(Watched item) {
        SimulatedDevice device = world.source(item.item.id()).device();
        return "; device " + device.address + " is " + device.mood() + ", was in trouble at " + device.troubledNanos();
    }

    private boolean isExcused(Watched item, long fromNanos) {
        if (fromNanos <= excusedUntilNanos || fromNanos <= item.knownNanos + START_NANOS) {
            return true;
        }
        if (item.plainNanos == 0 && fromNanos <= steppedNanos + STEPPED_NANOS) {
            return true;
        }
        SimulatedDevice device = world.source(item.item.id()).device();
        // A round that began in trouble may take all tries of all its requests.
        long patience = RECOVERY_NANOS + 2 * device.timeoutNanos * (device.retries + 1) * device.size();
        return device.troubledNanos() + patience >= fromNanos;
    }
}
