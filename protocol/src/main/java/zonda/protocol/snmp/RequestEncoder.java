package zonda.protocol.snmp;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Makes requests. A request is encoded once and sent many times: its request id takes four bytes
/// at a known place and
/// is patched before each sending.
public final class RequestEncoder {
    /// Request ids from here on, up to `Integer.MAX_VALUE`, fill four bytes in the shortest form,
    /// as BER wants it.
    public static final int SMALLEST_REQUEST_ID = 0x0080_0000;

    private RequestEncoder() {}

    /// An encoded request.
    ///
    /// @param bytes the message
    /// @param requestIdOffset where the four bytes of the request id stand
    public record Encoded(byte[] bytes, int requestIdOffset) {
        /// Puts in a request id, [#SMALLEST_REQUEST_ID] or more.
        public void patch(int requestId) {
            Ber.putNumber(bytes, requestIdOffset, requestId, 4);
        }
    }

    /// A GET (RFC 3416, section 4.2.1).
    ///
    /// @param version [Ber#VERSION_1] or [Ber#VERSION_2C]
    /// @param names encoded OIDs, as [Oid#encoded] gives them
    public static Encoded get(int version, String community, List<byte[]> names) {
        return encode(version, community, Ber.GET, 0, 0, names);
    }

    /// A GETNEXT (RFC 3416, section 4.2.2).
    public static Encoded getNext(int version, String community, List<byte[]> names) {
        return encode(version, community, Ber.GET_NEXT, 0, 0, names);
    }

    /// A GETBULK (RFC 3416, section 4.2.3).
    public static Encoded getBulk(String community, int nonRepeaters, int maxRepetitions, List<byte[]> names) {
        return encode(Ber.VERSION_2C, community, Ber.GET_BULK, nonRepeaters, maxRepetitions, names);
    }

    private static Encoded encode(int version, String community, int type, int second, int third, List<byte[]> names) {
        byte[] communityBytes = community.getBytes(StandardCharsets.UTF_8);
        int bindings = 0;
        for (byte[] name : names) {
            bindings += wrapped(bindingContent(name));
        }
        int pdu = 6 + wrapped(Ber.integerSize(second)) + wrapped(Ber.integerSize(third)) + wrapped(bindings);
        int message = 3 + wrapped(communityBytes.length) + wrapped(pdu);
        byte[] out = new byte[wrapped(message)];
        int at = header(out, 0, Ber.SEQUENCE, message);
        at = integer(out, at, version);
        at = header(out, at, Ber.OCTET_STRING, communityBytes.length);
        System.arraycopy(communityBytes, 0, out, at, communityBytes.length);
        at = header(out, at + communityBytes.length, type, pdu);
        at = header(out, at, Ber.INTEGER, 4);
        int requestIdOffset = at;
        at = Ber.putNumber(out, at, SMALLEST_REQUEST_ID, 4);
        at = integer(out, at, second);
        at = integer(out, at, third);
        at = header(out, at, Ber.SEQUENCE, bindings);
        for (byte[] name : names) {
            at = header(out, at, Ber.SEQUENCE, bindingContent(name));
            at = header(out, at, Ber.OBJECT_IDENTIFIER, name.length);
            System.arraycopy(name, 0, out, at, name.length);
            at = header(out, at + name.length, Ber.NULL, 0);
        }
        return new Encoded(out, requestIdOffset);
    }

    private static int bindingContent(byte[] name) {
        return wrapped(name.length) + 2;
    }

    private static int wrapped(int content) {
        return 1 + Ber.lengthSize(content) + content;
    }

    private static int header(byte[] out, int at, int tag, int length) {
        out[at] = (byte) tag;
        return Ber.putLength(out, at + 1, length);
    }

    private static int integer(byte[] out, int at, int value) {
        int size = Ber.integerSize(value);
        return Ber.putNumber(out, header(out, at, Ber.INTEGER, size), value, size);
    }
}
