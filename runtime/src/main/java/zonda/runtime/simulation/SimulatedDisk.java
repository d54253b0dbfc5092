package zonda.runtime.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.DiskFullException;

/// A disk that keeps its word and no more. What was not synced when the power goes is there, or
/// not,
/// or partly, sector by sector; a name is durable only after its folder was synced. It fills up,
/// fails
/// to write and to sync, and flips bits, when asked.
///
/// After a failed sync nothing written since the last good one is durable, though it still reads as
/// written and the next sync succeeds: so Linux behaves (Rebello and others, "Can applications
/// recover
/// from fsync failures?").
public final class SimulatedDisk implements Disk {
    /// Written whole or not at all.
    public static final int SECTOR_BYTES = 512;

    /// What unsynced writes become when the power goes.
    private enum Fate {
        LOST,
        KEPT,
        /// Up to some sector, in the order of the file.
        CUT,
        /// Each sector for itself.
        SCATTERED
    }

    /// A change of names in one folder: a file or folder got a name, or a name was taken away.
    private record NameChange(
            String gone, String come, @Nullable SimulatedFile file) {}

    private final Simulation simulation;
    private final SeededRandom random;
    private final TreeMap<String, SimulatedFile> files = new TreeMap<>();
    private final TreeMap<String, SimulatedFile> durableFiles = new TreeMap<>();
    private final TreeMap<String, Boolean> folders = new TreeMap<>();
    private final TreeMap<String, Boolean> durableFolders = new TreeMap<>();
    private final TreeMap<String, List<NameChange>> pending = new TreeMap<>();
    private long capacityBytes;
    private double writeFailures;
    private double readFailures;
    private double syncFailures;
    private double unsyncedFlips;
    private long leastSyncNanos = 100_000;
    private long mostSyncNanos = 2_000_000;
    private long operationsUntilPowerLoss = Long.MAX_VALUE;
    private boolean power = true;
    private int generation;
    private long tornFiles;
    private long flippedBits;
    private long writes;
    private long syncs;
    private long writtenBytes;

    /// An empty disk.
    public SimulatedDisk(Simulation simulation, String name, long capacityBytes) {
        this(simulation, simulation.random("disk " + name), capacityBytes);
    }

    private SimulatedDisk(Simulation simulation, SeededRandom random, long capacityBytes) {
        this.simulation = simulation;
        this.random = random;
        this.capacityBytes = capacityBytes;
        folders.put("", true);
        durableFolders.put("", true);
    }

    /// How much fits.
    public void capacity(long bytes) {
        capacityBytes = bytes;
    }

    /// Lets so many of the writes fail, 0 to 1.
    public void failWrites(double share) {
        writeFailures = share;
    }

    /// Lets so many of the reads fail, 0 to 1.
    public void failReads(double share) {
        readFailures = share;
    }

    /// Lets so many of the syncs of files fail, 0 to 1.
    public void failSyncs(double share) {
        syncFailures = share;
    }

    /// When the power goes, one bit is flipped in so many of the unsynced sectors that stay, 0 to
    /// 1; not in bytes of them that were synced before.
    public void flipUnsynced(double share) {
        unsyncedFlips = share;
    }

    /// What a sync takes.
    public void syncTime(long leastNanos, long mostNanos) {
        leastSyncNanos = leastNanos;
        mostSyncNanos = mostNanos;
    }

    /// Lets the power go in the middle of a write, sync or change of names: the `operations`-th
    /// from
    /// now, 1 for the next one. That one is done, or not, or partly, as an unsynced one.
    public void losePowerAfter(long operations) {
        operationsUntilPowerLoss = operations;
    }

    /// Flips one bit of what is on disk, in one file.
    ///
    /// @return its name; empty when there is no content to flip
    public String flipAtRest() {
        List<String> names = new ArrayList<>();
        files.forEach((name, file) -> {
            if (file.size() > 0) {
                names.add(name);
            }
        });
        if (names.isEmpty()) {
            return "";
        }
        String name = random.pick(names);
        SimulatedFile file = files.get(name);
        if (file != null) {
            file.flip(random.below(file.size()), random.below(8));
            flippedBits++;
        }
        return name;
    }

    /// Files of which, at the power losses so far, a part of the unsynced sectors stayed and a part
    /// was
    /// lost.
    public long tornFiles() {
        return tornFiles;
    }

    /// Bits that were flipped so far, this disk's former lives included.
    public long flippedBits() {
        return flippedBits;
    }

    public long writes() {
        return writes;
    }

    public long syncs() {
        return syncs;
    }

    public long writtenBytes() {
        return writtenBytes;
    }

    /// Bytes that the files take now.
    public long usedBytes() {
        long used = 0;
        for (SimulatedFile file : files.values()) {
            used += file.size();
        }
        return used;
    }

    public boolean isWithoutPower() {
        return !power;
    }

    void cutPower() {
        power = false;
    }

    /// What is on the disk when the power comes back: what was durable, and of the rest what the
    /// seed
    /// says. This disk is of no use any more; the faults asked for are not handed on, the capacity
    /// is.
    public SimulatedDisk afterPowerLoss() {
        cutPower();
        SimulatedDisk after = new SimulatedDisk(simulation, random.split("power loss", ++generation), capacityBytes);
        after.generation = generation;
        after.tornFiles = tornFiles;
        after.flippedBits = flippedBits;
        after.leastSyncNanos = leastSyncNanos;
        after.mostSyncNanos = mostSyncNanos;
        for (Map.Entry<String, List<NameChange>> changes : pending.entrySet()) {
            int kept = random.between(0, changes.getValue().size());
            for (int i = 0; i < kept; i++) {
                makeDurable(changes.getValue().get(i));
            }
        }
        for (String folder : durableFolders.keySet()) {
            if (isBelowDurableFolders(folder)) {
                after.folders.put(folder, true);
                after.durableFolders.put(folder, true);
            }
        }
        Fate fate = random.pick(List.of(Fate.values()));
        // A file that two names stand for (a rename half done) becomes two.
        for (Map.Entry<String, SimulatedFile> entry : durableFiles.entrySet()) {
            if (after.folders.containsKey(folderOf(entry.getKey()))) {
                SimulatedFile survivor = survivorOf(entry.getValue(), fate, after);
                after.files.put(entry.getKey(), survivor);
                after.durableFiles.put(entry.getKey(), survivor);
            }
        }
        return after;
    }

    private boolean isBelowDurableFolders(String folder) {
        return folder.isEmpty() || (durableFolders.containsKey(folder) && isBelowDurableFolders(folderOf(folder)));
    }

    private SimulatedFile survivorOf(SimulatedFile file, Fate fate, SimulatedDisk after) {
        long[] sectors = file.unsyncedSectors();
        int cut = random.between(0, sectors.length);
        boolean[] kept = new boolean[sectors.length];
        int count = 0;
        for (int i = 0; i < sectors.length; i++) {
            kept[i] = switch (fate) {
                case LOST -> false;
                case KEPT -> true;
                case CUT -> i < cut;
                case SCATTERED -> random.chance(0.5);
            };
            count += kept[i] ? 1 : 0;
        }
        long least = Math.min(file.durableSize(), file.size());
        long most = Math.max(file.durableSize(), file.size());
        long size = switch (fate) {
            case LOST -> file.durableSize();
            case KEPT -> file.size();
            case CUT, SCATTERED -> random.between(least, most);
        };
        boolean partly = count > 0 && count < sectors.length;
        boolean cutShort = count > 0 && size > least && size < most;
        if (partly || cutShort) {
            after.tornFiles++;
        }
        SimulatedFile survivor = file.survivor(sectors, kept, size);
        for (int i = 0; i < sectors.length; i++) {
            // What of the sector is durable stays as it is: damage to that is at rest.
            long at = sectors[i] * SECTOR_BYTES + random.below(SECTOR_BYTES);
            if (kept[i] && at >= file.durableSize() && at < size && random.chance(unsyncedFlips)) {
                survivor.flip(at, random.below(8));
                after.flippedBits++;
            }
        }
        return survivor;
    }

    @Override
    public DiskFile create(String name) throws IOException {
        count();
        if (files.containsKey(name) || folders.containsKey(name)) {
            throw new FileAlreadyExistsException(name);
        }
        if (!folders.containsKey(folderOf(name))) {
            throw new NoSuchFileException(folderOf(name));
        }
        if (usableBytes() == 0) {
            throw new DiskFullException("no space left for " + name);
        }
        SimulatedFile file = new SimulatedFile();
        files.put(name, file);
        change(folderOf(name), new NameChange("", name, file));
        return new Handle(name, file);
    }

    @Override
    public DiskFile open(String name) throws IOException {
        checkPower();
        return new Handle(name, file(name));
    }

    @Override
    public boolean exists(String name) {
        checkPower();
        return files.containsKey(name) || folders.containsKey(name);
    }

    @Override
    public List<String> list(String folder) {
        checkPower();
        List<String> names = new ArrayList<>();
        String prefix = folder.isEmpty() ? "" : folder + "/";
        for (String name : files.tailMap(prefix, true).keySet()) {
            if (!name.startsWith(prefix)) {
                break;
            }
            if (name.indexOf('/', prefix.length()) < 0) {
                names.add(name.substring(prefix.length()));
            }
        }
        return names;
    }

    @Override
    public void createFolder(String name) throws IOException {
        if (name.isEmpty() || folders.containsKey(name)) {
            return;
        }
        if (files.containsKey(name)) {
            throw new FileAlreadyExistsException(name);
        }
        createFolder(folderOf(name));
        count();
        folders.put(name, true);
        change(folderOf(name), new NameChange("", name, null));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        count();
        SimulatedFile file = file(from);
        if (folders.containsKey(to)) {
            throw new DirectoryNotEmptyException(to);
        }
        if (!folders.containsKey(folderOf(to))) {
            throw new NoSuchFileException(folderOf(to));
        }
        files.remove(from);
        files.put(to, file);
        if (folderOf(from).equals(folderOf(to))) {
            change(folderOf(from), new NameChange(from, to, file));
        } else {
            change(folderOf(to), new NameChange("", to, file));
            change(folderOf(from), new NameChange(from, "", file));
        }
    }

    @Override
    public void delete(String name) throws IOException {
        count();
        SimulatedFile file = file(name);
        files.remove(name);
        change(folderOf(name), new NameChange(name, "", file));
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        count();
        if (!folders.containsKey(folder)) {
            throw new NoSuchFileException(folder);
        }
        simulation.charge(random.between(leastSyncNanos, mostSyncNanos));
        List<NameChange> changes = pending.remove(folder);
        if (changes != null) {
            changes.forEach(this::makeDurable);
        }
    }

    @Override
    public long usableBytes() {
        checkPower();
        return Math.max(0, capacityBytes - usedBytes());
    }

    private void makeDurable(NameChange change) {
        if (!change.gone().isEmpty()) {
            durableFiles.remove(change.gone());
        }
        if (!change.come().isEmpty()) {
            if (change.file() == null) {
                durableFolders.put(change.come(), true);
            } else {
                durableFiles.put(change.come(), change.file());
            }
        }
    }

    private void change(String folder, NameChange change) {
        pending.computeIfAbsent(folder, _ -> new ArrayList<>()).add(change);
        simulation.trace().add(change.gone());
        simulation.trace().add(change.come());
        losePowerWhenTime();
    }

    private SimulatedFile file(String name) throws NoSuchFileException {
        SimulatedFile file = files.get(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }

    private static String folderOf(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? "" : name.substring(0, slash);
    }

    private void checkPower() {
        if (!power) {
            throw new PowerLoss();
        }
    }

    /// Counts an operation that changes the disk.
    private void count() {
        checkPower();
        if (operationsUntilPowerLoss != Long.MAX_VALUE) {
            operationsUntilPowerLoss--;
        }
    }

    /// After an operation was done and before it is durable.
    private void losePowerWhenTime() {
        if (operationsUntilPowerLoss <= 0) {
            power = false;
            throw new PowerLoss();
        }
    }

    /// An open file.
    private final class Handle implements DiskFile {
        private final String name;
        private final SimulatedFile file;
        private boolean open = true;

        Handle(String name, SimulatedFile file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            check();
            count();
            writes++;
            if (writeFailures > 0 && random.chance(writeFailures)) {
                put(source, position, random.between(0, source.remaining()));
                throw new IOException("input/output error while writing " + name);
            }
            long growth = Math.max(0, position + source.remaining() - file.size());
            long room = usableBytes();
            if (growth > room) {
                put(source, position, (int) Math.max(0, source.remaining() - (growth - room)));
                losePowerWhenTime();
                throw new DiskFullException("no space left for " + name);
            }
            put(source, position, source.remaining());
            losePowerWhenTime();
        }

        private void put(ByteBuffer source, long position, int bytes) {
            byte[] data = new byte[bytes];
            source.get(data);
            file.write(data, position);
            writtenBytes += bytes;
            simulation.trace().add(name);
            simulation.trace().add(position);
            simulation.trace().add(data, 0, bytes);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            check();
            if (readFailures > 0 && random.chance(readFailures)) {
                throw new IOException("input/output error while reading " + name);
            }
            return file.read(target, position);
        }

        @Override
        public long size() throws IOException {
            check();
            return file.size();
        }

        @Override
        public void truncate(long bytes) throws IOException {
            check();
            count();
            file.truncate(bytes);
            losePowerWhenTime();
        }

        @Override
        public void sync() throws IOException {
            check();
            count();
            losePowerWhenTime();
            syncs++;
            simulation.charge(random.between(leastSyncNanos, mostSyncNanos));
            if (syncFailures > 0 && random.chance(syncFailures)) {
                file.syncFailed();
                throw new IOException("input/output error while syncing " + name);
            }
            file.synced();
            simulation.trace().add(syncs);
        }

        private void check() throws IOException {
            checkPower();
            if (!open) {
                throw new java.nio.channels.ClosedChannelException();
            }
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
