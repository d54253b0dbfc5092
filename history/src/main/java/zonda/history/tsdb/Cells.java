package zonda.history.tsdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Slabs of 64-byte cells, chained into byte streams: 4 bytes name the next cell, 60 hold content.
/// A chunk grows cell by cell, so an item never holds more than 60 unused bytes and nothing is ever
/// copied to grow. Cell 0 is never given: 0 stands for none. Owned by one thread; a chain that is
/// frozen may be read by another one, which was handed [#pages].
final class Cells {
    static final int CELL = 64;
    static final int CONTENT = 60;
    static final int NONE = 0;
    private static final int PAGE_BITS = 14;
    private static final int CELLS_A_PAGE = 1 << PAGE_BITS;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[][] pages = new byte[4][];
    private int pageCount;
    private int top = 1;
    private int freeHead = NONE;
    private long used;

    Cells() {
        pages[0] = new byte[CELLS_A_PAGE * CELL];
        pageCount = 1;
    }

    /// The pages as they are now, for a reader of frozen chains.
    byte[][] pages() {
        return pages;
    }

    static byte[] page(byte[][] pages, int cell) {
        return pages[cell >>> PAGE_BITS];
    }

    byte[] page(int cell) {
        return pages[cell >>> PAGE_BITS];
    }

    /// Where a cell's content starts in its page.
    static int content(int cell) {
        return (cell & (CELLS_A_PAGE - 1)) * CELL + 4;
    }

    static int next(byte[][] pages, int cell) {
        return (int) INT.get(page(pages, cell), (cell & (CELLS_A_PAGE - 1)) * CELL);
    }

    void link(int cell, int next) {
        INT.set(page(cell), (cell & (CELLS_A_PAGE - 1)) * CELL, next);
    }

    int allocate() {
        int cell;
        if (freeHead != NONE) {
            cell = freeHead;
            freeHead = next(pages, cell);
        } else {
            cell = top++;
            int page = cell >>> PAGE_BITS;
            if (page == pageCount) {
                if (page == pages.length) {
                    pages = Arrays.copyOf(pages, page * 2);
                }
                pages[page] = new byte[CELLS_A_PAGE * CELL];
                pageCount++;
            }
        }
        link(cell, NONE);
        used++;
        return cell;
    }

    /// Frees a whole chain in one step.
    void free(int head, int tail, int cells) {
        link(tail, freeHead);
        freeHead = head;
        used -= cells;
    }

    /// Copies a chain's content.
    ///
    /// @param count cells of the chain, 1 or more
    /// @param tailUsed bytes used in the last one
    static byte[] gather(byte[][] pages, int head, int count, int tailUsed) {
        byte[] out = new byte[Math.addExact(Math.multiplyExact(count - 1, CONTENT), tailUsed)];
        int at = 0;
        int cell = head;
        for (int i = 0; i < count; i++) {
            int length = i == count - 1 ? tailUsed : CONTENT;
            System.arraycopy(page(pages, cell), content(cell), out, at, length);
            at += length;
            cell = next(pages, cell);
        }
        return out;
    }

    /// Bytes of all pages, unused cells included.
    long bytes() {
        return (long) pageCount * CELLS_A_PAGE * CELL;
    }

    /// Bytes of the cells that are in use.
    long usedBytes() {
        return used * CELL;
    }
}
