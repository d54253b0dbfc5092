package zonda.runtime.simulation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What will happen and when: a binary heap by time, and within one time by the order of adding.
final class Agenda {
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private @Nullable Runnable[] actions = new Runnable[256];
    private int size;
    private long nextOrder;

    int size() {
        return size;
    }

    /// When the next thing happens; `Long.MAX_VALUE` when nothing will.
    long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    void add(long nanos, Runnable action) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            actions = Arrays.copyOf(actions, size * 2);
        }
        long order = nextOrder++;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (isBefore(times[parent], orders[parent], nanos, order)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, nanos, order, action);
    }

    /// Takes the next thing out; there must be one.
    Runnable take() {
        Runnable first = java.util.Objects.requireNonNull(actions[0]);
        size--;
        long nanos = times[size];
        long order = orders[size];
        Runnable last = java.util.Objects.requireNonNull(actions[size]);
        actions[size] = null;
        if (size > 0) {
            int hole = 0;
            while (true) {
                int child = 2 * hole + 1;
                if (child >= size) {
                    break;
                }
                if (child + 1 < size && isBefore(times[child + 1], orders[child + 1], times[child], orders[child])) {
                    child++;
                }
                if (isBefore(nanos, order, times[child], orders[child])) {
                    break;
                }
                move(child, hole);
                hole = child;
            }
            put(hole, nanos, order, last);
        }
        return first;
    }

    private static boolean isBefore(long nanos, long order, long otherNanos, long otherOrder) {
        return nanos < otherNanos || (nanos == otherNanos && order < otherOrder);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        actions[to] = actions[from];
    }

    private void put(int at, long nanos, long order, Runnable action) {
        times[at] = nanos;
        orders[at] = order;
        actions[at] = action;
    }
}
