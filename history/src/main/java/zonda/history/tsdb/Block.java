package zonda.history.tsdb;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// A sealed block: chunks sorted by item, pages of index entries, a summary of the pages, a footer.
/// Immutable; read by any thread that may block. Only the summary is in memory: one look-up is one
/// read of an index page and one of a chunk. See `FORMATS.md`, "Block"; [BlockWriter] makes them.
final class Block implements AutoCloseable {
    static final String FOLDER = "blocks";
    static final String ENDING = ".block";
    static final int MAGIC = 0x5A424C4B; // ZBLK
    static final int VERSION = 1;
    static final int HEADER_BYTES = 16;
    static final int ENTRY_BYTES = 48;
    static final int ENTRIES_A_PAGE = 64;
    static final int FOOTER_BYTES = 80;
    /// Rows as [Rows] describes.
    static final int ENCODING_ROWS = 0;

    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private static final int LARGEST_PART = 8 << 20;

    /// What the footer tells.
    ///
    /// @param indexOffset where the index pages begin
    /// @param entries of the index
    /// @param rows of any kind
    /// @param notSupported those of them that say why there is no value
    /// @param firstNanos time of the oldest row
    /// @param lastNanos time of the newest
    record Summary(long indexOffset, long entries, long rows, long notSupported, long firstNanos, long lastNanos) {}

    private final String name;
    private final DiskFile file;
    private final Summary summary;
    private final long[] firstItems;
    private final long size;

    private Block(String name, DiskFile file, Summary summary, long[] firstItems, long size) {
        this.name = name;
        this.file = file;
        this.summary = summary;
        this.firstItems = firstItems;
        this.size = size;
    }

    String name() {
        return name;
    }

    Summary summary() {
        return summary;
    }

    long rows() {
        return summary.rows();
    }

    long bytes() {
        return size;
    }

    long firstNanos() {
        return summary.firstNanos();
    }

    long lastNanos() {
        return summary.lastNanos();
    }

    boolean overlaps(long fromNanos, long toNanos) {
        return summary.firstNanos() <= toNanos && summary.lastNanos() >= fromNanos;
    }

    static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    static long pages(long entries) {
        return (entries + ENTRIES_A_PAGE - 1) / ENTRIES_A_PAGE;
    }

    /// Opens a block and checks its footer and summary.
    static Block open(Disk disk, String name) throws IOException, DamagedException {
        DiskFile file = disk.open(FOLDER + "/" + name);
        try {
            long size = file.size();
            if (size < HEADER_BYTES + FOOTER_BYTES) {
                throw new DamagedException(size + " bytes, wanted at least " + (HEADER_BYTES + FOOTER_BYTES));
            }
            byte[] footer = new byte[FOOTER_BYTES];
            Files.readFully(file, footer, FOOTER_BYTES, size - FOOTER_BYTES);
            if ((int) INT.get(footer, FOOTER_BYTES - 8) != MAGIC) {
                throw new DamagedException("it does not end as a block does");
            }
            int version = (int) INT.get(footer, FOOTER_BYTES - 4);
            if (version != VERSION) {
                throw new DamagedException("it is of version " + version + ", wanted " + VERSION);
            }
            if ((int) INT.get(footer, FOOTER_BYTES - 12) != crc(footer, 0, FOOTER_BYTES - 12)) {
                throw new DamagedException("the checksum of its footer is wrong");
            }
            Summary summary = new Summary(
                    (long) LONG.get(footer, 0),
                    (long) LONG.get(footer, 8),
                    (long) LONG.get(footer, 16),
                    (long) LONG.get(footer, 24),
                    (long) LONG.get(footer, 32),
                    (long) LONG.get(footer, 40));
            long pages = pages(summary.entries());
            long summaryOffset = summary.indexOffset() + summary.entries() * ENTRY_BYTES + pages * 4;
            if (summary.entries() < 0
                    || pages > Integer.MAX_VALUE / 16
                    || summaryOffset + pages * 8 + FOOTER_BYTES != size) {
                throw new DamagedException("its index does not fill it: " + summary.entries() + " entries at "
                        + summary.indexOffset() + " in " + size + " bytes");
            }
            byte[] packed = new byte[(int) pages * 8];
            Files.readFully(file, packed, packed.length, summaryOffset);
            if (crc(packed, 0, packed.length) != (int) INT.get(footer, 48)) {
                throw new DamagedException("the checksum of its index's summary is wrong");
            }
            long[] firstItems = new long[(int) pages];
            for (int i = 0; i < firstItems.length; i++) {
                firstItems[i] = (long) LONG.get(packed, i * 8);
            }
            return new Block(name, file, summary, firstItems, size);
        } catch (IOException | DamagedException e) {
            file.close();
            throw e;
        }
    }

    /// A page of the index, checked.
    private byte[] page(int number) throws IOException, DamagedException {
        long before = (long) number * ENTRIES_A_PAGE;
        int entries = (int) Math.min(ENTRIES_A_PAGE, summary.entries() - before);
        int length = entries * ENTRY_BYTES;
        byte[] page = new byte[length + 4];
        long offset = summary.indexOffset() + before * ENTRY_BYTES + number * 4L;
        int read = Files.readFully(file, page, page.length, offset);
        if (read < page.length || crc(page, 0, length) != (int) INT.get(page, length)) {
            throw new DamagedException("page " + number + " of its index has a wrong checksum");
        }
        return page;
    }

    /// Adds an item's rows, all of its chunk, to a batch.
    ///
    /// @return whether it has any here in the stretch of time
    boolean read(long itemId, long fromNanos, long toNanos, ValueBatch out) throws IOException, DamagedException {
        int page = pageOf(itemId);
        if (page < 0) {
            return false;
        }
        byte[] entries = page(page);
        for (int at = 0; at < entries.length - 4; at += ENTRY_BYTES) {
            long item = (long) LONG.get(entries, at);
            if (item > itemId) {
                return false;
            }
            if (item == itemId) {
                if ((long) LONG.get(entries, at + 24) > toNanos || (long) LONG.get(entries, at + 32) < fromNanos) {
                    return false;
                }
                long offset = (long) LONG.get(entries, at + 8);
                int length = checkedLength(entries, at);
                byte[] chunk = new byte[length];
                if (Files.readFully(file, chunk, length, offset) < length) {
                    throw new DamagedException("the chunk of item " + itemId + " is cut short");
                }
                decode(entries, at, chunk, 0, out);
                return true;
            }
        }
        return false;
    }

    /// The last page whose first item is not above an item, -1 when there is none.
    private int pageOf(long itemId) {
        int low = 0;
        int high = firstItems.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (firstItems[middle] <= itemId) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private int checkedLength(byte[] entries, int at) throws DamagedException {
        long offset = (long) LONG.get(entries, at + 8);
        int length = (int) INT.get(entries, at + 16);
        if (length < 0 || offset < HEADER_BYTES || offset > summary.indexOffset() - length) {
            throw new DamagedException("an index entry of " + length + " bytes at " + offset);
        }
        return length;
    }

    private static void decode(byte[] entries, int at, byte[] chunk, int from, ValueBatch out) throws DamagedException {
        long itemId = (long) LONG.get(entries, at);
        int length = (int) INT.get(entries, at + 16);
        if (crc(chunk, from, length) != (int) INT.get(entries, at + 40)) {
            throw new DamagedException("the chunk of item " + itemId + " has a wrong checksum");
        }
        int encoding = (int) INT.get(entries, at + 44);
        if (encoding != ENCODING_ROWS) {
            throw new DamagedException("the chunk of item " + itemId + " has encoding " + encoding + ", wanted 0");
        }
        Rows.decode(chunk, from, length, itemId, out);
    }

    /// Reads every chunk, for counting and checking. What is damaged is told, the rest is read.
    ///
    /// @param visitor gets each item's rows
    /// @param faults gets the damage in words
    void readAll(Consumer<ValueBatch> visitor, Consumer<String> faults) throws IOException {
        ValueBatch batch = new ValueBatch(1024);
        for (int number = 0; number < firstItems.length; number++) {
            byte[] entries;
            try {
                entries = page(number);
            } catch (DamagedException e) {
                faults.accept("block " + name + ": " + e.getMessage() + "; its items are missing");
                continue;
            }
            for (int at = 0; at < entries.length - 4; ) {
                at = readRun(entries, at, batch, visitor, faults);
            }
        }
    }

    /// Reads chunks that stand one behind the other in one go.
    ///
    /// @return the entry after them
    private int readRun(
            byte[] entries, int first, ValueBatch batch, Consumer<ValueBatch> visitor, Consumer<String> faults)
            throws IOException {
        long start = (long) LONG.get(entries, first + 8);
        int total = 0;
        int end = first;
        try {
            do {
                total += checkedLength(entries, end);
                end += ENTRY_BYTES;
            } while (end < entries.length - 4
                    && (long) LONG.get(entries, end + 8) == start + total
                    && checkedLength(entries, end) < LARGEST_PART - total);
        } catch (DamagedException e) {
            faults.accept("block " + name + ": " + e.getMessage());
            end = Math.max(end, first + ENTRY_BYTES);
        }
        byte[] chunks = new byte[total];
        Files.readFully(file, chunks, total, start);
        int from = 0;
        for (int at = first; at < end && from < total; at += ENTRY_BYTES) {
            try {
                batch.clear();
                decode(entries, at, chunks, from, batch);
                visitor.accept(batch);
            } catch (DamagedException e) {
                faults.accept("block " + name + ": " + e.getMessage());
            }
            from += (int) INT.get(entries, at + 16);
        }
        return end;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
