package zonda.collector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;

/// What a group asks: OIDs in order, encoded, and the requests they travel in. The OIDs are
/// immutable; groups that ask the same share one list (see [OidLists]), so that ten thousand alike
/// devices cost the memory, and the cache lines, of one. Owned by the shard's thread.
final class OidList {
    /// sysUpTime.0 (RFC 3418).
    static final byte[] SYS_UP_TIME = Oid.parse("1.3.6.1.2.1.1.3.0").encoded();

    /// What fits into a UDP datagram over IPv4.
    private static final int MOST_BYTES = 65_507;

    /// Ways to cut the list that are remembered: the learned sizes and communities of the groups
    /// that share it.
    private static final int MOST_CUTS = 8;

    private final byte[] octets;
    private final int[] start;
    private final int together;
    private final int uptimeIndex;
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
