package zonda.history.tsdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongToIntFunction;
import zonda.history.History;
import zonda.history.HistoryException;
import zonda.history.HistoryReader;
import zonda.history.HistorySettings;
import zonda.history.HistoryStatistics;
import zonda.history.LogState;
import zonda.history.ShardHistory;
import zonda.history.StateEntry;
import zonda.history.StoredCount;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.Duty;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// The engine: a log in front, chunks in memory, blocks behind. Coordinates seals, on the log's
/// shard.
///
/// A seal. (1) The log's segment is closed; each shard notes its newest sequence as its mark and
/// freezes its chunks:
/// exactly the records up to the mark. (2) When all are frozen and everything up to the marks is
/// synced, an errand writes
/// one block of them and then the manifest with marks, blocks and states. The manifest is what
/// counts: a crash before it
/// leaves the log in charge, one after it the block. (3) Each shard takes the new block list and
/// lets the frozen chunks
/// go, in one step. (4) The segments closed in (1) are deleted.
public final class Engine implements History, Duty {
    private static final long RETRY_NANOS = 5_000_000_000L;

    private final Machine machine;
    private final Disk disk;
    private final HistorySettings settings;
    private final Shard logShard;
    private final LogWriter writer;
    private final long run;
    private final List<ShardEngine> shards = new ArrayList<>();
    private final ConcurrentSkipListMap<String, byte[]> states = new ConcurrentSkipListMap<>();
    private final List<String> faults;
    private final HistoryReader reader;
    private final long recovered;
    private volatile List<Block> blocks;
    private volatile boolean sealRequested;
    private final zonda.runtime.Counter seals = new zonda.runtime.Counter();
    private Manifest manifest;

    private enum Phase {
        IDLE,
        TELLING,
        FREEZING,
        WRITING,
        INSTALLING
    }

    private Phase phase = Phase.IDLE;
    private long lastSealNanos;
    private long lastSealLogBytes;
    private long retryAtNanos;
    private long closedSegment;
    private int told;
    private int frozenCount;
    private Chunks.Frozen[] frozen = new Chunks.Frozen[0];
    private final Map<Integer, Long> marks = new TreeMap<>();
    private List<Block> retired = new ArrayList<>();

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
        this.faults = new ArrayList<>();
        for (String folder : List.of(Segments.FOLDER, Block.FOLDER, Manifest.FOLDER)) {
            disk.createFolder(folder);
        }
        disk.syncFolder("");
        this.manifest = Manifest.read(disk);
        this.blocks = openBlocks(disk, manifest, faults, true);
        List<Long> segments = Segments.numbers(disk);
        long nextSegment = segments.isEmpty() ? 1 : segments.get(segments.size() - 1) + 1;
        this.states.putAll(manifest.states());
        this.writer = new LogWriter(disk, settings, machine.monotonicClock());
        for (int i = 0; i < writers.size(); i++) {
            Writer each = writers.get(i);
            Lane lane = new Lane(i, each.shard(), logShard, writer, settings);
            ShardEngine shard = new ShardEngine(this, lane, each.shard(), each.slots(), machine.monotonicClock());
            shard.install(blocks);
            shards.add(shard);
        }
        ReplayTarget target = new ReplayTarget(writerOf);
        Segments.Replay replay = Segments.replay(disk, manifest, target, progress::read);
        faults.addAll(replay.faults);
        this.run = replay.lastRun + 1;
        this.recovered = target.count;
        writer.begin(run, nextSegment);
        this.reader = new Reader(this, writerOf);
        this.lastSealNanos = machine.monotonicClock().nanos();
        // What was just read back belongs to a run that is over: seal it soon, so that its log can
        // go.
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
            throw new HistoryException("the data folder cannot be read: " + e.getMessage(), e);
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

    private static List<Block> openBlocks(Disk disk, Manifest manifest, List<String> faults, boolean tidy)
            throws IOException {
        List<Block> opened = new ArrayList<>();
        for (String name : manifest.blocks()) {
            try {
                opened.add(Block.open(disk, name));
            } catch (DamagedException | IOException e) {
                faults.add("block " + name + " is set aside, its values are missing: " + e.getMessage());
            }
        }
        if (tidy) {
            for (String name : disk.list(Block.FOLDER)) {
                // Left by a seal that a crash cut short: the log still has what is in it.
                if (!manifest.blocks().contains(name) && (name.endsWith(".block") || name.endsWith(".tmp"))) {
                    disk.delete(Block.FOLDER + "/" + name);
                }
            }
        }
        return List.copyOf(opened);
    }

    /// See [History#count].
    public static StoredCount count(Disk disk) {
        try {
            Manifest manifest = Manifest.read(disk);
            List<String> faults = new ArrayList<>();
            Counting counting = new Counting();
            long blockBytes = 0;
            for (Block block : openBlocks(disk, manifest, faults, false)) {
                try (block) {
                    block.readAll(counting::values);
                    blockBytes += block.bytes();
                } catch (DamagedException e) {
                    faults.add("block " + block.name() + ": " + e.getMessage());
                }
            }
            long blockValues = counting.values + counting.notSupported;
            Segments.Replay replay = Segments.replay(disk, manifest, counting, (bytes, all) -> {});
            faults.addAll(replay.faults);
            return new StoredCount(
                    counting.values,
                    counting.notSupported,
                    blockValues,
                    blockBytes,
                    counting.values + counting.notSupported - blockValues,
                    replay.bytes,
                    faults);
        } catch (IOException e) {
            throw new HistoryException("the data folder cannot be read: " + e.getMessage(), e);
        }
    }

    private static final class Counting implements LogRecords.Visitor {
        private long values;
        private long notSupported;

        @Override
        public void values(ValueBatch batch) {
            for (int row = 0; row < batch.size(); row++) {
                if (batch.kinds[row] == zonda.model.ValueKind.NOT_SUPPORTED.code()) {
                    notSupported++;
                } else {
                    values++;
                }
            }
        }

        @Override
        public void state(String key, byte[] value) {
            // states are not values
        }
    }

    Shard logShard() {
        return logShard;
    }

    boolean isWriting() {
        return writer.state().isWriting();
    }

    List<ShardEngine> shards() {
        return shards;
    }

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
        return List.copyOf(faults);
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
        long headValues = 0;
        long headBytes = 0;
        for (ShardEngine shard : shards) {
            received += shard.receivedValues();
            headValues += shard.headValues();
            headBytes += shard.headBytes();
        }
        List<Block> live = blocks;
        return new HistoryStatistics(
                writer.state(),
                received,
                recovered,
                writer.bytes(),
                logBytesOnDisk(),
                writer.commits(),
                headValues,
                headBytes,
                live.size(),
                live.stream().mapToLong(Block::bytes).sum(),
                live.stream().mapToLong(Block::rows).sum(),
                seals.value());
    }

    private long logBytesOnDisk() {
        long sum = 0;
        try {
            for (long number : Segments.numbers(disk)) {
                try (zonda.runtime.DiskFile file = disk.open(Segments.name(number))) {
                    sum += file.size();
                }
            }
            return sum;
        } catch (IOException e) {
            // A segment was deleted between the listing and the look: the figure is of a moment
            // ago.
            return sum;
        }
    }

    LogState logState() {
        return writer.state();
    }

    @Override
    public String name() {
        return "seals";
    }

    @Override
    public int turn(long nowNanos) {
        return switch (phase) {
            case IDLE -> isDue(nowNanos) ? begin(nowNanos) : 0;
            case TELLING -> tell(shard -> shard.startSeal(), Phase.FREEZING);
            case FREEZING -> frozenCount == shards.size() ? write() : 0;
            case WRITING -> retryAtNanos != 0 && nowNanos >= retryAtNanos ? write() : 0;
            case INSTALLING -> install();
        };
    }

    @Override
    public long nextWakeNanos() {
        return switch (phase) {
            case IDLE ->
                sealRequested
                        ? machine.monotonicClock().nanos()
                        : Math.max(
                                retryAtNanos,
                                lastSealNanos + settings.sealInterval().toNanos());
            case TELLING, INSTALLING -> machine.monotonicClock().nanos() + 1_000_000L;
            case FREEZING -> Long.MAX_VALUE;
            case WRITING -> retryAtNanos == 0 ? Long.MAX_VALUE : retryAtNanos;
        };
    }

    private boolean isDue(long nowNanos) {
        if (!isWriting() || nowNanos < retryAtNanos) {
            return false;
        }
        return sealRequested
                || writer.bytes() - lastSealLogBytes >= settings.sealLogBytes()
                || nowNanos - lastSealNanos >= settings.sealInterval().toNanos();
    }

    private int begin(long nowNanos) {
        closedSegment = writer.roll();
        if (closedSegment < 0) {
            retryAtNanos = nowNanos + RETRY_NANOS;
            return 1;
        }
        sealRequested = false;
        lastSealNanos = nowNanos;
        lastSealLogBytes = writer.bytes();
        retryAtNanos = 0;
        told = 0;
        frozenCount = 0;
        frozen = new Chunks.Frozen[shards.size()];
        marks.clear();
        phase = Phase.TELLING;
        return 1;
    }

    /// Sends a message to each shard, going on at the next turn where a mailbox is full.
    private int tell(java.util.function.Consumer<ShardEngine> message, Phase then) {
        while (told < shards.size()) {
            ShardEngine shard = shards.get(told);
            if (!shard.shard().offer(() -> message.accept(shard))) {
                return 0;
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
        retryAtNanos = 0;
        long number = manifest.number() + 1;
        String name = String.format(java.util.Locale.ROOT, "%012d.block", number);
        List<Chunks.Frozen> parts = List.of(frozen);
        boolean empty = parts.stream().allMatch(part -> part.values == 0);
        long oldest = machine.wallClock().epochNanos() - settings.retention().toNanos();
        List<Block> kept =
                blocks.stream().filter(block -> block.lastNanos() >= oldest).toList();
        List<String> names = new ArrayList<>(kept.stream().map(Block::name).toList());
        if (!empty) {
            names.add(name);
        }
        Manifest next = new Manifest(number, run, new TreeMap<>(marks), names, new TreeMap<>(states));
        machine.errands().start("seal", () -> {
            try {
                if (!empty) {
                    Block.write(disk, name, parts);
                }
                next.write(disk);
                List<Block> live = new ArrayList<>(kept);
                if (!empty) {
                    live.add(Block.open(disk, name));
                }
                deliver(() -> written(next, live));
            } catch (IOException | DamagedException e) {
                deliver(this::writeAgain);
            }
        });
        return 1;
    }

    /// The log's mailbox may be full for a moment; an errand may wait for it.
    private void deliver(Runnable message) {
        while (!logShard.offer(message)) {
            Thread.onSpinWait();
        }
    }

    private void writeAgain() {
        retryAtNanos = machine.monotonicClock().nanos() + RETRY_NANOS;
    }

    private void written(Manifest next, List<Block> live) {
        manifest = next;
        List<Block> gone = new ArrayList<>(blocks);
        gone.removeAll(live);
        blocks = List.copyOf(live);
        told = 0;
        phase = Phase.INSTALLING;
        retired.addAll(gone);
    }

    private int install() {
        List<Block> live = blocks;
        int done = tell(shard -> shard.sealed(live), Phase.IDLE);
        if (phase == Phase.IDLE) {
            frozen = new Chunks.Frozen[0];
            seals.increment();
            long last = closedSegment;
            List<Block> unused = retired;
            retired = new ArrayList<>();
            machine.errands().start("tidy", () -> tidy(last, unused));
        }
        return done;
    }

    private void tidy(long lastSegment, List<Block> unused) {
        try {
            for (long number : Segments.numbers(disk)) {
                if (number <= lastSegment) {
                    disk.delete(Segments.name(number));
                }
            }
            for (Block block : unused) {
                disk.delete(Block.FOLDER + "/" + block.name());
            }
        } catch (IOException e) {
            // What could not be deleted now goes at the next seal or start.
            sealRequested = false;
        }
    }

    @Override
    public void close() {
        try {
            for (ShardEngine shard : shards) {
                shard.lane().handOver();
            }
            while (logShard.mailbox().depth() > 0) {
                logShard.turn();
            }
            writer.close();
            for (Block block : blocks) {
                block.close();
            }
        } catch (IOException e) {
            throw new HistoryException("the last values could not be written: " + e.getMessage(), e);
        }
    }
}
