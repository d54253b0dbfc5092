package zonda.collector;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import zonda.model.UpdateInterval;

/// The items of one interface that have the same update interval: one timer for all. Owned by the
/// shard's thread.
///
/// Its items stay as they are for its life; a change of the host's configuration replaces the
/// group. The old one then ends its round, if it is in one, for the items that stay ([#keepOnly]).
final class PollGroup {
    final Target target;
    final UpdateInterval interval;
    final long[] itemIds;
    final int[] slots;

    /// Keys of internal items; empty for SNMP.
    final String[] keys;

    /// The plain interval, nanoseconds; 0 where [#custom] counts.
    final long plainNanos;

    final long phase;
    final @Nullable CustomInterval custom;

    /// The subtrees that its only item asks for; null for objects that are got.
    final @Nullable DialoguePlan plan;

    /// The only item of a group that is its alone: one that walks, or that travels with no other; 0
    /// where items travel together.
    final long ownItem;

    /// Whether walks go by GETBULK.
    final boolean isBulk;

    /// Items whose answers are dates and wanted as numbers; null where there are none.
    private @Nullable BitSet dates;

    /// What is asked, in the order of the items. For internal items it is empty.
    OidList oids;

    /// The requests of the round that runs, or of the last one.
    @Nullable
    Requests requests;

    /// When it is due next, on the schedule's time.
    long nextDue = NextDue.NEVER;

    /// The next scheduled moment and the last one that ran, on the wall clock.
    long nextMoment = NextDue.NEVER;

    long lastMoment = Long.MIN_VALUE;

    /// Whether [#nextDue] stands for [#nextMoment].
    boolean momentDue;

    /// A slot that passed before the group was known and is made up for at [#nextDue]: its time on
    /// the schedule; [NextDue#NEVER] where there is none.
    long madeUpSlot = NextDue.NEVER;

    /// Its number in the table of groups.
    int number = -1;

    /// Its timer; -1 when none is set.
    int timer = -1;

    /// Whether it waits for its target or is being asked.
    boolean pending;

    /// The slot it was last due for and when it was due then (later than the slot where that is
    /// made up for), on the monotonic clock.
    long slotNanos;

    long dueNanos;

    /// The group that this one replaced, while that ends its round.
    @Nullable
    PollGroup before;

    /// Whether a slot passed while the interface was unavailable: to be made up for once it is
    /// back.
    boolean missed;

    long missedSlotNanos;

    /// The dialogue of its round while that stands aside for others of the interface; null while it
    /// runs and between rounds.
    @Nullable
    Dialogue resting;

    /// The group that waits behind this one.
    @Nullable
    PollGroup behind;

    /// For each request of the round: when it was asked and answered, microseconds after
    /// [#dueNanos].
    private int[] askedMicros = new int[0];

    private int[] answeredMicros = new int[0];

    /// Items whose answers are no longer wanted.
    private @Nullable BitSet gone;

    /// For each item: how often it must still be answered well before it may share a request again;
    /// 0 for most.
    private byte @Nullable [] spoils;

    PollGroup(
            Target target,
            UpdateInterval interval,
            long plainNanos,
            @Nullable CustomInterval custom,
            long[] itemIds,
            int[] slots,
            String[] keys,
            OidList oids,
            @Nullable DialoguePlan plan,
            long ownItem,
            boolean isBulk,
            @Nullable BitSet dates) {
        this.target = target;
        this.interval = interval;
        this.plainNanos = plainNanos;
        this.phase = plainNanos > 0 ? NextDue.phase(target.phaseOwner(), plainNanos) : 0;
        this.custom = custom;
        this.itemIds = itemIds;
        this.slots = slots;
        this.keys = keys;
        this.oids = oids;
        this.plan = plan;
        this.ownItem = ownItem;
        this.isBulk = isBulk;
        this.dates = dates;
    }

    int size() {
        return itemIds.length;
    }

    /// Whether an item's answer is a date that is wanted as a number.
    boolean isDate(int index) {
        BitSet marked = dates;
        return marked != null && marked.get(index);
    }

    /// Computes when it is due next.
    ///
    /// @param after schedule time; strictly after it
    /// @param wallShift what the wall clock is ahead of the schedule's time
    void planNext(long after, long wallShift) {
        if (custom == null) {
            nextDue = NextDue.slotAfter(after, plainNanos, phase);
            return;
        }
        nextDue = custom.slotAfter(after, wallShift);
        momentDue = nextMoment != NextDue.NEVER && nextMoment - wallShift <= nextDue;
        if (momentDue) {
            nextDue = nextMoment - wallShift;
        }
    }

    /// Computes the next scheduled moment after a moment of the wall clock.
    void planMoment(long wallAfter) {
        if (custom != null) {
            nextMoment = custom.momentAfter(wallAfter);
        }
    }

    /// Whether a run of its items waits or goes on.
    boolean isBusy() {
        PollGroup old = before;
        if (old != null && !old.isBusy()) {
            before = null;
            old = null;
        }
        return pending || old != null;
    }

    /// Whether its round has begun and stands aside.
    boolean isResting() {
        return resting != null;
    }

    void forgetDialogue() {
        resting = null;
    }

    boolean isGone(int index) {
        BitSet now = gone;
        return now != null && now.get(index);
    }

    /// The group is being replaced: the answers of the round that runs are wanted only of these
    /// items.
    void keepOnly(BitSet kept) {
        BitSet now = new BitSet(size());
        now.set(0, size());
        now.andNot(kept);
        BitSet already = gone;
        if (already != null) {
            now.or(already);
        }
        gone = now.isEmpty() ? null : now;
    }

    /// An item spoiled the request it shared.
    void spoiled(int index) {
        byte[] counts = spoils;
        if (counts == null) {
            counts = new byte[size()];
            spoils = counts;
        }
        counts[index] = 16;
    }

    /// An item was answered well.
    void answeredWell(int index) {
        byte[] counts = spoils;
        if (counts != null && counts[index] > 0) {
            counts[index]--;
        }
    }

    boolean hasSpoilers() {
        return spoils != null;
    }

    /// Where an item spoils requests: puts the items that do behind the others, so that each of
    /// them is asked alone.
    void reorder() {
        byte[] counts = spoils;
        if (counts == null) {
            return;
        }
        int[] order = new int[size()];
        int together = 0;
        int alone = size();
        for (int i = 0; i < size(); i++) {
            if (counts[i] == 0) {
                order[together++] = i;
            } else {
                order[--alone] = i;
            }
        }
        if (together == oids.together() && isSorted(order, together)) {
            return;
        }
        Arrays.sort(order, together, size());
        permute(order, together, counts);
    }

    private static boolean isSorted(int[] order, int together) {
        for (int i = 0; i < together; i++) {
            if (order[i] != i) {
                return false;
            }
        }
        return true;
    }

    private void permute(int[] order, int together, byte[] counts) {
        long[] oldIds = itemIds.clone();
        int[] oldSlots = slots.clone();
        byte[] oldCounts = counts.clone();
        BitSet oldGone = gone;
        BitSet newGone = oldGone == null ? null : new BitSet(size());
        BitSet oldDates = dates;
        BitSet newDates = oldDates == null ? null : new BitSet(size());
        java.util.List<byte[]> names = new java.util.ArrayList<>(size());
        for (int i = 0; i < order.length; i++) {
            int from = order[i];
            itemIds[i] = oldIds[from];
            slots[i] = oldSlots[from];
            counts[i] = oldCounts[from];
            names.add(oids.oid(from));
            if (oldGone != null && newGone != null && oldGone.get(from)) {
                newGone.set(i);
            }
            if (oldDates != null && newDates != null && oldDates.get(from)) {
                newDates.set(i);
            }
        }
        gone = newGone;
        dates = newDates;
        oids = new OidList(names, together);
        requests = null;
        if (together == size()) {
            spoils = null;
        }
    }

    /// A round begins: its requests are cut for the size.
    Requests begin(int version, String community, int most) {
        Requests cut = requests;
        if (cut == null || !cut.isFor(version, community, most)) {
            cut = oids.cut(version, community, most);
            requests = cut;
        }
        if (askedMicros.length != cut.count()) {
            askedMicros = new int[cut.count()];
            answeredMicros = new int[cut.count()];
        } else {
            Arrays.fill(askedMicros, 0);
            Arrays.fill(answeredMicros, 0);
        }
        return cut;
    }

    void askedAt(int request, long nanos) {
        if (request < askedMicros.length) {
            askedMicros[request] = micros(nanos);
        }
    }

    void answeredAt(int request, long nanos) {
        if (request < answeredMicros.length) {
            answeredMicros[request] = micros(nanos);
        }
    }

    private int micros(long nanos) {
        return Math.clamp((nanos - dueNanos) / 1_000, 1, Integer.MAX_VALUE);
    }

    /// The last poll of an item, by its index.
    PollTrace trace(int index, String address, long nextDueNanos) {
        Requests cut = requests;
        int request = cut == null ? 0 : cut.holding(index);
        int asked = request < askedMicros.length ? askedMicros[request] : 0;
        int answered = request < answeredMicros.length ? answeredMicros[request] : 0;
        return new PollTrace(
                itemIds[index],
                address,
                dueNanos,
                asked == 0 ? 0 : dueNanos + asked * 1_000L,
                answered == 0 ? 0 : dueNanos + answered * 1_000L,
                nextDueNanos);
    }
}
