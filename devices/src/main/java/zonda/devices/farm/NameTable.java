package zonda.devices.farm;

import java.util.Arrays;

/// Finds the number of a name that stands somewhere in a datagram, without making an object of it.
/// Names are put in before the first search.
final class NameTable {
    private static final int NONE = -1;

    private final byte[][] names;
    private final int[] numbers;
    private final int mask;

    /// @param most names that will be put in
    NameTable(int most) {
        int slots = Integer.highestOneBit(Math.max(4, most)) * 4;
        names = new byte[slots][];
        numbers = new int[slots];
        Arrays.fill(names, new byte[0]);
        Arrays.fill(numbers, NONE);
        mask = slots - 1;
    }

    void put(byte[] name, int number) {
        int slot = hash(name, 0, name.length) & mask;
        while (numbers[slot] != NONE) {
            slot = slot + 1 & mask;
        }
        names[slot] = name;
        numbers[slot] = number;
    }

    /// The number, or -1.
    int find(byte[] data, int offset, int length) {
        int slot = hash(data, offset, length) & mask;
        while (numbers[slot] != NONE) {
            if (Arrays.equals(names[slot], 0, names[slot].length, data, offset, offset + length)) {
                return numbers[slot];
            }
            slot = slot + 1 & mask;
        }
        return NONE;
    }

    private static int hash(byte[] data, int offset, int length) {
        int hash = 1;
        for (int i = 0; i < length; i++) {
            hash = hash * 31 + data[offset + i];
        }
        return hash ^ hash >>> 16;
    }
}
