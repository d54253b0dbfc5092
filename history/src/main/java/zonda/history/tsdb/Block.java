package zonda.history.tsdb;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// A sealed block: chunks sorted by item, pages of index entries, a summary of the pages, a footer.
/// Immutable; read by any thread that may block. Only the summary is in memory: one look-up is one
/// read of an index page and one or two of a chunk. See `FORMATS.md`, "Block"; [BlockWriter] makes
/// them.
final class Block implements AutoCloseable {
    static final String FOLDER = "blocks";
    static final String ENDING = ".block";
    /// Behind the name of a damaged block that counts no more: what could be read of it is merged.
    static final String DAMAGED_ENDING = ".damaged";
    static final int MAGIC = 0x5A424C4B; // ZBLK
    static final int VERSION = 3;
    /// Older ones that are read.
    static final int OLDEST_VERSION = 2;
    static final int HEADER_BYTES = 16;
    static final int ENTRIES_A_PAGE = 64;
    static final int FOOTER_BYTES = 92;
    static final int SUMMARY_ENTRY_BYTES = 16;
    /// The times of a chunk stand right in front of it, or in front of a neighbour's: so much is
    /// read along.
    private static final int LEAD_BYTES = 1024;
    /// So many items may be ahead of the clock and be known by name.
    private static final int MOST_AHEAD = 4_096;

    static final long MILLISECOND = 1_000_000L;

    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /// What the footer tells.
    ///
    /// @param indexOffset where the index pages begin
    /// @param entries of the index
    /// @param rows of any kind
    /// @param notSupported those of them that say why there is no value
    /// @param firstNanos time of the oldest row
    /// @param lastNanos time of the newest
    /// @param content what the chunks hold
    /// @param level how often its rows were merged: 0 as sealed, 1 of one day, 2 all of that day
    record Summary(
            long indexOffset,
            long entries,
            long rows,
            long notSupported,
            long firstNanos,
            long lastNanos,
            int content,
            int level) {}

    /// Chunks of values; see [Columns].
    static final int VALUES = 1;
    /// Chunks of hourly trends.
    static final int TRENDS = 2;

    private final String name;
    private final DiskFile file;
    private final int version;
    private final Summary summary;
    private final long[] firstItems;
    private final long[] pageOffsets;
    private final byte[] dictionary;
    private final long size;
    /// Set before others see the block.
    private long ordinaryNanos;

    private long[] aheadItems = new long[0];
    private long[] aheadNanos = new long[0];

    private Block(
            String name,
            DiskFile file,
            int version,
            Summary summary,
            long[] firstItems,
            long[] pageOffsets,
            byte[] dictionary,
            long size) {
        this.name = name;
        this.file = file;
        this.version = version;
        this.summary = summary;
        this.firstItems = firstItems;
        this.pageOffsets = pageOffsets;
        this.dictionary = dictionary;
        this.size = size;
        this.ordinaryNanos = summary.lastNanos();
    }

    static String nameOf(long number) {
        return String.format(Locale.ROOT, "%012d", number) + ENDING;
    }

    /// The number in a block's name, finished or not; 0 for a name that is none.
    static long numberOf(String name) {
        return name.matches("\\d{12}\\.block(\\.tmp)?") ? Long.parseLong(name.substring(0, 12)) : 0;
    }

    /// What it held, for whoever finds it set aside.
    ///
    /// @param damage in words
    String told(List<String> damage) {
        return name + " is damaged and was set aside; what could be read of it is in other blocks.\nIt held "
                + (hasValues() ? "values" : "hourly trends") + " of " + summary.entries() + " items, " + summary.rows()
                + " rows (" + summary.notSupported() + " of them reasons why there is no value), from "
                + at(summary.firstNanos()) + " to " + at(summary.lastNanos()) + ", " + size + " bytes.\nMissing:\n"
                + damage.stream().map(words -> "- " + words + "\n").collect(Collectors.joining());
    }

    /// Whether header and footer agree on a version that this release does not know.
    static boolean isOfLaterRelease(DiskFile file) throws IOException {
        byte[] four = new byte[4];
        if (file.size() < HEADER_BYTES + FOOTER_BYTES || Files.readFully(file, four, 4, 4) < 4) {
            return false;
        }
        int first = (int) INT.get(four, 0);
        return first > VERSION
                && Files.readFully(file, four, 4, file.size() - 4) == 4
                && (int) INT.get(four, 0) == first;
    }

    /// What a block that cannot be opened held, as far as it tells.
    ///
    /// @param damage in words
    static String toldOfUnreadable(DiskFile file, String name, String damage) throws IOException {
        long size = file.size();
        StringBuilder words = new StringBuilder(name + " is damaged and was set aside whole, " + size
                + " bytes; its values are missing.\nDamage:\n- " + damage + "\n");
        byte[] footer = new byte[FOOTER_BYTES];
        if (size < FOOTER_BYTES || Files.readFully(file, footer, FOOTER_BYTES, size - FOOTER_BYTES) < FOOTER_BYTES) {
            return words.append("What it held is not known: it has no footer.\n")
                    .toString();
        }
        boolean isSure = (int) INT.get(footer, 80) == crc(footer, 0, 80);
        return words.append(isSure ? "It held " : "Its footer, whose checksum is wrong, says that it held ")
                .append(footer[72] == VALUES ? "values" : "hourly trends")
                .append(" of " + (long) LONG.get(footer, 8) + " items, " + (long) LONG.get(footer, 16) + " rows ("
                        + (long) LONG.get(footer, 24) + " of them reasons why there is no value), from "
                        + at((long) LONG.get(footer, 32)) + " to " + at((long) LONG.get(footer, 40)) + ".\n")
                .toString();
    }

    private static Instant at(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    boolean hasValues() {
        return summary.content() == VALUES;
    }

    String name() {
        return name;
    }

    int version() {
        return version;
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

    int level() {
        return summary.level();
    }

    /// Notes which items have rows ahead of the clock, as somebody may push them: they should not
    /// make it doubtful what is newest of all others. Before others see the block.
    Block noteAhead(long nowNanos) throws IOException {
        if (summary.lastNanos() <= nowNanos || !hasValues()) {
            return this;
        }
        long[] items = new long[MOST_AHEAD];
        long[] times = new long[MOST_AHEAD];
        int ahead = 0;
        long ordinary = Long.MIN_VALUE;
        Page page = new Page();
        try {
            for (int number = 0; number < pages(); number++) {
                page(number, page);
                for (int i = 0; i < page.count; i++) {
                    if (page.last[i] <= nowNanos) {
                        ordinary = Math.max(ordinary, page.last[i]);
                        continue;
                    }
                    if (ahead == MOST_AHEAD) {
                        return this;
                    }
                    items[ahead] = page.item[i];
                    times[ahead++] = page.last[i];
                }
            }
        } catch (DamagedException _) {
            // What cannot be read is told by who reads it; until then all is doubtful.
            return this;
        }
        ordinaryNanos = ordinary;
        aheadItems = Arrays.copyOf(items, ahead);
        aheadNanos = Arrays.copyOf(times, ahead);
        return this;
    }

    /// No row of an item is newer.
    long newestNanos(long itemId) {
        int at = aheadItems.length == 0 ? -1 : Arrays.binarySearch(aheadItems, itemId);
        return at < 0 ? ordinaryNanos : aheadNanos[at];
    }

    /// Tells the newest time of the items that are not ahead of the clock, and those that are.
    void tellNewest(Chunks chunks) {
        chunks.sealedUpTo(ordinaryNanos);
        for (int i = 0; i < aheadItems.length; i++) {
            chunks.aheadUpTo(aheadItems[i], aheadNanos[i]);
        }
    }

    boolean overlaps(long fromNanos, long toNanos) {
        return summary.firstNanos() <= toNanos && summary.lastNanos() >= fromNanos;
    }

    static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /// Opens a block and checks its header, footer and summary.
    static Block open(Disk disk, String name) throws IOException, DamagedException {
        DiskFile file = disk.open(FOLDER + "/" + name);
        try {
            return open(file, name);
        } catch (IOException | DamagedException e) {
            file.close();
            throw e;
        }
    }

    private static Block open(DiskFile file, String name) throws IOException, DamagedException {
        long size = file.size();
        if (size < HEADER_BYTES + FOOTER_BYTES) {
            throw new DamagedException(size + " bytes, wanted at least " + (HEADER_BYTES + FOOTER_BYTES));
        }
        byte[] footer = bytes(file, size - FOOTER_BYTES, FOOTER_BYTES);
        if ((int) INT.get(footer, FOOTER_BYTES - 8) != MAGIC) {
            throw new DamagedException("it does not end as a block does");
        }
        int version = (int) INT.get(footer, FOOTER_BYTES - 4);
        if (version < OLDEST_VERSION || version > VERSION) {
            throw new DamagedException("it is of version " + version + ", wanted " + OLDEST_VERSION + " to " + VERSION);
        }
        if ((int) INT.get(footer, 80) != crc(footer, 0, 80)) {
            throw new DamagedException("the checksum of its footer is wrong");
        }
        byte[] header = bytes(file, 0, HEADER_BYTES);
        if ((int) INT.get(header, 0) != MAGIC || (int) INT.get(header, 4) != version) {
            throw new DamagedException("it does not begin as a block does");
        }
        long number = (long) LONG.get(header, 8);
        if (number != numberOf(name)) {
            throw new DamagedException("its header has the number " + number + ", its name " + numberOf(name));
        }
        Summary summary = new Summary(
                (long) LONG.get(footer, 0),
                (long) LONG.get(footer, 8),
                (long) LONG.get(footer, 16),
                (long) LONG.get(footer, 24),
                (long) LONG.get(footer, 32),
                (long) LONG.get(footer, 40),
                footer[72],
                footer[73]);
        int pages = (int) INT.get(footer, 64);
        long summaryOffset = size - FOOTER_BYTES - (long) pages * SUMMARY_ENTRY_BYTES;
        if (pages < 0 || pages > Integer.MAX_VALUE / SUMMARY_ENTRY_BYTES || summaryOffset < summary.indexOffset()) {
            throw new DamagedException("its index does not fill it: " + pages + " pages from " + summary.indexOffset()
                    + " on in " + size + " bytes");
        }
        byte[] packed = bytes(file, summaryOffset, pages * SUMMARY_ENTRY_BYTES);
        if (crc(packed, 0, packed.length) != (int) INT.get(footer, 68)) {
            throw new DamagedException("the checksum of its index's summary is wrong");
        }
        long[] firstItems = new long[pages];
        long[] pageOffsets = new long[pages + 1];
        for (int i = 0; i < pages; i++) {
            firstItems[i] = (long) LONG.get(packed, i * SUMMARY_ENTRY_BYTES);
            pageOffsets[i] = summary.indexOffset() + (long) LONG.get(packed, i * SUMMARY_ENTRY_BYTES + 8);
        }
        pageOffsets[pages] = summaryOffset;
        int dictionaryLength = (int) INT.get(footer, 56);
        byte[] dictionary = new byte[0];
        if (dictionaryLength > 0) {
            dictionary = bytes(file, (long) LONG.get(footer, 48), dictionaryLength);
            if (crc(dictionary, 0, dictionaryLength) != (int) INT.get(footer, 60)) {
                // Chunks that need it tell.
                dictionary = new byte[0];
            }
        }
        return new Block(name, file, version, summary, firstItems, pageOffsets, dictionary, size);
    }

    private static byte[] bytes(DiskFile file, long offset, int length) throws IOException, DamagedException {
        byte[] bytes = new byte[length];
        if (offset < 0 || Files.readFully(file, bytes, length, offset) < length) {
            throw new DamagedException(length + " bytes at " + offset + " are not there");
        }
        return bytes;
    }

    byte[] bytes(long offset, int length) throws IOException, DamagedException {
        return bytes(file, offset, length);
    }

    byte[] dictionary() {
        return dictionary;
    }

    int pages() {
        return firstItems.length;
    }

    /// Entries of a page of the index.
    static final class Page {
        int count;
        final long[] item = new long[ENTRIES_A_PAGE];
        final long[] offset = new long[ENTRIES_A_PAGE];
        final int[] length = new int[ENTRIES_A_PAGE];
        final int[] rows = new int[ENTRIES_A_PAGE];
        final long[] first = new long[ENTRIES_A_PAGE];
        final long[] last = new long[ENTRIES_A_PAGE];
        final int[] crc = new int[ENTRIES_A_PAGE];
    }

    /// Reads a page of the index, checked.
    Page page(int number, Page page) throws IOException, DamagedException {
        int length = Math.clamp(pageOffsets[number + 1] - pageOffsets[number], 0, 1 << 20);
        byte[] bytes = bytes(pageOffsets[number], length);
        if (length < 5 || crc(bytes, 0, length - 4) != (int) INT.get(bytes, length - 4)) {
            throw new DamagedException("page " + number + " of its index has a wrong checksum");
        }
        ByteReader in = new ByteReader().open(bytes, 0, length - 4);
        long unit = in.octet() == 0 ? MILLISECOND : 1;
        long item = 0;
        long end = 0;
        long rows = 0;
        long first = 0;
        long span = 0;
        int count = 0;
        while (!in.isAtEnd()) {
            if (count == ENTRIES_A_PAGE) {
                throw new DamagedException("page " + number + " of its index has more than " + count + " entries");
            }
            item += in.varint();
            long offset = end + in.varint();
            long chunk = in.varint();
            rows += Varint.unzigzag(in.varint());
            first += Varint.unzigzag(in.varint()) * unit;
            span += Varint.unzigzag(in.varint()) * unit;
            end = offset + chunk;
            if (offset < HEADER_BYTES
                    || chunk < 0
                    || chunk > Integer.MAX_VALUE
                    || end > summary.indexOffset()
                    || rows < 1
                    || rows > summary.rows()) {
                throw new DamagedException("an index entry of " + rows + " rows, " + chunk + " bytes at " + offset);
            }
            page.item[count] = item;
            page.offset[count] = offset;
            page.length[count] = (int) chunk;
            page.rows[count] = (int) rows;
            page.first[count] = first;
            page.last[count] = first + span;
            page.crc[count++] = (int) in.fixed(4);
        }
        page.count = count;
        return page;
    }

    /// Adds an item's rows, all of its chunk, to a batch.
    ///
    /// @return whether it has any here in the stretch of time
    boolean read(long itemId, long fromNanos, long toNanos, Columns columns, ValueBatch out)
            throws IOException, DamagedException {
        int number = pageOf(itemId);
        if (number < 0) {
            return false;
        }
        Page page = page(number, new Page());
        for (int i = 0; i < page.count; i++) {
            if (page.item[i] == itemId) {
                if (page.first[i] > toNanos || page.last[i] < fromNanos) {
                    return false;
                }
                int lead = (int) Math.min(LEAD_BYTES, page.offset[i] - HEADER_BYTES);
                byte[] chunk = bytes(page.offset[i] - lead, lead + page.length[i]);
                decode(page, i, chunk, lead, null, columns, out);
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

    /// Times that several chunks have; kept between the readings of neighbours.
    static final class SharedTimes {
        private long offset = -1;
        private byte[] bytes = new byte[0];
    }

    /// Checks and reads a chunk.
    ///
    /// @param bytes that have it from `at` on, and maybe what stands in front of it
    void decode(
            Page page, int entry, byte[] bytes, int at, @Nullable SharedTimes shared, Columns columns, ValueBatch out)
            throws IOException, DamagedException {
        long itemId = page.item[entry];
        int length = page.length[entry];
        ByteReader in = new ByteReader().open(bytes, at, length);
        long back = in.varint();
        int timesLength = Math.clamp(in.varint(), -1, Integer.MAX_VALUE);
        long timesOffset = page.offset[entry] - back;
        if (timesLength < 0 || back < timesLength || timesOffset < HEADER_BYTES) {
            throw new DamagedException("the chunk of item " + itemId + " has its times at " + timesOffset);
        }
        byte[] times = bytes;
        int timesAt = at - (int) Math.min(back, Integer.MAX_VALUE);
        if (back > at) {
            times = sharedTimes(timesOffset, timesLength, shared);
            timesAt = 0;
        }
        CRC32C crc = new CRC32C();
        crc.update(times, timesAt, timesLength);
        crc.update(bytes, at, length);
        if ((int) crc.getValue() != page.crc[entry]) {
            throw new DamagedException("the chunk of item " + itemId + " has a wrong checksum");
        }
        ByteReader timesIn = new ByteReader().open(times, timesAt, timesLength);
        columns.decode(
                summary.content(), version, timesIn, in, itemId, page.first[entry], page.rows[entry], dictionary, out);
    }

    private byte[] sharedTimes(long offset, int length, @Nullable SharedTimes shared)
            throws IOException, DamagedException {
        if (shared == null) {
            return bytes(offset, length);
        }
        if (shared.offset != offset || shared.bytes.length != length) {
            shared.bytes = bytes(offset, length);
            shared.offset = offset;
        }
        return shared.bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
