package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;
import zonda.model.ValueBatch;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// A sealed block: chunks sorted by item, an index of fixed-size entries, a footer. Immutable; read
/// by any thread that
/// may block. See `FORMATS.md`.
final class Block implements AutoCloseable {
    static final String FOLDER = "blocks";
    private static final int MAGIC = 0x5A424C4B; // ZBLK
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 8;
    static final int ENTRY_BYTES = 48;
    private static final int FOOTER_BYTES = 56;

    private final String name;
    private final DiskFile file;
    private final long indexOffset;
    private final long entries;
    private final long rows;
    private final long size;
    private final long firstNanos;
    private final long lastNanos;

    private Block(
            String name,
            DiskFile file,
            long indexOffset,
            long entries,
            long rows,
            long size,
            long firstNanos,
            long lastNanos) {
        this.name = name;
        this.file = file;
        this.indexOffset = indexOffset;
        this.entries = entries;
        this.rows = rows;
        this.size = size;
        this.firstNanos = firstNanos;
        this.lastNanos = lastNanos;
    }

    String name() {
        return name;
    }

    long rows() {
        return rows;
    }

    long bytes() {
        return size;
    }

    long firstNanos() {
        return firstNanos;
    }

    long lastNanos() {
        return lastNanos;
    }

    boolean overlaps(long fromNanos, long toNanos) {
        return firstNanos <= toNanos && lastNanos >= fromNanos;
    }

    /// Opens a block and checks its footer and index.
    static Block open(Disk disk, String name) throws IOException, DamagedException {
        DiskFile file = disk.open(FOLDER + "/" + name);
        try {
            long size = file.size();
            if (size < HEADER_BYTES + FOOTER_BYTES) {
                throw new DamagedException(size + " bytes, wanted at least " + (HEADER_BYTES + FOOTER_BYTES));
            }
            ByteBuffer footer = ByteBuffer.allocate(FOOTER_BYTES);
            Segments.readFully(file, footer, size - FOOTER_BYTES);
            CRC32C crc = new CRC32C();
            crc.update(footer.array(), 0, FOOTER_BYTES - 16);
            footer.flip();
            long indexOffset = footer.getLong();
            long entries = footer.getLong();
            long rows = footer.getLong();
            long first = footer.getLong();
            long last = footer.getLong();
            if (footer.getLong() != crc.getValue() || footer.getInt() != MAGIC || footer.getInt() != VERSION) {
                throw new DamagedException("its footer is not that of a block of version " + VERSION);
            }
            if (indexOffset + entries * ENTRY_BYTES + 8 + FOOTER_BYTES != size) {
                throw new DamagedException("its index does not fill it: " + entries + " entries at " + indexOffset);
            }
            return new Block(name, file, indexOffset, entries, rows, size, first, last);
        } catch (IOException | DamagedException e) {
            file.close();
            throw e;
        }
    }

    /// One entry of the index.
    private record Entry(long itemId, long offset, int length, int rows, long first, long last, int crc) {}

    private Entry entry(long index, ByteBuffer scratch) throws IOException {
        scratch.clear();
        Segments.readFully(file, scratch, indexOffset + index * ENTRY_BYTES);
        scratch.flip();
        return new Entry(
                scratch.getLong(),
                scratch.getLong(),
                scratch.getInt(),
                scratch.getInt(),
                scratch.getLong(),
                scratch.getLong(),
                scratch.getInt());
    }

    /// Adds an item's rows, all of its chunk, to a batch.
    ///
    /// @return whether it has any here
    boolean read(long itemId, long fromNanos, long toNanos, ValueBatch out) throws IOException, DamagedException {
        ByteBuffer scratch = ByteBuffer.allocate(ENTRY_BYTES);
        long low = 0;
        long high = entries - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            Entry entry = entry(middle, scratch);
            if (entry.itemId() == itemId) {
                if (entry.first() > toNanos || entry.last() < fromNanos) {
                    return false;
                }
                Chunks.decode(content(entry), itemId, out);
                return true;
            }
            if (entry.itemId() < itemId) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    private byte[] content(Entry entry) throws IOException, DamagedException {
        if (entry.length() < 0 || entry.offset() < HEADER_BYTES || entry.offset() + entry.length() > indexOffset) {
            throw new DamagedException("an index entry of " + entry.length() + " bytes at " + entry.offset());
        }
        ByteBuffer content = ByteBuffer.allocate(entry.length());
        Segments.readFully(file, content, entry.offset());
        CRC32C crc = new CRC32C();
        crc.update(content.array());
        if ((int) crc.getValue() != entry.crc()) {
            throw new DamagedException("the chunk of item " + entry.itemId() + " has a wrong checksum");
        }
        return content.array();
    }

    /// Reads every chunk, for counting and checking.
    ///
    /// @return rows that could be read
    long readAll(java.util.function.Consumer<ValueBatch> visitor) throws IOException, DamagedException {
        ByteBuffer scratch = ByteBuffer.allocate(ENTRY_BYTES);
        ValueBatch batch = new ValueBatch(1024);
        long total = 0;
        for (long i = 0; i < entries; i++) {
            batch.clear();
            Entry entry = entry(i, scratch);
            Chunks.decode(content(entry), entry.itemId(), batch);
            total += batch.size();
            visitor.accept(batch);
        }
        return total;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /// The frozen chunk of one item.
    private record Part(long itemId, Chunks.Frozen frozen, int slot) {}

    /// Writes the frozen chunks of all shards as one block, durably.
    static void write(Disk disk, String name, List<Chunks.Frozen> shards) throws IOException, DamagedException {
        List<Part> parts = new ArrayList<>();
        for (Chunks.Frozen frozen : shards) {
            for (int slot = 0; slot < frozen.slots; slot++) {
                if (frozen.heads[slot] != Cells.NONE) {
                    parts.add(new Part(frozen.itemIds[slot], frozen, slot));
                }
            }
        }
        parts.sort(Comparator.comparingLong(Part::itemId));
        String temporary = FOLDER + "/" + name + ".tmp";
        if (disk.exists(temporary)) {
            disk.delete(temporary);
        }
        try (DiskFile file = disk.create(temporary)) {
            writeContent(file, parts);
            file.sync();
        }
        disk.rename(temporary, FOLDER + "/" + name);
        disk.syncFolder(FOLDER);
    }

    private static void writeContent(DiskFile file, List<Part> parts) throws IOException, DamagedException {
        Output out = new Output(file);
        out.buffer.putInt(MAGIC).putInt(VERSION);
        ByteBuffer index = ByteBuffer.allocate(Math.multiplyExact(parts.size(), ENTRY_BYTES));
        ValueBatch scratch = new ValueBatch(1024);
        long rows = 0;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Part part : parts) {
            byte[] chunk = Chunks.frozenBytes(part.frozen(), part.slot());
            if (chunk == null) {
                continue;
            }
            scratch.clear();
            Chunks.decode(chunk, part.itemId(), scratch);
            long chunkFirst = Long.MAX_VALUE;
            long chunkLast = Long.MIN_VALUE;
            for (int row = 0; row < scratch.size(); row++) {
                chunkFirst = Math.min(chunkFirst, scratch.epochNanos[row]);
                chunkLast = Math.max(chunkLast, scratch.epochNanos[row]);
            }
            CRC32C crc = new CRC32C();
            crc.update(chunk);
            index.putLong(part.itemId())
                    .putLong(out.position())
                    .putInt(chunk.length)
                    .putInt(scratch.size())
                    .putLong(chunkFirst)
                    .putLong(chunkLast)
                    .putInt((int) crc.getValue())
                    .putInt(0);
            out.put(chunk, chunk.length);
            rows += scratch.size();
            first = Math.min(first, chunkFirst);
            last = Math.max(last, chunkLast);
        }
        long indexOffset = out.position();
        out.put(index.array(), index.position());
        CRC32C crc = new CRC32C();
        crc.update(index.array(), 0, index.position());
        ByteBuffer footer = ByteBuffer.allocate(8 + FOOTER_BYTES);
        footer.putLong(crc.getValue());
        footer.putLong(indexOffset)
                .putLong(index.position() / ENTRY_BYTES)
                .putLong(rows)
                .putLong(first)
                .putLong(last);
        crc.reset();
        crc.update(footer.array(), 8, FOOTER_BYTES - 16);
        footer.putLong(crc.getValue()).putInt(MAGIC).putInt(VERSION);
        out.put(footer.array(), footer.position());
        out.flush();
    }

    /// Gathers small writes.
    private static final class Output {
        private final DiskFile file;
        private final ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
        private long written;

        Output(DiskFile file) {
            this.file = file;
        }

        long position() {
            return written + buffer.position();
        }

        void put(byte[] bytes, int length) throws IOException {
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

        void flush() throws IOException {
            buffer.flip();
            int length = buffer.remaining();
            file.write(buffer, written);
            written += length;
            buffer.clear();
        }
    }
}
