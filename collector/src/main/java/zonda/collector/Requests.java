package zonda.collector;

import java.util.List;
import zonda.protocol.snmp.RequestEncoder;

/// The encoded requests of a list of OIDs, cut to one size. Immutable: the request id is patched
/// into the copy that is sent, so that many interfaces share them.
final class Requests {
    private final int version;
    private final String community;
    private final int most;
    private final byte[][] messages;
    private final int[] requestIdOffsets;
    private final int[] pduOffsets;
    private final int[] from;

    Requests(int version, String community, int most, List<RequestEncoder.Encoded> messages, int[] from) {
        this.version = version;
        this.community = community;
        this.most = most;
        this.messages = messages.stream().map(RequestEncoder.Encoded::bytes).toArray(byte[][]::new);
        this.requestIdOffsets = messages.stream()
                .mapToInt(RequestEncoder.Encoded::requestIdOffset)
                .toArray();
        this.pduOffsets =
                messages.stream().mapToInt(RequestEncoder.Encoded::pduOffset).toArray();
        this.from = from;
    }

    boolean isFor(int otherVersion, String otherCommunity, int otherMost) {
        return most == otherMost && version == otherVersion && community.equals(otherCommunity);
    }

    int most() {
        return most;
    }

    int count() {
        return messages.length;
    }

    byte[] message(int index) {
        return messages[index];
    }

    int requestIdOffset(int index) {
        return requestIdOffsets[index];
    }

    /// Where the PDU begins, which goes to the message's end.
    int pduOffset(int index) {
        return pduOffsets[index];
    }

    /// The first OID of a request, counted in the list; of `count()`: the number of OIDs.
    int from(int index) {
        return from[index];
    }

    /// The request that an OID travels in.
    int holding(int oidIndex) {
        int low = 0;
        int high = messages.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (from[middle] <= oidIndex) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
