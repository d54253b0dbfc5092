package zonda.history.tsdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
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
    private static final byte NOT_SUPPORTED = ValueKind.NOT_SUPPORTED.code();

    private enum Phase {
        IDLE,
        TELLING,
        FREEZING,
        WRITING,
        INSTALLING
    }

    /// How the errand of a seal ended.
    private sealed interface Outcome {
        record Written(Manifest manifest, List<Block> blocks) implements Outcome {}

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
    private final HistoryReader reader;
    private final long recovered;
    private final ColumnsPool columns = new ColumnsPool();
    private final Counter seals = new Counter();
    private final Counter sealFailures = new Counter();
    private volatile List<Block> blocks;
    private volatile boolean sealRequested;
    private volatile @Nullable Outcome outcome;
    private volatile String sealTrouble = "";
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
    private List<Block> deleted = List.of();

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
        makeFolders();
        this.manifest = Manifest.read(disk, openingFaults);
        this.blocks = openBlocks(disk, manifest, openingFaults::add);
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

    /// Deletes what a seal that a crash cut short has left: the log still has what is in it.
    private void removeLeftOvers() throws IOException {
        for (String name : disk.list(Block.FOLDER)) {
            boolean ours = name.endsWith(Block.ENDING) || name.endsWith(Block.ENDING + ".tmp");
            if (ours && !manifest.blocks().contains(name)) {
                disk.delete(Block.FOLDER + "/" + name);
            }
        }
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
            for (int row = 0; row < batch.size(); row++) {
                shards.get(writerOf.applyAsInt(batch.itemIds[row])).recover(batch, row);
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
            int slot = slots.assign(batch.itemIds[row]);
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

    ColumnsPool columns() {
        return columns;
    }

    boolean isWriting() {
        return writer.state().isWriting();
    }

    List<ShardEngine> shards() {
        return shards;
    }

    /// Damage that a reader came upon. Any thread.
    void damaged(String block, String words) {
        readingFaults.putIfAbsent(block, words);
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
        return List.copyOf(all);
    }

    @Override
    public long newestSealedNanos() {
        return blocks.stream().mapToLong(Block::lastNanos).max().orElse(Long.MIN_VALUE);
    }

    @Override
    public void seal() {
        sealRequested = true;
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
                live.stream().mapToLong(Block::rows).sum(),
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
            case IDLE -> isDue(nowNanos) ? begin(nowNanos) : 0;
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
                    yield Long.MAX_VALUE;
                }
                long due = sealRequested
                        ? now
                        : lastSealNanos + settings.sealInterval().toNanos();
                yield retrying ? Math.max(retryAtNanos, due) : due;
            }
            case TELLING, INSTALLING -> now + POLL_NANOS;
            case FREEZING -> Long.MAX_VALUE;
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

    /// Writes block and manifest; an errand's work. A block that could not be opened stays named by
    /// the manifest, so that its file is kept for whoever can repair it.
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
            if (block.lastNanos() >= oldest) {
                live.add(block);
            } else {
                names.remove(block.name());
            }
        }
        String name = String.format(Locale.ROOT, "%012d", number) + Block.ENDING;
        if (parts.stream().anyMatch(part -> part.values() > 0)) {
            try {
                Sealing.write(disk, name, number, parts);
                live.add(Block.open(disk, name));
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
                List<Block> gone = new ArrayList<>(blocks);
                gone.removeAll(done.blocks());
                retired = List.copyOf(gone);
                manifest = done.manifest();
                blocks = done.blocks();
                told = 0;
                phase = Phase.INSTALLING;
            }
        }
        return 1;
    }

    private int install() {
        List<Block> live = blocks;
        int done = tell(shard -> shard.sealed(live), Phase.IDLE);
        if (phase == Phase.IDLE) {
            frozen = new Chunks.Frozen[0];
            seals.increment();
            long last = closedSegment;
            List<Block> unused = retired;
            // Readers may still be in those that were deleted at the seal before: long done by now.
            List<Block> unread = deleted;
            deleted = unused;
            retired = List.of();
            machine.errands().start("tidy", () -> unlessClosed(() -> tidy(last, unused, unread)));
        }
        return done;
    }

    /// Deletes what is not needed any more; what cannot be deleted now goes at the next seal or
    /// start.
    private void tidy(long lastSegment, List<Block> unused, List<Block> unread) {
        try {
            for (long number : Segments.numbers(disk)) {
                if (number <= lastSegment) {
                    long bytes;
                    try (DiskFile file = disk.open(Segments.name(number))) {
                        bytes = file.size();
                    }
                    disk.delete(Segments.name(number));
                    writer.deleted(bytes);
                }
            }
            for (Block block : unused) {
                disk.delete(Block.FOLDER + "/" + block.name());
            }
            for (Block block : unread) {
                block.close();
            }
        } catch (IOException e) {
            damaged("tidy", "what is sealed could not be deleted: " + e.getMessage());
        }
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
        } catch (IOException e) {
            damaged("close", "a block could not be closed: " + e.getMessage());
        } finally {
            errandLock.unlock();
        }
    }
}
