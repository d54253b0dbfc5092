package zonda.devices.demo;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import zonda.devices.agent.ObjectTree;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;

/// The objects of a device at the moment that [#moveTo] named. Owned by one thread.
final class CellTree implements ObjectTree {
    private final byte[][] names;
    private final Cell[] cells;
    private long millis;

    CellTree(Map<Oid, Cell> objects) {
        TreeMap<Oid, Cell> sorted = new TreeMap<>(objects);
        names = sorted.keySet().stream().map(Oid::encoded).toArray(byte[][]::new);
        cells = sorted.values().toArray(Cell[]::new);
    }

    /// Lets it be that time.
    CellTree moveTo(long now) {
        millis = now;
        return this;
    }

    int size() {
        return cells.length;
    }

    @Override
    public long exact(byte[] data, int offset, int length) {
        int place = place(data, offset, length);
        return place < names.length && compare(place, data, offset, length) == 0 ? place : NONE;
    }

    @Override
    public long after(byte[] data, int offset, int length) {
        int place = place(data, offset, length);
        boolean isThere = place < names.length && compare(place, data, offset, length) == 0;
        return orNone(isThere ? place + 1 : place);
    }

    @Override
    public long following(long position) {
        return orNone(position + 1);
    }

    @Override
    public boolean hasObjectOf(byte[] data, int offset, int length) {
        int column = length - 1;
        while (column > 0 && data[offset + column - 1] < 0) {
            column--;
        }
        int place = place(data, offset, length);
        return startsWith(place - 1, data, offset, column) || startsWith(place, data, offset, column);
    }

    @Override
    public boolean isCounter64(long position) {
        return cells[(int) position].tag() == Ber.COUNTER64;
    }

    @Override
    public void put(ResponseEncoder encoder, long position) {
        byte[] name = names[(int) position];
        switch (cells[(int) position]) {
            case Cell.Numeric number -> {
                long value = number.at().applyAsLong(millis);
                if (number.tag() == Ber.INTEGER) {
                    encoder.integer(name, value);
                } else {
                    encoder.unsigned(name, number.tag(), value);
                }
            }
            case Cell.Octets octets ->
                encoder.octets(name, octets.tag(), octets.at().apply(millis));
        }
    }

    @Override
    public void putEmpty(ResponseEncoder encoder, long position, int tag) {
        encoder.empty(names[(int) position], tag);
    }

    /// The first object that is not before that name.
    private int place(byte[] data, int offset, int length) {
        int low = 0;
        int high = names.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, data, offset, length) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(int place, byte[] data, int offset, int length) {
        return Oid.compareEncoded(names[place], 0, names[place].length, data, offset, length);
    }

    private boolean startsWith(int place, byte[] data, int offset, int length) {
        return place >= 0
                && place < names.length
                && length > 0
                && names[place].length >= length
                && Arrays.equals(names[place], 0, length, data, offset, offset + length);
    }

    private long orNone(long place) {
        return place < names.length ? place : NONE;
    }
}
