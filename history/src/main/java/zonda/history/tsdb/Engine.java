package zonda.history.tsdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;
import zonda.history.History;
import zonda.history.HistoryException;
import zonda.history.HistoryReader;
import zonda.history.HistorySettings;
import zonda.history.HistoryStatistics;
import zonda.history.LogState;
import zonda.history.Retention;
import zonda.history.ShardHistory;
import zonda.history.StateEntry;
import zonda.history.StoredCount;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.Counter;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.Duty;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// The engine: a log in front, chunks in memory, blocks behind. Coordinates seals, on the log's
/// shard.
///
/// A seal. (1) The log's segment is closed; each shard notes its newest sequence as its mark and
/// freezes its chunks: exactly the records up to the mark. (2) When all are frozen and everything
/// up
/// to the marks is synced, an errand writes one block of them and then the manifest with marks,
/// blocks and states. The manifest is what counts: a crash before it leaves the log in charge, one
/// after it the block. (3) Each shard takes the new block list and lets the frozen chunks go, in
/// one
/// step. (4) The segments closed in (1) are deleted.
public final class Engine implements History, Duty {
    private static final long RETRY_NANOS = 5_000_000_000L;
    private static final long POLL_NANOS = 1_000_000L;
    /// So often it is looked whether there is something to merge.
    private static final long MERGE_CHECK_NANOS = 10_000_000_000L;
    private static final long EXPIRY_CHECK_NANOS = 3_600_000_000_000L;
    /// A merge reads so much in one go, and at most so much in a second: the disk is there for the
    /// log first.
    private static final long MERGE_PART_BYTES = 4L << 20;
    private static final long MERGE_BYTES_A_SECOND = 32L << 20;
    private static final long SECOND = 1_000_000_000L;
    /// A reading may still be in a block that was taken away so long ago.
    private static final long UNREAD_NANOS = 60_000_000_000L;
    private static final byte NOT_SUPPORTED = ValueKind.NOT_SUPPORTED.code();

    private enum Phase {
        IDLE,
        TELLING,
        FREEZING,
        WRITING,
        INSTALLING,
        MERGING
    }

    /// How the errand of a seal, or of a part of a merge, ended.
    private sealed interface Outcome {
        record Written(Manifest manifest, List<Block> blocks) implements Outcome {}

        /// A merge has more to do.
        record Underway() implements Outcome {}

        record Failed(String words) implements Outcome {}
    }

    private final Machine machine;
    private final Disk disk;
    private final HistorySettings settings;
    private final Shard logShard;
    private final LogWriter writer;
    private final long run;
    private final List<ShardEngine> shards = new ArrayList<>();
    private final ConcurrentSkipListMap<String, byte[]> states = new ConcurrentSkipListMap<>();
    private final List<String> openingFaults;
    /// What was found damaged since, by the file's name; one entry each.
    private final ConcurrentSkipListMap<String, String> readingFaults = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListSet<String> damagedBlocks = new ConcurrentSkipListSet<>();
    /// Damaged blocks that were tried to be written anew; once in a run.
    private final Set<String> triedBlocks = new TreeSet<>();

    private final HistoryReader reader;
    private final long recovered;
    private final ColumnsPool columns = new ColumnsPool();
    private final Counter seals = new Counter();
    private final Counter sealFailures = new Counter();
    private volatile List<Block> blocks;
    private volatile boolean sealRequested;
    private volatile boolean mergeRequested;
    private volatile @Nullable Outcome outcome;
    private volatile String sealTrouble = "";
    private volatile String mergeTrouble = "";
    /// Held by an errand while it writes or deletes, so that the end waits for it.
    private final ReentrantLock errandLock = new ReentrantLock();
    private boolean closed;
    private Manifest manifest;
    private Phase phase = Phase.IDLE;
    private long lastSealNanos;
    private long lastSealLogBytes;
    private long retryAtNanos;
    private boolean retrying;
    private long closedSegment;
    private int told;
    private int frozenCount;
    private Chunks.Frozen[] frozen = new Chunks.Frozen[0];
    private final Map<Integer, Long> marks = new TreeMap<>();
    private List<Block> retired = List.of();
    private final ArrayDeque<Gone> gone = new ArrayDeque<>();
    private final AtomicLong lastBlock = new AtomicLong();
    private volatile Retention retention;
    private volatile @Nullable Merge merge;
    private boolean isInstallingMerge;
    private long mergeAtNanos;
    private long mergeBegunNanos;
    private long expiryAtNanos;
    private int expiryNext;
    private final Counter merges = new Counter();

    /// A block that is deleted, but may still be read.
    private record Gone(Block block, long atNanos) {}

    private Engine(
            Machine machine,
            HistorySettings settings,
            Shard logShard,
            List<Writer> writers,
            LongToIntFunction writerOf,
            Progress progress)
            throws IOException {
        this.machine = machine;
        this.disk = machine.disk();
        this.settings = settings;
        this.logShard = logShard;
        this.openingFaults = new ArrayList<>();
        this.retention = Retention.of(
                settings.retention().toNanos(), settings.retention().toNanos());
        makeFolders();
        this.manifest = Manifest.read(disk, openingFaults);
        this.blocks = openBlocks(disk, manifest, openingFaults::add);
        this.manifest = withoutUnreadable();
        for (Block block : blocks) {
            block.noteAhead(machine.wallClock().epochNanos());
        }
        this.states.putAll(manifest.states());
        this.writer = new LogWriter(disk, settings, machine.monotonicClock());
        long headBytesEach = settings.headBytes() / Math.max(1, writers.size());
        for (int i = 0; i < writers.size(); i++) {
            Writer each = writers.get(i);
            Lane lane = new Lane(i, each.shard(), logShard, writer, settings, machine.monotonicClock());
            ShardEngine shard =
                    new ShardEngine(this, lane, each.shard(), each.slots(), machine.monotonicClock(), headBytesEach);
            shard.install(blocks);
            shards.add(shard);
        }
        ReplayTarget target = new ReplayTarget(writerOf);
        Segments.Replay replay = Segments.replay(disk, manifest, target, progress::read);
        shards.forEach(ShardEngine::recovered);
        long lastNumber = Segments.settle(disk, replay);
        openingFaults.addAll(replay.faults);
        removeLeftOvers();
        lastBlock.set(Math.max(
                manifest.number(),
                manifest.blocks().stream().mapToLong(Block::numberOf).max().orElse(0)));
        this.run = replay.lastRun + 1;
        this.recovered = target.count;
        writer.begin(
                run,
                lastNumber,
                replay.tailSegment,
                replay.settledBytes,
                replay.bytes,
                shards.stream().map(ShardEngine::lane).toList());
        this.reader = new Reader(this, writerOf);
        this.lastSealNanos = machine.monotonicClock().nanos();
        this.mergeAtNanos = lastSealNanos + MERGE_CHECK_NANOS;
        this.expiryAtNanos = lastSealNanos + EXPIRY_CHECK_NANOS;
        // What was just read back counts as log that has grown: its bytes are sealed when it is
        // their turn, whoever wrote them.
        this.lastSealLogBytes = -replay.bytes;
        logShard.add(writer);
        logShard.add(this);
    }

    /// See [History#open].
    public static History open(
            Machine machine,
            HistorySettings settings,
            Shard logShard,
            List<Writer> writers,
            LongToIntFunction writerOf,
            Progress progress) {
        try {
            return new Engine(machine, settings, logShard, writers, writerOf, progress);
        } catch (IOException e) {
            throw new HistoryException("the data folder cannot be opened: " + e.getMessage(), e);
        }
    }

    private void makeFolders() throws IOException {
        boolean made = false;
        for (String folder : List.of(Segments.FOLDER, Block.FOLDER, Manifest.FOLDER)) {
            if (!disk.exists(folder)) {
                disk.createFolder(folder);
                made = true;
            }
        }
        if (made) {
            disk.syncFolder("");
        }
    }

    /// Deletes what a seal that a crash cut short has left: the log still has what is in it. And
    /// the log's spare files.
    private void removeLeftOvers() throws IOException {
        Segments.removeSpares(disk);
        for (String name : disk.list(Block.FOLDER)) {
            boolean ours = name.endsWith(Block.ENDING) || name.endsWith(Block.ENDING + ".tmp");
            if (ours && !manifest.blocks().contains(name)) {
                disk.delete(Block.FOLDER + "/" + name);
            }
        }
    }

    /// Keeps the blocks that are damaged where nothing of them can be read under another name, each
    /// with a report of what it held. The next manifest will not have them. A block that the disk
    /// refuses to give, or that a later release has written, stays as it is.
    private Manifest withoutUnreadable() throws IOException {
        Set<String> opened = new TreeSet<>();
        blocks.forEach(block -> opened.add(block.name()));
        List<String> names = new ArrayList<>();
        for (String block : manifest.blocks()) {
            if (opened.contains(block) || !isSetAside(block)) {
                names.add(block);
            }
        }
        return new Manifest(manifest.number(), manifest.run(), manifest.marks(), names, manifest.states());
    }

    private boolean isSetAside(String block) throws IOException {
        String name = Block.FOLDER + "/" + block;
        String aside = name + Block.DAMAGED_ENDING;
        if (!disk.exists(name)) {
            return disk.exists(aside);
        }
        String damage;
        try {
            Block.open(disk, block).close();
            return false;
        } catch (DamagedException e) {
            damage = String.valueOf(e.getMessage());
        } catch (IOException e) {
            return false;
        }
        try (DiskFile file = disk.open(name)) {
            if (Block.isOfLaterRelease(file)) {
                return false;
            }
            byte[] report = Block.toldOfUnreadable(file, block, damage).getBytes(StandardCharsets.UTF_8);
            Files.replace(disk, aside + ".txt", report);
        } catch (IOException e) {
            openingFaults.add("what " + block + " held could not be written down: " + e.getMessage());
        }
        disk.rename(name, aside);
        disk.syncFolder(Block.FOLDER);
        return true;
    }

    /// Puts what the log held back into memory.
    private final class ReplayTarget implements LogRecords.Visitor {
        private final LongToIntFunction writerOf;
        private long count;

        ReplayTarget(LongToIntFunction writerOf) {
            this.writerOf = writerOf;
        }

        @Override
        public void values(ValueBatch batch) {
            int row = 0;
            while (row < batch.size()) {
                ShardEngine shard = shards.get(writerOf.applyAsInt(batch.itemIds[row]));
                row += shard.recover(batch, row);
            }
            count += batch.size();
        }

        @Override
        public void state(String key, byte[] value) {
            applyState(key, value);
        }
    }

    static List<Block> openBlocks(Disk disk, Manifest manifest, Consumer<String> faults) throws IOException {
        List<Block> opened = new ArrayList<>();
        for (String name : manifest.blocks()) {
            String aside = name + Block.DAMAGED_ENDING;
            if (!disk.exists(Block.FOLDER + "/" + name) && disk.exists(Block.FOLDER + "/" + aside)) {
                faults.accept(
                        "block " + name + " was set aside as damaged, its values are missing: see " + aside + ".txt");
                continue;
            }
            try {
                opened.add(Block.open(disk, name));
            } catch (DamagedException | IOException e) {
                faults.accept("block " + name + " is set aside, its values are missing: " + e.getMessage());
            }
        }
        return List.copyOf(opened);
    }

    /// See [History#count].
    public static StoredCount count(Disk disk) {
        try {
            List<String> faults = new ArrayList<>();
            Manifest manifest = Manifest.read(disk, faults);
            Counting inBlocks = new Counting();
            long blockBytes = 0;
            try (Columns columns = new Columns()) {
                for (Block block : openBlocks(disk, manifest, faults::add)) {
                    try (block) {
                        if (!block.hasValues()) {
                            blockBytes += block.bytes();
                            continue;
                        }
                        BlockCursor cursor = new BlockCursor(block, columns, faults::add);
                        while (cursor.next()) {
                            inBlocks.values(cursor.rows());
                        }
                        blockBytes += block.bytes();
                    }
                }
            }
            Counting inLog = new Counting();
            Segments.Replay replay = Segments.replay(disk, manifest, inLog, (bytes, all) -> {});
            faults.addAll(replay.faults);
            return new StoredCount(
                    inBlocks.values + inLog.values,
                    inBlocks.notSupported + inLog.notSupported,
                    inBlocks.values + inBlocks.notSupported,
                    blockBytes,
                    inLog.values + inLog.notSupported,
                    replay.bytes,
                    faults);
        } catch (IOException e) {
            throw new HistoryException("the data folder cannot be read: " + e.getMessage(), e);
        }
    }

    /// Counts rows; one that repeats the one before it of its item is not stored and not counted.
    private static final class Counting implements LogRecords.Visitor {
        private final ItemSlots slots = new ItemSlots();
        private long[] lastTime = new long[0];
        private long[] lastValue = new long[0];
        private byte[] lastKind = new byte[0];
        private long values;
        private long notSupported;
        private int lastSlot = ItemSlots.NONE;

        @Override
        public void values(ValueBatch batch) {
            for (int row = 0; row < batch.size(); row++) {
                if (isRepetition(batch, row)) {
                    continue;
                }
                if (batch.kinds[row] == NOT_SUPPORTED) {
                    notSupported++;
                } else {
                    values++;
                }
            }
        }

        private boolean isRepetition(ValueBatch batch, int row) {
            int slot = slots.assign(batch.itemIds[row], lastSlot + 1);
            lastSlot = slot;
            if (slot >= lastTime.length) {
                int length = Math.max(1024, slot * 2);
                lastTime = Arrays.copyOf(lastTime, length);
                lastValue = Arrays.copyOf(lastValue, length);
                lastKind = Arrays.copyOf(lastKind, length);
            }
            byte kind = batch.kinds[row];
            // Of text a hash: two texts at one time with one hash would count as one.
            long value = ValueKind.of(kind).isSlice() ? hash(batch, row) : batch.bits[row];
            boolean repeats =
                    lastKind[slot] == kind && lastTime[slot] == batch.epochNanos[row] && lastValue[slot] == value;
            lastKind[slot] = kind;
            lastTime[slot] = batch.epochNanos[row];
            lastValue[slot] = value;
            return repeats;
        }

        private static long hash(ValueBatch batch, int row) {
            long slice = batch.bits[row];
            int from = zonda.model.Slices.offset(slice);
            int length = zonda.model.Slices.length(slice);
            return (long) Block.crc(batch.arena, from, length) << 32 | length;
        }

        @Override
        public void state(String key, byte[] value) {
            // states are not values
        }
    }

    Shard logShard() {
        return logShard;
    }

    long nanos() {
        return machine.monotonicClock().nanos();
    }

    ColumnsPool columns() {
        return columns;
    }

    boolean isWriting() {
        return writer.state().isWriting();
    }

    List<ShardEngine> shards() {
        return shards;
    }

    /// Damage of a block that a reader came upon: it is told, and the block is written anew of
    /// what can be read. Any thread.
    void damaged(Block block, String words) {
        readingFaults.putIfAbsent(block.name(), words);
        damagedBlocks.add(block.name());
    }

    private void told(String what, String words) {
        readingFaults.putIfAbsent(what, words);
    }

    long wallNanos() {
        return machine.wallClock().epochNanos();
    }

    /// States whose record is synced. The shard's thread that wrote them.
    void applyStates(List<StateEntry> entries) {
        for (StateEntry entry : entries) {
            applyState(entry.key(), entry.value());
        }
    }

    private void applyState(String key, byte[] value) {
        if (value.length == 0) {
            states.remove(key);
        } else {
            states.put(key, value);
        }
    }

    @Override
    public ShardHistory writer(int number) {
        return shards.get(number);
    }

    @Override
    public HistoryReader reader() {
        return reader;
    }

    @Override
    public Map<String, byte[]> states() {
        return Collections.unmodifiableMap(states);
    }

    @Override
    public List<String> faults() {
        List<String> all = new ArrayList<>(openingFaults);
        all.addAll(readingFaults.values());
        if (!mergeTrouble.isEmpty()) {
            all.add("blocks could not be merged: " + mergeTrouble);
        }
        return List.copyOf(all);
    }

    @Override
    public long newestSealedNanos(long itemId) {
        return blocks.stream()
                .filter(Block::hasValues)
                .mapToLong(block -> block.newestNanos(itemId))
                .max()
                .orElse(Long.MIN_VALUE);
    }

    @Override
    public void seal() {
        sealRequested = true;
        logShard.wake();
    }

    @Override
    public void merge() {
        mergeRequested = true;
        logShard.wake();
    }

    @Override
    public HistoryStatistics statistics() {
        long received = 0;
        long refused = 0;
        long headValues = 0;
        long headBytes = 0;
        long underway = 0;
        for (ShardEngine shard : shards) {
            received += shard.receivedValues();
            refused += shard.refusedValues();
            headValues += shard.headValues();
            headBytes += shard.headBytes();
            underway += shard.lane().bytesUnderway();
        }
        List<Block> live = blocks;
        return new HistoryStatistics(
                logState(),
                received,
                recovered,
                writer.bytes(),
                writer.bytesOnDisk(),
                writer.commits(),
                headValues,
                headBytes,
                live.size(),
                live.stream().mapToLong(Block::bytes).sum(),
                live.stream().filter(Block::hasValues).mapToLong(Block::rows).sum(),
                seals.value(),
                refused,
                underway,
                writer.failures(),
                sealFailures.value());
    }

    /// How the log is doing; where it writes, but recent values fill the memory that they may take
    /// since they cannot be sealed, that.
    private LogState logState() {
        LogState state = writer.state();
        if (state.isWriting() && headUsedBytes() >= settings.headBytes()) {
            String why = sealTrouble.isEmpty() ? "their block is being written" : sealTrouble;
            return new LogState(
                    LogState.Condition.FAILING,
                    "recent values take all of the " + (settings.headBytes() >> 20) + " MB that they may (" + why
                            + "): nothing is collected until they are sealed");
        }
        return state;
    }

    private long headUsedBytes() {
        long used = 0;
        for (ShardEngine shard : shards) {
            used += shard.headUsedBytes();
        }
        return used;
    }

    @Override
    public String name() {
        return "seals";
    }

    @Override
    public int turn(long nowNanos) {
        return switch (phase) {
            case IDLE -> isDue(nowNanos) ? begin(nowNanos) : maintain(nowNanos);
            case MERGING -> finishPart(nowNanos);
            case TELLING -> tell(ShardEngine::startSeal, Phase.FREEZING);
            case FREEZING -> frozenCount == shards.size() ? write() : 0;
            case WRITING -> retrying ? retry(nowNanos) : finish(nowNanos);
            case INSTALLING -> install();
        };
    }

    @Override
    public long nextWakeNanos() {
        long now = machine.monotonicClock().nanos();
        return switch (phase) {
            case IDLE -> {
                if (!isWriting()) {
                    // The writer wakes the shard when it writes again.
                    yield mergeAtNanos;
                }
                long due = sealRequested || mergeRequested
                        ? now
                        : lastSealNanos + settings.sealInterval().toNanos();
                yield Math.min(mergeAtNanos, retrying ? Math.max(retryAtNanos, due) : due);
            }
            case TELLING, INSTALLING -> now + POLL_NANOS;
            case FREEZING, MERGING -> Long.MAX_VALUE;
            case WRITING -> retrying ? retryAtNanos : Long.MAX_VALUE;
        };
    }

    private boolean isDue(long nowNanos) {
        if (!isWriting() || (retrying && nowNanos < retryAtNanos)) {
            return false;
        }
        return sealRequested
                || writer.bytes() - lastSealLogBytes >= settings.sealLogBytes()
                || headUsedBytes() >= settings.headBytes() / 2
                || nowNanos - lastSealNanos >= settings.sealInterval().toNanos();
    }

    private void retryLater(long nowNanos) {
        retrying = true;
        retryAtNanos = nowNanos + RETRY_NANOS;
    }

    private int begin(long nowNanos) {
        closedSegment = writer.roll();
        if (closedSegment < 0) {
            retryLater(nowNanos);
            return 1;
        }
        sealRequested = false;
        retrying = false;
        lastSealNanos = nowNanos;
        lastSealLogBytes = writer.bytes();
        told = 0;
        frozenCount = 0;
        frozen = new Chunks.Frozen[shards.size()];
        marks.clear();
        phase = Phase.TELLING;
        return 1;
    }

    /// Sends a message to each shard, going on at the next turn where a mailbox is full.
    private int tell(Consumer<ShardEngine> message, Phase then) {
        int before = told;
        while (told < shards.size()) {
            ShardEngine shard = shards.get(told);
            if (!shard.shard().offer(() -> message.accept(shard))) {
                return told - before;
            }
            told++;
        }
        phase = then;
        return 1;
    }

    /// A shard has frozen its chunks, and all up to its mark is synced. Log's thread.
    void frozen(int number, Chunks.Frozen chunks, long mark) {
        frozen[number] = chunks;
        marks.put(number, mark);
        frozenCount++;
    }

    private int write() {
        phase = Phase.WRITING;
        retrying = false;
        outcome = null;
        long number = manifest.number() + 1;
        List<Chunks.Frozen> parts = List.of(frozen);
        Map<Integer, Long> upTo = new TreeMap<>(marks);
        List<Block> before = blocks;
        List<String> namesBefore = manifest.blocks();
        machine.errands()
                .start(
                        "seal",
                        () -> unlessClosed(() -> {
                            Outcome ended;
                            try {
                                ended = written(number, upTo, parts, before, namesBefore);
                            } catch (IOException e) {
                                ended = new Outcome.Failed(String.valueOf(e.getMessage()));
                            }
                            outcome = ended;
                            logShard.wake();
                        }));
        return 1;
    }

    private void unlessClosed(Runnable work) {
        errandLock.lock();
        try {
            if (!closed) {
                work.run();
            }
        } finally {
            errandLock.unlock();
        }
    }

    /// Writes block and manifest; an errand's work. A block that could not be opened and was not
    /// set aside stays named by the manifest, so that its file is kept.
    private Outcome written(
            long number,
            Map<Integer, Long> upTo,
            List<Chunks.Frozen> parts,
            List<Block> before,
            List<String> namesBefore)
            throws IOException {
        long oldest = machine.wallClock().epochNanos() - settings.retention().toNanos();
        List<Block> live = new ArrayList<>();
        List<String> names = new ArrayList<>(namesBefore);
        for (Block block : before) {
            if (block.lastNanos() >= oldest || !block.hasValues()) {
                live.add(block);
            } else {
                names.remove(block.name());
            }
        }
        long blockNumber = lastBlock.incrementAndGet();
        String name = Block.nameOf(blockNumber);
        if (parts.stream().anyMatch(part -> part.values() > 0)) {
            try {
                Sealing.write(disk, name, blockNumber, parts);
                live.add(Block.open(disk, name).noteAhead(machine.wallClock().epochNanos()));
                names.add(name);
            } catch (DamagedException e) {
                throw new IOException("block " + name + ": " + e.getMessage(), e);
            }
        }
        // States of later records may be among them: the log applies those again.
        Manifest next = new Manifest(number, run, upTo, List.copyOf(names), new TreeMap<>(states));
        next.write(disk);
        return new Outcome.Written(next, List.copyOf(live));
    }

    private int retry(long nowNanos) {
        return nowNanos >= retryAtNanos ? write() : 0;
    }

    private int finish(long nowNanos) {
        Outcome ended = outcome;
        if (ended == null) {
            return 0;
        }
        outcome = null;
        switch (ended) {
            case Outcome.Failed failed -> {
                sealFailures.increment();
                sealTrouble = failed.words();
                retryLater(nowNanos);
            }
            case Outcome.Written done -> {
                sealTrouble = "";
                takeOver(done, false);
            }
            case Outcome.Underway _ -> throw new IllegalStateException("a seal has no parts");
        }
        return 1;
    }

    /// What the manifest says from now on goes to the shards.
    private void takeOver(Outcome.Written done, boolean isMerge) {
        List<Block> unused = new ArrayList<>(blocks);
        unused.removeAll(done.blocks());
        retired = List.copyOf(unused);
        manifest = done.manifest();
        blocks = done.blocks();
        told = 0;
        isInstallingMerge = isMerge;
        phase = Phase.INSTALLING;
    }

    /// Between seals: lets the errand go on that merges blocks, or looks for something to merge.
    /// Where the disk is full, only for what can be dropped.
    private int maintain(long nowNanos) {
        boolean isAll = mergeRequested;
        if (nowNanos < mergeAtNanos && !isAll) {
            return 0;
        }
        mergeAtNanos = nowNanos + MERGE_CHECK_NANOS;
        LogState.Condition condition = writer.state().condition();
        if (condition == LogState.Condition.FAILING) {
            mergeRequested = false;
            return 0;
        }
        boolean isFull = condition == LogState.Condition.FULL;
        Optional<MergePlan> plan = Optional.empty();
        if (merge == null) {
            plan = isFull ? Optional.empty() : repair();
            if (plan.isEmpty() && !isFull) {
                plan = MergePlan.next(blocks, machine.wallClock().epochNanos(), isAll);
            }
            if (plan.isEmpty()) {
                mergeRequested = false;
                plan = expiry(nowNanos, isFull);
            }
            if (plan.isEmpty()) {
                return isAll ? 1 : 0;
            }
        }
        phase = Phase.MERGING;
        outcome = null;
        mergeBegunNanos = nowNanos;
        Optional<MergePlan> chosen = plan;
        Manifest before = manifest;
        List<Block> live = blocks;
        machine.errands()
                .start(
                        "merge",
                        () -> unlessClosed(() -> {
                            Outcome ended;
                            try {
                                ended = mergedPart(chosen, before, live);
                            } catch (IOException e) {
                                ended = new Outcome.Failed(String.valueOf(e.getMessage()));
                            }
                            outcome = ended;
                            logShard.wake();
                        }));
        return 1;
    }

    /// A damaged block: what can be read of it is written anew, and it is set aside.
    private Optional<MergePlan> repair() {
        if (damagedBlocks.isEmpty()) {
            return Optional.empty();
        }
        for (Block block : blocks) {
            if (damagedBlocks.contains(block.name()) && triedBlocks.add(block.name())) {
                return Optional.of(MergePlan.anew(block));
            }
        }
        return Optional.empty();
    }

    /// The next block whose rows may be too old; all are looked at once an hour, and all the time
    /// while the disk is full.
    private Optional<MergePlan> expiry(long nowNanos, boolean isFull) {
        List<Block> live = blocks;
        if (expiryNext >= live.size()) {
            if (nowNanos < expiryAtNanos && !isFull) {
                return Optional.empty();
            }
            expiryAtNanos = nowNanos + EXPIRY_CHECK_NANOS;
            expiryNext = 0;
        }
        long oldest = machine.wallClock().epochNanos() - MergePlan.DAY;
        while (expiryNext < live.size()) {
            Block block = live.get(expiryNext++);
            boolean isMerged = block.level() == (block.hasValues() ? 2 : 1);
            if (isMerged && block.lastNanos() < oldest) {
                mergeAtNanos = nowNanos + SECOND;
                return Optional.of(new MergePlan(MergePlan.Kind.EXPIRY, List.of(block)));
            }
        }
        return Optional.empty();
    }

    /// A part of a merge, from its beginning to the manifest that makes it count; an errand's work.
    private Outcome mergedPart(Optional<MergePlan> plan, Manifest before, List<Block> live) throws IOException {
        Merge current = merge;
        try {
            if (current == null) {
                MergePlan chosen = plan.orElseThrow();
                long now = machine.wallClock().epochNanos();
                if (chosen.kind() == MergePlan.Kind.EXPIRY) {
                    Block block = chosen.inputs().getFirst();
                    if (!Merge.pays(block, retention, now)) {
                        return new Outcome.Underway();
                    }
                    chosen = new MergePlan(
                            block.hasValues() ? MergePlan.Kind.DAY : MergePlan.Kind.TRENDS, chosen.inputs());
                }
                long wanted = chosen.inputs().stream().mapToLong(Block::bytes).sum();
                boolean isDrop = chosen.inputs().size() == 1;
                if (!isDrop && disk.usableBytes() - settings.reserveBytes() < wanted) {
                    return new Outcome.Failed("no room to merge " + (wanted >> 20) + " MB of blocks");
                }
                current = new Merge(
                        disk, chosen, lastBlock::incrementAndGet, retention, now, words -> told(words, words));
                merge = current;
            }
            if (!current.step(MERGE_PART_BYTES)) {
                return new Outcome.Underway();
            }
            Outcome.Written done = mergeWritten(current, before, live);
            merge = null;
            current.close();
            return done;
        } catch (IOException e) {
            merge = null;
            if (current != null) {
                closeAfter(current, e);
            }
            throw e;
        }
    }

    private static void closeAfter(Merge merge, IOException failure) {
        try {
            merge.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private Outcome.Written mergeWritten(Merge done, Manifest before, List<Block> live) throws IOException {
        List<String> names = done.namesAfter(before.blocks());
        List<Block> next = new ArrayList<>();
        for (String name : names) {
            Optional<Block> known =
                    live.stream().filter(block -> block.name().equals(name)).findFirst();
            if (known.isPresent()) {
                next.add(known.get());
            } else if (!before.blocks().contains(name)) {
                try {
                    next.add(
                            Block.open(disk, name).noteAhead(machine.wallClock().epochNanos()));
                } catch (DamagedException e) {
                    throw new IOException("block " + name + ": " + e.getMessage(), e);
                }
            }
        }
        Manifest manifestAfter = before.withBlocks(names);
        manifestAfter.write(disk);
        return new Outcome.Written(manifestAfter, List.copyOf(next));
    }

    private int finishPart(long nowNanos) {
        Outcome ended = outcome;
        if (ended == null) {
            return 0;
        }
        outcome = null;
        phase = Phase.IDLE;
        switch (ended) {
            case Outcome.Failed failed -> {
                sealFailures.increment();
                mergeRequested = false;
                mergeTrouble = failed.words();
                mergeAtNanos = nowNanos + MERGE_CHECK_NANOS;
            }
            case Outcome.Underway _ -> {
                long pause = merge == null ? SECOND : MERGE_PART_BYTES * SECOND / MERGE_BYTES_A_SECOND;
                mergeAtNanos = Math.min(mergeAtNanos, Math.max(nowNanos, mergeBegunNanos + pause));
            }
            case Outcome.Written done -> {
                mergeTrouble = "";
                mergeAtNanos = nowNanos;
                takeOver(done, true);
            }
        }
        return 1;
    }

    @Override
    public void retention(Retention ofItems) {
        retention = ofItems;
    }

    private int install() {
        List<Block> live = blocks;
        boolean isMerge = isInstallingMerge;
        int done = tell(shard -> shard.takeBlocks(live, !isMerge), Phase.IDLE);
        if (phase == Phase.IDLE) {
            (isMerge ? merges : seals).increment();
            if (!isMerge) {
                frozen = new Chunks.Frozen[0];
            }
            long last = isMerge ? 0 : closedSegment;
            long now = machine.monotonicClock().nanos();
            List<Block> unused = retired;
            retired = List.of();
            // Readers may still be in those.
            unused.forEach(block -> gone.add(new Gone(block, now)));
            List<Block> unread = new ArrayList<>();
            while (!gone.isEmpty() && now - gone.peekFirst().atNanos() > UNREAD_NANOS) {
                unread.add(gone.removeFirst().block());
            }
            machine.errands().start("tidy", () -> unlessClosed(() -> tidy(last, unused, unread)));
        }
        return done;
    }

    /// Lets go of what is not needed any more; what cannot be deleted now goes at the next seal or
    /// start.
    private void tidy(long lastSegment, List<Block> unused, List<Block> unread) {
        try {
            for (long number : Segments.numbers(disk)) {
                if (number <= lastSegment) {
                    writer.letGo(number);
                }
            }
            for (Block block : unused) {
                remove(
                        disk,
                        block,
                        faults().stream()
                                .filter(words -> words.contains(block.name()))
                                .toList());
            }
            for (Block block : unread) {
                block.close();
            }
        } catch (IOException e) {
            told("tidy", "what is sealed could not be deleted: " + e.getMessage());
        }
    }

    /// Deletes a block that counts no more; one that was damaged is set aside for whoever can
    /// repair it, with a report of what it held.
    ///
    /// @param damage in words; empty where it was whole
    static void remove(Disk disk, Block block, List<String> damage) throws IOException {
        String name = Block.FOLDER + "/" + block.name();
        if (damage.isEmpty()) {
            disk.delete(name);
            return;
        }
        String aside = name + Block.DAMAGED_ENDING;
        Files.replace(disk, aside + ".txt", block.told(damage).getBytes(StandardCharsets.UTF_8));
        disk.rename(name, aside);
        disk.syncFolder(Block.FOLDER);
    }

    @Override
    public void close() {
        try {
            for (ShardEngine shard : shards) {
                while (!shard.lane().handOver()) {
                    logShard.turn();
                }
            }
            while (logShard.mailbox().depth() > 0) {
                logShard.turn();
            }
            writer.close();
        } catch (IOException e) {
            throw new HistoryException("the last values could not be written: " + e.getMessage(), e);
        } finally {
            endErrands();
        }
    }

    /// Waits for an errand that is at work; one that has not begun will not. What it leaves undone
    /// is done after the next start.
    private void endErrands() {
        errandLock.lock();
        try {
            closed = true;
            for (Block block : blocks) {
                block.close();
            }
            Merge half = merge;
            if (half != null) {
                half.close();
            }
        } catch (IOException e) {
            told("close", "a block could not be closed: " + e.getMessage());
        } finally {
            errandLock.unlock();
        }
    }
}
