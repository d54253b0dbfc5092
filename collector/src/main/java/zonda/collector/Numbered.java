package zonda.collector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Things with small numbers, so that a timer's payload can name them. A number is used again once
/// its thing is gone. Owned by the shard's thread.
final class Numbered<T> {
    private @Nullable Object[] things = new Object[16];
    private int[] free = new int[16];
    private int freeCount;
    private int top;

    int add(T thing) {
        int number = freeCount > 0 ? free[--freeCount] : top++;
        if (number == things.length) {
            things = Arrays.copyOf(things, number * 2);
        }
        things[number] = thing;
        return number;
    }

    @SuppressWarnings("unchecked") // only things of type T are put in
    T at(int number) {
        Object thing = things[number];
        if (thing == null) {
            throw new IllegalStateException("nothing has number " + number);
        }
        return (T) thing;
    }

    void remove(int number) {
        things[number] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = number;
    }
}
