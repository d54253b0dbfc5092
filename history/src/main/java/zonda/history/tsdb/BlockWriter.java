package zonda.history.tsdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// Writes one block from the frozen chunks of all shards. For an errand.
final class BlockWriter {
    private static final byte NOT_SUPPORTED = ValueKind.NOT_SUPPORTED.code();

    /// Rows of one item: of a slot, or (slot -1) of none.
    private record Part(long itemId, Chunks.Frozen frozen, int slot) {
        byte[] bytes() {
            return slot < 0 ? frozen.detachedBytes(itemId) : frozen.bytes(slot);
        }
    }

    private final DiskFile file;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
    private final ValueBatch scratch = new ValueBatch(1024);
    private final byte[] page = new byte[Block.ENTRIES_A_PAGE * Block.ENTRY_BYTES];
    private byte[] index = new byte[1 << 16];
    private int indexBytes;
    private byte[] firstItems = new byte[1 << 10];
    private int pages;
    private int pageBytes;
    private long written;
    private long entries;
    private long rows;
    private long notSupported;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    private BlockWriter(DiskFile file) {
        this.file = file;
    }

    /// Writes the frozen chunks as one block, durably.
    static void write(Disk disk, String name, long number, List<Chunks.Frozen> shards)
            throws IOException, DamagedException {
        List<Part> parts = new ArrayList<>();
        for (Chunks.Frozen frozen : shards) {
            for (long itemId : frozen.detachedItems()) {
                parts.add(new Part(itemId, frozen, -1));
            }
            for (int slot = 0; slot < frozen.slots(); slot++) {
                if (frozen.has(slot)) {
                    parts.add(new Part(frozen.itemId(slot), frozen, slot));
                }
            }
        }
        // Stable: what has lost its slot comes before what came later.
        parts.sort(Comparator.comparingLong(Part::itemId));
        String target = Block.FOLDER + "/" + name;
        String temporary = target + ".tmp";
        try {
            Files.deleteIfThere(disk, temporary);
            try (DiskFile file = disk.create(temporary)) {
                new BlockWriter(file).write(number, parts);
                file.sync();
            }
            disk.rename(temporary, target);
            disk.syncFolder(Block.FOLDER);
        } catch (IOException e) {
            Files.forsake(disk, temporary, e);
            throw e;
        }
    }

    private void write(long number, List<Part> parts) throws IOException, DamagedException {
        byte[] header = new byte[Block.HEADER_BYTES];
        Block.INT.set(header, 0, Block.MAGIC);
        Block.INT.set(header, 4, Block.VERSION);
        Block.LONG.set(header, 8, number);
        put(header, header.length);
        for (int i = 0; i < parts.size(); ) {
            int end = i + 1;
            while (end < parts.size() && parts.get(end).itemId() == parts.get(i).itemId()) {
                end++;
            }
            chunk(parts.subList(i, end));
            i = end;
        }
        endPage();
        byte[] footer = new byte[Block.FOOTER_BYTES];
        Block.LONG.set(footer, 0, written + buffer.position());
        Block.LONG.set(footer, 8, entries);
        Block.LONG.set(footer, 16, rows);
        Block.LONG.set(footer, 24, notSupported);
        Block.LONG.set(footer, 32, first);
        Block.LONG.set(footer, 40, last);
        Block.INT.set(footer, 48, Block.crc(firstItems, 0, pages * 8));
        Block.INT.set(footer, Block.FOOTER_BYTES - 12, Block.crc(footer, 0, Block.FOOTER_BYTES - 12));
        Block.INT.set(footer, Block.FOOTER_BYTES - 8, Block.MAGIC);
        Block.INT.set(footer, Block.FOOTER_BYTES - 4, Block.VERSION);
        put(index, indexBytes);
        put(firstItems, pages * 8);
        put(footer, footer.length);
        flush();
    }

    /// Writes an item's chunk: as it is where its rows stand in order, put in order where not.
    private void chunk(List<Part> parts) throws IOException, DamagedException {
        long itemId = parts.get(0).itemId();
        scratch.clear();
        byte[] chunk = new byte[0];
        for (Part part : parts) {
            chunk = part.bytes();
            Rows.decode(chunk, itemId, scratch);
        }
        if (scratch.isEmpty()) {
            return;
        }
        int[] order = RowOrder.of(scratch);
        if (parts.size() > 1 || !isAsItStands(order, scratch.size())) {
            chunk = Rows.encode(scratch, order, order.length);
        }
        long chunkFirst = scratch.epochNanos[order[0]];
        long chunkLast = scratch.epochNanos[order[order.length - 1]];
        for (int row : order) {
            notSupported += scratch.kinds[row] == NOT_SUPPORTED ? 1 : 0;
        }
        Block.LONG.set(page, pageBytes, itemId);
        Block.LONG.set(page, pageBytes + 8, written + buffer.position());
        Block.INT.set(page, pageBytes + 16, chunk.length);
        Block.INT.set(page, pageBytes + 20, order.length);
        Block.LONG.set(page, pageBytes + 24, chunkFirst);
        Block.LONG.set(page, pageBytes + 32, chunkLast);
        Block.INT.set(page, pageBytes + 40, Block.crc(chunk, 0, chunk.length));
        Block.INT.set(page, pageBytes + 44, Block.ENCODING_ROWS);
        pageBytes += Block.ENTRY_BYTES;
        if (pageBytes == page.length) {
            endPage();
        }
        put(chunk, chunk.length);
        entries++;
        rows += order.length;
        first = Math.min(first, chunkFirst);
        last = Math.max(last, chunkLast);
    }

    private static boolean isAsItStands(int[] order, int size) {
        if (order.length != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (order[i] != i) {
                return false;
            }
        }
        return true;
    }

    private void endPage() {
        if (pageBytes == 0) {
            return;
        }
        if (index.length - indexBytes < pageBytes + 4) {
            index = Arrays.copyOf(index, Math.multiplyExact(index.length, 2));
        }
        System.arraycopy(page, 0, index, indexBytes, pageBytes);
        Block.INT.set(index, indexBytes + pageBytes, Block.crc(page, 0, pageBytes));
        indexBytes += pageBytes + 4;
        if (firstItems.length - pages * 8 < 8) {
            firstItems = Arrays.copyOf(firstItems, firstItems.length * 2);
        }
        Block.LONG.set(firstItems, pages * 8, (long) Block.LONG.get(page, 0));
        pages++;
        pageBytes = 0;
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
