package zonda.history.tsdb;

import java.util.ArrayDeque;
import java.util.List;
import zonda.history.ShardHistory;
import zonda.history.StateEntry;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.runtime.Counter;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Shard;

/// One shard's part of history: its lane, its chunks, and the blocks as it sees them. Owned by the
/// shard's thread.
///
/// A reader's question runs on that thread and takes chunks and block list together, so that a
/// value is never seen twice or missed while a seal moves it from the one to the other.
final class ShardEngine implements ShardHistory {
    private static final int SLOTS_A_TURN = 4_096;
    private static final long EXPONENT = 0x7FF0_0000_0000_0000L;

    private record PendingStates(long sequence, List<StateEntry> entries) {}

    /// Somebody who waits for a record.
    private record Waiting(long sequence, Runnable whenSynced) {}

    private final Engine engine;
    private final Lane lane;
    private final Shard shard;
    private final ItemSlots slots;
    private final MonotonicClock clock;
    private final long mostHeadBytes;
    private final Chunks chunks = new Chunks();
    private final ArrayDeque<PendingStates> pendingStates = new ArrayDeque<>();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Counter received = new Counter();
    private final Counter refused = new Counter();
    private final Counter headValues = new Counter();
    private final Counter headBytes = new Counter();
    private final Counter headUsedBytes = new Counter();
    private final ValueBatch finite = new ValueBatch();
    private List<Block> blocks = List.of();
    private boolean sealing;
    private int recoveredSlot = ItemSlots.NONE;
    private boolean frozenTold;
    private long sealMark;

    ShardEngine(Engine engine, Lane lane, Shard shard, ItemSlots slots, MonotonicClock clock, long mostHeadBytes) {
        this.engine = engine;
        this.lane = lane;
        this.shard = shard;
        this.slots = slots;
        this.clock = clock;
        this.mostHeadBytes = mostHeadBytes;
    }

    Shard shard() {
        return shard;
    }

    Lane lane() {
        return lane;
    }

    long receivedValues() {
        return received.value();
    }

    long refusedValues() {
        return refused.value();
    }

    long headValues() {
        return headValues.value();
    }

    long headBytes() {
        return headBytes.value();
    }

    long headUsedBytes() {
        return headUsedBytes.value();
    }

    /// Puts back a row that the log held, and those behind it of the items with the next slots: of
    /// one host, most often, and of this shard. Before the shard runs.
    ///
    /// @return how many
    int recover(ValueBatch batch, int row) {
        int first = slots.assign(batch.itemIds[row], recoveredSlot + 1);
        int count = 1;
        while (row + count < batch.size() && slots.itemIn(first + count) == batch.itemIds[row + count]) {
            count++;
        }
        chunks.touch(first, count);
        for (int i = 0; i < count; i++) {
            int at = row + i;
            chunks.append(
                    first + i, batch.itemIds[at], batch.epochNanos[at], batch.kinds[at], batch.bits[at], batch.arena);
        }
        recoveredSlot = first + count - 1;
        return count;
    }

    /// All has been put back.
    void recovered() {
        publish();
    }

    @Override
    public void accept(ValueBatch batch) {
        if (batch.isEmpty()) {
            return;
        }
        if (isFinite(batch)) {
            take(batch);
            return;
        }
        finite.clear();
        for (int row = 0; row < batch.size(); row++) {
            if (batch.kinds[row] != 2 || (batch.bits[row] & EXPONENT) != EXPONENT) {
                finite.addRow(batch, row, batch.slots[row]);
            }
        }
        refused.add(batch.size() - finite.size());
        if (!finite.isEmpty()) {
            take(finite);
        }
    }

    private static boolean isFinite(ValueBatch batch) {
        int rows = batch.size();
        for (int row = 0; row < rows; row++) {
            if (batch.kinds[row] == 2 && (batch.bits[row] & EXPONENT) == EXPONENT) {
                return false;
            }
        }
        return true;
    }

    private void take(ValueBatch batch) {
        lane.appendValues(batch);
        int rows = batch.size();
        for (int row = 0; row < rows; row++) {
            chunks.append(
                    batch.slots[row],
                    batch.itemIds[row],
                    batch.epochNanos[row],
                    batch.kinds[row],
                    batch.bits[row],
                    batch.arena);
        }
        received.add(rows);
    }

    @Override
    public boolean accepting() {
        return engine.isWriting() && lane.accepting() && chunks.usedBytes() < mostHeadBytes;
    }

    @Override
    public long putStates(List<StateEntry> entries) {
        List<StateEntry> kept = List.copyOf(entries);
        long sequence = lane.appendStates(kept);
        pendingStates.add(new PendingStates(sequence, kept));
        return sequence;
    }

    @Override
    public long lastSequence() {
        return lane.lastSequence();
    }

    @Override
    public long syncedSequence() {
        return lane.syncedSequence();
    }

    @Override
    public void commitSoon() {
        lane.commitSoon();
    }

    @Override
    public void awaitSynced(Runnable whenSynced) {
        long sequence = lane.lastSequence();
        if (waiting.isEmpty() && lane.syncedSequence() >= sequence) {
            whenSynced.run();
            return;
        }
        waiting.add(new Waiting(sequence, whenSynced));
        lane.commitAtTurn();
    }

    private int answerWaiting() {
        if (waiting.isEmpty()) {
            return 0;
        }
        long synced = lane.syncedSequence();
        int answered = 0;
        for (Waiting next = waiting.peekFirst();
                next != null && next.sequence() <= synced;
                next = waiting.peekFirst()) {
            waiting.removeFirst();
            next.whenSynced().run();
            answered++;
        }
        return answered;
    }

    @Override
    public boolean newest(int slot, long itemId, ValueBatch out) {
        return chunks.newest(slot, itemId, out);
    }

    @Override
    public boolean isSealed(int slot) {
        return chunks.isEmpty(slot);
    }

    @Override
    public void forget(int slot) {
        chunks.forget(slot);
    }

    @Override
    public String name() {
        return "history";
    }

    @Override
    public int turn(long nowNanos) {
        int done = lane.turn(nowNanos) ? 1 : 0;
        done += applySyncedStates();
        done += answerWaiting();
        if (sealing && !frozenTold) {
            done += freeze();
        }
        done += chunks.releaseSome(SLOTS_A_TURN);
        chunks.present(engine.wallNanos());
        publish();
        return done;
    }

    private void publish() {
        headValues.set(chunks.values() + chunks.frozenValues());
        headBytes.set(chunks.pageBytes());
        headUsedBytes.set(chunks.usedBytes());
    }

    @Override
    public long nextWakeNanos() {
        return sealing && !frozenTold
                ? Math.min(clock.nanos() + 1_000_000L, lane.nextWakeNanos())
                : lane.nextWakeNanos();
    }

    private int applySyncedStates() {
        if (pendingStates.isEmpty()) {
            return 0;
        }
        long synced = lane.syncedSequence();
        int done = 0;
        while (!pendingStates.isEmpty() && pendingStates.peekFirst().sequence() <= synced) {
            engine.applyStates(pendingStates.removeFirst().entries());
            done++;
        }
        return done;
    }

    /// Seal, first step: what has been given a sequence so far goes to the block.
    void startSeal() {
        sealing = true;
        frozenTold = false;
        sealMark = lane.lastSequence();
        lane.handOver();
        chunks.startFreezing();
    }

    /// @return 1 while something was done
    private int freeze() {
        if (chunks.isFreezing()) {
            chunks.freezeSome(SLOTS_A_TURN);
            return 1;
        }
        boolean statesApplied =
                pendingStates.isEmpty() || pendingStates.peekFirst().sequence() > sealMark;
        if (lane.syncedSequence() < sealMark || !statesApplied) {
            // Whatever the lane still holds up to the mark must reach the disk before the manifest
            // stands for it; the lane hands it over and the log syncs it in their own time.
            return 0;
        }
        Chunks.Frozen frozen = chunks.frozen();
        long mark = sealMark;
        int number = lane.number();
        frozenTold = engine.logShard().offer(() -> engine.frozen(number, frozen, mark));
        return frozenTold ? 1 : 0;
    }

    /// Other blocks count from now on.
    ///
    /// @param isSealed last step of a seal: they have the frozen chunks
    void takeBlocks(List<Block> live, boolean isSealed) {
        install(live);
        if (isSealed) {
            chunks.forgetFrozen();
            sealing = false;
        }
    }

    /// The blocks at the start.
    void install(List<Block> live) {
        blocks = live;
        for (Block block : live) {
            if (block.hasValues()) {
                block.tellNewest(chunks);
            }
        }
    }

    /// What the reader needs of an item, taken in one step.
    ///
    /// @param chunks its rows in memory, as streams, oldest first
    /// @param blocks those that have the rest
    record View(List<byte[]> chunks, List<Block> blocks) {}

    View view(long itemId) {
        return new View(chunks.bytes(slots.slotOf(itemId), itemId), blocks);
    }

    /// The newest row of each item of which memory is sure; the others are left out.
    ///
    /// @param itemIds of this shard
    ValueBatch newest(long[] itemIds, int from, int to) {
        ValueBatch out = new ValueBatch(Math.max(1, to - from));
        for (int i = from; i < to; i++) {
            chunks.newest(slots.slotOf(itemIds[i]), itemIds[i], out);
        }
        return out;
    }
}
