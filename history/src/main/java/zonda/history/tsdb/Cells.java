package zonda.history.tsdb;

import java.util.Arrays;

/// Slabs of 64-byte cells, chained into byte streams: 4 bytes name the next cell, 60 hold content.
/// A chunk grows cell by
/// cell, so an item never holds more than 60 unused bytes and nothing is ever copied to grow. Owned
/// by one thread; a
/// chain that is frozen may be read by another one, which was handed [#pages].
final class Cells {
    static final int CELL = 64;
    static final int CONTENT = 60;
    static final int NONE = -1;
    private static final int PAGE_BITS = 14;
    private static final int CELLS_A_PAGE = 1 << PAGE_BITS;

    private byte[][] pages = new byte[4][];
    private int pageCount;
    private int top;
    private int freeHead = NONE;
    private int used;

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
        byte[] page = page(pages, cell);
        int at = (cell & (CELLS_A_PAGE - 1)) * CELL;
        return page[at] << 24 | (page[at + 1] & 0xFF) << 16 | (page[at + 2] & 0xFF) << 8 | (page[at + 3] & 0xFF);
    }

    void link(int cell, int next) {
        byte[] page = page(cell);
        int at = (cell & (CELLS_A_PAGE - 1)) * CELL;
        page[at] = (byte) (next >> 24);
        page[at + 1] = (byte) (next >> 16);
        page[at + 2] = (byte) (next >> 8);
        page[at + 3] = (byte) next;
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

    /// Bytes of all pages, unused cells included.
    long bytes() {
        return (long) pageCount * CELLS_A_PAGE * CELL;
    }

    /// Bytes of the cells that hold content.
    long usedBytes() {
        return (long) used * CELL;
    }
}
