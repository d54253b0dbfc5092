package zonda.collector;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;

/// What a group asks: OIDs in order, encoded, and the requests they travel in. The OIDs are
/// immutable; groups that ask the same share one list (see [OidLists]), so that ten thousand alike
/// devices cost the memory, and the cache lines, of one. Owned by the shard's thread.
final class OidList {
    /// sysUpTime.0 (RFC 3418).
    static final byte[] SYS_UP_TIME = Oid.parse("1.3.6.1.2.1.1.3.0").encoded();

    /// ifCounterDiscontinuityTime and the rows of ifTable and ifXTable (RFC 2863).
    private static final byte[] DISCONTINUITY_TIME =
            Oid.parse("1.3.6.1.2.1.31.1.1.1.19").encoded();

    private static final byte[] IF_ENTRY = Oid.parse("1.3.6.1.2.1.2.2.1").encoded();
    private static final byte[] IF_X_ENTRY = Oid.parse("1.3.6.1.2.1.31.1.1.1").encoded();

    /// What fits into a UDP datagram over IPv4.
    private static final int MOST_BYTES = 65_507;

    /// Ways to cut the list that are remembered: the learned sizes and communities of the groups
    /// that share it.
    private static final int MOST_CUTS = 8;

    private final byte[] octets;
    private final int[] start;
    private final int together;
    private final int uptimeIndex;

    /// For each OID the place of the one that tells of its discontinuities, -1 for most; null where
    /// no OID tells of any.
    private final int @Nullable [] indicators;

    private final List<Requests> cuts = new ArrayList<>(1);

    /// @param oids content octets of each
    /// @param together so many from the front may share requests; each one behind goes alone
    OidList(List<byte[]> oids, int together) {
        int length = 0;
        for (byte[] oid : oids) {
            length += oid.length;
        }
        octets = new byte[length];
        start = new int[oids.size() + 1];
        int uptime = -1;
        for (int i = 0; i < oids.size(); i++) {
            byte[] oid = oids.get(i);
            System.arraycopy(oid, 0, octets, start[i], oid.length);
            start[i + 1] = start[i] + oid.length;
            if (Arrays.equals(oid, SYS_UP_TIME)) {
                uptime = i;
            }
        }
        this.together = together;
        this.uptimeIndex = uptime;
        this.indicators = indicators(oids);
    }

    /// Finds which of the OIDs are counters of an interface whose ifCounterDiscontinuityTime is
    /// among them too (RFC 2863).
    private static int @Nullable [] indicators(List<byte[]> oids) {
        Map<String, Integer> byInterface = new HashMap<>();
        for (int i = 0; i < oids.size(); i++) {
            byte[] oid = oids.get(i);
            if (startsWith(oid, DISCONTINUITY_TIME)) {
                byInterface.put(index(oid, DISCONTINUITY_TIME.length), i);
            }
        }
        if (byInterface.isEmpty()) {
            return null;
        }
        int[] found = new int[oids.size()];
        for (int i = 0; i < found.length; i++) {
            byte[] oid = oids.get(i);
            int from = startsWith(oid, IF_ENTRY) ? IF_ENTRY.length + 1 : IF_X_ENTRY.length + 1;
            boolean isOfTable = (startsWith(oid, IF_ENTRY) || startsWith(oid, IF_X_ENTRY)) && oid.length > from;
            found[i] = isOfTable ? byInterface.getOrDefault(index(oid, from), -1) : -1;
        }
        return found;
    }

    private static boolean startsWith(byte[] oid, byte[] start) {
        return oid.length > start.length && Arrays.equals(oid, 0, start.length, start, 0, start.length);
    }

    /// The sub-identifiers from one on, as a key.
    private static String index(byte[] oid, int from) {
        return new String(oid, from, oid.length - from, StandardCharsets.ISO_8859_1);
    }

    /// Whether some OIDs tell of discontinuities of others.
    boolean hasIndicators() {
        return indicators != null;
    }

    boolean isIndicator(int index) {
        return indicatorOf(index) == index;
    }

    /// The place of the OID that tells of discontinuities of the one at `index`; -1 when there is
    /// none.
    int indicatorOf(int index) {
        int[] known = indicators;
        return known == null ? -1 : known[index];
    }

    int size() {
        return start.length - 1;
    }

    int together() {
        return together;
    }

    /// Where sysUpTime.0 stands; -1 when it is not asked.
    int uptimeIndex() {
        return uptimeIndex;
    }

    byte[] oid(int index) {
        return Arrays.copyOfRange(octets, start[index], start[index + 1]);
    }

    String text(int index) {
        StringBuilder text = new StringBuilder();
        Oid.appendText(octets, start[index], start[index + 1] - start[index], text);
        return text.toString();
    }

    /// Whether the OID at `index` is the one encoded in `data`.
    boolean matches(int index, byte[] data, int offset, int length) {
        int from = start[index];
        int to = start[index + 1];
        return to - from == length && Arrays.equals(octets, from, to, data, offset, offset + length);
    }

    boolean sameAs(OidList other) {
        return together == other.together && Arrays.equals(start, other.start) && Arrays.equals(octets, other.octets);
    }

    int contentHash() {
        return Arrays.hashCode(octets) * 31 + Arrays.hashCode(start);
    }

    /// The list's requests of at most `most` varbinds.
    Requests cut(int version, String community, int most) {
        for (int i = 0; i < cuts.size(); i++) {
            if (cuts.get(i).isFor(version, community, most)) {
                return cuts.get(i);
            }
        }
        Requests requests = encode(version, community, most);
        if (cuts.size() == MOST_CUTS) {
            cuts.removeFirst();
        }
        cuts.add(requests);
        return requests;
    }

    private Requests encode(int version, String community, int most) {
        List<RequestEncoder.Encoded> messages = new ArrayList<>();
        int[] from = new int[size() + 1];
        int at = 0;
        while (at < size()) {
            int to = Math.min(at + most, at < together ? together : at + 1);
            RequestEncoder.Encoded encoded = encode(version, community, at, to);
            while (encoded.bytes().length > MOST_BYTES && to - at > 1) {
                to = at + (to - at) / 2;
                encoded = encode(version, community, at, to);
            }
            messages.add(encoded);
            at = to;
            from[messages.size()] = at;
        }
        return new Requests(version, community, most, messages, Arrays.copyOf(from, messages.size() + 1));
    }

    private RequestEncoder.Encoded encode(int version, String community, int from, int to) {
        List<byte[]> names = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            names.add(oid(i));
        }
        return RequestEncoder.get(version, community, names);
    }

    /// A request for some of the OIDs.
    ///
    /// @param indexes of them, in the first `count` places from `from` on
    RequestEncoder.Encoded encode(int version, String community, int[] indexes, int from, int count) {
        List<byte[]> names = new ArrayList<>(count);
        for (int i = from; i < from + count; i++) {
            names.add(oid(indexes[i]));
        }
        return RequestEncoder.get(version, community, names);
    }
}
