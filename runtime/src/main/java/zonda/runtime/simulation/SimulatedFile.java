package zonda.runtime.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The content of a file as it reads now, and what it was when it was last durable, for each sector
/// that has changed since.
final class SimulatedFile {
    private static final int SECTOR = SimulatedDisk.SECTOR_BYTES;
    private static final int PAGE = 64 * 1024;

    private final List<byte[]> pages = new ArrayList<>();
    private long size;
    private long durableSize;

    /// Sectors written since the last sync, with their durable content.
    private TreeMap<Long, byte[]> dirty = new TreeMap<>();

    /// Sectors whose sync failed, and which were not written again: what the next sync calls clean
    /// and
    /// is not.
    private final TreeMap<Long, byte[]> doubtful = new TreeMap<>();

    long size() {
        return size;
    }

    long durableSize() {
        return durableSize;
    }

    void write(byte[] data, long position) {
        if (data.length == 0) {
            return;
        }
        for (long sector = position / SECTOR; sector <= (position + data.length - 1) / SECTOR; sector++) {
            touch(sector);
        }
        size = Math.max(size, position + data.length);
        put(data, position);
    }

    void truncate(long bytes) {
        if (bytes >= size) {
            return;
        }
        for (long sector = bytes / SECTOR; sector * SECTOR < size; sector++) {
            touch(sector);
        }
        byte[] zeros = new byte[(int) Math.min(PAGE, size - bytes)];
        for (long at = bytes; at < size; at += zeros.length) {
            int length = (int) Math.min(zeros.length, size - at);
            put(length == zeros.length ? zeros : new byte[length], at);
        }
        size = bytes;
        while (pages.size() > (size + PAGE - 1) / PAGE) {
            pages.removeLast();
        }
    }

    int read(ByteBuffer target, long position) {
        if (position >= size) {
            return -1;
        }
        int length = (int) Math.min(target.remaining(), size - position);
        long at = position;
        int left = length;
        while (left > 0) {
            int offset = (int) (at % PAGE);
            int part = Math.min(left, PAGE - offset);
            target.put(page(at), offset, part);
            at += part;
            left -= part;
        }
        return length;
    }

    void synced() {
        dirty.clear();
        durableSize = size;
    }

    void syncFailed() {
        dirty.forEach(doubtful::putIfAbsent);
        dirty.clear();
    }

    void flip(long position, int bit) {
        page(position)[(int) (position % PAGE)] ^= (byte) (1 << bit);
    }

    /// Sectors that may be lost, in order.
    long[] unsyncedSectors() {
        TreeMap<Long, byte[]> all = new TreeMap<>(doubtful);
        all.putAll(dirty);
        return all.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    /// The file after a power loss.
    ///
    /// @param sectors those of [#unsyncedSectors]
    /// @param kept which of them stay as they read now; the others are as they were when last
    ///     durable
    /// @param newSize bytes
    SimulatedFile survivor(long[] sectors, boolean[] kept, long newSize) {
        SimulatedFile after = new SimulatedFile();
        for (byte[] page : pages) {
            after.pages.add(page.clone());
        }
        after.size = Math.max(size, durableSize);
        for (int i = 0; i < sectors.length; i++) {
            if (!kept[i]) {
                byte[] before = durableContent(sectors[i]);
                after.put(before == null ? new byte[SECTOR] : before, sectors[i] * SECTOR);
            }
        }
        after.truncate(newSize);
        after.size = newSize;
        after.durableSize = newSize;
        after.dirty = new TreeMap<>();
        return after;
    }

    private byte @Nullable [] durableContent(long sector) {
        byte[] before = doubtful.get(sector);
        return before == null ? dirty.get(sector) : before;
    }

    /// Notes the durable content of a sector before it changes.
    private void touch(long sector) {
        if (dirty.containsKey(sector)) {
            return;
        }
        byte[] before = doubtful.remove(sector);
        if (before == null) {
            before = new byte[SECTOR];
            read(ByteBuffer.wrap(before), sector * SECTOR);
        }
        dirty.put(sector, before);
    }

    private void put(byte[] data, long position) {
        long at = position;
        int from = 0;
        while (from < data.length) {
            int offset = (int) (at % PAGE);
            int part = Math.min(data.length - from, PAGE - offset);
            System.arraycopy(data, from, page(at), offset, part);
            at += part;
            from += part;
        }
    }

    private byte[] page(long position) {
        int index = (int) (position / PAGE);
        while (pages.size() <= index) {
            pages.add(new byte[PAGE]);
        }
        return pages.get(index);
    }
}
