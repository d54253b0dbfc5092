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
    /// @param pduOffset where the PDU begins, which ends with the message: it is the same in all
    ///     versions, and [V3Encoder] wraps it
    public record Encoded(byte[] bytes, int requestIdOffset, int pduOffset) {
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

    /// A GET, GETNEXT or GETBULK of any version; for version 3 it is the PDU that counts, and the
    /// community is left empty.
    ///
    /// @param type [Ber#GET], [Ber#GET_NEXT] or [Ber#GET_BULK]
    /// @param nonRepeaters of a GETBULK, else 0
    /// @param maxRepetitions of a GETBULK, else 0
    public static Encoded encode(
            int version, String community, int type, int nonRepeaters, int maxRepetitions, List<byte[]> names) {
        byte[][] contents = new byte[names.size()][];
        for (int i = 0; i < contents.length; i++) {
            byte[] name = names.get(i);
            contents[i] = new byte[Ber.wrapped(name.length) + 2];
            int at = named(contents[i], name);
            Ber.putHeader(contents[i], at, Ber.NULL, 0);
        }
        return encode(version, community, type, nonRepeaters, maxRepetitions, contents);
    }

    /// A SET (RFC 3416, section 4.2.5).
    public static Encoded set(int version, String community, List<Varbind> values) {
        byte[][] contents = new byte[values.size()][];
        for (int i = 0; i < contents.length; i++) {
            Varbind varbind = values.get(i);
            byte[] name = varbind.name().encoded();
            byte[] value = varbind.value();
            contents[i] = new byte[Ber.wrapped(name.length) + Ber.wrapped(value.length)];
            int at = Ber.putHeader(contents[i], named(contents[i], name), varbind.tag(), value.length);
            System.arraycopy(value, 0, contents[i], at, value.length);
        }
        return encode(version, community, Ber.SET, 0, 0, contents);
    }

    private static int named(byte[] out, byte[] name) {
        int at = Ber.putHeader(out, 0, Ber.OBJECT_IDENTIFIER, name.length);
        System.arraycopy(name, 0, out, at, name.length);
        return at + name.length;
    }

    private static Encoded encode(int version, String community, int type, int second, int third, byte[][] contents) {
        byte[] communityBytes = community.getBytes(StandardCharsets.UTF_8);
        int bindings = 0;
        for (byte[] content : contents) {
            bindings += Ber.wrapped(content.length);
        }
        int pdu =
                6 + Ber.wrapped(Ber.integerSize(second)) + Ber.wrapped(Ber.integerSize(third)) + Ber.wrapped(bindings);
        int message = 3 + Ber.wrapped(communityBytes.length) + Ber.wrapped(pdu);
        byte[] out = new byte[Ber.wrapped(message)];
        int at = Ber.putHeader(out, 0, Ber.SEQUENCE, message);
        at = Ber.putInteger(out, at, version);
        at = Ber.putHeader(out, at, Ber.OCTET_STRING, communityBytes.length);
        System.arraycopy(communityBytes, 0, out, at, communityBytes.length);
        int pduOffset = at + communityBytes.length;
        at = Ber.putHeader(out, pduOffset, type, pdu);
        at = Ber.putHeader(out, at, Ber.INTEGER, 4);
        int requestIdOffset = at;
        at = Ber.putNumber(out, at, SMALLEST_REQUEST_ID, 4);
        at = Ber.putInteger(out, at, second);
        at = Ber.putInteger(out, at, third);
        at = Ber.putHeader(out, at, Ber.SEQUENCE, bindings);
        for (byte[] content : contents) {
            at = Ber.putHeader(out, at, Ber.SEQUENCE, content.length);
            System.arraycopy(content, 0, out, at, content.length);
            at += content.length;
        }
        return new Encoded(out, requestIdOffset, pduOffset);
    }
}
