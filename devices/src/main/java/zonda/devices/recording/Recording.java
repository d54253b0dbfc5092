package zonda.devices.recording;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;

/// The rows of one device, as they were recorded. Immutable.
///
/// Rows stand in the order of walks: by name, or as in the file where it is to be served unordered.
/// Of rows with one name the first is kept. Each row is held as the octets of its varbind, ready to
/// be sent.
public final class Recording {
    private static final int NONE = -1;

    private final String name;
    private final byte[] varbinds;
    private final int[] start;
    private final int[] nameAt;
    private final short[] nameLength;
    private final byte[] tags;

    /// Positions in the order of names; empty where the rows themselves are in that order.
    private final int[] byName;

    private final SortedMap<Integer, Variation> variations;
    private final SortedMap<String, Integer> skipped;

    /// One line of a recording.
    ///
    /// @param name the OID's content octets
    /// @param tag of the value
    /// @param content the value's content octets; those of the first answer where it varies
    /// @param variation how it varies
    record Row(byte[] name, int tag, byte[] content, Variation variation) {}

    private Recording(
            String name,
            List<Row> rows,
            int[] byName,
            SortedMap<String, Integer> skipped,
            byte[] varbinds,
            int[] start) {
        this.name = name;
        this.byName = byName;
        this.skipped = Collections.unmodifiableSortedMap(skipped);
        this.varbinds = varbinds;
        this.start = start;
        int count = rows.size();
        this.nameAt = new int[count];
        this.nameLength = new short[count];
        this.tags = new byte[count];
        this.variations = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            Row row = rows.get(i);
            nameLength[i] = (short) row.name().length;
            tags[i] = (byte) row.tag();
            nameAt[i] = start[i] + headerBytes(varbinds, start[i]);
            nameAt[i] += headerBytes(varbinds, nameAt[i]);
            if (!(row.variation() instanceof Variation.None)) {
                variations.put(i, row.variation());
            }
        }
    }

    private static int headerBytes(byte[] data, int at) {
        return data[at + 1] >= 0 ? 2 : 2 + (data[at + 1] & 0x7F);
    }

    /// Orders rows and makes the recording.
    ///
    /// @param skipped lines by reason; repeated names are added to it
    static Recording of(String name, List<Row> lines, boolean ordered, SortedMap<String, Integer> skipped) {
        List<Integer> sorted = new ArrayList<>(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            sorted.add(i);
        }
        sorted.sort((a, b) -> compare(lines.get(a).name(), lines.get(b).name()));
        boolean[] repeated = new boolean[lines.size()];
        for (int i = 1; i < sorted.size(); i++) {
            if (compare(
                            lines.get(sorted.get(i - 1)).name(),
                            lines.get(sorted.get(i)).name())
                    == 0) {
                repeated[sorted.get(i)] = true;
                skipped.merge("repeated OID", 1, Integer::sum);
            }
        }
        List<Row> rows = new ArrayList<>(lines.size());
        int[] place = new int[lines.size()];
        for (int i = 0; i < lines.size(); i++) {
            int line = ordered ? sorted.get(i) : i;
            if (!repeated[line]) {
                place[line] = rows.size();
                rows.add(lines.get(line));
            }
        }
        int[] byName = new int[ordered ? 0 : rows.size()];
        if (!ordered) {
            int count = 0;
            for (int line : sorted) {
                if (!repeated[line]) {
                    byName[count++] = place[line];
                }
            }
        }
        int[] start = new int[rows.size() + 1];
        return new Recording(name, rows, byName, skipped, encoded(rows, start), start);
    }

    private static byte[] encoded(List<Row> rows, int[] start) {
        ResponseEncoder encoder = new ResponseEncoder();
        byte[][] all = new byte[rows.size()][];
        int size = 0;
        for (int i = 0; i < all.length; i++) {
            Row row = rows.get(i);
            encoder.clear();
            encoder.octets(row.name(), row.tag(), row.content());
            all[i] = encoder.copy();
            start[i] = size;
            size += all[i].length;
        }
        start[all.length] = size;
        byte[] varbinds = new byte[size];
        for (int i = 0; i < all.length; i++) {
            System.arraycopy(all[i], 0, varbinds, start[i], all[i].length);
        }
        return varbinds;
    }

    private static int compare(byte[] a, byte[] b) {
        return Oid.compareEncoded(a, 0, a.length, b, 0, b.length);
    }

    /// Where it lies below the folder, without its ending: what a community or context names it by.
    public String name() {
        return name;
    }

    public int rows() {
        return tags.length;
    }

    /// Lines that are not served, by reason.
    public SortedMap<String, Integer> skipped() {
        return skipped;
    }

    public boolean varies() {
        return !variations.isEmpty();
    }

    /// Whether SNMPv1, which knows no Counter64, sees nothing of it.
    public boolean hasOnlyCounters64() {
        for (byte tag : tags) {
            if (tag != Ber.COUNTER64) {
                return false;
            }
        }
        return true;
    }

    byte[] varbinds() {
        return varbinds;
    }

    int start(int position) {
        return start[position];
    }

    int nameAt(int position) {
        return nameAt[position];
    }

    int nameLength(int position) {
        return nameLength[position];
    }

    int tag(int position) {
        return tags[position] & 0xFF;
    }

    Variation variation(int position) {
        return variations.isEmpty() ? Variation.NONE : variations.getOrDefault(position, Variation.NONE);
    }

    /// The unsigned or signed number of a row, as far as 64 bits hold it.
    long number(int position) {
        int from = nameAt[position] + nameLength[position];
        from += headerBytes(varbinds, from);
        int to = start[position + 1];
        long number = from < to && tag(position) == Ber.INTEGER && varbinds[from] < 0 ? -1 : 0;
        for (int at = from; at < to; at++) {
            number = number << 8 | (varbinds[at] & 0xFF);
        }
        return number;
    }

    /// The position of the row of that name, or -1.
    int exact(byte[] data, int offset, int length) {
        int rank = rankFrom(data, offset, length);
        if (rank < tags.length && compare(rank, data, offset, length) == 0) {
            return ranked(rank);
        }
        return NONE;
    }

    /// The position of the row behind that name, or -1.
    int after(byte[] data, int offset, int length) {
        int rank = rankFrom(data, offset, length);
        if (rank >= tags.length) {
            return NONE;
        }
        if (compare(rank, data, offset, length) == 0) {
            int next = ranked(rank) + 1;
            return next < tags.length ? next : NONE;
        }
        return ranked(rank);
    }

    /// Whether some row's name begins with these octets but their last, which is the instance.
    boolean hasObjectOf(byte[] data, int offset, int length) {
        int prefix = length - 1;
        while (prefix > 0 && data[offset + prefix - 1] < 0) {
            prefix--;
        }
        int rank = rankFrom(data, offset, prefix);
        if (rank >= tags.length || prefix <= 0) {
            return false;
        }
        int position = ranked(rank);
        return nameLength[position] > prefix
                && Arrays.equals(varbinds, nameAt[position], nameAt[position] + prefix, data, offset, offset + prefix);
    }

    private int ranked(int rank) {
        return byName.length == 0 ? rank : byName[rank];
    }

    private int compare(int rank, byte[] data, int offset, int length) {
        int position = ranked(rank);
        return Oid.compareEncoded(varbinds, nameAt[position], nameLength[position], data, offset, length);
    }

    /// The first rank whose name is not before that one.
    private int rankFrom(byte[] data, int offset, int length) {
        int low = 0;
        int high = tags.length;
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
}
