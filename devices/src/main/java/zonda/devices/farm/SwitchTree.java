package zonda.devices.farm;

import java.nio.charset.StandardCharsets;
import zonda.devices.agent.ObjectTree;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;

/// The objects of the device at one address, as they are at one moment: the system group, ifTable
/// and ifXTable. All values are a pure function of address, object and time. A position is the
/// column's number and, in its lower 32 bits, the instance. Owned by one thread.
final class SwitchTree implements ObjectTree {
    /// Counters count from here: Sunday, 13 September 2020, 12:26:40 UTC.
    private static final long ZERO_MILLIS = 1_600_000_000_000L;

    private static final int TICKS_OF_A_YEAR_SECONDS = 31_536_000;

    /// What a counter counts. A 32-bit and a 64-bit column of one class show one counter.
    private static final int IN_OCTETS = 0;

    private static final int OUT_OCTETS = 1;
    private static final int IN_UNICAST = 2;
    private static final int OUT_UNICAST = 3;
    private static final int IN_MULTICAST = 4;
    private static final int OUT_MULTICAST = 5;
    private static final int IN_BROADCAST = 6;
    private static final int OUT_BROADCAST = 7;
    private static final int ERRORS = 8;

    private static final byte[] OBJECT_ID = Oid.parse("1.3.6.1.4.1.99999.1").encoded();
    private static final byte[] ZERO_DOT_ZERO = Oid.parse("0.0").encoded();
    private static final byte[] CONTACT = utf8("noc@farm.test");

    private enum Kind {
        DESCRIPTION,
        OBJECT_ID,
        UPTIME,
        CONTACT,
        NAME,
        LOCATION,
        CONSTANT,
        IF_NUMBER,
        INDEX,
        IF_DESCRIPTION,
        IF_NAME,
        ALIAS,
        HARDWARE_ADDRESS,
        OPERATIONAL,
        LAST_CHANGE,
        COUNTER,
        ZERO_DOT_ZERO
    }

    private static final class Column {
        final byte[] name;
        final int tag;
        final Kind kind;
        final int argument;
        final boolean isTable;

        Column(String oid, int tag, Kind kind, int argument, boolean isTable) {
            this.name = Oid.parse(oid).encoded();
            this.tag = tag;
            this.kind = kind;
            this.argument = argument;
            this.isTable = isTable;
        }
    }

    private final Column[] columns = columns();
    private final int interfaces;
    private final byte[] scratch = new byte[32];
    private int address;
    private long millis;

    /// @param interfaces of each device, 0 and up
    SwitchTree(int interfaces) {
        this.interfaces = interfaces;
    }

    /// Lets it be that time.
    void moveTo(long epochMillis) {
        millis = epochMillis - ZERO_MILLIS;
    }

    /// Makes it the tree of the device at that address.
    SwitchTree of(int deviceAddress) {
        address = deviceAddress;
        return this;
    }

    private static Column[] columns() {
        return new Column[] {
            system(1, Ber.OCTET_STRING, Kind.DESCRIPTION),
            system(2, Ber.OBJECT_IDENTIFIER, Kind.OBJECT_ID),
            system(3, Ber.TIME_TICKS, Kind.UPTIME),
            system(4, Ber.OCTET_STRING, Kind.CONTACT),
            system(5, Ber.OCTET_STRING, Kind.NAME),
            system(6, Ber.OCTET_STRING, Kind.LOCATION),
            new Column("1.3.6.1.2.1.1.7", Ber.INTEGER, Kind.CONSTANT, 78, false),
            new Column("1.3.6.1.2.1.2.1", Ber.INTEGER, Kind.IF_NUMBER, 0, false),
            entry(1, Ber.INTEGER, Kind.INDEX, 0),
            entry(2, Ber.OCTET_STRING, Kind.IF_DESCRIPTION, 0),
            entry(3, Ber.INTEGER, Kind.CONSTANT, 6),
            entry(4, Ber.INTEGER, Kind.CONSTANT, 1500),
            entry(5, Ber.GAUGE32, Kind.CONSTANT, 1_000_000_000),
            entry(6, Ber.OCTET_STRING, Kind.HARDWARE_ADDRESS, 0),
            entry(7, Ber.INTEGER, Kind.CONSTANT, 1),
            entry(8, Ber.INTEGER, Kind.OPERATIONAL, 0),
            entry(9, Ber.TIME_TICKS, Kind.LAST_CHANGE, 0),
            entry(10, Ber.COUNTER32, Kind.COUNTER, IN_OCTETS),
            entry(11, Ber.COUNTER32, Kind.COUNTER, IN_UNICAST),
            entry(12, Ber.COUNTER32, Kind.COUNTER, IN_MULTICAST),
            entry(13, Ber.COUNTER32, Kind.COUNTER, ERRORS),
            entry(14, Ber.COUNTER32, Kind.COUNTER, ERRORS + 1),
            entry(15, Ber.COUNTER32, Kind.COUNTER, ERRORS + 2),
            entry(16, Ber.COUNTER32, Kind.COUNTER, OUT_OCTETS),
            entry(17, Ber.COUNTER32, Kind.COUNTER, OUT_UNICAST),
            entry(18, Ber.COUNTER32, Kind.COUNTER, OUT_MULTICAST),
            entry(19, Ber.COUNTER32, Kind.COUNTER, ERRORS + 3),
            entry(20, Ber.COUNTER32, Kind.COUNTER, ERRORS + 4),
            entry(21, Ber.GAUGE32, Kind.CONSTANT, 0),
            entry(22, Ber.OBJECT_IDENTIFIER, Kind.ZERO_DOT_ZERO, 0),
            extension(1, Ber.OCTET_STRING, Kind.IF_NAME, 0),
            extension(2, Ber.COUNTER32, Kind.COUNTER, IN_MULTICAST),
            extension(3, Ber.COUNTER32, Kind.COUNTER, IN_BROADCAST),
            extension(4, Ber.COUNTER32, Kind.COUNTER, OUT_MULTICAST),
            extension(5, Ber.COUNTER32, Kind.COUNTER, OUT_BROADCAST),
            extension(6, Ber.COUNTER64, Kind.COUNTER, IN_OCTETS),
            extension(7, Ber.COUNTER64, Kind.COUNTER, IN_UNICAST),
            extension(8, Ber.COUNTER64, Kind.COUNTER, IN_MULTICAST),
            extension(9, Ber.COUNTER64, Kind.COUNTER, IN_BROADCAST),
            extension(10, Ber.COUNTER64, Kind.COUNTER, OUT_OCTETS),
            extension(11, Ber.COUNTER64, Kind.COUNTER, OUT_UNICAST),
            extension(12, Ber.COUNTER64, Kind.COUNTER, OUT_MULTICAST),
            extension(13, Ber.COUNTER64, Kind.COUNTER, OUT_BROADCAST),
            extension(14, Ber.INTEGER, Kind.CONSTANT, 1),
            extension(15, Ber.GAUGE32, Kind.CONSTANT, 1000),
            extension(16, Ber.INTEGER, Kind.CONSTANT, 2),
            extension(17, Ber.INTEGER, Kind.CONSTANT, 1),
            extension(18, Ber.OCTET_STRING, Kind.ALIAS, 0),
            extension(19, Ber.TIME_TICKS, Kind.CONSTANT, 0),
        };
    }

    private static Column system(int number, int tag, Kind kind) {
        return new Column("1.3.6.1.2.1.1." + number, tag, kind, 0, false);
    }

    private static Column entry(int number, int tag, Kind kind, int argument) {
        return new Column("1.3.6.1.2.1.2.2.1." + number, tag, kind, argument, true);
    }

    private static Column extension(int number, int tag, Kind kind, int argument) {
        return new Column("1.3.6.1.2.1.31.1.1.1." + number, tag, kind, argument, true);
    }

    private static long position(int column, long index) {
        return (long) column << 32 | index;
    }

    @Override
    public long exact(byte[] data, int offset, int length) {
        int number = place(data, offset, length);
        if (number == columns.length || !isIn(columns[number], data, offset, length)) {
            return NONE;
        }
        int from = offset + columns[number].name.length;
        long index = index(data, from, offset + length);
        boolean whole = index >= 0 && from + indexBytes(index) == offset + length;
        return whole && index >= first(number) && index <= last(number) ? position(number, index) : NONE;
    }

    @Override
    public long after(byte[] data, int offset, int length) {
        int number = place(data, offset, length);
        if (number < columns.length && isIn(columns[number], data, offset, length)) {
            long index = index(data, offset + columns[number].name.length, offset + length);
            if (index < first(number)) {
                return firstFrom(number);
            }
            return index < last(number) ? position(number, index + 1) : firstFrom(number + 1);
        }
        return firstFrom(number);
    }

    @Override
    public long following(long position) {
        int number = (int) (position >>> 32);
        return (int) position < last(number) ? position + 1 : firstFrom(number + 1);
    }

    private long firstFrom(int from) {
        int number = from;
        while (number < columns.length && last(number) < first(number)) {
            number++;
        }
        return number == columns.length ? NONE : position(number, first(number));
    }

    @Override
    public boolean hasObjectOf(byte[] data, int offset, int length) {
        int number = place(data, offset, length);
        return number < columns.length && isIn(columns[number], data, offset, length);
    }

    @Override
    public boolean isCounter64(long position) {
        return columns[(int) (position >>> 32)].tag == Ber.COUNTER64;
    }

    private int first(int number) {
        return columns[number].isTable ? 1 : 0;
    }

    private int last(int number) {
        return columns[number].isTable ? interfaces : 0;
    }

    /// The first column that is not before that name.
    private int place(byte[] data, int offset, int length) {
        int low = 0;
        int high = columns.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            byte[] name = columns[middle].name;
            int shared = Math.min(length, name.length);
            // A column is not before what lies in it: only as many octets as it has are compared.
            if (Oid.compareEncoded(name, 0, name.length, data, offset, shared) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static boolean isIn(Column column, byte[] data, int offset, int length) {
        return length >= column.name.length
                && java.util.Arrays.equals(
                        column.name, 0, column.name.length, data, offset, offset + column.name.length);
    }

    /// The sub-identifier that starts there; -1 when there is none.
    private static long index(byte[] data, int from, int to) {
        long value = 0;
        for (int at = from; at < to && at < from + 5; at++) {
            value = value << 7 | (data[at] & 0x7F);
            if (data[at] >= 0) {
                return value;
            }
        }
        return -1;
    }

    private static int indexBytes(long index) {
        return index < 1 << 7 ? 1 : index < 1 << 14 ? 2 : index < 1 << 21 ? 3 : index < 1 << 28 ? 4 : 5;
    }

    private int writeName(Column column, int index) {
        byte[] name = column.name;
        System.arraycopy(name, 0, scratch, 0, name.length);
        int bytes = indexBytes(index);
        for (int i = 0; i < bytes; i++) {
            int septet = index >>> 7 * (bytes - 1 - i) & 0x7F;
            scratch[name.length + i] = (byte) (i < bytes - 1 ? septet | 0x80 : septet);
        }
        return name.length + bytes;
    }

    @Override
    public void putEmpty(ResponseEncoder encoder, long position, int tag) {
        encoder.empty(scratch, 0, writeName(columns[(int) (position >>> 32)], (int) position), tag);
    }

    @Override
    public void put(ResponseEncoder encoder, long position) {
        Column column = columns[(int) (position >>> 32)];
        int index = (int) position;
        int length = writeName(column, index);
        switch (column.kind) {
            case COUNTER -> encoder.unsigned(scratch, 0, length, column.tag, counter(index, column.argument));
            case CONSTANT -> number(encoder, column.tag, length, column.argument);
            case UPTIME -> number(encoder, column.tag, length, (millis + bootMillis()) / 10);
            case IF_NUMBER -> number(encoder, column.tag, length, interfaces);
            case INDEX -> number(encoder, column.tag, length, index);
            case OPERATIONAL ->
                number(encoder, column.tag, length, (mixed(address ^ (long) index << 32) & 7) != 0 ? 1 : 2);
            case LAST_CHANGE ->
                number(encoder, column.tag, length, Long.remainderUnsigned(mixed(address + (long) index), 10_000_000));
            case DESCRIPTION,
                    OBJECT_ID,
                    CONTACT,
                    NAME,
                    LOCATION,
                    IF_DESCRIPTION,
                    IF_NAME,
                    ALIAS,
                    HARDWARE_ADDRESS,
                    ZERO_DOT_ZERO -> encoder.octets(scratch, 0, length, column.tag, octets(column.kind, index));
        }
    }

    private void number(ResponseEncoder encoder, int tag, int length, long value) {
        if (tag == Ber.INTEGER) {
            encoder.integer(scratch, 0, length, value);
        } else {
            encoder.unsigned(scratch, 0, length, tag, value);
        }
    }

    private byte[] octets(Kind kind, int index) {
        return switch (kind) {
            case DESCRIPTION -> utf8("Zonda farm switch, " + interfaces + " ports, unit " + dotted());
            case OBJECT_ID -> OBJECT_ID;
            case CONTACT -> CONTACT;
            case NAME -> utf8("sw-" + dotted().replace('.', '-') + ".farm.test");
            case LOCATION -> utf8("room " + (address >> 8 & 255) + ", rack " + (address & 255));
            case IF_DESCRIPTION -> utf8("GigabitEthernet0/" + index);
            case IF_NAME -> utf8("Gi0/" + index);
            case ALIAS -> utf8("port " + index + " of " + dotted());
            case HARDWARE_ADDRESS ->
                new byte[] {
                    2, (byte) (address >> 16), (byte) (address >> 8), (byte) address, (byte) (index >> 8), (byte) index
                };
            case ZERO_DOT_ZERO, UPTIME, CONSTANT, IF_NUMBER, INDEX, OPERATIONAL, LAST_CHANGE, COUNTER -> ZERO_DOT_ZERO;
        };
    }

    private String dotted() {
        return (address >>> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }

    /// Up to a year before the counters' zero.
    private long bootMillis() {
        return Long.remainderUnsigned(mixed(address), TICKS_OF_A_YEAR_SECONDS) * 1000;
    }

    /// A counter that grows: its mean rate is fixed; at every 10 s mark it is ahead of the mean by
    /// a
    /// random part of 5 s worth, and between the marks it is interpolated, so that it is never a
    /// straight line.
    long counter(int index, int kind) {
        long key = mixed((long) address << 32 ^ (long) index << 8 ^ kind);
        long time = Math.max(0, millis);
        if (kind >= ERRORS) {
            return (key & 0xFFFF) + time / (1000 * (60 + (key >>> 20 & 0xFFF)));
        }
        // 100 bytes to 52 megabytes a second.
        long rate = (100L << (int) ((key >>> 8 & 0xFF) % 20)) + (key >>> 40) % 1000;
        if (kind >= IN_UNICAST) {
            rate = rate / 700 + 1;
        }
        long slot = time / 10_000;
        long from = rate * 10 * slot + (rate * 5 * (mixed(key ^ slot) & 0xFFFF) >> 16);
        long to = rate * 10 * (slot + 1) + (rate * 5 * (mixed(key ^ (slot + 1)) & 0xFFFF) >> 16);
        return (key >>> 24) + from + (to - from) * (time % 10_000) / 10_000;
    }

    /// SplitMix64's finaliser (Steele, Lea, Flood, "Fast splittable pseudorandom number
    /// generators").
    static long mixed(long key) {
        long x = key + 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
