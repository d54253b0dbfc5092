package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// Writes one block, item by item in the order of their ids. It has its name, and is on disk, when
/// [#finish] returns. For an errand.
final class BlockWriter implements AutoCloseable {
    private static final byte NOT_SUPPORTED = ValueKind.NOT_SUPPORTED.code();
    /// So many columns of times back it is looked whether an item's times are there already.
    private static final int REMEMBERED_TIMES = 64;

    /// Times written before.
    private record Times(long[] values, long offset, int length, byte[] bytes) {}

    private final Disk disk;
    private final String name;
    private final int content;
    private final int level;
    private final Columns columns;
    private final DiskFile file;
    private final ByteBuffer buffer;
    private final ByteWriter times = new ByteWriter();
    private final ByteWriter values = new ByteWriter();
    private final ByteWriter chunk = new ByteWriter();
    private final ByteWriter index = new ByteWriter();
    private final ByteWriter summary = new ByteWriter();
    private final ByteWriter texts = new ByteWriter();
    private final @Nullable Times[] remembered = new Times[REMEMBERED_TIMES];
    private final Block.Page page = new Block.Page();
    private long[] epochNanos = new long[1024];
    private byte[] dictionary = new byte[0];
    private long dictionaryOffset;
    private int pages;
    private long written;
    private long entries;
    private long rows;
    private long notSupported;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private boolean finished;

    /// @param bufferBytes what is gathered before it is written
    private BlockWriter(Disk disk, String name, long number, int content, int level, Columns columns, int bufferBytes)
            throws IOException {
        this.disk = disk;
        this.name = name;
        this.content = content;
        this.level = level;
        this.columns = columns;
        this.buffer = ByteBuffer.allocate(bufferBytes);
        Files.deleteIfThere(disk, temporary());
        this.file = disk.create(temporary());
        byte[] header = new byte[Block.HEADER_BYTES];
        Block.INT.set(header, 0, Block.MAGIC);
        Block.INT.set(header, 4, Block.VERSION);
        Block.LONG.set(header, 8, number);
        put(header, header.length);
    }

    /// Begins a block.
    ///
    /// @param content [Block#VALUES] or [Block#TRENDS]
    static BlockWriter begin(
            Disk disk, String name, long number, int content, int level, Columns columns, int bufferBytes)
            throws IOException {
        return new BlockWriter(disk, name, number, content, level, columns, bufferBytes);
    }

    private String temporary() {
        return Block.FOLDER + "/" + name + ".tmp";
    }

    String name() {
        return name;
    }

    long rows() {
        return rows;
    }

    /// Bytes so far.
    long bytes() {
        return written + buffer.position();
    }

    /// Writes an item's rows.
    ///
    /// @param order which rows of the batch, by time
    /// @param count 1 or more
    void add(long itemId, ValueBatch batch, int[] order, int count) throws IOException {
        if (epochNanos.length < count) {
            epochNanos = new long[count + count / 2];
        }
        for (int i = 0; i < count; i++) {
            epochNanos[i] = batch.epochNanos[order[i]];
            notSupported += batch.kinds[order[i]] == NOT_SUPPORTED ? 1 : 0;
        }
        values.clear();
        ByteWriter plain = columns.encodeValues(content, batch, order, count, dictionary, values);
        Times mine = times(count);
        long offset = bytes();
        chunk.clear();
        chunk.varint(offset - mine.offset());
        chunk.varint(mine.length());
        chunk.append(values);
        CRC32C crc = new CRC32C();
        crc.update(mine.bytes(), 0, mine.length());
        crc.update(chunk.data, 0, chunk.size);
        put(chunk.data, chunk.size);
        int at = page.count++;
        page.item[at] = itemId;
        page.offset[at] = offset;
        page.length[at] = chunk.size;
        page.rows[at] = count;
        page.first[at] = epochNanos[0];
        page.last[at] = epochNanos[count - 1];
        page.crc[at] = (int) crc.getValue();
        if (page.count == Block.ENTRIES_A_PAGE) {
            endPage();
        }
        entries++;
        rows += count;
        first = Math.min(first, epochNanos[0]);
        last = Math.max(last, epochNanos[count - 1]);
        remember(plain);
    }

    /// The times of the rows: where they stand already, or written now.
    private Times times(int count) throws IOException {
        int hash = Arrays.hashCode(new long[] {epochNanos[0], epochNanos[count - 1], epochNanos[count / 2], count});
        int at = (hash ^ hash >>> 16) & (REMEMBERED_TIMES - 1);
        Times known = remembered[at];
        if (known != null && Arrays.equals(known.values(), 0, known.values().length, epochNanos, 0, count)) {
            return known;
        }
        times.clear();
        columns.encodeTimes(epochNanos, count, times);
        Times mine = new Times(Arrays.copyOf(epochNanos, count), bytes(), times.size, times.toBytes());
        put(mine.bytes(), mine.length());
        remembered[at] = mine;
        return mine;
    }

    /// The block's first texts become its dictionary.
    private void remember(ByteWriter plain) throws IOException {
        if (plain.size == 0 || dictionary.length > 0) {
            return;
        }
        int room = Texts.DICTIONARY_BYTES - texts.size;
        texts.bytes(plain.data, 0, Math.min(room, plain.size));
        if (texts.size == Texts.DICTIONARY_BYTES) {
            dictionary = texts.toBytes();
            dictionaryOffset = bytes();
            put(dictionary, dictionary.length);
        }
    }

    private static boolean isMilliseconds(Block.Page page) {
        boolean is = true;
        for (int i = 0; i < page.count; i++) {
            is &= page.first[i] % Block.MILLISECOND == 0 && page.last[i] % Block.MILLISECOND == 0;
        }
        return is;
    }

    private void endPage() {
        if (page.count == 0) {
            return;
        }
        summary.fixed(page.item[0], 8);
        summary.fixed(index.size, 8);
        int start = index.size;
        long unit = isMilliseconds(page) ? Block.MILLISECOND : 1;
        index.octet(unit == 1 ? 1 : 0);
        long item = 0;
        long end = 0;
        long rowsBefore = 0;
        long firstBefore = 0;
        long spanBefore = 0;
        for (int i = 0; i < page.count; i++) {
            index.varint(page.item[i] - item);
            index.varint(page.offset[i] - end);
            index.varint(page.length[i]);
            index.varint(Varint.zigzag(page.rows[i] - rowsBefore));
            index.varint(Varint.zigzag((page.first[i] - firstBefore) / unit));
            long span = page.last[i] - page.first[i];
            index.varint(Varint.zigzag((span - spanBefore) / unit));
            index.fixed(page.crc[i], 4);
            item = page.item[i];
            end = page.offset[i] + page.length[i];
            rowsBefore = page.rows[i];
            firstBefore = page.first[i];
            spanBefore = span;
        }
        index.fixed(Block.crc(index.data, start, index.size - start), 4);
        pages++;
        page.count = 0;
    }

    /// Ends the block: index, footer, sync, its name. The name is durable.
    void finish() throws IOException {
        endPage();
        byte[] footer = new byte[Block.FOOTER_BYTES];
        Block.LONG.set(footer, 0, bytes());
        Block.LONG.set(footer, 8, entries);
        Block.LONG.set(footer, 16, rows);
        Block.LONG.set(footer, 24, notSupported);
        Block.LONG.set(footer, 32, first);
        Block.LONG.set(footer, 40, last);
        Block.LONG.set(footer, 48, dictionaryOffset);
        Block.INT.set(footer, 56, dictionary.length);
        Block.INT.set(footer, 60, Block.crc(dictionary, 0, dictionary.length));
        Block.INT.set(footer, 64, pages);
        Block.INT.set(footer, 68, Block.crc(summary.data, 0, summary.size));
        footer[72] = (byte) content;
        footer[73] = (byte) level;
        Block.INT.set(footer, 80, Block.crc(footer, 0, 80));
        Block.INT.set(footer, Block.FOOTER_BYTES - 8, Block.MAGIC);
        Block.INT.set(footer, Block.FOOTER_BYTES - 4, Block.VERSION);
        put(index.data, index.size);
        put(summary.data, summary.size);
        put(footer, footer.length);
        flush();
        file.sync();
        file.close();
        disk.rename(temporary(), Block.FOLDER + "/" + name);
        disk.syncFolder(Block.FOLDER);
        finished = true;
    }

    /// Deletes what a block that was not finished has left.
    @Override
    public void close() throws IOException {
        if (!finished) {
            file.close();
            Files.deleteIfThere(disk, temporary());
        }
    }

    private void put(byte[] bytes, int length) throws IOException {
        int at = 0;
        while (at < length) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int count = Math.min(buffer.remaining(), length - at);
            buffer.put(bytes, at, count);
            at += count;
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        int length = buffer.remaining();
        file.write(buffer, written);
        written += length;
        buffer.clear();
    }
}
