package zonda.history.tsdb;

import java.util.concurrent.ArrayBlockingQueue;

/// Column readers to borrow, so that a reading does not make new buffers each time. Any thread.
final class ColumnsPool {
    private static final int MOST = 16;

    private final ArrayBlockingQueue<Columns> free = new ArrayBlockingQueue<>(MOST);

    Columns take() {
        Columns columns = free.poll();
        return columns == null ? new Columns() : columns;
    }

    /// After a fault they may be left out; then the collector takes them.
    void giveBack(Columns columns) {
        if (!free.offer(columns)) {
            columns.close();
        }
    }
}
